"""Web addresses: what may be fetched, how one is shown, and how far away it is.

A user name and password in an address are for its own server alone: they are never shown, written
or sent elsewhere. How far away a server is decides where its redirects may lead: a server of the
internet never to this machine or its network.
"""

from __future__ import annotations

import ipaddress
import re
from enum import StrEnum

import httpx2

from vibe_tui.clean import clean_line
from vibe_tui.errors import VibeError
from vibe_tui.sync.sources.listed import shown
from vibe_tui.text import Text

SCHEMES = ("http", "https")
LONGEST_SAID = 200
"""Characters of an address that are said of one that cannot be used."""
_FEED_SCHEME = re.compile(r"feed:(?://)?(?=https?://)|feed(?=://)", re.IGNORECASE)
_HAS_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:(?!\d+(?:/|$))")
_LOCAL = re.compile(r"(?:localhost|[\d.]+|\[[\da-fA-F:.]+\])(?::\d+)?(?:/|$)", re.IGNORECASE)
# Some proxies in wide use answer every name with an address from here, whatever is meant.
_STAND_IN = ipaddress.ip_network("198.18.0.0/15")
_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")

IPAddress = ipaddress.IPv4Address | ipaddress.IPv6Address


class Reach(StrEnum):
    """How far away a server is."""

    PUBLIC = "public"
    PRIVATE = "private"
    LINK = "link"
    MACHINE = "machine"


def address_of(text: str) -> httpx2.URL:
    """The address that a user typed. Raises `VibeError` where it is no usable web address."""
    words = _FEED_SCHEME.sub(lambda m: "http" if m[0].lower() == "feed" else "", text.strip(), 1)
    if not _HAS_SCHEME.match(words):
        words = f"{'http' if _LOCAL.match(words) else 'https'}://{words}"
    try:
        url = httpx2.URL(words)
        usable = bool(url.host) and (url.port is None or 0 < url.port < 65536)
    except (httpx2.InvalidURL, UnicodeError, ValueError):
        raise _unusable(text) from None
    if url.scheme not in SCHEMES:
        raise VibeError(
            Text(
                f"{_short(text)}：只能取 http 和 https 地址",
                f"{_short(text)}: only http and https addresses can be fetched",
            )
        )
    if not usable or re.search(r"[\s%]", url.host):
        raise _unusable(text)
    return url


def typed(text: str) -> str:
    """An address as the user typed it, completed where it was short. Raises `VibeError`."""
    url = address_of(text)
    words = text.strip()
    return words if words.lower().startswith(("http://", "https://")) else str(url)


def target(url: httpx2.URL, location: str) -> httpx2.URL:
    """Where a redirect from `url` leads. Raises `VibeError`."""
    try:
        found = url.join(location.strip())
    except (httpx2.InvalidURL, UnicodeError, ValueError):
        raise _unusable(location) from None
    return without_login(address_of(str(found)))


def is_own(url: httpx2.URL, typed: httpx2.URL) -> bool:
    """Whether `url` is of the server that the user typed, or of the same one made secure."""
    made_secure = (typed.scheme, url.scheme) == ("http", "https") and typed.host == url.host
    return url.origin == typed.origin or (made_secure and typed.port is url.port is None)


def without_login(url: httpx2.URL) -> httpx2.URL:
    """`url` without user name, password and fragment."""
    return url.copy_with(userinfo=b"", fragment=None)


def credentials(url: httpx2.URL) -> tuple[str, str] | None:
    """The user name and password that an address carries."""
    return (url.username, url.password) if url.userinfo else None


def reach_of(address: str) -> Reach:
    """How far away the server with this IP address is."""
    ip = _plain(ipaddress.ip_address(address.partition("%")[0]))
    if ip.is_loopback or ip.is_unspecified:
        return Reach.MACHINE
    if ip.is_link_local:
        return Reach.LINK
    if ip in _STAND_IN or (ip.is_global and not ip.is_multicast):
        return Reach.PUBLIC
    return Reach.PRIVATE


def _plain(ip: IPAddress) -> IPAddress:
    """The IPv4 address that an IPv6 address stands for, where it does."""
    if isinstance(ip, ipaddress.IPv4Address):
        return ip
    if ip in _TRANSLATED:
        return ipaddress.IPv4Address(int(ip) & 0xFFFFFFFF)
    return ip.ipv4_mapped or ip.sixtofour or ip


def _short(text: str) -> str:
    """An address as it is said: a server may send one of any length."""
    words = clean_line(shown(text))
    return words if len(words) <= LONGEST_SAID else f"{words[:LONGEST_SAID]}…"


def _unusable(text: str) -> VibeError:
    return VibeError(
        Text(f"{_short(text)}：不是可用的网址", f"{_short(text)}: is no usable address"),
        Text("请检查拼写", "check how it is written"),
    )
