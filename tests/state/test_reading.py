"""Reading marks: set, taken back, seen by others, and kept through renames."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from vibe_tui.model.report import Report
from vibe_tui.state.db import StateDatabase
from vibe_tui.state.reading import NO_MARK, Mark, Reading, reading_key


@pytest.fixture
def reading(tmp_path: Path) -> Reading:
    return Reading(StateDatabase.open(tmp_path / "state.db"))


def report(
    id_: str,
    path: str = "/a.md",
    content_hash: str = "",
    *,
    source: str = "",
    guid: str = "",
    url: str = "",
) -> Report:
    day = dt.date(2026, 8, 1)
    return Report(
        id_, "甲", path, day.isoformat(), source=source, hash=content_hash, guid=guid, url=url
    )


def other(tmp_path: Path) -> Reading:
    return Reading(StateDatabase.open(tmp_path / "state.db"))


def test_everything_is_unread_at_first(reading: Reading) -> None:
    assert reading.marks().get(reading_key(report("a")), NO_MARK).unread


def test_changes_add_up(reading: Reading) -> None:
    before = reading.set_read(["a", "b"], True)
    assert before == {"a": NO_MARK, "b": NO_MARK}
    reading.set_star(["a"], True)
    reading.set_place("a", "3:4", 50)
    reading.set_opened("a", "2026-08-01T10:00:00+00:00", 12.5)
    reading.set_opened("a", "2026-08-02T10:00:00+00:00", 2.5)
    assert reading.marks()["a"] == Mark(True, True, "2026-08-02T10:00:00+00:00", 15.0, "3:4", 50)


def test_some_marks_without_the_others(reading: Reading) -> None:
    reading.set_read(["a", "b", "c"], True)
    reading.set_star(["b"], True)
    assert reading.some(["b", "c", "d"]) == {"b": Mark(True, True), "c": Mark(True)}
    assert reading.some([]) == {}


def test_two_programs_see_each_other(reading: Reading, tmp_path: Path) -> None:
    second = other(tmp_path)
    assert second.marks() == {}
    reading.set_star(["a"], True)
    second.set_read(["a"], True)
    assert reading.marks()["a"] == second.marks()["a"] == Mark(read=True, starred=True)


def test_marks_follow_a_renamed_file(reading: Reading, tmp_path: Path) -> None:
    old, new = tmp_path / "old.md", tmp_path / "new.md"
    reading.follow([report("old", str(old), "h")])
    reading.set_read(["id:old"], True)
    assert reading.follow([report("new", str(new), "h")]) == 1
    assert set(other(tmp_path).marks()) == {"id:new"}
    assert reading.follow([report("new", str(new), "h2")]) == 0


def test_marks_stay_with_a_file_that_was_copied(reading: Reading, tmp_path: Path) -> None:
    old = tmp_path / "old.md"
    old.write_text("x")
    reading.follow([report("old", str(old), "h")])
    reading.set_read(["id:old"], True)
    assert reading.follow([report("copy", "/elsewhere/copy.md", "h")]) == 0
    assert set(reading.marks()) == {"id:old"}


def test_marks_follow_a_changed_guid(reading: Reading, tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text("x")
    reading.follow([report("a", str(path), "h", guid="a")])
    reading.set_star(["\na\n"], True)
    reading.follow([report("a", str(path), "h2", guid="b")])
    assert reading.marks()["\nb\n"].starred


def test_a_mark_never_replaces_another(reading: Reading) -> None:
    a, b = report("a", "/gone/a.md", "h"), report("b", "/gone/b.md", "h")
    reading.follow([a, b])
    reading.set_read(["id:a"], True)
    reading.set_star(["id:b"], True)
    assert reading.follow([b]) == 0
    assert reading.marks()["id:b"] == Mark(starred=True)


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
    assert reading_key(report("a", source=source, guid=guid, url=url)) == key


def test_many_at_once(reading: Reading) -> None:
    before = reading.set_read([f"k{number}" for number in range(10_000)], True)
    assert len(before) == len(reading.marks()) == 10_000


def test_two_marks_never_move_to_one_report(reading: Reading, tmp_path: Path) -> None:
    paths = [str(tmp_path / f"{name}.md") for name in "ab"]
    both = [report(name, path, "h") for name, path in zip("ab", paths, strict=True)]
    reading.follow(both)
    reading.set_star([reading_key(one) for one in both], True)
    assert reading.follow([report("new", str(tmp_path / "new.md"), "h")]) == 1
    assert sorted(reading.marks()) == ["id:b", "id:new"]
