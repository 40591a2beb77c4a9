"""Bits that flipped in a database: every question is answered, and what can be read is kept."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

import pytest

from tests.sync.desk import TODAY, paths_in
from vibe_tui.cli.doctor import checks
from vibe_tui.config import Config
from vibe_tui.model.note import Anchor
from vibe_tui.service import Service
from vibe_tui.state.catalogue import FILE_NAME

REPORTS, READ, NOTES = 12, 8, 5


def _without_log(data: bytes) -> bytes:
    """A database that can be opened in memory."""
    return data[:18] + b"\1\1" + data[20:]


class Shelf:
    """A library with its databases, which can be put back as they were."""

    def __init__(self, folder: Path) -> None:
        self.paths = paths_in(folder)
        library = self.paths.library / "2026"
        library.mkdir(parents=True)
        for n in range(REPORTS):
            front = f"title: 报告{n}\nsource: s\nguid: g{n}\nurl: https://e.example/{n}\n"
            paper = f'paper:\n  arxiv: "2601.{n:05d}"\n'
            text = f"---\n{front}{paper}---\n\n## 摘要\n\n内容 {n} 号词{n}。\n"
            (library / f"2026-08-{n + 1:02d}-报告{n}.md").write_text(text, "utf-8")
        service = self.service()
        service.refresh()
        reports = service.reports().reports
        service.reading.set_read(reports[:READ], True)
        for report in reports[:NOTES]:
            service.notes.add(report, Anchor(("摘要",), "内容"), f"标注 {report.id}")
        service.indexing.update()
        service.close()
        self.state, self.catalogue = self.paths.state, self.paths.cache / FILE_NAME
        self.whole: dict[Path, bytes] = {}
        for path in (self.state, self.catalogue):
            with sqlite3.connect(path) as connection:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.close()
            self.whole[path] = path.read_bytes()

    def service(self) -> Service:
        return Service(self.paths, Config(), today=lambda: TODAY)

    def put(self, files: Mapping[Path, bytes]) -> None:
        for path, data in {**self.whole, **files}.items():
            for ending in ("-wal", "-shm"):
                path.with_name(path.name + ending).unlink(missing_ok=True)
            path.write_bytes(data)

    def salvageable(self) -> tuple[int, int]:
        """As `ask`, as SQLite itself reads the file, asked for each row that was in it."""
        with closing(sqlite3.connect(":memory:")) as connection:
            connection.deserialize(_without_log(self.whole[self.state]))
            marks = connection.execute("SELECT key, * FROM marks WHERE read").fetchall()
            notes = connection.execute("SELECT id, * FROM notes").fetchall()
        with closing(sqlite3.connect(":memory:")) as connection:
            connection.deserialize(_without_log(self.state.read_bytes()))
            connection.text_factory = lambda data: data.decode("utf-8", "replace")
            read = sum(self._says(connection, "marks NOT INDEXED WHERE key", *row) for row in marks)
            return read, sum(self._says(connection, "notes WHERE id", *row) for row in notes)

    @staticmethod
    def _says(connection: sqlite3.Connection, place: str, name: object, *row: object) -> bool:
        try:
            found = connection.execute(f"SELECT * FROM {place} = ?", (name,)).fetchone()
        except (sqlite3.DatabaseError, UnicodeDecodeError):
            return False
        return bool(found == row)

    def ask(self) -> tuple[int, int]:
        """How many are read, and how many notes there are, after all else was asked too."""
        service = self.service()
        try:
            service.refresh()
            reports = service.reports().reports
            assert len(reports) == REPORTS
            assert service.search(service.parse("词7")).hits
            found = {check.name: check for check in checks(service, fix=True)}
            assert not found["library"].problems
            assert not found["index"].problems
            service.reading.set_star(reports[-1:], True)
            read = sum(service.reading.mark(report).read for report in reports)
            return read, len(service.notes.find())
        finally:
            service.close()


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    return Shelf(tmp_path_factory.mktemp("damage"))


def _replaced(old: bytes, new: bytes, last: bool = False) -> Callable[[bytes], bytes]:
    def damaged(data: bytes) -> bytes:
        at = data.rindex(old) if last else data.index(old)
        return data[:at] + new + data[at + len(old) :]

    return damaged


STATE: dict[str, Callable[[bytes], bytes]] = {
    "the name of the format": _replaced(b"SQLite", b"SQLipe"),
    "the size of a page": lambda data: data[:16] + b"\x11" + data[17:],
    "the encoding of text": lambda data: data[:59] + b"\3" + data[60:],
    "a version to come": lambda data: data[:60] + b"\1" + data[61:],
    "no version": lambda data: data[:60] + bytes(4) + data[64:],
    "the name of a table": _replaced(b"CREATE TABLE marks", b"CREATE TABLE markr"),
    "a name of a column": _replaced(b"checked TEXT", b"chdcked TEXT"),
    "a word of the schema": _replaced(b"CREATE TABLE notes", b"CREATE TABEE notes"),
    "a path that is no UTF-8": _replaced(b"2026-08-05", b"\xff\xfe26-08-05", last=True),
    "a key that is no UTF-8": _replaced(b"s\ng5", b"\xff\ng5"),
}


@pytest.mark.parametrize("damaged", STATE.values(), ids=STATE)
def test_a_damaged_state_is_salvaged_and_said_once(
    shelf: Shelf, damaged: Callable[[bytes], bytes]
) -> None:
    data = damaged(shelf.whole[shelf.state])
    shelf.put({shelf.state: data})
    read, notes = shelf.ask()
    assert (read >= READ - 1, notes) == (True, NOTES)
    service = shelf.service()
    assert service.state_problems == ()
    service.close()


CATALOGUE: dict[str, Callable[[bytes], bytes]] = {
    "no database": lambda data: b"x" * len(data),
    "a root that nobody knows": _replaced(b"/library2026", b"/librarx2026"),
    "a name of a column": _replaced(b"first_seen", b"first_seem"),
    "the name of its table": _replaced(b"tablefilesfiles", b"tablefilezfiles"),
    "a paper that is none": _replaced(b'"2601.', b"\xff2601."),
    "numbers of sections that are none": _replaced(b'{"summary"', b'["summary"'),
}


@pytest.mark.parametrize("damaged", CATALOGUE.values(), ids=CATALOGUE)
def test_a_damaged_catalogue_is_made_anew(shelf: Shelf, damaged: Callable[[bytes], bytes]) -> None:
    shelf.put({shelf.catalogue: damaged(shelf.whole[shelf.catalogue])})
    assert shelf.ask() == (READ, NOTES)


def _flipped(data: bytes, chance: random.Random) -> bytes:
    flipped = bytearray(data)
    flipped[chance.randrange(len(data))] ^= 1 << chance.randrange(8)
    return bytes(flipped)


@pytest.mark.torture
def test_any_flipped_bit_of_the_state_takes_no_more_than_cannot_be_read(shelf: Shelf) -> None:
    chance = random.Random("state")
    for number in range(2000):
        shelf.put({shelf.state: _flipped(shelf.whole[shelf.state], chance)})
        least_read, least_notes = shelf.salvageable()
        read, notes = shelf.ask()
        assert read >= least_read, number
        assert notes >= least_notes, number


@pytest.mark.torture
def test_any_flipped_bit_of_the_catalogue_takes_nothing(shelf: Shelf) -> None:
    chance = random.Random("catalogue")
    for number in range(2000):
        shelf.put({shelf.catalogue: _flipped(shelf.whole[shelf.catalogue], chance)})
        if shelf.ask() != (READ, NOTES):
            # A report by another name stands without its mark, until it is read again.
            for path in shelf.catalogue.parent.glob(f"{FILE_NAME}*"):
                path.unlink()
            assert shelf.ask() == (READ, NOTES), number


def _header_of_a_mark(data: bytes) -> bytes:
    """With another length of what tells the types of a row."""
    at = data.rindex(b"\x0c", 0, data.index(b"s\ng10\nhttps"))
    return data[:at] + b"\x2c" + data[at + 1 :]


@pytest.mark.parametrize(
    ("damaged", "left"),
    [
        (_replaced(b"indexmarks_hashmarks\x03", b"indexmarks_hashmarks\x43"), (READ, NOTES)),
        (_replaced(b"???s\ng8", b"??\x1fs\ng8"), (READ, NOTES - 1)),
        (_header_of_a_mark, (READ - 1, NOTES)),
    ],
    ids=["where an index begins", "a note", "a mark"],
)
def test_one_row_takes_no_other_along(
    shelf: Shelf, damaged: Callable[[bytes], bytes], left: tuple[int, int]
) -> None:
    shelf.put({shelf.state: damaged(shelf.whole[shelf.state])})
    assert shelf.ask() == left
