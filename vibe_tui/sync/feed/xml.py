"""Entries of feeds in XML, as feedparser reads them, a batch of them at a time."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from time import struct_time
from typing import Any

from vibe_tui.clean import clean_line
from vibe_tui.sync.feed.cut import BATCH, cut
from vibe_tui.sync.feed.entry import Body, Entry, Listing, kind_of, line_of
from vibe_tui.sync.http.request import Spool

_DATED = re.compile(
    r"^(?!.*(?:expir|valid|until|_parsed$))"
    r".*(?:date|publish(?!er)|issued|creat(?!or)|modif|posted|timestamp|available|^time$)"
)
"""Names of elements that tell when something was published."""


def xml_listing(xml: Spool, batch: int = BATCH, *, base: str = "") -> Listing:
    """The entries of XML that was mended, about `batch` bytes of them parsed at a time.

    Addresses are seen from `base`, where that is given: the library puts it before guids that look
    like paths.
    """
    parts = cut(xml, batch)
    first = _parse(next(parts), base)
    feed = first.get("feed", {})
    shared = _authors(feed)

    def entries() -> Iterator[Entry]:
        parsed = first
        while True:
            for one in parsed.get("entries", []):
                yield _entry(one, shared)
            part = next(parts, None)
            if part is None:
                return
            parsed = _parse(part, base)

    return Listing(line_of(_title(feed)), _words(feed.get("link")), entries())


def _parse(xml: bytes, base: str) -> Mapping[str, Any]:
    """The library's reading of XML that was mended; imported with the first feed."""
    import feedparser

    headers = {"content-type": "application/xml; charset=utf-8"}

    found: Mapping[str, Any] = feedparser.parse(
        io.BytesIO(b'<?xml version="1.0" encoding="utf-8"?>\n' + xml),
        response_headers=headers | ({"content-location": base} if base else {}),
        sanitize_html=False,
        resolve_relative_uris=False,
    )
    return found


def _entry(one: Mapping[str, Any], shared: tuple[str, ...]) -> Entry:
    tags = [clean_line(_words(tag.get("term"))).strip() for tag in _list(one, "tags")]
    guid = _words(dict.get(_dict(one), "id"))
    attached = list(_attached(one))
    pictures = tuple(address for kind, address in attached if kind == "image")
    return Entry(
        title=_title(one),
        link=_link(one, guid),
        guid=guid,
        authors=_authors(one) or shared,
        dates=tuple(_dates(one)),
        bodies=tuple(_bodies(one)),
        tags=tuple(dict.fromkeys(filter(None, tags))),
        enclosures=tuple(address for kind, address in attached if kind in ("audio", "video", "")),
        pictures=pictures or tuple(_thumbnails(one)),
    )


def _attached(one: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What comes with an entry: of what kind (`image`, `audio`, `video`, another), and where."""
    for made in _list(one, "links"):
        if made.get("rel") == "enclosure" and (address := _words(made.get("href"))):
            kind = kind_of(_words(made.get("type")), address)
            yield kind if kind in ("image", "audio", "video") else "", address
    for made in _list(one, "media_content"):
        if address := _words(made.get("url")):
            yield _words(made.get("medium")) or kind_of(_words(made.get("type")), address), address


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
    described = dict.get(_dict(one), "media_description")
    if isinstance(described, str):
        yield Body(described, is_html=False)


def _body(detail: Mapping[str, Any]) -> Body:
    kind = _words(detail.get("type"))
    return Body(
        _words(detail.get("value")), "html" in kind or "xml" in kind, _words(detail.get("base"))
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
            if isinstance(made, struct_time):
                yield f"{made.tm_year:04}-{made.tm_mon:02}-{made.tm_mday:02}"


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
