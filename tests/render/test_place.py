"""How sections are shown and what keys do to that; where words and sentences begin and end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vibe_tui.model.section import Section, SectionKind
from vibe_tui.render.place import (
    Fold,
    nearest_open,
    next_character,
    next_heading,
    next_sentence,
    next_word,
    open_sections,
    previous_character,
    previous_sentence,
    previous_word,
    sentence_at,
    toggle_all_sections,
    toggle_section,
    word_end,
)
from vibe_tui.tui.reader.selection import Motion

OPEN, FOLDED, HIDDEN, TABLES = Fold.OPEN, Fold.FOLDED, Fold.HIDDEN, Fold.TABLES


def _section(heading: str, level: int, *children: Section) -> Section:
    return Section(heading, level, SectionKind.OTHER, "文", children=children)


TREE = (
    _section("", 0),
    _section("1", 1, _section("1.1", 2, _section("1.1.1", 3)), _section("1.2", 2)),
    _section("2", 1),
)
FLAT = tuple(inner for section in TREE for inner in section.walk())
ALL_OPEN = (OPEN,) * 6


@pytest.mark.parametrize(
    ("folds", "section", "expected"),
    [
        (ALL_OPEN, 1, (OPEN, FOLDED, HIDDEN, HIDDEN, HIDDEN, OPEN)),
        (ALL_OPEN, 2, (OPEN, OPEN, FOLDED, HIDDEN, OPEN, OPEN)),
        (ALL_OPEN, 0, ALL_OPEN),
        (ALL_OPEN, -1, ALL_OPEN),
        (ALL_OPEN, 9, ALL_OPEN),
        ((OPEN, FOLDED, HIDDEN, HIDDEN, HIDDEN, OPEN), 1, ALL_OPEN),
        ((OPEN, FOLDED, HIDDEN, HIDDEN, OPEN, OPEN), 1, ALL_OPEN),
        ((OPEN, TABLES, HIDDEN, HIDDEN, HIDDEN, HIDDEN), 1, (*ALL_OPEN[:5], HIDDEN)),
        ((OPEN, Fold.LIMITS, HIDDEN, HIDDEN, HIDDEN, HIDDEN), 1, (*ALL_OPEN[:5], HIDDEN)),
    ],
    ids=["fold", "inner", "no-heading", "title", "none", "open", "lens", "tables", "limits"],
)
def test_toggled(folds: tuple[Fold, ...], section: int, expected: tuple[Fold, ...]) -> None:
    assert toggle_section(FLAT, folds, section) == expected


def test_all_fold_and_all_open() -> None:
    folded = toggle_all_sections(FLAT, ALL_OPEN)
    assert folded == (OPEN, FOLDED, HIDDEN, HIDDEN, HIDDEN, FOLDED)
    assert toggle_all_sections(FLAT, folded) == ALL_OPEN


def test_a_single_chapter_folds_its_sections() -> None:
    flat = tuple(_section("全", 1, _section("甲", 2), _section("乙", 2)).walk())
    assert toggle_all_sections(flat, (OPEN,) * 3) == (OPEN, FOLDED, FOLDED)
    assert toggle_all_sections((), ()) == ()


def test_a_skipped_level_is_a_chapter_of_its_own() -> None:
    flat = tuple(_section("全", 1, _section("深", 3), _section("甲", 2), _section("乙", 2)).walk())
    assert toggle_all_sections(flat, (OPEN,) * 4) == (OPEN, FOLDED, FOLDED, FOLDED)


@pytest.mark.parametrize(
    ("folds", "sections", "expected"),
    [
        ((OPEN, FOLDED, HIDDEN, HIDDEN, HIDDEN, FOLDED), {3}, (OPEN,) * 4 + (FOLDED, FOLDED)),
        (
            (OPEN, FOLDED, HIDDEN, HIDDEN, HIDDEN, FOLDED),
            {5},
            (OPEN, FOLDED) + (HIDDEN,) * 3 + (OPEN,),
        ),
        (
            (OPEN, FOLDED, HIDDEN, HIDDEN, HIDDEN, FOLDED),
            {4},
            (OPEN, OPEN, FOLDED, HIDDEN, OPEN, FOLDED),
        ),
        (ALL_OPEN, {1, 2}, ALL_OPEN),
        (
            (HIDDEN, FOLDED, HIDDEN, HIDDEN, HIDDEN, FOLDED),
            {5},
            (HIDDEN, FOLDED) + (HIDDEN,) * 3 + (OPEN,),
        ),
    ],
    ids=["deep", "chapter", "sibling-folds", "open-already", "opening-stays"],
)
def test_opened(folds: tuple[Fold, ...], sections: set[int], expected: tuple[Fold, ...]) -> None:
    assert open_sections(FLAT, folds, sections) == expected


@pytest.mark.parametrize(
    ("folds", "here", "step", "expected"),
    [
        (ALL_OPEN, 0, 1, 1),
        (ALL_OPEN, 5, 1, None),
        (ALL_OPEN, 1, -1, None),
        ((OPEN, FOLDED, HIDDEN, HIDDEN, HIDDEN, FOLDED), 1, 1, 5),
        ((OPEN, FOLDED, HIDDEN, HIDDEN, HIDDEN, FOLDED), 5, -1, 1),
        (ALL_OPEN, -1, 1, 1),
    ],
)
def test_next_heading(folds: tuple[Fold, ...], here: int, step: int, expected: int | None) -> None:
    assert next_heading(FLAT, folds, here, step) == expected


@pytest.mark.parametrize(
    ("folds", "section", "offset", "expected"),
    [
        ((FOLDED, FOLDED, HIDDEN, HIDDEN, HIDDEN, FOLDED), 3, 0, None),
        ((OPEN, FOLDED, HIDDEN, HIDDEN, HIDDEN, OPEN), 1, 0, 0),
        ((OPEN, FOLDED, HIDDEN, HIDDEN, HIDDEN, OPEN), 3, 1, 5),
        ((OPEN, FOLDED, HIDDEN, HIDDEN, HIDDEN, OPEN), -1, 0, 0),
        ((FOLDED, FOLDED, OPEN, OPEN, FOLDED, FOLDED), 5, 0, 2),
        ((FOLDED, OPEN, OPEN, OPEN, OPEN, FOLDED), 5, 1, 1),
        ((FOLDED, FOLDED, HIDDEN, HIDDEN, TABLES, FOLDED), 0, 0, 4),
    ],
)
def test_the_nearest_that_is_open(
    folds: tuple[Fold, ...], section: int, offset: int, expected: int | None
) -> None:
    assert nearest_open(FLAT, folds, section, offset) == expected


def test_a_bare_heading_comes_with_what_stands_right_below_it() -> None:
    flat = tuple(
        Section(heading, level, SectionKind.OTHER, text)
        for heading, level, text in (
            ("1", 1, ""),
            ("1.1", 2, "甲"),
            ("1.2", 2, "乙"),
            ("2", 1, "丙" * 9),
            ("3", 1, "丁"),
        )
    )
    assert nearest_open(flat, (OPEN, OPEN, FOLDED, FOLDED, FOLDED), 4, 0) == 0
    assert nearest_open(flat, (OPEN, FOLDED, OPEN, FOLDED, FOLDED), 4, 0) == 2
    assert nearest_open(flat, (FOLDED, FOLDED, OPEN, FOLDED, OPEN), 3, 2) == 2
    assert nearest_open(flat, (FOLDED, FOLDED, OPEN, FOLDED, OPEN), 3, 8) == 4


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
