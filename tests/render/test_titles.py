"""Formulas in titles are drawn; everything else in them is words."""

from __future__ import annotations

import pytest

from vibe_tui.render.titles import drawn_title


@pytest.mark.parametrize(
    ("title", "drawn"),
    [
        (r"$\varphi$-DPO", "φ-DPO"),
        ("An $O(n^2)$ bound, $x_1$", "An O(n²) bound, x₁"),
        (r"When \(x^2\) is \(a b\) or \\(y^2\\)", r"When x² is \(a b\) or \\(y^2\\)"),
        ("研究 $\\pi_{0.5}$ 模型", "研究 π₀.₅ 模型"),
        ("$5 and $6, US$7, $", "$5 and $6, US$7, $"),
        (r"\$x\$ *a* `b` [c](d) <T> 1. #", r"\$x\$ *a* `b` [c](d) <T> 1. #"),
        ("金额$100万，另$200万", "金额$100万，另$200万"),
    ],
)
def test_formulas_in_titles(title: str, drawn: str) -> None:
    assert drawn_title(title) == drawn
