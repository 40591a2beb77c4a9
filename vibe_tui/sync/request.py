"""What a fetch is asked for, within which limits, and what it gives."""

from __future__ import annotations

import socket
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field

from vibe_tui.sync.addresses import Reach
from vibe_tui.sync.spool import Spool

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


class Line:
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
