"""What a fetch is asked for, within which limits, and what it gives.

Bytes on their way through a sync: few in memory, many in a temporary file.

The file has no name where the system knows such files, so that nothing is left of it whatever
becomes of the program; it is gone with the last one who can read it. Where it cannot be written,
a `VibeError` says so.
"""

from __future__ import annotations

import socket
import threading
import weakref
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from tempfile import SpooledTemporaryFile

from vibe_tui.errors import VibeError
from vibe_tui.sync.http.addresses import Reach
from vibe_tui.text import Text

IN_MEMORY = 256 * 1024
"""Bytes from which on they are in a file."""

PART = 64 * 1024
"""Bytes that are read in one go."""


class Spool:
    """Bytes that are written one after the other, and read from any place. For one thread."""

    def __init__(self, data: bytes = b"") -> None:
        with ExitStack() as stack:
            self._file = stack.enter_context(SpooledTemporaryFile(IN_MEMORY))
            weakref.finalize(self, stack.pop_all().close)
        self.size = 0
        self.write(data)

    def write(self, data: bytes) -> None:
        """Add `data` at the end."""
        with _failing():
            if self._file.tell() != self.size:
                self._file.seek(self.size)
            self._file.write(data)
        self.size += len(data)

    def read(self, start: int = 0, end: int | None = None) -> bytes:
        """The bytes from `start` to `end`."""
        with _failing():
            self._file.seek(start)
            return self._file.read(-1 if end is None else max(end - start, 0))

    def parts(self, start: int = 0) -> Iterator[bytes]:
        """All bytes from `start` on, some at a time."""
        for at in range(start, self.size, PART):
            yield self.read(at, at + PART)


@contextmanager
def _failing() -> Iterator[None]:
    """Say that there is no temporary file to be had, where the system says so."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise VibeError(
            Text(f"临时文件写不了（{reason}）", f"no temporary file can be written ({reason})"),
            Text(
                "请给临时文件夹腾出空间，或用 TMPDIR 另选一个",
                "make room in the folder for temporary files, or name another one by TMPDIR",
            ),
        ) from error


ACCEPT = (
    "application/atom+xml, application/rss+xml, application/feed+json, application/json;q=0.9, "
    "application/xml;q=0.9, text/html;q=0.5, */*;q=0.1"
)


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds for all, for connecting and for a silence; bytes after decompression; redirects."""

    total: float = 60.0
    connect: float = 10.0
    silence: float = 15.0
    size: int = 64 * 1024 * 1024
    redirects: int = 10
    patience: float = 5.0
    """The longest wait that a server may ask for and get at once."""


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Validators:
    """What tells a server which version is known already."""

    etag: str = ""
    last_modified: str = ""


UNKNOWN = Validators()


@dataclass(frozen=True, slots=True)
class Ask:
    """What to fetch. `reach` is that of the page or feed which names the address; none if typed.

    `headers` and the user and password of `url` go to its own server only.
    """

    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    known: Validators = UNKNOWN
    reach: Reach | None = None
    proxy: str = ""
    accept: str = ACCEPT


@dataclass(frozen=True, slots=True)
class Reply:
    """What came from `url`; `changed` is false for a 304, `moved` where it has moved for good."""

    url: str
    body: Spool
    content_type: str
    validators: Validators
    reach: Reach
    changed: bool = True
    moved: str = ""


class Connection:
    """The connection of one running fetch."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._sockets: list[socket.socket] = []
        self._cut = threading.Event()
        self.is_through = False
        """Whether everything has come, and only work on it is left."""

    @property
    def is_cut(self) -> bool:
        """Whether the fetch is to end."""
        return self._cut.is_set()

    def hold(self, connection: socket.socket) -> None:
        """Know a connection as the one in use."""
        with self._lock:
            self._sockets.append(connection)
        if self.is_cut:
            self.cut()

    def wait(self, seconds: float) -> bool:
        """Wait, unless cut meanwhile; whether it was."""
        return self._cut.wait(seconds)

    def cut(self) -> None:
        """End the fetch: whatever reads from the connection gets an end or an error."""
        self._cut.set()
        with self._lock:
            for connection in self._sockets:
                try:
                    connection.shutdown(socket.SHUT_RDWR)
                except OSError:
                    continue
