"""The SQLite file that holds reading state: opened safely, written by one at a time.

Opening never fails. Of a damaged file what can be read goes into a new one, and the old one is kept
beside it. Where the file cannot serve (from a newer version, read-only, no room), the state lives
in memory, a `Problem` says so, and the file is left as it is; what is written meanwhile is written
to the file at the next chance, at the latest when it is closed. So it is when a file is damaged, or
its disk fills up, while it is open. While another program writes to the file it can be read; only
writes wait. May be used from several threads.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Any, Self

from vibe_tui.errors import Problem, VibeError
from vibe_tui.state.disk import (
    PROBE_SECONDS,
    NewerVersionError,
    check_database,
    connect,
    copy_of,
    in_memory,
    is_damage,
    move_aside,
    result_code,
    roll_back,
    why,
)
from vibe_tui.text import Text

BUSY_SECONDS = 5.0
"""How long a write waits for another `vibe` that is writing."""

RETRY_SECONDS = 2.0
"""How long a file that could not be written is left alone."""

Row = tuple[Any, ...]
Statements = list[tuple[str, Sequence[object]]]

_IN_MEMORY = Text(
    "阅读记录先放在内存里，能写时写入", "reading state is kept in memory until it can be written"
)
_NEWER = Text("由更新的版本写成", "was written by a newer version")
_NOT_KEPT = Text("本次的阅读记录不会保存", "reading state of this session will not be kept")
_DAMAGED = Text(
    "阅读记录已损坏，移到 {f}；能读出的都留下了",
    "was damaged; moved to {f}, and what could be read of it was kept",
)
_BUSY = Text("阅读记录正被另一个 vibe 写入", "another vibe is writing the reading state")
_TRY_AGAIN = Text("请稍后再试", "try again in a moment")
_ERRORS = (sqlite3.Error, OSError, NewerVersionError, UnicodeDecodeError)


class StateDatabase:
    """Reading state and what sync wrote.

    When the file stops being usable `problems` says so, and `kept` is false until it can be used.
    """

    def __init__(
        self,
        connection: sqlite3.Connection | None,
        path: Path,
        busy_seconds: float = BUSY_SECONDS,
    ) -> None:
        self._lock = threading.RLock()
        self._busy_seconds = busy_seconds
        self._done: Statements | None = None
        self._waiting: list[Statements] = []
        self._tried_at = monotonic()
        self.path = path
        self.problems: list[Problem] = []
        self.kept = True
        self._connection = connection or self._opened()

    @classmethod
    def open(cls, path: Path, *, busy_seconds: float = BUSY_SECONDS) -> Self:
        """The database in `path`, made with its folder where there is none."""
        return cls(None, path, busy_seconds)

    def _opened(self) -> sqlite3.Connection:
        try:
            return self._on_disk(self._busy_seconds)
        except _ERRORS as error:
            return self._in_memory(error)

    def _on_disk(self, busy_seconds: float) -> sqlite3.Connection:
        """The file, opened; a damaged one is replaced. Raises one of `_ERRORS`."""
        try:
            return connect(self.path, busy_seconds)
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            if not is_damage(error):
                raise
        return self._mended()

    def _mended(self) -> sqlite3.Connection:
        """A new file with what can be read of a damaged one, which is moved aside. Raises one of
        `_ERRORS`; the damaged one then stands."""
        from vibe_tui.state.salvage import salvaged

        fresh = self.path.with_name(f"{self.path.name}.new")
        fresh.unlink(missing_ok=True)
        with closing(salvaged(self.path)) as found, closing(connect(fresh, 0)) as connection:
            found.backup(connection)
        aside = move_aside(self.path)
        fresh.rename(self.path)
        self.problems.append(Problem(str(self.path), _DAMAGED.format(f=aside.name)))
        return connect(self.path, self._busy_seconds)

    def _in_memory(self, error: Exception) -> sqlite3.Connection:
        """A database in memory, filled from the file where that can at least be read."""
        from vibe_tui.state.salvage import salvaged

        self.kept = False
        newer = isinstance(error, NewerVersionError)
        told = (_NEWER, _NOT_KEPT) if newer else (why(error), _IN_MEMORY)
        self.problems.append(Problem(str(self.path), *told))
        if newer:
            return in_memory()
        try:
            check_database(self.path)
        except OSError:
            return in_memory()
        # A file in WAL mode in a folder that cannot be written opens only as immutable.
        for option in ("mode=ro", "mode=ro&immutable=1"):
            try:
                source = sqlite3.connect(
                    f"{self.path.absolute().as_uri()}?{option}", uri=True, timeout=1
                )
            except sqlite3.Error:
                continue
            copy = copy_of(source)
            source.close()
            if copy is not None:
                return copy
        with suppress(OSError):
            return salvaged(self.path)
        return in_memory()

    def read(self, sql: str, values: Sequence[object] = ()) -> list[Row]:
        """All rows that `sql` selects."""
        with self._lock:
            return self._run(sql, values)

    @contextmanager
    def write(self) -> Iterator[Writer]:
        """One transaction: all of it is kept, or nothing.

        Where the disk refuses, it is done in memory, and again in the file when that is possible.
        Raises `VibeError` while another `vibe` keeps writing.
        """
        with self._lock:
            if not self.kept and monotonic() - self._tried_at >= RETRY_SECONDS:
                self._return_to_disk()
            done: Statements = []
            try:
                self._run("BEGIN IMMEDIATE", ())
                self._done = done
                yield Writer(self._run, done)
                self._run("COMMIT", ())
            except BaseException:
                roll_back(self._connection)
                raise
            finally:
                self._done = None
            if not self.kept:
                self._waiting.append(done)

    def _run(self, sql: str, values: Sequence[object]) -> list[Row]:
        """What a statement gives: of the file or, if that fails, of what takes its place."""
        try:
            return self._connection.execute(sql, values).fetchall()
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            is_writing = self._done is not None or sql.startswith("BEGIN")
            if is_writing and result_code(error) == sqlite3.SQLITE_BUSY:
                raise VibeError(_BUSY, _TRY_AGAIN) from error
            usual = (sqlite3.OperationalError, sqlite3.DatabaseError, UnicodeDecodeError)
            if not self.kept or type(error) not in usual:
                raise
            self._replace(error)
        return self._connection.execute(sql, values).fetchall()

    def _replace(self, error: Exception) -> None:
        """Go on without the file as it is, with the transaction that it was in."""
        roll_back(self._connection)
        old = self._connection
        try:
            if not is_damage(error):
                raise error
            self._connection = self._mended()
        except _ERRORS as worse:
            self._connection = self._in_memory(worse)
        old.close()
        if self._done is not None:
            self._connection.execute("BEGIN IMMEDIATE")
            for statement in self._done:
                self._connection.execute(*statement)

    def _return_to_disk(self) -> None:
        """Write to the file what was done in memory, if it can be written now."""
        self._tried_at = monotonic()
        try:
            connection = self._on_disk(PROBE_SECONDS)
            connection.execute("BEGIN IMMEDIATE")
            for statement in (one for done in self._waiting for one in done):
                connection.execute(*statement)
            connection.execute("COMMIT")
        except _ERRORS:
            return
        self._connection.close()
        self._connection = connection
        self._waiting = []
        self.kept = True
        self.problems = [one for one in self.problems if one.hint != _IN_MEMORY]

    def close(self) -> None:
        """Close the file, with all that waited in it if it can be written. Nothing may be read or
        written afterwards."""
        with self._lock:
            if self._waiting:
                self._return_to_disk()
            self._connection.close()


class Writer:
    """Runs statements inside one transaction and remembers them."""

    def __init__(self, run: Callable[[str, Sequence[object]], object], done: Statements) -> None:
        self._run = run
        self._done = done

    def run(self, sql: str, values: Sequence[object] = ()) -> None:
        """Run one statement."""
        self._run(sql, values)
        self._done.append((sql, values))
