"""Formulas in two dimensions: the publication's hardest ones as drawn, Han aligned, broken well."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest

from tests.formulas import is_damaged
from vibe_tui.cells import cell_width
from vibe_tui.render.formula.display import MARGIN, display_formula
from vibe_tui.render.formula.inline import inline_formula

GOLDEN = Path(__file__).resolve().parents[2] / "golden" / "formulas.txt"
WIDTH = 88


def rows(tex: str, width: int = WIDTH, *, scroll: bool = False) -> list[str]:
    return [line.text for line in display_formula(tex, width, scroll=scroll).lines]


def drawn(tex: str) -> list[str]:
    """The drawing moved to the left edge."""
    lines = rows(tex)
    left = min((len(line) - len(line.lstrip()) for line in lines if line), default=0)
    return [line[left:] for line in lines]


def golden() -> list[tuple[str, list[str]]]:
    """Formulas and their drawings: a line `$ TeX`, then the rows, each after a `|`."""
    found: list[tuple[str, list[str]]] = []
    for line in GOLDEN.read_text(encoding="utf-8").splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif line.startswith("|"):
            found[-1][1].append(line[1:])
    return found


@pytest.mark.parametrize(("tex", "picture"), golden(), ids=lambda value: str(value)[:30])
def test_the_hardest_formulas(tex: str, picture: list[str]) -> None:
    assert drawn(tex) == picture
    assert not is_damaged(tex)


def test_han_takes_two_cells_wherever_it_stands() -> None:
    tex = r"\text{准确率}=\frac{\text{正确 数}}{\text{总数}}_{\text{甲}}+\sqrt{\text{乙}x}"
    line = next(row for row in drawn(tex) if "准确率" in row)
    above, below = (next(row for row in drawn(tex) if word in row) for word in ("正确", "总数"))
    bar = cell_width(line[: line.index("╶")])
    end = cell_width(line[: line.index("╴")])
    for row in (above, below):
        left = cell_width(row) - cell_width(row.lstrip())
        word = cell_width(re.split(r"  +", row.strip())[0])
        assert bar < left
        assert left + word <= end


@pytest.mark.parametrize(
    "tex",
    [
        r"\operatorname{clip}(x)",
        r"x_{\hat\theta}^{\hat y}",
        r"\left\langle\frac ab\right\rangle",
        r"\acute{x}+\widehat{xyz}",
        r"a\implies b\iff c\quad\lVert x\rVert\ \varnothing",
    ],
)
def test_no_sign_is_a_question_mark(tex: str) -> None:
    assert not is_damaged(tex)
    assert "?" not in "".join(rows(tex))


def test_a_wide_formula_scrolls_beside_a_frozen_margin() -> None:
    laid = display_formula("+".join(["abc"] * 40), 40, scroll=True)
    assert laid.frozen == MARGIN
    assert len(laid.lines) == 1
    assert laid.lines[0].width > 40
    assert laid.lines[0].text.startswith(" " * MARGIN)


@pytest.mark.parametrize(
    ("tex", "width", "starts"),
    [
        (r"a_1+b_1=c_1+d_1=e_1+f_1", 20, ["a", "="]),
        (r"x=1,\qquad y=2,\qquad z=3", 16, ["x", "y", "z"]),
        (r"abcdefgh+ijklmnop-qrstuvw", 14, ["a", "+", "-"]),
        (r"\begin{aligned}aaaaaaaaaa&=bbbbbbbbb+ccccccc\\d&=e\end{aligned}", 18, ["a", "=", "d"]),
    ],
)
def test_a_wide_formula_breaks_where_a_mathematician_would(
    tex: str, width: int, starts: list[str]
) -> None:
    lines = [row for row in rows(tex, width) if row.strip()]
    assert all(cell_width(row) <= width for row in lines)
    firsts = [row.strip()[0] for row in lines]
    places = [firsts.index(start) for start in starts]
    assert places == sorted(places)


def test_what_cannot_break_is_wrapped_source() -> None:
    tex = r"\frac{aaaaaaaaaaaaaaaaaaaaaaaaaaaa}{b}"
    assert "".join(rows(tex, 20)).replace(" ", "") == tex
    laid = display_formula(tex, 20, scroll=False)
    assert {run.at >= 0 for line in laid.lines for run in line.runs} == {True}


def test_every_formula_of_the_publication(seed: Path) -> None:
    text = seed.read_text(encoding="utf-8")
    display = re.findall(r"\$\$(.+?)\$\$", text, re.DOTALL)
    inline = re.findall(
        r"(?<![\\$])\$([^$\n]+?)\$(?!\$)", re.sub(r"\$\$.+?\$\$", "", text, flags=re.DOTALL)
    )
    assert len(display) + len(inline) > 200
    damaged = 0
    for tex in [*display, *inline]:
        damaged += is_damaged(tex)
        names = re.sub(r"\\(?:begin|end)\{[a-z]+\}|\\[A-Za-z]+|\\.", " ", tex)
        wanted = {char for char in names if char.isalnum() and char.isascii()}
        for shown in (inline_formula(tex), "".join(rows(tex)), "".join(rows(tex, 30))):
            assert "?" not in shown
            assert wanted <= set(unicodedata.normalize("NFKD", shown)), tex
        for width in (20, 30, 60):
            assert all(cell_width(row) <= width for row in rows(tex, width))
    assert damaged <= 4
