"""Notes on the page: whose they are, their signs, and how they lie under what search marks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vibe_tui.model.note import Anchor, Note
from vibe_tui.render.anchors import Anchored, AnchorState
from vibe_tui.render.place import BlockId, Match
from vibe_tui.service.notes import Placed
from vibe_tui.tui.look.strips import Tint
from vibe_tui.tui.reader.marks import TOP, NoteMarks, layered

HERE, THERE = BlockId(0, 0, 0), BlockId(0, 0, 1)


def placed(number: int, *spans: Match, text: str = "", lost: bool = False) -> Placed:
    note = Note(number, "k", "a", "甲", Anchor(quote="话"), text, "", "")
    state = AnchorState.LOST if lost else AnchorState.FOUND
    return Placed(note, Anchored(state, spans))


def test_signs_tell_words_from_highlights() -> None:
    notes = NoteMarks(
        [
            placed(1, Match(HERE, 0, 2), Match(THERE, 0, 3)),
            placed(2, Match(THERE, 1, 2), text="想法"),
            placed(3, text="整篇"),
        ]
    )
    assert [notes.sign(block, ascii_only=False) for block in (HERE, THERE, TOP, None)] == [
        "◇",
        "◆",
        "◆",
        "",
    ]
    assert notes.sign(HERE, ascii_only=True) == "+"
    there = notes.at(THERE)
    assert there is not None
    assert there.note.id == 2
    assert notes.at(None) is None


def test_what_is_lost_is_counted_and_shown_nowhere() -> None:
    notes = NoteMarks([placed(1, lost=True)])
    assert notes.lost == 1
    assert notes.at(TOP) is None


@pytest.mark.parametrize(
    ("above", "below", "spans"),
    [
        ([], [(2, 5)], [(2, 5, True)]),
        ([(3, 4)], [(2, 6)], [(2, 3, True), (3, 4, False), (4, 6, True)]),
        ([(0, 9)], [(2, 6)], [(0, 9, False)]),
        ([(1, 3)], [(2, 6), (4, 8)], [(1, 3, False), (3, 6, True), (6, 8, True)]),
    ],
)
def test_layers(
    above: list[tuple[int, int]],
    below: list[tuple[int, int]],
    spans: list[tuple[int, int, bool]],
) -> None:
    found = layered([Tint(*span) for span in above], [Tint(*span, note=True) for span in below])
    assert [(mark.start, mark.end, mark.note) for mark in found] == spans


@given(
    st.lists(st.integers(0, 30), max_size=8, unique=True),
    st.lists(st.tuples(st.integers(0, 30), st.integers(1, 9)), max_size=6),
)
def test_every_character_is_marked_once_and_search_lies_above(
    ends: list[int], notes: list[tuple[int, int]]
) -> None:
    ends = sorted(ends)
    above = [Tint(*pair) for pair in zip(ends[::2], ends[1::2], strict=False)]
    below = [Tint(start, start + length, note=True) for start, length in notes]
    found = layered(above, below)
    cells = [at for mark in found for at in range(mark.start, mark.end)]
    assert len(cells) == len(set(cells))
    assert cells == sorted(cells)
    wanted = {at for mark in (*above, *below) for at in range(mark.start, mark.end)}
    assert set(cells) == wanted
    assert [mark for mark in found if not mark.note] == above
