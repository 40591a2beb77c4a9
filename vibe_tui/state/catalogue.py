"""What is known of every report file, so that a start reads none that did not change.

A cache: one row a file, keyed by root and path and valid for one modification time and size. A
catalogue that cannot be opened, is of another shape, or was derived by other rules is dropped
without a word and filled again; one that cannot be written serves from memory. Nothing in it is
worth keeping: the day a file was first seen lives in the state database.
"""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

FILE_NAME = "catalogue.db"
SHAPE = "1"


class CatalogueRow(NamedTuple):
    """One file. `path` is relative to `root`, with `/`. Days and moments are ISO text or empty.

    `stem`, `title`, `column` and so on are derived from this file alone; `id` and `short_title`
    also from its siblings. `topics` are joined by spaces; `paper`, `kinds` (number of sections per
    kind) and `problems` are JSON, empty where there is nothing to say.
    """

    root: str
    path: str
    mtime_ns: int
    size: int
    hash: str
    first_seen: str
    id: str
    title: str
    feed_title: str
    short_title: str
    column: str
    date: str
    published: str
    author: str
    source: str
    url: str
    guid: str
    genre: str
    topics: str
    lang: str
    paper: str
    chars: int
    warning: str
    kinds: str
    problems: str


_NAMES = ", ".join(f'"{name}"' for name in CatalogueRow._fields)
_MARKS = ", ".join("?" for _ in CatalogueRow._fields)
_CREATE = (
    f"CREATE TABLE files ({_NAMES}, PRIMARY KEY (root, path)) WITHOUT ROWID",
    "CREATE TABLE made (by TEXT)",
)


class Catalogue:
    """The rows of all roots. `rules` names how rows are derived; other rules mean other rows.

    May be used from several threads.
    """

    def __init__(self, folder: Path, rules: str = "") -> None:
        self._lock = threading.Lock()
        self._connection = _open(folder / FILE_NAME, f"{SHAPE} {rules}")

    def rows(self, roots: Sequence[str]) -> list[CatalogueRow]:
        """All rows of `roots`."""
        places = ", ".join("?" for _ in roots)
        with self._lock:
            found = self._connection.execute(
                f"SELECT {_NAMES} FROM files WHERE root IN ({places})", tuple(roots)
            ).fetchall()
        return list(map(CatalogueRow._make, found))

    def put(self, rows: Iterable[CatalogueRow], removed: Iterable[tuple[str, str]] = ()) -> None:
        """Store `rows` and drop the files named by root and path in `removed`."""
        with self._lock, contextlib.suppress(sqlite3.OperationalError), self._connection:
            self._connection.executemany(
                "DELETE FROM files WHERE root = ? AND path = ?", tuple(removed)
            )
            self._connection.executemany(
                f"INSERT OR REPLACE INTO files VALUES ({_MARKS})", tuple(rows)
            )

    def close(self) -> None:
        """Close the file. Nothing may be asked afterwards."""
        with self._lock:
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
                for ending in ("", "-wal", "-shm"):
                    path.with_name(path.name + ending).unlink(missing_ok=True)
            except OSError:
                break
    return _ready(":memory:", made_by)


def _ready(path: Path | str, made_by: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=2, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = OFF")
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
