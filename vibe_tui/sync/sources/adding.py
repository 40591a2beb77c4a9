"""Makes a source of what a user types: a feed's address, a page's, a folder or a file.

A page is asked which feed it has: what its head calls its feeds counts more than links that only
look like some. Nothing here fails because a server does not answer: the address is taken as typed,
and a `Problem` says what was wrong.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from dataclasses import dataclass, replace
from html import unescape
from pathlib import Path

from vibe_tui.clean import clean_line
from vibe_tui.errors import Problem, VibeError
from vibe_tui.sync.encodings import decode_feed, decode_page
from vibe_tui.sync.feed.entry import Body, line_of
from vibe_tui.sync.html.tree import parse_page
from vibe_tui.sync.http import addresses
from vibe_tui.sync.http.fetch import fetch_job
from vibe_tui.sync.http.parallel import run_jobs
from vibe_tui.sync.http.request import LIMITS, Ask, Limits, Reply, Spool
from vibe_tui.sync.sources.file import FreeIds
from vibe_tui.sync.sources.listed import Source, Sources, shown
from vibe_tui.text import Text

QUICK = replace(LIMITS, total=20.0, silence=10.0)
MOST_LINKS = 5
"""Feeds of a page that are tried."""
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


def source_for(
    where: str, wanted: Source, sources: Sources, proxy: str = "", limits: Limits = QUICK
) -> tuple[Source, tuple[Problem, ...]]:
    """The source that `where` means, or the one of `sources` that it is already.

    Raises `VibeError` where it is neither a path nor a usable address, or its id is taken.
    """
    if not where.strip():
        raise VibeError(
            Text("来源的地址是空的", "the address of the source is empty"),
            Text("请写网址、文件夹或文件", "give an address, a folder or a file"),
        )
    path = Path(where).expanduser()
    if "://" not in where and path.exists():
        return _local(path.resolve(), wanted, sources), ()
    if _is_path(where):
        raise VibeError(
            Text(f"{where}：没有这个文件或文件夹", f"{where}: no such file or folder"),
            Text("网址请写全，如 https://…", "write an address in full: https://…"),
        )
    typed = addresses.typed(where)
    known = _known(typed, sources)
    if known is not None:
        return known, ()
    found, moved, name, problems = _look(typed, wanted, proxy or "", limits)
    known = _known(found, sources) or _known(moved, sources)
    if known is not None:
        return known, problems
    name = wanted.name or name
    id_ = _id(wanted, name or addresses.address_of(found).host.removeprefix("www."), sources)
    return replace(wanted, id=id_, name=name, url=found), problems


def _is_path(where: str) -> bool:
    """Whether `where`, which is no file, looks more like one than like an address."""
    host = where.partition("/")[0]
    return "://" not in where and (where[:1] in "./~\\" or not re.search(r"[.:]", host))


def _local(path: Path, wanted: Source, sources: Sources) -> Source:
    for source in sources.all:
        if source.path and Path(source.path).expanduser().resolve() == path:
            return source
    id_ = _id(wanted, wanted.name or path.stem, sources)
    return replace(wanted, id=id_, path=str(path))


def _id(wanted: Source, name: str, sources: Sources) -> str:
    taken = [source.id for source in sources.all]
    if not wanted.id:
        return FreeIds(taken).make(name)
    if wanted.id in taken:
        raise VibeError(
            Text(f"编号 {wanted.id} 已被占用", f"the id {wanted.id} is taken"),
            Text("换一个 --id", "give another --id"),
        )
    return wanted.id


def _known(url: str, sources: Sources) -> Source | None:
    return next((source for source in sources.all if source.url == url), None)


def _look(
    url: str, wanted: Source, proxy: str, limits: Limits
) -> tuple[str, str, str, tuple[Problem, ...]]:
    """The address of the feed that is meant, where it has moved, what it calls itself, and what is
    to be said."""
    try:
        reply = _get(Ask(url, wanted.headers, proxy=proxy), limits)
    except VibeError as error:
        return url, "", "", (_unsure(url, error.message),)
    head = reply.body.read(0, HEAD)
    if not is_page(head, reply.content_type):
        return url, reply.moved, feed_title(reply), ()
    links = feed_links(head, reply.url)
    for link in links[:MOST_LINKS]:
        try:
            found = _get(Ask(link.url, proxy=proxy, reach=reply.reach), limits)
        except VibeError:
            continue
        if is_feed(found.body.read(0, HEAD), found.content_type):
            name = feed_title(found) or page_title(head)
            others = tuple(
                Problem(other.url, Text("也是这个网页的订阅源", "is a feed of that page too"))
                for other in links
                if other.url != link.url and other.is_named
            )
            return link.url, found.moved, name, others
    why = Text("网页里没有找到订阅源", "no feed was found in the page")
    return url, "", page_title(head), (_unsure(url, why),)


def _get(ask: Ask, limits: Limits) -> Reply:
    (ended,) = run_jobs([fetch_job("", ask, limits)])
    return ended.get()


def _unsure(url: str, why: Text) -> Problem:
    return Problem(
        shown(url),
        Text(f"{why.zh}，仍按原样加入", f"{why.en}; added as it is"),
        Text("可用 vibe sync 再试", "vibe sync tries again"),
    )


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


def feed_title(reply: Reply) -> str:
    """What a feed calls itself, without reading all of it; empty where it does not say."""
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
