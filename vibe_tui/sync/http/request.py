"""What a fetch is asked for and within which limits, what it gives, and how it fails.

Bytes on their way through a sync are a `Spool`: few are in memory, many in a temporary file, which
has no name where the system knows such files, so that nothing is left of it whatever becomes of the
program. A failure is a `FetchError` in words that name the true cause.
"""

from __future__ import annotations

import socket
import ssl
import threading
import weakref
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from tempfile import SpooledTemporaryFile

import httpx2

from vibe_tui.errors import NO_HINT, VibeError
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


class FetchError(VibeError):
    """A fetch failed. `wait` is how many seconds the server asks to be left alone.

    One `is_offline` that found no way to the server: so fails everything without a network.
    """

    def __init__(
        self, message: Text, hint: Text = NO_HINT, wait: float = 0, is_offline: bool = False
    ) -> None:
        super().__init__(message, hint)
        self.wait = wait
        self.is_offline = is_offline


_STATUS = {
    400: Text("服务器不接受这个请求", "the server rejects the request"),
    401: Text("需要登录", "a login is needed"),
    403: Text("服务器拒绝访问", "the server refuses access"),
    404: Text("没有这个页面", "there is no such page"),
    407: Text("代理需要登录", "the proxy needs a login"),
    410: Text("页面已永久撤下", "the page is gone for good"),
    429: Text("请求太频繁", "too many requests"),
    451: Text("因法律原因不提供", "withheld for legal reasons"),
    502: Text("网关出错", "the gateway failed"),
    503: Text("服务暂不可用", "the service is unavailable for now"),
    504: Text("网关等不到回答", "the gateway got no answer in time"),
}
_SERVER = Text("服务器内部出错", "the server failed")
_OTHER = Text("服务器没有给出内容", "the server gave no content")
_SPANS = ((3600, Text("小时", "hours")), (60, Text("分钟", "minutes")), (1, Text("秒", "seconds")))
_CLOSED = Text("{host} 断开了连接", "{host} closed the connection")
_NO_TLS = ("WRONG_VERSION_NUMBER", "HTTP_REQUEST")
_PLAIN = Text(
    "服务器可能只有 http，请试 http:// 地址", "it may have only http: try an http:// address"
)
_HINTS = {
    401: Text("地址里可写 用户:密码@", "the address may hold user:password@"),
    404: Text("请检查地址", "check the address"),
    410: Text("可以移除这个来源", "the source can be removed"),
}


def without_place(error: VibeError, where: str) -> Text:
    """The message of `error` without `where`, with which it may begin."""
    zh = error.message.zh.removeprefix(f"{where}：")
    return Text(zh, error.message.en.removeprefix(f"{where}: "))


def status_error(status: int, wait: float) -> FetchError:
    """The failure that an HTTP status tells."""
    words = _STATUS.get(status, _SERVER if status >= 500 else _OTHER)
    message = Text(f"{words.zh}（HTTP {status}）", f"{words.en} (HTTP {status})")
    hint = _HINTS.get(status, NO_HINT)
    if wait:
        size, unit = next(step for step in _SPANS if wait >= 2 * step[0] or step[0] == 1)
        span = round(wait / size)
        hint = Text(f"要求等 {span} {unit.zh}", f"it asks to wait {span} {unit.en}")
    return FetchError(message, hint, wait)


def slow_error(seconds: float) -> FetchError:
    """The failure of a server that takes too long."""
    return FetchError(
        Text(f"{seconds:.0f} 秒内没有取完", f"was not through within {seconds:.0f} seconds"),
        Text("服务器太慢或没有回应", "the server is too slow or silent"),
    )


_FAILURES: tuple[tuple[tuple[type[BaseException], ...], bool, Text, Text], ...] = (
    (
        (socket.gaierror, UnicodeError),
        True,
        Text("找不到主机 {host}", "cannot find the host {host}"),
        Text("请检查网络和地址", "check the network and the address"),
    ),
    (
        (ssl.SSLCertVerificationError,),
        False,
        Text(
            "{host} 的证书无法验证（{why}）", "the certificate of {host} cannot be verified ({why})"
        ),
        NO_HINT,
    ),
    (
        (ssl.SSLError,),
        False,
        Text("与 {host} 的加密连接失败（{why}）", "no secure connection with {host} ({why})"),
        NO_HINT,
    ),
    (
        (ConnectionRefusedError,),
        True,
        Text("{host} 拒绝连接", "{host} refuses connections"),
        Text("请检查地址和端口", "check the address and the port"),
    ),
    (
        (TimeoutError, httpx2.TimeoutException),
        False,
        Text("{host} 没有回应", "{host} does not answer in time"),
        NO_HINT,
    ),
    ((ConnectionError,), False, _CLOSED, NO_HINT),
    (
        (OSError,),
        True,
        Text("连不上 {host}（{why}）", "cannot reach {host} ({why})"),
        Text("请检查网络", "check the network"),
    ),
)
"""What stands behind a failure, the first that fits, and whether it tells of no network."""


def failure_of(error: Exception, host: str) -> FetchError:
    """What went wrong on the way to `host`, from what httpx2 says."""
    for inner in _chain(error):
        if isinstance(inner, FetchError):
            return inner
        for kinds, is_offline, message, hint in _FAILURES:
            if isinstance(inner, kinds):
                why = _why(inner)
                hint = _PLAIN if why in _NO_TLS else hint
                return FetchError(message.format(host=host, why=why), hint, is_offline=is_offline)
    if isinstance(error, httpx2.RemoteProtocolError) and "without sending" in str(error):
        return FetchError(_CLOSED.format(host=host))
    # What the server sent is no part of the reason.
    reason = str(error).partition(": ")[0] or type(error).__name__
    message = Text("{host} 的回答不合 HTTP（{why}）", "{host} does not speak HTTP ({why})")
    return FetchError(message.format(host=host, why=reason))


def _why(error: BaseException) -> str:
    match error:
        case ssl.SSLCertVerificationError():
            return error.verify_message
        case ssl.SSLError():
            return error.reason or "TLS"
        case OSError():
            return error.strerror or str(error)
    return ""


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The innermost cause first: it is the true one."""
    found: list[BaseException] = []
    step: BaseException | None = error
    while step is not None and step not in found:
        found.append(step)
        step = step.__cause__ or step.__context__
    return reversed(found)
