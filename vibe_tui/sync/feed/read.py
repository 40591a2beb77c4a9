"""Feeds to reports: RSS 0.9x–2.0, RDF, Atom and JSON Feed, from bytes and never from an address.

What is wrong in a feed is mended and told; what one entry lacks harms no other. Dates are as the
source writes them. Only what is no feed at all is refused, with the true reason.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from vibe_tui.errors import VibeError
from vibe_tui.sync.dump.read import slug_of
from vibe_tui.sync.feed.entry import Body, line_of
from vibe_tui.sync.feed.json import is_json_feed, json_entries
from vibe_tui.sync.feed.mend import mended
from vibe_tui.sync.feed.pack import Packed, draft_of
from vibe_tui.sync.feed.text import decode_feed
from vibe_tui.sync.feed.xml import Listing, xml_listing
from vibe_tui.sync.incoming import Incoming, Item
from vibe_tui.sync.papers import HF, daily_papers, is_daily_papers, paper_stub
from vibe_tui.text import Text

MAX_ITEMS = 20_000
DAILY = "Hugging Face Daily Papers"
_LOOKED_AT = 50_000
_BLANK = "\ufeff\0 \t\r\n"
_BEFORE_ROOT = re.compile(
    r"(?>\s+|\ufeff|<!--.*?-->|<\?.*?\?>|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>)*+", re.DOTALL
)
_ROOT = re.compile(r"<(?:[\w.-]+:)?([A-Za-z][\w.-]*)")
_START = re.compile(rb"<\?xml\s|<(?:rss|feed|rdf:RDF)[\s>]")
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
    data: bytes, where: str, *, source: str = "", url: str = "", content_type: str = ""
) -> Feed:
    """The items of a feed that came from `url`; without a `source` they get one by its name.

    Raises `VibeError` naming `where` for what is no feed.
    """
    decoded = decode_feed(data, content_type)
    notes = [*decoded.notes]
    whole = True
    start = decoded.data[:_LOOKED_AT].decode("utf-8", "ignore").lstrip(_BLANK)
    if not start and not decoded.text.strip(_BLANK):
        notes.append(Text("是空的", "is empty"))
        listing = Listing()
    elif start[:1] in ("{", "["):
        answer = _load(decoded.text.lstrip(_BLANK), where)
        if is_daily_papers(answer):
            return Feed(DAILY, daily_papers(answer, source or HF), tuple(notes))
        listing = _json(answer, where)
    else:
        begin = _begin_of(decoded.data, start)
        if begin:
            before = Text("跳过了 XML 前面的内容", "what stood before its XML was skipped")
            notes.append(before)
        fixed = mended(decoded.data[begin:])
        notes += fixed.notes
        _check_root(str(fixed.data[:_LOOKED_AT], "utf-8", "ignore"), where)
        whole = _END.search(fixed.data[-_LOOKED_AT:]) is not None
        if not whole:
            notes.append(Text("没有结尾，可能没有传完", "breaks off: its end is missing"))
        listing = xml_listing(fixed.data, url=url)
    packed: list[Packed] = []
    for entry in listing.entries:
        if len(packed) == MAX_ITEMS:
            only = Text(f"只取前 {MAX_ITEMS} 条", f"only its first {MAX_ITEMS} items were taken")
            notes.append(only)
            break
        packed.append(Packed(entry))
    if packed and all(one.is_paper for one in packed):
        drafts: Iterable[Item] = (paper_stub(one.entry(), source) for one in packed)
    else:
        source = source or slug_of(listing.title)
        source = source or slug_of(re.sub(r"^\w+://|\.\w+$", "", where)) or "feed"
        drafts = filter(None, (draft_of(one, source, url or listing.link) for one in packed))
    return Feed(listing.title, tuple(drafts), tuple(notes), listing.link, decoded.encoding, whole)


def _begin_of(data: bytes, start: str) -> int:
    """Where the feed begins, behind what a server says of itself: a warning, for example."""
    if _root_of(start) in _FEEDS | _PAGES:
        return 0
    found = _START.search(data, 0, _LOOKED_AT)
    return found.start() if found else 0


def _root_of(text: str) -> str:
    before = _BEFORE_ROOT.match(text)
    root = _ROOT.search(text, before.end() if before else 0)
    return root[1].casefold() if root else ""


def _load(text: str, where: str) -> object:
    try:
        found: object = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _no_feed(where, f"JSON 有误：{error}", f"broken JSON: {error}") from error
    return found


def _json(data: object, where: str) -> Listing:
    if data == []:
        return Listing()
    if not is_json_feed(data) or not isinstance(data, Mapping):
        raise _no_feed(where, "JSON 里没有条目", "its JSON holds no items")
    title = data.get("title")
    link = data.get("home_page_url")
    name = line_of(Body(title, is_html=False)) if isinstance(title, str) else ""
    return Listing(name, link if isinstance(link, str) else "", json_entries(data))


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
