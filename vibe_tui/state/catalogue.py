"""What is known of every report file, so that a start reads none that did not change.

A cache: one row for each file, keyed by root and path and valid for one modification time and size.
A catalogue that cannot be opened, has another shape, or was derived by other rules is silently
replaced by an empty one; where the disk cannot be written, one in memory serves. Nothing in it
needs to be kept: the day on which a file was first seen is in the state database too.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeVar

FILE_NAME = "catalogue.db"
SHAPE = "3"
_AT_ONCE = 250


class CatalogueRow(NamedTuple):
    """One file. `path` is relative to `root`, with `/`; `date` and `first_seen` are ISO days.

    `date` is empty where the file names none, `topics` are joined by spaces. `facts`, `problems`,
    `kinds` and `paper` are texts that others pack: what the file says, what is wrong with it, how
    many sections of each kind it has, the paper it is about. `id` and `start`, where the short
    title begins in the title, depend on the other files too; a row without an id is not complete.
    """

    root: str
    path: str
    mtime_ns: int
    size: int
    first_seen: str
    id: str
    start: int
    date: str
    source: str
    topics: str
    facts: str
    problems: str
    kinds: str
    paper: str


class ListedRow(NamedTuple):
    """The columns of a row that a list of reports needs."""

    root: str
    path: str
    first_seen: str
    id: str
    start: int
    date: str
    source: str
    topics: str
    facts: str
    problems: str


class FileRow(NamedTuple):
    """What tells whether a file has changed."""

    path: str
    mtime_ns: int
    size: int


class Naming(NamedTuple):
    """The id of a file, and where its short title begins in its title."""

    id: str
    start: int
    root: str
    path: str


class Sighting(NamedTuple):
    """The day on which a file was first seen."""

    first_seen: str
    root: str
    path: str


_Row = TypeVar("_Row", bound=tuple[object, ...])

_MARKS = ", ".join("?" for _ in CatalogueRow._fields)
_CREATE = (
    f"CREATE TABLE files ({', '.join(CatalogueRow._fields)}, PRIMARY KEY (root, path)) "
    "WITHOUT ROWID",
    "CREATE TABLE made (by TEXT)",
)


class Catalogue:
    """The rows of all roots. `rules` identifies how rows are derived from files.

    May be used from several threads.
    """

    def __init__(self, folder: Path, rules: str = "") -> None:
        self._lock = threading.Lock()
        self._path = folder / FILE_NAME
        self._made_by = f"{SHAPE} {rules}"
        self._connection = _open(self._path, self._made_by)
        self._closed = False

    def listed(self, root: str) -> Iterator[ListedRow]:
        """The complete rows of `root`, a few at a time: together they would take much memory."""
        return self._rows(ListedRow._fields, ListedRow._make, root)

    def files(self, root: str) -> Iterator[FileRow]:
        """When the files of the complete rows of `root` were last read, and how large they were."""
        return self._rows(FileRow._fields, FileRow._make, root)

    def _rows(
        self, names: Iterable[str], make: Callable[[Iterable[object]], _Row], root: str
    ) -> Iterator[_Row]:
        sql = f"SELECT {', '.join(names)} FROM files WHERE root = ? AND id != ''"
        try:
            with self._lock:
                cursor = self._connection.execute(sql, (root,))
            while True:
                with self._lock:
                    found = cursor.fetchmany(_AT_ONCE)
                if not found:
                    return
                yield from map(make, found)
        except sqlite3.DatabaseError:
            with self._lock:
                self._start_anew()

    def kinds(self, root: str, path: str) -> str:
        """The packed numbers of sections per kind; empty for a file that is not known."""
        sql = "SELECT kinds FROM files WHERE root = ? AND path = ?"
        with self._lock:
            try:
                row = self._connection.execute(sql, (root, path)).fetchone()
            except sqlite3.DatabaseError:
                self._start_anew()
                return ""
        return str(row[0]) if row else ""

    def papers(self, root: str, path: str, most: int) -> dict[str, str]:
        """The packed papers of a file and of those before it in the order of paths, by path."""
        sql = (
            "SELECT path, paper FROM files WHERE root = ? AND path <= ? ORDER BY path DESC LIMIT ?"
        )
        with self._lock:
            try:
                return dict(self._connection.execute(sql, (root, path, most)).fetchall())
            except sqlite3.DatabaseError:
                self._start_anew()
                return {}

    def version(self) -> int:
        """A number that changes when another program changes the rows."""
        with self._lock:
            try:
                return int(self._connection.execute("PRAGMA data_version").fetchone()[0])
            except sqlite3.DatabaseError:
                self._start_anew()
                return 0

    def put(self, rows: Iterable[CatalogueRow]) -> None:
        """Store whole rows."""
        self._write(f"INSERT OR REPLACE INTO files VALUES ({_MARKS})", rows)

    def name(self, namings: Iterable[Naming]) -> None:
        """Store the ids and short titles of files that have a row."""
        self._write("UPDATE files SET id = ?, start = ? WHERE root = ? AND path = ?", namings)

    def date(self, sightings: Iterable[Sighting]) -> None:
        """Store the days on which files that have a row were first seen."""
        self._write("UPDATE files SET first_seen = ? WHERE root = ? AND path = ?", sightings)

    def remove(self, files: Iterable[tuple[str, str]]) -> None:
        """Drop files named by root and path."""
        self._write("DELETE FROM files WHERE root = ? AND path = ?", files)

    def _write(self, sql: str, values: Iterable[tuple[object, ...]]) -> None:
        """Run `sql` for each of `values`; a cache that cannot be written stays as it is."""
        many = list(values)
        if not many:
            return
        with self._lock:
            try:
                with self._connection:
                    self._connection.executemany(sql, many)
            except sqlite3.OperationalError:
                # Locked by another `vibe`, or no room: what is not kept is read again.
                return
            except sqlite3.DatabaseError:
                self._start_anew()

    def _start_anew(self) -> None:
        """Replace a file that turned out to be broken by an empty one."""
        if self._closed:
            return
        self._connection.close()
        with contextlib.suppress(OSError):
            _remove(self._path)
        self._connection = _open(self._path, self._made_by)

    def close(self) -> None:
        """Close the file. What is asked for afterwards finds nothing, and nothing is stored."""
        with self._lock:
            self._closed = True
            self._connection.close()


def _open(path: Path, made_by: str) -> sqlite3.Connection:
    """The catalogue at `path`; an unusable one is replaced, failing that it is in memory."""
    for _ in range(2):
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            return _ready(path, made_by)
        except (sqlite3.OperationalError, OSError):
            break
        except sqlite3.DatabaseError:
            try:
                _remove(path)
            except OSError:
                break
    return _ready(":memory:", made_by)


def _remove(path: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)


def _ready(path: Path | str, made_by: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=2, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = OFF")
        # Rows are read once, from the first to the last: kept pages would only take memory.
        connection.execute("PRAGMA cache_size = -200")
        tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
        made = (
            connection.execute("SELECT by FROM made").fetchone()
            if {"made", "files"} <= tables
            else None
        )
        if made != (made_by,):
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                connection.execute("DROP TABLE IF EXISTS files")
                connection.execute("DROP TABLE IF EXISTS made")
                for statement in _CREATE:
                    connection.execute(statement)
                connection.execute("INSERT INTO made VALUES (?)", (made_by,))
    except BaseException:
        connection.close()
        raise
    return connection
