"""The length of a text in Han characters and Latin words."""

from __future__ import annotations

import pytest

from vibe_tui.fold import count_words


@pytest.mark.parametrize(
    ("text", "count"),
    [
        pytest.param("", 0, id="nothing"),
        pytest.param("研究 Mixed-Data 与 RL’s 3 倍", 6, id="both scripts"),
        pytest.param("don't stop-gap café", 3, id="apostrophes, hyphens and accents"),
        pytest.param("24.9% → 141,006！", 0, id="numbers and signs"),
    ],
)
def test_han_characters_and_latin_words_count(text: str, count: int) -> None:
    assert count_words(text) == count
