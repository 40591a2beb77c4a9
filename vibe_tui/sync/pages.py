"""Web pages that stand where a feed was expected: telling them, and the feeds they name.

What the head of a page calls its feeds counts more than links that only look like some. Nothing is
followed here.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from html import unescape
from html.parser import HTMLParser

from vibe_tui.clean import clean_line
from vibe_tui.errors import VibeError
from vibe_tui.sync import addresses
from vibe_tui.sync.feed.text import decode_page
from vibe_tui.sync.spool import Spool

HEAD = 512 * 1024
"""Bytes of a page that are looked at."""

FEED_TYPES = (
    "application/rss+xml",
    "application/atom+xml",
    "application/feed+json",
    "application/rdf+xml",
    "application/xml",
    "text/xml",
)
_FEED = re.compile(rb"<(?:\w+:)?(?:rss|feed|RDF|opml|channel)\b|^\s*[{\[]", re.IGNORECASE)
_PAGE = re.compile(rb"<(?:html|head|body|title)\b", re.IGNORECASE)
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_HTML = re.compile(rb"<!doctype\s+html\b", re.IGNORECASE)
_FEED_PATH = re.compile(
    r"(?:^|/)(?:feed|rss|atom|index)\.(?:xml|json)$|(?:^|/)(?:feed|rss|atom)/?$|\.(?:rss|atom)$",
    re.IGNORECASE,
)
_COMMENTS = re.compile(r"/comments?(/|$)|评论|comments", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FeedLink:
    """A feed that a page names, or only a link that looks like one."""

    url: str
    title: str
    is_named: bool = True


def is_page(data: bytes, content_type: str) -> bool:
    """Whether `data` is a web page and no feed, whatever its type says."""
    start = _COMMENT.sub(b"", data.lstrip(b"\xef\xbb\xbf \t\r\n")[:4096])
    first_page, first_feed = _PAGE.search(start), _FEED.search(start)
    if first_page and first_feed:
        return first_page.start() < first_feed.start()
    if first_page or first_feed:
        return first_feed is None
    return _HTML.search(start) is not None or "text/html" in content_type.lower()


def is_feed(data: bytes, content_type: str) -> bool:
    """Whether `data` is most likely a feed."""
    return not is_page(data, content_type) and _FEED.search(data[:4096]) is not None


def title_of(data: bytes) -> str:
    """The title of a page on one line; empty where it has none."""
    return _read(data).title


def feed_links(data: bytes, url: str) -> tuple[FeedLink, ...]:
    """The feeds that the page at `url` names, those of comments last, then what looks like one."""
    page = _read(data)
    base = addresses.parse(url)
    with suppress(VibeError):
        base = addresses.target(base, page.base)
    found: dict[str, FeedLink] = {}
    for at, (href, title) in enumerate(page.links + page.likely):
        try:
            address = str(addresses.target(base, href))
        except VibeError:
            continue
        link = FeedLink(address, clean_line(title).strip(), at < len(page.links))
        found.setdefault(address, link)
    return tuple(sorted(found.values(), key=_rank))


def _rank(link: FeedLink) -> tuple[bool, bool]:
    return not link.is_named, _COMMENTS.search(f"{link.url} {link.title}") is not None


class _Page(HTMLParser):
    """Collects the title, the base address and the feeds of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.links: list[tuple[str, str]] = []
        self.likely: list[tuple[str, str]] = []
        self.base = ""
        self.title = ""
        self._in_title = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: unescape(value or "") for name, value in attrs}
        if tag == "title":
            self._in_title = not self.title
        elif tag == "base":
            self.base = self.base or values.get("href", "")
        elif tag == "link" and "alternate" in values.get("rel", "").lower().split():
            kind = values.get("type", "").partition(";")[0].strip().lower()
            if kind in FEED_TYPES and values.get("href"):
                self.links.append((values["href"], values.get("title", "")))
        elif tag == "a" and _FEED_PATH.search(values.get("href", "").partition("?")[0]):
            self.likely.append((values["href"], values.get("title", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "title":
            self._in_title = False

    def handle_data(self, data: str) -> None:
        if self._in_title and len(self.title) < 200:
            self.title += data


def _read(data: bytes) -> _Page:
    page = _Page()
    try:
        page.feed(decode_page(Spool(data[:HEAD])).text)
    except (AssertionError, ValueError):
        # Broken markup: what was found before it counts.
        page.reset()
    page.title = " ".join(clean_line(page.title).split())[:80]
    return page
