"""What a damaged reading state still holds, row by row.

The file is looked at in memory and never changed. What it has to say of itself (its header, its
tables) is known and put right first. Then each table is read from its start to the first place that
cannot be read, from its end, and row by row as an index or a count of rows calls them: once with
its indexes and once without, for one that is damaged shuts all tables. A value of another type than
its column's is an empty one, a byte that is no text a replacement sign: the rest of its row is
still worth having.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from vibe_tui.state.disk import (
    MIGRATIONS,
    VALUES,
    columns_of,
    in_memory,
    migrate,
    schema_of,
    table_names,
)

Row = tuple[object, ...]

_PAGE = 4096
_MOST_NAMES = 100_000
_HEADER = (
    # Where in the first bytes of a file what stands that is the same in each of ours: the name of
    # the format, the size of pages, no log, the room on a page; the form of tables; UTF-8.
    (0, b"SQLite format 3\0" + _PAGE.to_bytes(2, "big") + b"\1\1\0\x40\x20\x20"),
    (44, b"\0\0\0\4"),
    (52, bytes(4) + b"\0\0\0\1"),
)


def salvaged(path: Path) -> sqlite3.Connection:
    """A new database in memory, of the present version, with the rows of the one at `path`.

    Raises `OSError` where its bytes cannot be read.
    """
    image = bytearray(_bytes_of(path))
    for at, wanted in _HEADER:
        image[at : at + len(wanted)] = wanted
    with _opened(image) as broken:
        found = in_memory(_version_of(broken))
    for has_indexes in (True, False):
        with _opened(image) as broken:
            with suppress(sqlite3.Error):
                _put_right(broken, found, has_indexes)
            for table in table_names(found):
                columns = columns_of(found, table)
                names, marks = ", ".join(columns), ", ".join("?" * len(columns))
                for row in _rows(broken, table, columns):
                    put = f"INSERT OR IGNORE INTO {table} ({names}) VALUES ({marks})"
                    found.execute(put, list(map(_fit, row, columns.values())))
    migrate(found)
    return found


@contextmanager
def _opened(image: bytes | bytearray) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as broken:
        broken.text_factory = lambda data: data.decode("utf-8", "replace")
        broken.deserialize(bytes(image))
        # SQLite looks at the tables at its first question, and stumbles unless this is said.
        with suppress(sqlite3.Error):
            broken.execute("PRAGMA writable_schema = ON")
        yield broken


def _bytes_of(path: Path) -> bytes:
    """The bytes of a file, with what its log has to add."""
    with suppress(sqlite3.Error):
        uri = f"{path.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True, timeout=1)) as source:
            return source.serialize()
    return path.read_bytes()


def _version_of(broken: sqlite3.Connection) -> int:
    """The version whose tables a database has, as far as can be seen."""
    there: set[tuple[object, ...]] = set()
    with suppress(sqlite3.Error):
        there.update(schema_of(broken))

    def likeness(version: int) -> tuple[int, int]:
        wanted = set(schema_of(in_memory(version)))
        return len(there & wanted) - len(wanted - there), version

    every = range(1, len(MIGRATIONS) + 1)
    return max(every, key=likeness) if there else len(MIGRATIONS)


def _put_right(broken: sqlite3.Connection, like: sqlite3.Connection, has_indexes: bool) -> None:
    """Let the tables of a database be called and made as those of `like`."""
    for rowid, *said in schema_of(like):
        broken.execute(
            "UPDATE sqlite_master SET type = ?, name = ?, tbl_name = ?, sql = ? WHERE rowid = ?",
            (*said, rowid),
        )
    if not has_indexes:
        broken.execute("DELETE FROM sqlite_master WHERE type = 'index'")
    broken.execute("PRAGMA writable_schema = RESET")


def _rows(broken: sqlite3.Connection, table: str, columns: Iterable[str]) -> Iterator[Row]:
    """The rows that can be read; all come twice where nothing is wrong with the table."""
    names = ", ".join(columns)
    first = names.partition(",")[0]
    for way in ("NOT INDEXED", f"ORDER BY {first} DESC"):
        with suppress(sqlite3.Error):
            yield from broken.execute(f"SELECT {names} FROM {table} {way}")
    for called in _names(broken, table):
        with suppress(sqlite3.Error):
            yield from broken.execute(f"SELECT {names} FROM {table} WHERE {first} = ?", (called,))


def _names(broken: sqlite3.Connection, table: str) -> Iterator[object]:
    """What rows are called that may lie between places which cannot be read."""
    if table == "notes":
        with suppress(sqlite3.Error):
            last = broken.execute("SELECT max(seq) FROM sqlite_sequence").fetchone()[0]
            yield from range(1, min(_fit(last, "INTEGER"), _MOST_NAMES) + 1)
    if table == "marks":
        with suppress(sqlite3.Error):
            for (key,) in broken.execute("SELECT key FROM marks INDEXED BY marks_hash"):
                yield key


def _fit(value: object, kind: str) -> Any:
    """A value as a column of this type may have it."""
    wanted = VALUES[kind]
    return value if isinstance(value, wanted) else wanted()
