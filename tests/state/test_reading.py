"""Reading marks: set, taken back, seen by others, and kept through renames."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from vibe_tui.model.report import Report
from vibe_tui.state.db import StateDatabase
from vibe_tui.state.reading import NO_MARK, Holder, Mark, Reading, reading_key


@pytest.fixture
def reading(tmp_path: Path) -> Reading:
    return Reading(StateDatabase.open(tmp_path / "state.db"))


def other(tmp_path: Path) -> Reading:
    return Reading(StateDatabase.open(tmp_path / "state.db"))


def test_everything_is_unread_at_first(reading: Reading) -> None:
    report = Report("a", "甲", "/a.md", dt.date(2026, 8, 1))
    assert reading.of(report) == NO_MARK
    assert reading.of(report).unread


def test_changes_add_up(reading: Reading) -> None:
    before = reading.set_read(["a", "b"], True)
    assert before == {"a": NO_MARK, "b": NO_MARK}
    reading.set_star(["a"], True)
    reading.set_place("a", "3:4", 50)
    reading.set_opened("a", "2026-08-01T10:00:00+00:00", 12.5)
    reading.set_opened("a", "2026-08-02T10:00:00+00:00", 2.5)
    assert reading.marks()["a"] == Mark(True, True, "2026-08-02T10:00:00+00:00", 15.0, "3:4", 50)


def test_two_programs_see_each_other(reading: Reading, tmp_path: Path) -> None:
    second = other(tmp_path)
    assert second.marks() == {}
    reading.set_star(["a"], True)
    second.set_read(["a"], True)
    assert reading.marks()["a"] == second.marks()["a"] == Mark(read=True, starred=True)


def test_marks_follow_a_renamed_file(reading: Reading, tmp_path: Path) -> None:
    old, new = tmp_path / "old.md", tmp_path / "new.md"
    reading.follow({"id:old": Holder("old", "h", str(old))})
    reading.set_read(["id:old"], True)
    assert reading.follow({"id:new": Holder("new", "h", str(new))}) == 1
    assert set(other(tmp_path).marks()) == {"id:new"}
    assert reading.follow({"id:new": Holder("new", "h2", str(new))}) == 0


def test_marks_stay_with_a_file_that_was_copied(reading: Reading, tmp_path: Path) -> None:
    old = tmp_path / "old.md"
    old.write_text("x")
    reading.follow({"id:old": Holder("old", "h", str(old))})
    reading.set_read(["id:old"], True)
    assert reading.follow({"id:copy": Holder("copy", "h", "/elsewhere/copy.md")}) == 0
    assert set(reading.marks()) == {"id:old"}


def test_marks_follow_a_changed_guid(reading: Reading, tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("x")
    reading.follow({"s\na\nl": Holder("a", "h", str(path))})
    reading.set_star(["s\na\nl"], True)
    reading.follow({"s\nb\nl": Holder("a", "h2", str(path))})
    assert reading.marks()["s\nb\nl"].starred


def test_a_mark_never_replaces_another(reading: Reading) -> None:
    reading.follow({"a": Holder("a", "h", "/gone/a.md"), "b": Holder("b", "h", "/gone/b.md")})
    reading.set_read(["a"], True)
    reading.set_star(["b"], True)
    assert reading.follow({"b": Holder("b", "h", "/gone/b.md")}) == 0
    assert reading.marks()["b"] == Mark(starred=True)


@pytest.mark.parametrize(
    ("source", "guid", "url", "key"),
    [
        ("s", "g", "", "s\ng\n"),
        ("s", "", "https://e.example/a", "s\n\nhttps://e.example/a"),
        ("s", "0", "https://e.example/1", "s\n0\nhttps://e.example/1"),
        ("s", "", "", "id:a"),
    ],
)
def test_keys(source: str, guid: str, url: str, key: str) -> None:
    day = dt.date(2026, 8, 1)
    assert reading_key(Report("a", "甲", "/a", day, source=source, guid=guid, url=url)) == key


def test_many_at_once(reading: Reading) -> None:
    before = reading.set_read([f"k{number}" for number in range(10_000)], True)
    assert len(before) == len(reading.marks()) == 10_000
