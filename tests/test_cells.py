"""Cells: what the drawing library says, on whole clusters, and always an end."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len

from vibe_tui.cells import cell_width, cut, graphemes, pad

TEXT = st.text(alphabet="ab汉字。，（）ＡⅠ①“”é\u0301\u200d\ufe0f⚠️👍🏽👩🔬🇨🇳한 \u3000")


@given(TEXT)
def test_width_is_that_of_the_drawing_library(text: str) -> None:
    assert cell_width(text) == cell_len(text)


@given(TEXT)
@example("\u200da\u200da")
def test_clusters_joined_are_the_text(text: str) -> None:
    clusters = list(graphemes(text))
    assert "".join(cluster for cluster, _ in clusters) == text
    assert sum(width for _, width in clusters) == cell_width(text)


@given(TEXT, st.integers(0, 30))
def test_cut_fits_and_keeps_the_beginning(text: str, width: int) -> None:
    short = cut(text, width)
    assert cell_width(short) <= width
    assert short == text or text.startswith(short.removesuffix("…"))


@given(TEXT, st.integers(1, 30))
def test_pad_is_exact(text: str, width: int) -> None:
    assert cell_width(pad(text, width)) == width


@pytest.mark.parametrize("text", ["\u200d报告", "\ufe0f", "\u0301甲", "\x00甲", "\u200d" * 40])
def test_zero_width_first_characters_end(text: str) -> None:
    assert cell_width(cut(text, 3)) <= 3


def test_sixty_wide_characters_are_cut_on_a_whole_one() -> None:
    assert cut("題" * 60, 31) == "題" * 15 + "…"
