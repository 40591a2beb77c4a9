"""The SQLite file that holds reading state: opened safely, written by one at a time.

Opening never fails. Where the file cannot serve (from a newer version, read-only, no room), the
state lives in memory for this run, a `Problem` says so, and the file is left as it is; a corrupt
one is moved aside, never deleted, and a new one takes its place. A disk that fills up later does
the same at the first write that fails. While another program writes to the file it can be read;
only writes wait. May be used from several threads.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from vibe_tui.errors import Problem, VibeError
from vibe_tui.regular import check_regular
from vibe_tui.state.migrations import MIGRATIONS
from vibe_tui.text import Text

BUSY_SECONDS = 5.0
"""How long a write waits for another `vibe` that is writing."""

PROBE_SECONDS = 0.1
"""How long a start waits to see whether the disk can be written."""

Row = tuple[Any, ...]
Statements = list[tuple[str, Sequence[object]]]

_NOT_KEPT = Text("本次的阅读记录不会保存", "reading state of this session will not be kept")
_BUSY = Text("阅读记录正被另一个 vibe 写入", "another vibe is writing the reading state")
_TRY_AGAIN = Text("请稍后再试", "try again in a moment")


class NewerVersionError(Exception):
    """The file was written by a newer version of the program."""


class StateDatabase:
    """Reading state and what sync wrote.

    When the file stops being usable `problems` says so, and `kept` is false from then on.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._lock = threading.RLock()
        self.path = path
        self.problems: list[Problem] = []
        self.kept = True

    @classmethod
    def open(cls, path: Path, *, busy_seconds: float = BUSY_SECONDS) -> Self:
        """The database in `path`, made with its folder where there is none."""
        aside: Path | None = None
        for _ in range(2):
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                database = cls(_connect(path, busy_seconds), path)
            except NewerVersionError:
                return cls._in_memory(
                    path, Text("由更新的版本写成", "was written by a newer version")
                )
            except (sqlite3.OperationalError, OSError) as error:
                return cls._unwritable(path, error)
            except sqlite3.DatabaseError:
                try:
                    aside = move_aside(path)
                except OSError as error:
                    return cls._unwritable(path, error)
                continue
            if aside is not None:
                database.problems.append(
                    Problem(
                        str(path),
                        Text(
                            f"阅读记录已损坏，移到 {aside.name}，重新开始",
                            f"was corrupt; moved to {aside.name} and started anew",
                        ),
                    )
                )
            return database
        return cls._in_memory(path, Text("无法重建", "could not be made anew"))

    @classmethod
    def _in_memory(cls, path: Path, why: Text) -> Self:
        database = cls(_empty(), path)
        database.kept = False
        database.problems.append(Problem(str(path), why, _NOT_KEPT))
        return database

    @classmethod
    def _unwritable(cls, path: Path, error: Exception) -> Self:
        """In memory, filled from the file where that can at least be read."""
        database = cls._in_memory(path, _why(error))
        try:
            check_database(path)
        except OSError:
            return database
        # A file in WAL mode in a folder that cannot be written opens only as immutable.
        for option in ("mode=ro", "mode=ro&immutable=1"):
            try:
                source = sqlite3.connect(
                    f"{path.absolute().as_uri()}?{option}", uri=True, timeout=1
                )
            except sqlite3.Error:
                continue
            copy = _copy(source)
            source.close()
            if copy is None:
                continue
            database._connection.close()
            database._connection = copy
            break
        return database

    def read(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """All rows that `sql` selects."""
        with self._lock:
            try:
                return self._connection.execute(sql, values).fetchall()
            except sqlite3.DatabaseError as error:
                if not self._is_the_file(error):
                    raise
                self._go_to_memory(error)
                return self._connection.execute(sql, values).fetchall()

    @contextmanager
    def write(self) -> Iterator[Writer]:
        """One transaction: all of it is kept, or nothing.

        Where the disk refuses, the same statements are done in memory instead. Raises `VibeError`
        while another `vibe` keeps writing.
        """
        with self._lock:
            writer = Writer(self._run)
            try:
                self._run("BEGIN IMMEDIATE", (), [])
                yield writer
                self._run("COMMIT", (), writer.done)
            except BaseException:
                _roll_back(self._connection)
                raise

    def _run(self, sql: str, values: Sequence[object], done: Statements) -> None:
        """Run one statement of a transaction; `done` are those before it.

        If the disk refuses, the transaction is begun anew in memory and goes on there.
        """
        try:
            self._connection.execute(sql, values)
        except sqlite3.DatabaseError as error:
            if _code(error) == sqlite3.SQLITE_BUSY:
                raise VibeError(_BUSY, _TRY_AGAIN) from error
            if not self._is_the_file(error):
                raise
            _roll_back(self._connection)
            self._go_to_memory(error)
            self._connection.execute("BEGIN IMMEDIATE")
            for earlier in done:
                self._connection.execute(*earlier)
            if sql != "BEGIN IMMEDIATE":
                self._connection.execute(sql, values)

    def _is_the_file(self, error: sqlite3.DatabaseError) -> bool:
        """Whether `error` is the file's or the disk's fault, which memory can do without."""
        return self.kept and type(error) in (sqlite3.OperationalError, sqlite3.DatabaseError)

    def _go_to_memory(self, error: Exception) -> None:
        memory = _copy(self._connection) or _empty()
        self._connection.close()
        self._connection = memory
        self.kept = False
        self.problems.append(Problem(str(self.path), _why(error), _NOT_KEPT))

    def close(self) -> None:
        """Close the file. Nothing may be read or written afterwards."""
        with self._lock:
            self._connection.close()


class Writer:
    """Runs statements inside one transaction and remembers them."""

    def __init__(self, run: Callable[[str, Sequence[object], Statements], None]) -> None:
        self._run = run
        self.done: Statements = []

    def run(self, sql: str, values: Sequence[object] = ()) -> None:
        """Run one statement."""
        self._run(sql, values, self.done)
        self.done.append((sql, values))


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


def _connect(path: Path, busy_seconds: float) -> sqlite3.Connection:
    check_database(path)
    connection = sqlite3.connect(
        path, timeout=busy_seconds, isolation_level=None, check_same_thread=False
    )
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")
        # What is read is kept by whoever reads it: pages kept too would only take memory.
        connection.execute("PRAGMA cache_size = -200")
        _check(connection)
        _migrate(connection)
        _wait(connection, min(busy_seconds, PROBE_SECONDS))
        _probe(connection)
        _wait(connection, busy_seconds)
    except BaseException:
        connection.close()
        raise
    return connection


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
        if _code(error) != sqlite3.SQLITE_BUSY:
            raise


def _empty() -> sqlite3.Connection:
    """A new database in memory."""
    memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    _migrate(memory)
    return memory


def _copy(source: sqlite3.Connection) -> sqlite3.Connection | None:
    """What `source` holds, in memory; `None` where it is broken, locked or of a newer version."""
    memory = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    try:
        # A backup waits for a locked file without end; a question does not.
        _version(source)
        source.backup(memory)
        _check(memory)
        _migrate(memory)
    except (sqlite3.Error, NewerVersionError):
        memory.close()
        return None
    return memory


def _check(connection: sqlite3.Connection) -> None:
    if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise sqlite3.DatabaseError("quick_check failed")


def _migrate(connection: sqlite3.Connection) -> None:
    if _version(connection) == len(MIGRATIONS):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = _version(connection)
        if version > len(MIGRATIONS):
            raise NewerVersionError
        for step in MIGRATIONS[version:]:
            for statement in step:
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        connection.execute("COMMIT")
    except BaseException:
        _roll_back(connection)
        raise


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


def _why(error: Exception) -> Text:
    """What keeps the file from being written."""
    return _CAUSES.get(_code(error), Text(f"无法写入（{error}）", f"cannot be written ({error})"))


def _code(error: Exception) -> int:
    """SQLite's primary result code, 0 for none: an extended one has its details above 8 bits."""
    return int(getattr(error, "sqlite_errorcode", 0)) & 0xFF


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _roll_back(connection: sqlite3.Connection) -> None:
    if connection.in_transaction:
        connection.execute("ROLLBACK")
