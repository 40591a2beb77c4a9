"""Feeds to reports: RSS 0.9x–2.0, RDF, Atom and JSON Feed, from bytes and never from an address.

What is wrong in a feed is mended and told; what one entry lacks harms no other. Dates are as the
source writes them. Only what is no feed at all is refused, with the true reason.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from vibe_tui.clean import clean_line
from vibe_tui.errors import VibeError
from vibe_tui.sync.dump import slug_of
from vibe_tui.sync.feed_entry import Body, Entry, incoming_of, line_of
from vibe_tui.sync.feed_json import is_json_feed, json_entries
from vibe_tui.sync.feed_text import decode_feed, mended
from vibe_tui.sync.incoming import Incoming
from vibe_tui.sync.papers import HF, are_papers, daily_papers, is_daily_papers, paper_stub
from vibe_tui.text import Text

MAX_ITEMS = 20_000
DAILY = "Hugging Face Daily Papers"
_Read = tuple[str, str, list[Entry]]
_NOTHING: _Read = ("", "", [])
_ROOT = re.compile(r"<(?:[\w.-]+:)?([A-Za-z][\w.-]*)")
_FEEDS = frozenset(("rss", "feed", "rdf", "channel"))
_PAGES = frozenset(("html", "head", "body", "title", "meta", "div", "p"))


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed: its name, its page and its items in the feed's order.

    `notes` say what was odd about it and was mended; `encoding` is what its bytes were read in.
    """

    title: str
    items: tuple[Incoming, ...]
    notes: tuple[Text, ...] = ()
    link: str = ""
    encoding: str = "utf-8"


def read_feed(
    data: bytes, where: str, *, source: str = "", url: str = "", content_type: str = ""
) -> Feed:
    """The items of a feed that came from `url`; without a `source` they get one by its name.

    Raises `VibeError` naming `where` for what is no feed.
    """
    decoded = decode_feed(data, content_type)
    notes = [*decoded.notes]
    text = decoded.text.lstrip("\ufeff\0 \t\r\n")
    if not text.strip():
        notes.append(Text("是空的", "is empty"))
        title, link, entries = _NOTHING
    elif text[0] in "{[":
        answer = _load(text, where)
        if is_daily_papers(answer):
            return Feed(DAILY, daily_papers(answer, source or HF), tuple(notes))
        title, link, entries = _json(answer, where)
    else:
        fixed = mended(text)
        notes += fixed.notes
        title, link, entries = _xml(fixed.text, where)
    if are_papers(entries):
        stubs = tuple(paper_stub(entry, source) for entry in entries[:MAX_ITEMS])
        return Feed(title, stubs, tuple(notes), link, decoded.encoding)
    source = source or slug_of(title) or slug_of(re.sub(r"^\w+://|\.\w+$", "", where)) or "feed"
    items = []
    for entry in entries[:MAX_ITEMS]:
        item = incoming_of(entry, source, url or link)
        if item:
            items.append(item)
    if len(entries) > MAX_ITEMS:
        notes.append(Text(f"只取前 {MAX_ITEMS} 条", f"only its first {MAX_ITEMS} items were taken"))
    return Feed(title, tuple(items), tuple(notes), link, decoded.encoding)


def looks_like_feed(start: str) -> bool:
    """Whether a text that begins so is a feed in XML."""
    return _root_of(start) in _FEEDS


def _root_of(text: str) -> str:
    bare = re.sub(
        r"<!--.*?-->|<\?.*?\?>|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>", "", text[:50_000], flags=re.S
    )
    root = _ROOT.search(bare)
    return root[1].casefold() if root else ""


def _load(text: str, where: str) -> object:
    try:
        found: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _no_feed(where, f"JSON 有误：{error}", f"broken JSON: {error}") from error
    return found


def _json(data: object, where: str) -> _Read:
    if data == []:
        return _NOTHING
    if not is_json_feed(data) or not isinstance(data, Mapping):
        raise _no_feed(where, "JSON 里没有条目", "its JSON holds no items")
    title = data.get("title")
    link = data.get("home_page_url")
    name = line_of(Body(title, is_html=False)) if isinstance(title, str) else ""
    return name, link if isinstance(link, str) else "", json_entries(data)


def _xml(text: str, where: str) -> _Read:
    root = _root_of(text)
    if root in _PAGES:
        raise _no_feed(where, "这是网页", "it is a web page")
    if root not in _FEEDS:
        known = {
            "opml": ("这是 OPML 清单", "it is an OPML list"),
            "urlset": ("这是网站地图", "it is a site map"),
        }
        zh, en = known.get(root, ("没有 RSS、Atom 或 RDF", "it holds no RSS, Atom or RDF"))
        raise _no_feed(where, zh, en)
    parsed = _parse(text)
    feed = parsed.get("feed", {})
    name = line_of(_title(feed))
    link = _words(feed.get("link"))
    shared = _authors(feed)
    entries = [_entry(one, shared) for one in parsed.get("entries", [])]
    return name, link, entries


def _parse(text: str) -> Mapping[str, Any]:
    """The library's reading of XML that was mended; imported with the first feed.

    It is not told the feed's address, which it would put before guids that look like paths.
    """
    import feedparser

    data = f'<?xml version="1.0" encoding="utf-8"?>\n{text}'.encode("utf-8", "replace")
    found: Mapping[str, Any] = feedparser.parse(
        io.BytesIO(data),
        response_headers={"content-type": "application/xml; charset=utf-8"},
        sanitize_html=False,
        resolve_relative_uris=False,
    )
    return found


def _entry(one: Mapping[str, Any], shared: tuple[str, ...]) -> Entry:
    tags = [clean_line(_words(tag.get("term"))).strip() for tag in _list(one, "tags")]
    guid = _words(dict.get(_dict(one), "id"))
    return Entry(
        title=_title(one),
        link=_link(one, guid),
        guid=guid,
        authors=_authors(one) or shared,
        dates=tuple(_dates(one)),
        bodies=tuple(_bodies(one)),
        tags=tuple(dict.fromkeys(filter(None, tags))),
        enclosures=tuple(
            address
            for made in _list(one, "links")
            if made.get("rel") == "enclosure"
            and (address := _words(made.get("href")))
            and not _words(made.get("type")).startswith("image/")
        ),
    )


def _title(one: Mapping[str, Any]) -> Body:
    """The title that the library chose among those of several formats, with its type."""
    detail = _body(_detail(one, "title"))
    return replace(detail, value=_words(dict.get(_dict(one), "title")) or detail.value)


def _link(one: Mapping[str, Any], guid: str) -> str:
    """The page of an entry; a guid that is no address is none, whatever it claims."""
    link = _words(dict.get(_dict(one), "link"))
    if link == guid and not re.match(r"\w+://|/", guid):
        link = ""
    others = (
        _words(other.get("href"))
        for other in _list(one, "links")
        if other.get("rel") not in ("self", "edit", "enclosure", "replies")
        and other.get("href") != guid
    )
    return link or next(others, "")


def _bodies(one: Mapping[str, Any]) -> Iterator[Body]:
    for detail in (*_list(one, "content"), _detail(one, "summary"), _detail(one, "description")):
        body = _body(detail)
        if body.value.strip():
            yield body
    described = dict.get(_dict(one), "media_description")
    if isinstance(described, str):
        yield Body(described)


def _body(detail: Mapping[str, Any]) -> Body:
    kind = _words(detail.get("type"))
    return Body(
        _words(detail.get("value")), "html" in kind or "xml" in kind, _words(detail.get("base"))
    )


def _dates(one: Mapping[str, Any]) -> Iterator[str]:
    for name in ("published", "updated", "created"):
        value = dict.get(_dict(one), name)
        if isinstance(value, str) and value.strip():
            yield value


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


def _no_feed(where: str, zh: str, en: str) -> VibeError:
    return VibeError(
        Text(f"{where}：不是订阅源（{zh}）", f"{where}: no feed ({en})"),
        Text("请检查地址或文件", "check the address or the file"),
    )
