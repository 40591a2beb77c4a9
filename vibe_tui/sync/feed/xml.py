"""Entries of feeds in XML, as feedparser reads them, a batch of them at a time.

It is given some entries, in no more than the elements that they stand in: so that no more of a long
feed is held parsed, and no text of the feed is taken for one of an entry. Where a batch is no
well-formed XML, each of its entries is read by itself, and a broken one spoils no other.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from html import unescape
from itertools import islice
from time import struct_time
from typing import Any, NamedTuple
from xml.parsers import expat
from xml.sax.saxutils import quoteattr

from vibe_tui.clean import clean_line
from vibe_tui.errors import VibeError
from vibe_tui.sync.feed.entry import (
    MAX_ITEMS,
    Body,
    Entry,
    FeedHead,
    Take,
    line_of,
    media_kind,
    unread,
    when_of,
)
from vibe_tui.sync.feed.split import UNDECLARED, SplitFeed
from vibe_tui.sync.guard import apart, attempt

BATCH = 256 * 1024
"""Characters of entries that are parsed in one go, about."""

_PARENTS = frozenset(("rss", "channel", "feed", "rdf"))
_BASE = "xml:base"
_TITLE = re.compile(r"<title\b[^<>]*>(.*?)</title\s*>", re.DOTALL | re.IGNORECASE)
_NO_NAME = re.compile(r"\sxmlns(?::[\w.-]+)?=(?:\"[^\"]*[\s&;][^\"]*\"|'[^']*[\s&;][^']*')")
_FOREIGN = re.compile(
    r"<(?!(?:content|dc|dcterms|media|itunes|atom|a|rss|rdf):)(?P<name>[\w.-]+:[\w.-]+)(?=[\s/>])"
    r"[^<>]*(?:/>|>.*?</(?P=name)\s*>)",
    re.DOTALL,
)
_PEOPLE = re.compile(
    r"<(?:[\w.-]+:)?(?:author|creator|contributor|publisher|managingEditor|webMaster|owner|name|email)"
    r"\b[^<>]*+>(?:<!\[CDATA\[.*?\]\]>|[^<]++|<(?!/))*+",
    re.DOTALL | re.IGNORECASE,
)
_SEAM = re.compile(r"\]\]><!\[CDATA\[|<!--.*?-->", re.DOTALL)
_LONG_WORD = re.compile(r"([\w.+-]{100})[\w.+-]+")
"""Where the library looks for mail addresses, which takes the square of a word's length."""
_DESCRIBED = re.compile(
    r"<media:description\s[^<>]*?\btype\s*=\s*[\"'](?P<kind>[^\"']*)[^<>]*(?<!/)>"
    r"(?P<words>(?:[^<]++|<(?!/?media:description\b))*+)</media:description\s*>",
    re.IGNORECASE,
)
_CDATA = re.compile(r"<!\[CDATA\[(.*?)\]\]>", re.DOTALL)
_CAPTION = "vibe-caption-"
_DECLARED = {"html": True, "text": False}
_DATED = re.compile(
    r"^(?!.*(?:expir|valid|until|_parsed$))"
    r".*(?:date|publish(?!er)|issued|creat(?!or)|modif|posted|timestamp|available|^time$)"
)
"""Names of elements that tell when something was published."""


def read_xml(split: SplitFeed, take: Take, base: str = "", batch: int = BATCH) -> FeedHead:
    """Gives each entry of a feed to `take`, and tells what the feed says of itself.

    Where parts of it tell from where their addresses are seen, `base` is where all others are seen
    from: the parser would carry one on to the next entry. It puts that before guids that look like
    paths, too: so it is told only then.
    """
    frame: tuple[str, str] | None = None
    entries = split.entries()
    for texts in _batches(islice(entries, MAX_ITEMS), batch):
        frame = frame or _frame(split.head)
        for entry in _entries(texts, frame, base):
            take(entry)
    for _ in entries:
        # Too many are only counted.
        take(Entry())
    around = _read(split.around, base, len(split.around))
    if isinstance(around, VibeError):
        return FeedHead(notes=(*split.notes, around.message), whole=split.is_whole)
    for entry in around.entries:
        # Not told apart by their tags.
        take(entry)
    return replace(around.head, notes=split.notes, whole=split.is_whole)


def _batches(entries: Iterable[str], most: int) -> Iterator[list[str]]:
    """The texts of entries by about `most` characters, with and without bases apart."""
    batch: list[str] = []
    size = 0
    for text in entries:
        if batch and (size >= most or (_BASE in text) != (_BASE in batch[0])):
            yield batch
            batch, size = [], 0
        batch.append(text)
        size += len(text)
    if batch:
        yield batch


def _frame(head: str) -> tuple[str, str]:
    """The tags that begin and end the elements in which the first entry stands."""
    open_: list[tuple[str, dict[str, str]]] = []
    parser = expat.ParserCreate("utf-8")
    parser.StartElementHandler = lambda name, attributes: open_.append((name, attributes))
    parser.EndElementHandler = lambda name: open_.pop()
    with suppress(expat.ExpatError):
        # Of a broken head, what is open so far may do.
        parser.Parse(head.encode("utf-8", "replace"), False)
    begin = end = ""
    for name, attributes in open_:
        if name.rpartition(":")[2].lower() in _PARENTS:
            words = "".join(f" {key}={quoteattr(value)}" for key, value in attributes.items())
            begin, end = f"{begin}<{name}{words}>", f"</{name}>{end}"
    return begin, end


def _entries(texts: Sequence[str], frame: tuple[str, str], base: str) -> list[Entry]:
    """The entries, each read by itself if it cannot be helped."""
    named = [_DESCRIBED.sub(_Captions(), text) for text in texts]
    found = _read("".join((frame[0], *named, frame[1])), base, max(map(len, texts)))
    is_odd = isinstance(found, VibeError) or found.is_odd
    if is_odd and len(texts) > 1:
        return [one for text in texts for one in _entries([text], frame, base)]
    if isinstance(found, VibeError):
        title = _TITLE.search(texts[0])
        return [unread(title[1] if title else "", found)]
    return found.entries


class _Parsed(NamedTuple):
    """What the library makes of a feed; it is odd where that is no well-formed XML."""

    head: FeedHead
    entries: list[Entry]
    is_odd: bool


def _read(xml: str, base: str, weight: int) -> _Parsed | VibeError:
    """What the library makes of a feed whose longest part has so many characters."""
    return attempt(partial(apart, partial(_made, xml, base), weight))


def _made(xml: str, base: str) -> _Parsed:
    """What the library reads, if need be without what it has been seen to stumble over: names of
    vocabularies that are none, and elements of others than feeds use."""
    found = attempt(partial(_parse, xml, base))
    if isinstance(found, VibeError):
        found = _parse(_FOREIGN.sub("", _NO_NAME.sub("", xml)), base)
    feed = found.get("feed", {})
    head = FeedHead(line_of(_title(feed)), _words(feed.get("link")), _authors(feed))
    return _Parsed(head, [_entry(one) for one in found.get("entries", [])], bool(found.get("bozo")))


class _Captions:
    """What is said of pictures and films, named apart and in figures.

    To the library it is all one text of the entry, and in a broken feed no text at all.
    """

    def __init__(self) -> None:
        self._count = 0

    def __call__(self, match: re.Match[str]) -> str:
        self._count += 1
        said = match["kind"].casefold()
        kind = "html" if "html" in said else "none" if said == UNDECLARED else "text"
        name = f"{_CAPTION}{self._count}-{kind}"
        parts = _CDATA.split(match["words"])
        parts[::2] = map(unescape, parts[::2])
        return f"<{name}>{''.join(parts).encode('utf-8', 'replace').hex()}</{name}>"


def _parse(xml: str, base: str) -> Mapping[str, Any]:
    """The library's reading of XML that was mended; imported with the first feed."""
    import feedparser

    headers = {"content-type": "application/xml; charset=utf-8"}
    xml = _PEOPLE.sub(lambda found: _LONG_WORD.sub(r"\1", _SEAM.sub("", found[0])), xml)
    found: Mapping[str, Any] = feedparser.parse(
        io.BytesIO(f'<?xml version="1.0" encoding="utf-8"?>\n{xml}'.encode("utf-8", "replace")),
        response_headers=headers | ({"content-location": base} if base and _BASE in xml else {}),
        sanitize_html=False,
        resolve_relative_uris=False,
    )
    return found


def _entry(one: Mapping[str, Any]) -> Entry:
    tags = [clean_line(_words(tag.get("term"))).strip() for tag in _list(one, "tags")]
    guid = _words(dict.get(_dict(one), "id"))
    attached = list(_attached(one))
    pictures = tuple(address for kind, address in attached if kind == "image")
    title, bodies = _title(one), tuple(_bodies(one))
    return Entry(
        title=line_of(title),
        link=_link(one, guid),
        guid=clean_line(guid).strip(),
        authors=_authors(one),
        when=when_of(_dates(one), (title, *bodies)),
        bodies=bodies,
        tags=tuple(dict.fromkeys(filter(None, tags))),
        enclosures=tuple(address for kind, address in attached if kind in ("audio", "video", "")),
        pictures=pictures or tuple(_thumbnails(one)),
    )


def _attached(one: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What comes with an entry: of what kind (`image`, `audio`, `video`, another), and where."""
    for made in _list(one, "links"):
        if made.get("rel") == "enclosure" and (address := _words(made.get("href"))):
            kind = media_kind(_words(made.get("type")), address)
            yield kind if kind in ("image", "audio", "video") else "", address
    for made in _list(one, "media_content"):
        if address := _words(made.get("url")):
            yield (
                _words(made.get("medium")) or media_kind(_words(made.get("type")), address),
                address,
            )


def _thumbnails(one: Mapping[str, Any]) -> Iterator[str]:
    """The picture that stands for an entry that has no other."""
    for made in _list(one, "media_thumbnail")[:1]:
        yield _words(made.get("url"))


def _title(one: Mapping[str, Any]) -> Body:
    """The title that the library chose among those of several formats, with its type."""
    detail = _body(_detail(one, "title"))
    return replace(detail, value=_words(dict.get(_dict(one), "title")) or detail.value)


def _link(one: Mapping[str, Any], guid: str) -> str:
    """The page of an entry; a guid that is no address is none, whatever it claims."""
    link = _words(dict.get(_dict(one), "feedburner_origlink"))
    link = link or _words(dict.get(_dict(one), "link"))
    if link == guid and not re.match(r"\w+://|/", guid):
        link = ""
    others = (
        _words(other.get("href"))
        for other in _list(one, "links")
        if other.get("rel") not in ("self", "edit", "enclosure", "replies")
        and other.get("href") != guid
    )
    apart = (_words(text.get("src")) for text in _list(one, "content"))
    return link or next(others, "") or next(apart, "")


def _bodies(one: Mapping[str, Any]) -> Iterator[Body]:
    for detail in (*_list(one, "content"), _detail(one, "summary"), _detail(one, "description")):
        body = _body(detail)
        if body.value.strip():
            yield body
    subtitle = _body(_detail(one, "subtitle"))
    if subtitle.value.strip():
        yield subtitle
    for name, value in _dict(one).items():
        if name.startswith(_CAPTION) and isinstance(value, str):
            words = bytes.fromhex(value).decode()
            yield Body(words, _DECLARED.get(name.rpartition("-")[2]), is_caption=True)


def _body(detail: Mapping[str, Any]) -> Body:
    kind = _words(detail.get("type"))
    is_html = None if kind in ("", UNDECLARED) else "html" in kind or "xml" in kind
    is_markdown = "markdown" in kind
    return Body(
        _words(detail.get("value")), is_html, _words(detail.get("base")), is_markdown=is_markdown
    )


def _dates(one: Mapping[str, Any]) -> Iterator[str]:
    """The dates as written: those that the library knows, then what is called one besides.

    The day that the library made of one follows it, for what only it can read.
    """
    fields = _dict(one)
    known = ("published", "updated", "created")
    for name in (*known, *(name for name in fields if _DATED.search(name))):
        value = dict.get(fields, name)
        if isinstance(value, str) and value.strip():
            yield value
            made = dict.get(fields, f"{name}_parsed")
            if isinstance(made, struct_time) and _is_as_written(made, value):
                yield f"{made.tm_year:04}-{made.tm_mon:02}-{made.tm_mday:02}"


def _is_as_written(made: struct_time, written: str) -> bool:
    """Whether a day is the one that was written: the library takes 30 February for 1 March."""
    digits = re.sub(r"\D", "", written.partition("T")[0])
    return digits.endswith((f"{made.tm_mon:02}{made.tm_mday:02}", f"{made.tm_yday:03}"))


def _authors(one: Mapping[str, Any]) -> tuple[str, ...]:
    """The authors as written; the library cuts up the address of one."""
    written = _words(dict.get(_dict(one), "author"))
    listed = _list(one, "authors")
    if written and len(listed) <= 1:
        return (written,)
    named = (_words(author.get("name")) or _words(author.get("email")) for author in listed)
    return tuple(name for name in named if name)


def _detail(one: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = dict.get(_dict(one), f"{name}_detail")
    return found if isinstance(found, Mapping) else {}


def _list(one: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    found = dict.get(_dict(one), name)
    return [item for item in found if isinstance(item, Mapping)] if isinstance(found, list) else []


def _dict(one: Mapping[str, Any]) -> dict[str, Any]:
    """The library's dictionary itself: its own look-ups give other keys for those not there."""
    return one if isinstance(one, dict) else {}


def _words(value: object) -> str:
    return value if isinstance(value, str) else ""
