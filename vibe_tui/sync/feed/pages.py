"""What a web source answered, as reports; or a web page that stands where a feed was expected.

Tells pages from feeds, why a page is none, and which feeds it names: what its head calls its feeds
counts more than links that only look like some. Nothing is followed here.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass
from html import unescape
from typing import TYPE_CHECKING

from vibe_tui.clean import clean_line
from vibe_tui.errors import VibeError
from vibe_tui.sync.encodings import decode_page
from vibe_tui.sync.html.tree import parse_page
from vibe_tui.sync.http import addresses
from vibe_tui.sync.http.request import Cause, FetchError, Reply, Spool, without_place
from vibe_tui.sync.sources.listed import Source
from vibe_tui.text import Text

if TYPE_CHECKING:
    from vibe_tui.sync.feed.read import Feed

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


def page_title(data: bytes) -> str:
    """The title of a page on one line; empty where it has none."""
    return _read(data).title


def feed_links(data: bytes, url: str) -> tuple[FeedLink, ...]:
    """The feeds that the page at `url` names, those of comments last, then what looks like one."""
    page = _read(data)
    base = addresses.address_of(url)
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


@dataclass(frozen=True, slots=True)
class _Page:
    """The title and the base address of a page, the feeds it names and what looks like one."""

    title: str = ""
    base: str = ""
    links: tuple[tuple[str, str], ...] = ()
    likely: tuple[tuple[str, str], ...] = ()


def _read(data: bytes) -> _Page:
    page = parse_page(decode_page(Spool(data[:HEAD])).text)
    if page is None:
        return _Page()
    title, base = page.first("title"), page.first("base")
    links: list[tuple[str, str]] = []
    likely: list[tuple[str, str]] = []
    for node in page.elements():
        link = (node.get("href"), node.get("title"))
        if node.tag == "link" and "alternate" in node.get("rel").lower().split():
            kind = node.get("type").partition(";")[0].strip().lower()
            links += [link] if kind in FEED_TYPES and link[0] else []
        elif node.tag == "a" and _FEED_PATH.search(link[0].partition("?")[0]):
            likely.append(link)
    words = " ".join(clean_line(title.text()[:200]).split())[:80] if title else ""
    return _Page(words, base.get("href") if base else "", tuple(links), tuple(likely))


def read_reply(reply: Reply, source: Source) -> Feed:
    """The reports in `reply`. Raises `VibeError` where it is no feed, a web page for example."""
    from vibe_tui.sync.feed.read import read_feed

    refuse_page(reply)
    where = source.id
    try:
        return read_feed(
            reply.body, where, source=source.id, url=reply.url, content_type=reply.content_type
        )
    except VibeError as error:
        raise FetchError(Cause.CONTENT, without_place(error, where), error.hint) from error


def feed_title(reply: Reply) -> str:
    """What a feed calls itself, without reading all of it; empty where it does not say."""
    from vibe_tui.sync.encodings import decode_feed
    from vibe_tui.sync.feed.entry import Body, line_of

    start = Spool(reply.body.read(0, HEAD))
    text = decode_feed(start, reply.content_type).text.lstrip("\ufeff \t\r\n")
    if text.startswith("{"):
        named = re.search(r'"title"\s*:\s*("(?:[^"\\]|\\.)*")', text)
        words = _json_string(named[1]) if named else ""
    else:
        title = re.search(r"<title\b([^>]*)>(.*?)</title", text, re.DOTALL | re.IGNORECASE)
        words = unescape(re.sub(r"<!\[CDATA\[|\]\]>", "", title[2])) if title else ""
        words = line_of(Body(words, True if title and "html" in title[1] else None))
    return " ".join(clean_line(words).split())[:80]


def _json_string(text: str) -> str:
    """The words of a string of JSON; none where it is broken."""
    try:
        return str(json.loads(text, strict=False))
    except ValueError:
        return ""


def refuse_page(reply: Reply) -> None:
    """Raise `FetchError` where `reply` is a web page, as a login or an error page is."""
    head = reply.body.read(0, HEAD)
    if not is_page(head, reply.content_type):
        return
    title = page_title(head)
    named_zh, named_en = (f"「{title}」", f' "{title}"') if title else ("", "")
    login = re.search(r"type\s*=\s*[\"']?password", head[:200_000].decode("latin-1"), re.I)
    if login:
        raise FetchError(
            Cause.CONTENT,
            Text(f"得到的是登录页{named_zh}，不是订阅源", f"gives a login page{named_en}, no feed"),
            Text("请在来源里写上账号或请求头", "give the source a user or headers"),
        )
    raise FetchError(
        Cause.CONTENT,
        Text(f"得到的是网页{named_zh}，不是订阅源", f"gives a web page{named_en}, no feed"),
        Text(
            "用 vibe source add 加网页地址可找到它的订阅源",
            "vibe source add finds the feed of a page",
        ),
    )
