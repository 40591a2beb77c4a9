"""One address to bytes, within limits of time, size and redirects.

Only http and https, no proxy unless one is given, and no redirect from elsewhere to a local
address: the address that is really connected to is what counts. Failures are `FetchError`s that
name the true cause. A `Connection` may be cut from another thread, which ends the fetch at once.
"""

from __future__ import annotations

import email.utils
import socket
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import httpx2

from vibe_tui import __version__
from vibe_tui.sync.http import addresses
from vibe_tui.sync.http.addresses import Reach, reach_of
from vibe_tui.sync.http.parallel import Job
from vibe_tui.sync.http.request import (
    LIMITS,
    UNKNOWN,
    Ask,
    Connection,
    FetchError,
    Limits,
    Reply,
    Spool,
    Validators,
    failure_of,
    slow_error,
    status_error,
)
from vibe_tui.sync.http.unpack import ACCEPTED, unpacked
from vibe_tui.sync.sources.listed import shown
from vibe_tui.text import Text

if TYPE_CHECKING:
    import ssl

USER_AGENT = f"vibe-research-reader/{__version__}"
FROM_ENVIRONMENT = "env"
"""The proxy that the environment names, if any."""

REDIRECTS = (301, 302, 303, 307, 308)
PERMANENT = (301, 308)
NO_CONTENT = (204, 205, 206)
"""Answers that hold nothing, or only a part."""
LONGEST_WAIT = 24 * 3600.0
"""How long a server can ask to be left alone, in seconds."""


def fetch(ask: Ask, connection: Connection, limits: Limits = LIMITS) -> Reply:
    """Get `ask`. Raises `FetchError`, and `VibeError` for an address that cannot be used."""
    reply = _Fetch(ask, connection, limits).run()
    connection.is_through = True
    return reply


def fetch_job(key: str, ask: Ask, limits: Limits) -> Job[Reply]:
    """To get `ask` beside others. Raises `VibeError` for an address that cannot be used."""
    host = addresses.address_of(ask.url).host
    return Job(key, host, partial(fetch, ask, limits=limits), limits.total)


@runtime_checkable
class _Stream(Protocol):
    """A connection as the tracing of httpx2 shows it."""

    def get_extra_info(self, info: str) -> socket.socket: ...

    def close(self) -> None: ...


class _Fetch:
    def __init__(self, ask: Ask, connection: Connection, limits: Limits) -> None:
        self._ask = ask
        self._connection = connection
        self._limits = limits
        self._end = time.monotonic() + limits.total
        self._reach = ask.reach
        self._connected: Reach | None = None
        self._typed = addresses.address_of(ask.url)

    def run(self) -> Reply:
        with self._client() as client:
            try:
                return self._follow(client)
            except FetchError as error:
                if not 0 < error.wait <= self._limits.patience or self._connection.wait(error.wait):
                    raise
                return self._follow(client)

    def _client(self) -> httpx2.Client:
        """A client of its own: no cookie outlives a fetch."""
        proxy = self._ask.proxy
        by_environment = proxy == FROM_ENVIRONMENT
        try:
            return httpx2.Client(
                verify=_trust(),
                trust_env=by_environment,
                proxy=None if by_environment else proxy or None,
                follow_redirects=False,
            )
        except (ImportError, ValueError, httpx2.InvalidURL) as error:
            raise FetchError(
                Text(f"代理不可用（{shown(str(error))}）", f"unusable proxy ({shown(str(error))})"),
                Text("请改 sources.toml 的 proxy", "change the proxy in sources.toml"),
            ) from error

    def _follow(self, client: httpx2.Client) -> Reply:
        url = addresses.without_login(self._typed)
        moved = ""
        lasting = True
        seen: set[object] = set()
        for _ in range(self._limits.redirects + 1):
            step = (str(url), frozenset((c.name, c.value) for c in client.cookies.jar))
            if step in seen:
                raise FetchError(Text("重定向绕成了圈", "the redirects run in a circle"))
            seen.add(step)
            answer = self._get(client, url, moved)
            if isinstance(answer, Reply):
                return answer
            status, url = answer
            lasting = lasting and status in PERMANENT
            if lasting:
                moved = str(url)
        raise FetchError(
            Text(
                f"重定向超过 {self._limits.redirects} 次",
                f"more than {self._limits.redirects} redirects",
            ),
        )

    def _get(
        self, client: httpx2.Client, url: httpx2.URL, moved: str
    ) -> Reply | tuple[int, httpx2.URL]:
        """One request: what it gave, or the status and target of a redirect."""
        own = addresses.is_own(url, self._typed)
        self._allow(url, own)
        try:
            with client.stream(
                "GET",
                url,
                headers=self._headers(own),
                auth=addresses.credentials(self._typed) if own else None,
                timeout=self._timeout(),
                extensions={"trace": self._tracer(url, own)},
            ) as response:
                self._reach = self._connected or self._reach or Reach.PUBLIC
                status = response.status_code
                if status in REDIRECTS:
                    return status, self._target(url, response)
                return self._reply(response, url, moved)
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError, UnicodeError) as error:
            self._check_time()
            raise failure_of(error, url.host) from error

    def _reply(self, response: httpx2.Response, url: httpx2.URL, moved: str) -> Reply:
        status = response.status_code
        is_known = status == 304 and self._ask.known != UNKNOWN
        if not is_known and (not 200 <= status < 300 or status in NO_CONTENT):
            raise status_error(status, _wait(response) if status in (429, 503) else 0)
        return Reply(
            str(url),
            Spool() if is_known else self._body(response),
            response.headers.get("content-type", ""),
            _validators(response, self._ask.known if is_known else UNKNOWN),
            self._reach or Reach.PUBLIC,
            changed=not is_known,
            moved=moved,
        )

    def _body(self, response: httpx2.Response) -> Spool:
        if int_of(response.headers.get("content-length", "")) > self._limits.size:
            raise self._too_large()
        packings = response.headers.get_list("content-encoding", split_commas=True)
        body = Spool()
        for part in unpacked(response.iter_raw(), packings, self._within_limits):
            body.write(part)
        return body

    def _within_limits(self, parts: Iterable[bytes]) -> Iterator[bytes]:
        size = 0
        for part in parts:
            size += len(part)
            if size > self._limits.size:
                raise self._too_large()
            self._check_time()
            yield part

    def _headers(self, own: bool) -> dict[str, str]:
        headers = {
            "User-Agent": USER_AGENT,
            "Accept": self._ask.accept,
            "Accept-Encoding": ACCEPTED,
        }
        if self._ask.known.etag:
            headers["If-None-Match"] = self._ask.known.etag
        if self._ask.known.last_modified:
            headers["If-Modified-Since"] = self._ask.known.last_modified
        return headers | dict(self._ask.headers) if own else headers

    def _target(self, url: httpx2.URL, response: httpx2.Response) -> httpx2.URL:
        location = response.headers.get("location", "").strip()
        status = response.status_code
        if not location:
            raise FetchError(
                Text(
                    f"重定向没有给出目标（HTTP {status}）",
                    f"a redirect without a target (HTTP {status})",
                ),
            )
        found = addresses.target(url, location)
        if url.scheme == "https" and found.scheme == "http":
            raise FetchError(
                Text(
                    f"从 https 重定向到不加密的 {found.host}，未跟随",
                    f"a redirect from https to {found.host} without encryption was not followed",
                ),
                Text("信得过就把来源改成 http 地址", "if that is right, give the http address"),
            )
        return found

    # Where a redirect may lead

    def _allow(self, url: httpx2.URL, own: bool) -> None:
        """Refuse a name or number of a local server before anything is sent there."""
        if self._reach is None or (own and self._ask.reach is None):
            return
        try:
            found = socket.getaddrinfo(url.raw_host.decode(), url.port)
        except (OSError, UnicodeError):
            # Connecting fails too, and says why.
            return
        for entry in found:
            self._check_reach(str(entry[4][0]), url)

    def _check_reach(self, address: str, url: httpx2.URL) -> None:
        reach = reach_of(address)
        if reach is Reach.PUBLIC or self._reach is None or reach is self._reach is not Reach.LINK:
            return
        raise FetchError(
            Text(
                f"不跟随指向本地地址 {url.host} 的重定向或链接",
                f"a redirect or link to the local address {url.host} was not followed",
            ),
            Text("信得过就把它直接加为来源", "if that is right, add it as a source itself"),
        )

    def _tracer(self, url: httpx2.URL, own: bool) -> Callable[[str, Mapping[str, object]], None]:
        """Looks at each connection as it is made, before anything is sent."""

        def trace(name: str, info: Mapping[str, object]) -> None:
            if name not in ("connection.connect_tcp.complete", "connection.start_tls.complete"):
                return
            stream = info["return_value"]
            if not isinstance(stream, _Stream):
                return
            opened = stream.get_extra_info("socket")
            self._connection.hold(opened)
            try:
                self._check_time()
                if not self._ask.proxy:
                    address = str(opened.getpeername()[0])
                    if not (own and self._ask.reach is None):
                        self._check_reach(address, url)
                    self._connected = reach_of(address)
            except (FetchError, OSError):
                stream.close()
                raise

        return trace

    # Limits

    def _timeout(self) -> httpx2.Timeout:
        left = self._left()
        return httpx2.Timeout(
            min(self._limits.silence, left), connect=min(self._limits.connect, left)
        )

    def _left(self) -> float:
        self._check_time()
        return max(self._end - time.monotonic(), 0.1)

    def _check_time(self) -> None:
        if self._connection.is_cut or time.monotonic() >= self._end:
            raise slow_error(self._limits.total)

    def _too_large(self) -> FetchError:
        size = self._limits.size // (1024 * 1024)
        return FetchError(Text(f"内容超过 {size} MB", f"is larger than {size} MB"))


@lru_cache(maxsize=1)
def _trust() -> ssl.SSLContext:
    """The certificates that this system trusts; slow to load."""
    return httpx2.create_ssl_context()


def _validators(response: httpx2.Response, known: Validators = UNKNOWN) -> Validators:
    """What the server said of this version; a date that is still to come is not believed."""
    stamp = response.headers.get("last-modified", known.last_modified)
    date = _moment(stamp)
    if date is None or date > time.time() + 24 * 3600 or not stamp.isascii():
        stamp = ""
    etag = response.headers.get("etag", known.etag)
    # Other characters cannot be sent back as they came.
    return Validators(etag if etag.isascii() and etag.isprintable() else "", stamp)


def _wait(response: httpx2.Response) -> float:
    """The seconds that `Retry-After` asks for."""
    text = response.headers.get("retry-after", "").strip()
    seconds = float(int_of(text))
    if not seconds and (date := _moment(text)):
        seconds = date - time.time()
    return min(max(seconds, 0.0), LONGEST_WAIT)


def int_of(text: str) -> int:
    """The whole number that `text` is; 0 where it is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0


def _moment(text: str) -> float | None:
    try:
        return email.utils.parsedate_to_datetime(text).timestamp()
    except (ValueError, OverflowError, OSError):
        return None
