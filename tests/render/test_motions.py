"""Words and sentences as keys move over them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vibe_tui.render.place import (
    next_character,
    next_sentence,
    next_word,
    previous_character,
    previous_sentence,
    previous_word,
    sentence_at,
    word_end,
)
from vibe_tui.tui.reader.selection import Motion

TEXT = "小模型，用 GRPO-2 训练。第二句！Third one. 四"


@pytest.mark.parametrize(
    ("motion", "places"),
    [
        (next_word, [0, 3, 4, 6, 10, 11, 13, 15, 16, 19, 20, 26, 29, 31]),
        (word_end, [0, 2, 3, 4, 9, 10, 11, 14, 15, 18, 19, 24, 28, 29, 31]),
        (next_sentence, [0, 16, 20, 31]),
    ],
    ids=["words", "word-ends", "sentences"],
)
def test_forwards(motion: Motion, places: list[int]) -> None:
    at, found = 0, [0]
    while (following := motion(TEXT, at)) is not None:
        at = following
        found.append(at)
    assert found == places


@pytest.mark.parametrize(
    ("motion", "places"),
    [
        (previous_word, [29, 26, 20, 19, 16, 15, 13, 11, 10, 6, 4, 3, 0]),
        (previous_sentence, [20, 16, 0]),
    ],
    ids=["words", "sentences"],
)
def test_backwards(motion: Motion, places: list[int]) -> None:
    at, found = 31, []
    while (before := motion(TEXT, at)) is not None:
        at = before
        found.append(at)
    assert found == places


@pytest.mark.parametrize(
    ("at", "sentence"),
    [(0, "小模型，用 GRPO-2 训练。"), (17, "第二句！"), (22, "Third one."), (31, "四")],
)
def test_the_sentence_around(at: int, sentence: str) -> None:
    first, last = sentence_at(TEXT, at)
    assert TEXT[first : last + 1] == sentence


def test_characters_are_what_people_see() -> None:
    text = "e\u0301👍🏽中"
    assert next_character(text, 0) == 2
    assert next_character(text, 2) == 4
    assert next_character(text, 4) is None
    assert previous_character(text, 4) == 2
    assert previous_character(text, 0) is None


MOTIONS = [
    (next_character, 1),
    (next_word, 1),
    (word_end, 1),
    (next_sentence, 1),
    (previous_character, -1),
    (previous_word, -1),
    (previous_sentence, -1),
]


@given(st.text(alphabet="中，。 a1\n.e\u0301👍", min_size=1), st.data())
def test_motions_go_their_way_and_stay_inside(text: str, data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(text) - 1))
    for motion, way in MOTIONS:
        found = motion(text, at)
        assert found is None or (found > at if way > 0 else found < at)
        assert found is None or 0 <= found < len(text)
    first, last = sentence_at(text, at)
    assert 0 <= first <= last < len(text)
