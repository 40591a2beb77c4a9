"""Why a fetch failed, in words that name the true cause."""

from __future__ import annotations

import socket
import ssl
from collections.abc import Iterator
from enum import Enum

import httpx2

from vibe_tui.errors import NO_HINT, VibeError
from vibe_tui.text import Text


class Cause(Enum):
    """Kinds of failure that are treated differently."""

    OFFLINE = "offline"
    SLOW = "slow"
    REFUSED = "refused"
    STATUS = "status"
    BUSY = "busy"
    UNSAFE = "unsafe"
    CONTENT = "content"
    OTHER = "other"


class FetchError(VibeError):
    """A fetch failed. `wait` is how many seconds the server asks to be left alone."""

    def __init__(self, cause: Cause, message: Text, hint: Text = NO_HINT, wait: float = 0) -> None:
        super().__init__(message, hint)
        self.cause = cause
        self.wait = wait


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
    return FetchError(Cause.BUSY if wait else Cause.STATUS, message, hint, wait)


def slow_error(seconds: float) -> FetchError:
    """The failure of a server that takes too long."""
    return FetchError(
        Cause.SLOW,
        Text(f"{seconds:.0f} 秒内没有取完", f"was not through within {seconds:.0f} seconds"),
        Text("服务器太慢或没有回应", "the server is too slow or silent"),
    )


def failure_of(error: Exception, host: str) -> FetchError:
    """What went wrong on the way to `host`, from what httpx2 says."""
    for inner in _chain(error):
        if isinstance(inner, FetchError):
            return inner
        if isinstance(inner, socket.gaierror | UnicodeError):
            return FetchError(
                Cause.OFFLINE,
                Text(f"找不到主机 {host}", f"cannot find the host {host}"),
                Text("请检查网络和地址", "check the network and the address"),
            )
        if isinstance(inner, ssl.SSLCertVerificationError):
            return FetchError(
                Cause.REFUSED,
                Text(
                    f"{host} 的证书无法验证（{inner.verify_message}）",
                    f"the certificate of {host} cannot be verified ({inner.verify_message})",
                ),
            )
        if isinstance(inner, ssl.SSLError):
            reason = inner.reason or "TLS"
            return FetchError(
                Cause.REFUSED,
                Text(
                    f"与 {host} 的加密连接失败（{reason}）",
                    f"no secure connection with {host} ({reason})",
                ),
                _PLAIN if reason in _NO_TLS else NO_HINT,
            )
        if isinstance(inner, ConnectionRefusedError):
            return FetchError(
                Cause.OFFLINE,
                Text(f"{host} 拒绝连接", f"{host} refuses connections"),
                Text("请检查地址和端口", "check the address and the port"),
            )
        if isinstance(inner, TimeoutError | httpx2.TimeoutException):
            return FetchError(
                Cause.SLOW, Text(f"{host} 没有回应", f"{host} does not answer in time")
            )
        if isinstance(inner, ConnectionError):
            return _closed(host)
        if isinstance(inner, OSError):
            reason = inner.strerror or str(inner)
            return FetchError(
                Cause.OFFLINE,
                Text(f"连不上 {host}（{reason}）", f"cannot reach {host} ({reason})"),
                Text("请检查网络", "check the network"),
            )
    if isinstance(error, httpx2.RemoteProtocolError) and "without sending" in str(error):
        return _closed(host)
    # What the server sent is no part of the reason.
    reason = str(error).partition(": ")[0] or type(error).__name__
    return FetchError(
        Cause.OTHER,
        Text(f"{host} 的回答不合 HTTP（{reason}）", f"{host} does not speak HTTP ({reason})"),
    )


def _closed(host: str) -> FetchError:
    return FetchError(Cause.OTHER, Text(f"{host} 断开了连接", f"{host} closed the connection"))


def _chain(error: BaseException) -> Iterator[BaseException]:
    """The innermost cause first: it is the true one."""
    found: list[BaseException] = []
    step: BaseException | None = error
    while step is not None and step not in found:
        found.append(step)
        step = step.__cause__ or step.__context__
    return reversed(found)
