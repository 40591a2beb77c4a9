"""The file of the reading state: opened, checked, brought to the present shape, copied.

What a file has to be is known: the tables of its version, whose values have the types that they
were declared with. A file that is anything else is damaged, even where SQLite would read it.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from vibe_tui.regular import check_regular
from vibe_tui.state.migrations import MIGRATIONS
from vibe_tui.text import Text

PROBE_SECONDS = 0.1
"""How long a start waits to see whether the disk can be written."""

VALUES = {"TEXT": str, "INTEGER": int, "REAL": float}
"""What is in a column of each type."""

_SCHEMA = "SELECT rowid, type, name, tbl_name, sql FROM sqlite_master ORDER BY rowid"


class NewerVersionError(Exception):
    """The file was written by a newer version of the program."""


def connect(path: Path, busy_seconds: float) -> sqlite3.Connection:
    """The database in `path`, made with its folder where there is none.

    Raises `NewerVersionError`, and `OSError` or an error of SQLite for what cannot be used.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    check_database(path)
    connection = sqlite3.connect(
        path, timeout=busy_seconds, isolation_level=None, check_same_thread=False
    )
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        # What is read is kept by whoever reads it: pages kept too would only take memory.
        connection.execute("PRAGMA cache_size = -200")
        check(connection)
        migrate(connection)
        _wait(connection, min(busy_seconds, PROBE_SECONDS))
        _probe(connection)
        _wait(connection, busy_seconds)
    except BaseException:
        connection.close()
        raise
    return connection


def in_memory(version: int = len(MIGRATIONS)) -> sqlite3.Connection:
    """A new database in memory, of the shape that version had."""
    memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    for step in MIGRATIONS[:version]:
        for statement in step:
            memory.execute(statement)
    memory.execute(f"PRAGMA user_version = {version}")
    return memory


def copy_of(source: sqlite3.Connection) -> sqlite3.Connection | None:
    """What `source` holds, in memory; `None` where it is broken, locked or of a newer version."""
    memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    try:
        # A backup waits for a locked file without end; a question does not.
        version_of(source)
        source.backup(memory)
        check(memory)
        migrate(memory)
    except (sqlite3.Error, NewerVersionError):
        memory.close()
        return None
    return memory


def move_aside(path: Path) -> Path:
    """Rename a broken database and its log to a free name beside it, and give that name."""
    number = 1
    while (aside := path.with_name(f"{path.name}.broken-{number}")).exists():
        number += 1
    path.rename(aside)
    for ending in ("-wal", "-shm"):
        log = path.with_name(path.name + ending)
        if log.exists():
            log.rename(path.with_name(f"{aside.name}{ending}"))
    return aside


def check_database(path: Path) -> None:
    """Raise `OSError` where something else than a file stands at `path`, or at its log's."""
    for ending in ("", "-wal", "-shm", "-journal"):
        check_regular(path.with_name(path.name + ending))


def schema_of(connection: sqlite3.Connection) -> list[tuple[object, ...]]:
    """The tables and indexes, in the order in which they were made."""
    return connection.execute(_SCHEMA).fetchall()


def columns_of(connection: sqlite3.Connection, table: str) -> dict[str, str]:
    """The columns of a table with their types, those of its key first."""
    rows = connection.execute(f"PRAGMA table_info({table})").fetchall()
    rows.sort(key=lambda row: (not row[5], row[5]))
    return {str(row[1]): str(row[2]) for row in rows}


def tables_of(connection: sqlite3.Connection) -> list[str]:
    """The tables that are ours."""
    rows = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    )
    return [str(name) for (name,) in rows]


def version_of(connection: sqlite3.Connection) -> int:
    """The version of the program's tables that a database has."""
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def check(connection: sqlite3.Connection) -> None:
    """Raise `sqlite3.DatabaseError` for a damaged database, as far as a quick look tells."""
    if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise sqlite3.DatabaseError("quick_check failed")
    version = version_of(connection)
    is_newer = version > len(MIGRATIONS)
    like = in_memory(min(version, len(MIGRATIONS)))
    is_like = schema_of(connection) == schema_of(like)
    if is_newer and not is_like:
        return
    if is_newer or not is_like:
        raise sqlite3.DatabaseError("odd version or schema")
    for table in tables_of(like):
        columns = columns_of(like, table)
        if set(columns.values()) == {"TEXT"}:
            # Whatever is there is read as text, and these are the longest.
            continue
        odd = " OR ".join(f"typeof({name}) <> '{kind.lower()}'" for name, kind in columns.items())
        if connection.execute(f"SELECT 1 FROM {table} NOT INDEXED WHERE {odd} LIMIT 1").fetchone():
            raise sqlite3.DatabaseError("odd value")


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a database to the present version. Raises `NewerVersionError`."""
    if version_of(connection) == len(MIGRATIONS):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = version_of(connection)
        if version > len(MIGRATIONS):
            raise NewerVersionError
        for step in MIGRATIONS[version:]:
            for statement in step:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        connection.execute("COMMIT")
    except BaseException:
        roll_back(connection)
        raise


def roll_back(connection: sqlite3.Connection) -> None:
    """Take back what a transaction did, if there is one."""
    if connection.in_transaction:
        connection.execute("ROLLBACK")


_CAUSES = {
    sqlite3.SQLITE_BUSY: Text("被另一个程序占用", "is in use by another program"),
    sqlite3.SQLITE_LOCKED: Text("被另一个程序占用", "is in use by another program"),
    sqlite3.SQLITE_FULL: Text("磁盘已满", "the disk is full"),
    sqlite3.SQLITE_READONLY: Text("是只读的", "is read-only"),
    sqlite3.SQLITE_IOERR: Text(
        "读写出错，磁盘可能已满", "cannot be read or written; the disk may be full"
    ),
    sqlite3.SQLITE_CANTOPEN: Text("打不开", "cannot be opened"),
}


def why(error: Exception) -> Text:
    """What keeps the file from being written."""
    return _CAUSES.get(code_of(error), Text(f"无法写入（{error}）", f"cannot be written ({error})"))


def code_of(error: Exception) -> int:
    """SQLite's primary result code, 0 for none: an extended one has its details above 8 bits."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def is_refusal(error: Exception) -> bool:
    """Whether an error says that the disk, or another program, does not let the file be used."""
    return code_of(error) in _CAUSES


def is_damage(error: Exception) -> bool:
    """Whether an error says that the file is not what was written."""
    damaged = code_of(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
    # What Python finds in texts that are none has no code.
    is_odd = isinstance(error, UnicodeDecodeError) or "decode" in str(error)
    return damaged or is_odd or type(error) is sqlite3.DatabaseError


def _wait(connection: sqlite3.Connection, seconds: float) -> None:
    """Let writes wait this long for another program."""
    connection.execute(f"PRAGMA busy_timeout = {int(seconds * 1000)}")


def _probe(connection: sqlite3.Connection) -> None:
    """Find out now, rather than at the first mark, whether the disk can be written.

    That another program is writing at this moment is no fault of the file.
    """
    try:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        connection.execute("COMMIT")
    except sqlite3.OperationalError as error:
        if code_of(error) != sqlite3.SQLITE_BUSY:
            raise
