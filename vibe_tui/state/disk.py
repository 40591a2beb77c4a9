"""The file of the reading state: opened, checked, brought to the present shape, copied.

What a file has to be is known: the tables of its version, whose values have the types that they
were declared with. A file that is anything else is damaged, even where SQLite would read it.

`MIGRATIONS` are its shape, step by step. A step is a tuple of SQL statements; its number is its
place, from 1, and is kept in SQLite's `user_version`. Steps that were released are never edited: a
change is a new step at the end.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from vibe_tui.files import check_regular
from vibe_tui.text import Text

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE marks (
            key TEXT PRIMARY KEY,
            id TEXT NOT NULL DEFAULT '',
            hash TEXT NOT NULL DEFAULT '',
            path TEXT NOT NULL DEFAULT '',
            read INTEGER NOT NULL DEFAULT 0,
            starred INTEGER NOT NULL DEFAULT 0,
            opened TEXT NOT NULL DEFAULT '',
            seconds REAL NOT NULL DEFAULT 0,
            place TEXT NOT NULL DEFAULT '',
            progress INTEGER NOT NULL DEFAULT 0
        ) WITHOUT ROWID""",
        "CREATE INDEX marks_hash ON marks (hash)",
        """CREATE TABLE first_seen (
            path TEXT PRIMARY KEY,
            day TEXT NOT NULL
        ) WITHOUT ROWID""",
        """CREATE TABLE written (
            library TEXT NOT NULL,
            path TEXT NOT NULL,
            hash TEXT NOT NULL,
            PRIMARY KEY (library, path)
        ) WITHOUT ROWID""",
        """CREATE TABLE origins (
            library TEXT NOT NULL,
            source TEXT NOT NULL,
            identity TEXT NOT NULL,
            path TEXT NOT NULL,
            PRIMARY KEY (library, source, identity)
        ) WITHOUT ROWID""",
        "CREATE INDEX origins_path ON origins (library, path)",
        "CREATE INDEX origins_identity ON origins (library, identity)",
    ),
    (
        """CREATE TABLE sources (
            library TEXT NOT NULL,
            source TEXT NOT NULL,
            url TEXT NOT NULL,
            settings TEXT NOT NULL,
            etag TEXT NOT NULL,
            modified TEXT NOT NULL,
            digest TEXT NOT NULL,
            moved TEXT NOT NULL,
            reach TEXT NOT NULL,
            checked TEXT NOT NULL,
            succeeded TEXT NOT NULL,
            wait_until TEXT NOT NULL,
            error_zh TEXT NOT NULL,
            error_en TEXT NOT NULL,
            note_zh TEXT NOT NULL,
            note_en TEXT NOT NULL,
            items INTEGER NOT NULL,
            PRIMARY KEY (library, source)
        ) WITHOUT ROWID""",
    ),
    (
        """CREATE TABLE searches (
            query TEXT PRIMARY KEY,
            name TEXT NOT NULL,
            used INTEGER NOT NULL
        ) WITHOUT ROWID""",
    ),
    (
        """CREATE TABLE notes (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            key TEXT NOT NULL,
            report_id TEXT NOT NULL,
            title TEXT NOT NULL,
            headings TEXT NOT NULL,
            quote TEXT NOT NULL,
            before TEXT NOT NULL,
            after TEXT NOT NULL,
            text TEXT NOT NULL,
            created TEXT NOT NULL,
            changed TEXT NOT NULL
        )""",
        "CREATE INDEX notes_key ON notes (key)",
    ),
    ("CREATE INDEX written_hash ON written (library, hash)",),
    (
        "ALTER TABLE written ADD COLUMN entry TEXT NOT NULL DEFAULT ''",
        "CREATE INDEX written_entry ON written (library, entry) WHERE entry <> ''",
    ),
    (
        """CREATE TABLE last_screens (
            library TEXT PRIMARY KEY,
            report TEXT NOT NULL,
            reading INTEGER NOT NULL,
            lens TEXT NOT NULL,
            place TEXT NOT NULL,
            group_key TEXT NOT NULL,
            group_by TEXT NOT NULL,
            newest_first INTEGER NOT NULL,
            newest TEXT NOT NULL,
            wider INTEGER NOT NULL
        ) WITHOUT ROWID""",
    ),
    (
        "DROP TABLE first_seen",
        """CREATE TABLE arrivals (
            library TEXT NOT NULL,
            id TEXT NOT NULL,
            PRIMARY KEY (library, id)
        ) WITHOUT ROWID""",
    ),
)


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


def table_names(connection: sqlite3.Connection) -> list[str]:
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
    for table in table_names(like):
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
    return _CAUSES.get(
        result_code(error), Text(f"无法写入（{error}）", f"cannot be written ({error})")
    )


def result_code(error: Exception) -> int:
    """SQLite's primary result code, 0 for none: an extended one has its details above 8 bits."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def is_refusal(error: Exception) -> bool:
    """Whether an error says that the disk, or another program, does not let the file be used."""
    return result_code(error) in _CAUSES


def is_damage(error: Exception) -> bool:
    """Whether an error says that the file is not what was written."""
    damaged = result_code(error) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
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
        if result_code(error) != sqlite3.SQLITE_BUSY:
            raise
