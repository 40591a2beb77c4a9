"""Feeds to reports: RSS 0.9x–2.0, RDF, Atom and JSON Feed, from bytes and never from an address.

What is wrong in a feed is mended and told; what one entry lacks harms no other. Dates are as the
source writes them. Only what is no feed at all is refused, with the true reason.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import TypeVar

from vibe_tui.errors import VibeError
from vibe_tui.sync.dump.read import slug_of
from vibe_tui.sync.feed.entry import Listing
from vibe_tui.sync.feed.json import json_listing
from vibe_tui.sync.feed.mend import mended
from vibe_tui.sync.feed.pack import Pack, Place, draft_of
from vibe_tui.sync.feed.scan import Window
from vibe_tui.sync.feed.text import Decoded, decode_feed
from vibe_tui.sync.feed.xml import xml_listing
from vibe_tui.sync.http.request import Spool
from vibe_tui.sync.incoming import Incoming, Item
from vibe_tui.sync.papers import HF, arxiv_id, daily_papers, is_daily_papers, paper_stub
from vibe_tui.text import Text

_T = TypeVar("_T")

MAX_ITEMS = 20_000
DAILY = "Hugging Face Daily Papers"
_LOOKED_AT = 50_000
_BLANK = "\ufeff\0 \t\r\n"
_BEFORE_ROOT = re.compile(
    r"(?>\s+|\ufeff|<!--.*?-->|<\?.*?\?>|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>)*+", re.DOTALL
)
_ROOT = re.compile(r"<(?:[\w.-]+:)?([A-Za-z][\w.-]*)")
_START = re.compile(r"<\?xml\s|<(?:rss|feed|rdf:RDF)[\s>]")
_END = re.compile(
    rb"</(?:[\w.-]+:)?(?:rss|feed|rdf|channel)\s*>|<(?:rss|feed)\b[^<>]*/>", re.IGNORECASE
)
_FEEDS = frozenset(("rss", "feed", "rdf", "channel"))
_PAGES = frozenset(("html", "head", "body", "title", "meta", "div", "p"))


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed: its name, its page and its items in the feed's order.

    `notes` say what was odd about it and was mended; `encoding` is what its bytes were read in. One
    that is not `whole` breaks off: more of it may come.
    """

    title: str
    drafts: tuple[Item, ...]
    notes: tuple[Text, ...] = ()
    link: str = ""
    encoding: str = "utf-8"
    whole: bool = True

    @property
    def items(self) -> tuple[Incoming, ...]:
        """All reports at once, made anew at each call."""
        return tuple(draft.make() for draft in self.drafts)


def read_feed(
    data: Spool, where: str, *, source: str = "", url: str = "", content_type: str = ""
) -> Feed:
    """The items of a feed that came from `url`; without a `source` they get one by its name.

    Raises `VibeError` naming `where` for what is no feed.
    """
    decoded = decode_feed(data, content_type)
    window = Window(decoded.parts())
    window.more(_LOOKED_AT)
    start = window.text.lstrip(_BLANK)[:1]
    if start == "[":
        return _daily(decoded, where, source or HF)
    if start == "{":
        listing = _json(decoded, where)
    elif any(part.strip(_BLANK) for part in decoded.parts()):
        listing = _xml(decoded, _begin_of(window.text), where, url)
    else:
        listing = Listing(notes=(Text("是空的", "is empty"),))
    notes = [*decoded.notes, *listing.notes]
    pack = Pack()
    places: list[Place] = []
    papers = 0
    entries = iter(listing.entries)
    for entry in islice(entries, MAX_ITEMS):
        places.append(pack.add(entry))
        papers += bool(arxiv_id(entry.link)[0])
    if next(entries, None) is not None:
        notes.append(Text(f"只取前 {MAX_ITEMS} 条", f"only its first {MAX_ITEMS} items were taken"))
    drafts: Iterable[Item | None]
    if papers and papers == len(places):
        drafts = (paper_stub(pack.entry(place), source) for place in places)
    else:
        source = source or slug_of(listing.title)
        source = source or slug_of(re.sub(r"^\w+://|\.\w+$", "", where)) or "feed"
        drafts = (draft_of(pack, place, source, url or listing.link) for place in places)
    kept = tuple(one for one in drafts if one)
    return Feed(listing.title, kept, tuple(notes), listing.link, decoded.encoding, listing.whole)


def _daily(decoded: Decoded, where: str, source: str) -> Feed:
    answer = _loaded(partial(json.loads, decoded.text.lstrip(_BLANK)), where)
    if answer != [] and not is_daily_papers(answer):
        raise _no_items(where)
    return Feed(DAILY, daily_papers(answer, source), decoded.notes)


def _json(decoded: Decoded, where: str) -> Listing:
    found = _loaded(partial(json_listing, decoded.parts), where)
    if found is None:
        raise _no_items(where)
    return found


def _xml(decoded: Decoded, begin: int, where: str, url: str) -> Listing:
    fixed = mended(decoded.parts, begin)
    _check_root(fixed.xml.read(0, _LOOKED_AT).decode("utf-8", "ignore"), where)
    # The parser would carry a base on to the next entry, unless it is told another one.
    listing = xml_listing(fixed.xml, base=url if fixed.has_bases else "")
    whole = _END.search(fixed.xml.read(max(fixed.xml.size - _LOOKED_AT, 0))) is not None
    before = Text("跳过了 XML 前面的内容", "what stood before its XML was skipped")
    broken = Text("没有结尾，可能没有传完", "breaks off: its end is missing")
    notes = (*((before,) if begin else ()), *fixed.notes, *(() if whole else (broken,)))
    return replace(listing, notes=notes, whole=whole)


def _begin_of(text: str) -> int:
    """Where the feed begins, behind what a server says of itself: a warning, for example."""
    if _root_of(text.lstrip(_BLANK)) in _FEEDS | _PAGES:
        return 0
    found = _START.search(text)
    return found.start() if found else 0


def _root_of(text: str) -> str:
    before = _BEFORE_ROOT.match(text)
    root = _ROOT.search(text, before.end() if before else 0)
    return root[1].casefold() if root else ""


def _loaded(load: Callable[[], _T], where: str) -> _T:
    """What `load` makes of JSON. Raises `VibeError` where that is broken."""
    try:
        return load()
    except (ValueError, RecursionError) as error:
        raise _no_feed(where, f"JSON 有误：{error}", f"broken JSON: {error}") from error


def _no_items(where: str) -> VibeError:
    return _no_feed(where, "JSON 里没有条目", "its JSON holds no items")


def _check_root(text: str, where: str) -> None:
    """Raise `VibeError` where the first element is not that of a feed."""
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


def _no_feed(where: str, zh: str, en: str) -> VibeError:
    return VibeError(
        Text(f"{where}：不是订阅源（{zh}）", f"{where}: no feed ({en})"),
        Text("请检查地址或文件", "check the address or the file"),
    )
