"""The state file: kept, moved aside when broken, replaced by memory when it cannot serve."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest

from vibe_tui.errors import VibeError
from vibe_tui.state import db
from vibe_tui.state.db import StateDatabase
from vibe_tui.state.disk import MIGRATIONS

ADD = "INSERT INTO marks (key) VALUES (?)"
COUNT = "SELECT count(*) FROM marks"


def add(database: StateDatabase, *keys: str) -> None:
    with database.write() as writer:
        for key in keys:
            writer.run(ADD, (key,))


def test_a_new_file_is_made_with_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "state.db"
    database = StateDatabase.open(path)
    add(database, "k")
    database.close()
    again = StateDatabase.open(path)
    assert again.read(COUNT) == [(1,)]
    assert (again.problems, again.kept) == ([], True)
    assert again.read("PRAGMA user_version") == [(len(MIGRATIONS),)]
    assert again.read("PRAGMA journal_mode") == [("wal",)]


def test_a_transaction_is_whole_or_nothing(tmp_path: Path) -> None:
    database = StateDatabase.open(tmp_path / "state.db")
    with pytest.raises(ZeroDivisionError), database.write() as writer:
        writer.run(ADD, ("k",))
        raise ZeroDivisionError
    with pytest.raises(sqlite3.IntegrityError):
        add(database, "a", "a")
    assert database.read(COUNT) == [(0,)]


@pytest.mark.parametrize("damage", [b"no database" * 500, b"\0" * 8192], ids=["text", "zeros"])
def test_a_corrupt_file_is_moved_aside(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "state.db"
    path.write_bytes(damage)
    (tmp_path / "state.db.broken-1").write_text("an older one")
    database = StateDatabase.open(path)
    add(database, "k")
    assert database.kept
    assert (tmp_path / "state.db.broken-2").read_bytes() == damage
    assert (tmp_path / "state.db.broken-1").read_text() == "an older one"
    assert "broken-2" in database.problems[0].line("en")


def test_flipped_bytes_inside_are_noticed(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    database = StateDatabase.open(path)
    add(database, *(f"key {number}" for number in range(2000)))
    database.close()
    data = bytearray(path.read_bytes())
    data[8192:40960] = b"\xa5" * (40960 - 8192)
    path.write_bytes(data)
    again = StateDatabase.open(path)
    add(again, "k")
    assert again.kept
    assert (tmp_path / "state.db.broken-1").exists()


def test_a_newer_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    with sqlite3.connect(path) as newer:
        newer.execute("CREATE TABLE future (x)")
        newer.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    newer.close()
    database = StateDatabase.open(path)
    add(database, "k")
    assert not database.kept
    assert "newer" in database.problems[0].line("en")
    with sqlite3.connect(path) as same:
        assert same.execute("SELECT name FROM sqlite_master").fetchall() == [("future",)]
    same.close()
    assert [file.name for file in tmp_path.iterdir() if "broken" in file.name] == []


def test_a_file_in_which_another_writes_is_opened_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    first = StateDatabase.open(path)
    add(first, "k")
    with first.write() as writer:
        writer.run(ADD, ("uncommitted",))
        second = StateDatabase.open(path, busy_seconds=0.05)
        assert second.kept
        assert second.problems == []
        assert second.read(COUNT) == [(1,)]
    add(second, "mine")
    assert first.read(COUNT) == [(3,)]


def test_a_file_that_is_locked_for_reading_too_leaves_memory(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("CREATE TABLE t (x)")
    holder.execute("BEGIN EXCLUSIVE")
    second = StateDatabase.open(path, busy_seconds=0.05)
    assert not second.kept
    assert second.problems[0].message.en == "is in use by another program"
    add(second, "mine")
    assert second.read(COUNT) == [(1,)]
    holder.close()


def test_a_file_that_stays_locked_is_said_and_nothing_is_lost(tmp_path: Path) -> None:
    first = StateDatabase.open(tmp_path / "state.db")
    second = StateDatabase.open(tmp_path / "state.db", busy_seconds=0.05)
    with first.write() as writer:
        writer.run(ADD, ("k",))
        with pytest.raises(VibeError, match="another vibe"):
            add(second, "k2")
    add(second, "k2")
    assert first.read(COUNT) == [(2,)]
    assert second.kept


class Recovering(sqlite3.Connection):
    """A file that another process is mending after a crash."""

    def execute(self, *_: object) -> sqlite3.Cursor:
        error = sqlite3.OperationalError("database is locked")
        error.sqlite_errorcode = sqlite3.SQLITE_BUSY_RECOVERY
        raise error


def test_a_file_that_is_being_recovered_is_asked_again_later(tmp_path: Path) -> None:
    state = StateDatabase(sqlite3.connect(":memory:", factory=Recovering), tmp_path)
    with pytest.raises(VibeError, match="another vibe"):
        add(state, "k")
    assert state.kept


def test_a_path_that_cannot_be_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    database = StateDatabase.open(tmp_path / "file" / "state.db")
    add(database, "k")
    assert not database.kept
    (tmp_path / "folder").mkdir()
    assert not StateDatabase.open(tmp_path / "folder").kept


def test_a_read_only_file_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "state.db"
    first = StateDatabase.open(path)
    add(first, "k")
    first.close()
    real = sqlite3.connect

    def connect(name: object, *args: object, **options: object) -> sqlite3.Connection:
        if name == path:
            raise sqlite3.OperationalError("attempt to write a readonly database")
        return real(name, *args, **options)  # type: ignore[call-overload, no-any-return]

    monkeypatch.setattr(sqlite3, "connect", connect)
    database = StateDatabase.open(path)
    assert database.read(COUNT) == [(1,)]
    add(database, "mine")
    assert database.read(COUNT) == [(2,)]
    assert "readonly" in database.problems[0].line("zh")


def test_a_disk_that_fills_up(tmp_path: Path) -> None:
    database = fill(tmp_path / "state.db")
    assert database.read(COUNT) == [(200,)]
    assert "full" in database.problems[0].line("en")
    assert StateDatabase.open(tmp_path / "state.db").read(COUNT) == [(0,)]


def test_what_found_no_room_is_written_at_the_next_chance(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "state.db"
    database = fill(path)
    add(database, "a")
    assert (database.kept, len(database.problems)) == (False, 1)
    other = StateDatabase.open(path)
    add(other, "of another")
    monkeypatch.setattr(db, "RETRY_SECONDS", 0.0)
    add(database, "b")
    assert (database.kept, database.problems) == (True, [])
    assert other.read(COUNT) == database.read(COUNT) == [(203,)]


def test_what_found_no_room_is_written_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    fill(path).close()
    assert StateDatabase.open(path).read(COUNT) == [(200,)]


def test_what_was_noted_without_a_folder_is_written_at_the_end(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("in the way")
    database = StateDatabase.open(tmp_path / "data" / "state.db")
    add(database, "a")
    assert not database.kept
    (tmp_path / "data").unlink()
    database.close()
    again = StateDatabase.open(tmp_path / "data" / "state.db")
    assert again.read("SELECT key FROM marks") == [("a",)]


def fill(path: Path) -> StateDatabase:
    """A database of 200 marks for which there was no room."""
    database = StateDatabase.open(path)
    database.read(f"PRAGMA max_page_count = {database.read('PRAGMA page_count')[0][0]}")
    add(database, *("long key " * 50 + str(number) for number in range(200)))
    assert not database.kept
    return database


def test_a_file_that_breaks_while_it_is_open(tmp_path: Path) -> None:
    path = tmp_path / "state.db"
    database = StateDatabase.open(path)
    add(database, *(f"key {number}" for number in range(3000)))
    database.read("PRAGMA wal_checkpoint(TRUNCATE)")
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(size // 8192 * 4096)
        file.write(b"\xa5" * 8192)
    database.read("PRAGMA shrink_memory")
    assert 2000 < len(database.read("SELECT * FROM marks")) < 3000
    add(database, "k")
    assert database.kept
    assert "broken-1" in database.problems[0].line("en")
    again = StateDatabase.open(path)
    assert (again.problems, again.read(COUNT)) == ([], database.read(COUNT))


def test_two_processes_write_in_turn(tmp_path: Path) -> None:
    databases = [StateDatabase.open(tmp_path / "state.db") for _ in range(4)]

    def work(number: int) -> None:
        for step in range(25):
            add(databases[number], f"{number} {step}")

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert databases[0].read(COUNT) == [(100,)]
    assert all(database.kept for database in databases)
