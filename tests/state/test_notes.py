"""Notes are kept, put back as they were, and follow their report."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from pathlib import Path

import pytest

from vibe_tui.model.note import Anchor, Note
from vibe_tui.model.report import Report
from vibe_tui.state.db import StateDatabase
from vibe_tui.state.reading import Holder, Notes, Reading

ANCHOR = Anchor(("7. 局限", "7.1 反例"), "引文\n两行 'x'", "前文", "后文")
NOTE = Note(
    0, "id:a", "a", "甲", ANCHOR, "", "2026-08-12T09:00:00+08:00", "2026-08-12T09:00:00+08:00"
)
HERE = Holder("a", "h1", "/library/a.md")


@pytest.fixture
def database(tmp_path: Path) -> StateDatabase:
    return StateDatabase.open(tmp_path / "state.db")


def test_a_note_comes_back_as_it_was_written(database: StateDatabase, tmp_path: Path) -> None:
    made = Notes(database).add(NOTE, HERE)
    assert made == replace(NOTE, id=made.id)
    again = Notes(StateDatabase.open(tmp_path / "state.db"))
    assert again.of("id:a") == (made,)
    assert again.of("id:b") == ()


def test_all_is_newest_first_and_one_report_oldest_first(database: StateDatabase) -> None:
    notes = Notes(database)
    first = notes.add(NOTE, HERE)
    second = notes.add(replace(NOTE, created="2026-08-13T09:00:00+08:00"), HERE)
    other = notes.add(replace(NOTE, key="id:b"), Holder("b", "", ""))
    assert notes.all() == (second, other, first)
    assert notes.of("id:a") == (first, second)


def test_change_remove_and_put_back(database: StateDatabase) -> None:
    notes = Notes(database)
    made = notes.add(NOTE, HERE)
    notes.put(replace(made, text="想法"))
    assert [note.text for note in notes.all()] == ["想法"]
    notes.remove(made)
    assert notes.all() == ()
    notes.put(made)
    assert notes.all() == (made,)


@pytest.mark.parametrize("marked", [True, False])
def test_notes_follow_a_renamed_file(database: StateDatabase, tmp_path: Path, marked: bool) -> None:
    notes, reading = Notes(database), Reading(database)
    if marked:
        reading.set_star(["id:a"], True)
    made = notes.add(NOTE, HERE)
    day = dt.date(2026, 8, 1)
    reading.follow([Report("a", "甲", HERE.path, day.isoformat(), hash=HERE.hash)])
    reading.follow([Report("b", "甲", "/library/b.md", day.isoformat(), hash=HERE.hash)])
    assert notes.of("id:b") == (replace(made, key="id:b"),)
    assert reading.marks()["id:b"].starred is marked


def test_writing_a_note_marks_nothing(database: StateDatabase) -> None:
    notes, reading = Notes(database), Reading(database)
    reading.set_star(["id:a"], True)
    notes.add(NOTE, HERE)
    assert Reading(database).marks()["id:a"].starred
    notes.add(replace(NOTE, key="id:c"), Holder("c", "", ""))
    fresh = Reading(database).marks()["id:c"]
    assert fresh.unread
    assert not fresh.starred
