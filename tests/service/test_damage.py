"""Bits that flipped in a database: every question is answered, and what can be read is kept."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.sync.desk import TODAY, paths_in
from vibe_tui.cli.doctor import checks
from vibe_tui.config import Config
from vibe_tui.model.note import Anchor
from vibe_tui.service import Service
from vibe_tui.state.catalogue import FILE_NAME

REPORTS, READ, NOTES = 12, 8, 5


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


@pytest.mark.torture
@pytest.mark.parametrize("name", ["state", "catalogue"])
def test_any_flipped_bit(shelf: Shelf, name: str) -> None:
    path = shelf.state if name == "state" else shelf.catalogue
    chance = random.Random(name)
    lost = 0
    for _ in range(2000):
        data = bytearray(shelf.whole[path])
        at, bit = chance.randrange(len(data)), chance.randrange(8)
        data[at] ^= 1 << bit
        shelf.put({path: bytes(data)})
        read, notes = shelf.ask()
        lost += READ - read + NOTES - notes
    # A bit of a row takes that one along, one of how rows are told apart those beside it.
    assert lost < 60
