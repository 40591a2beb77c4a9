"""Feeds to reports: RSS 0.9x–2.0, RDF, Atom and JSON Feed, from bytes and never from an address.

What is wrong in a feed is mended and told; what one entry lacks harms no other. Dates are as the
source writes them. Only what is no feed at all is refused, with the true reason.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import astuple, dataclass, replace
from functools import partial
from typing import NamedTuple, TypeVar

from vibe_tui.errors import VibeError
from vibe_tui.sync.dump.read import slug_of
from vibe_tui.sync.encodings import Decoded, decode_feed
from vibe_tui.sync.feed.entry import (
    MAX_ITEMS,
    UNTITLED,
    Body,
    Entry,
    FeedHead,
    incoming_of,
    page_of,
)
from vibe_tui.sync.feed.json import read_json
from vibe_tui.sync.feed.split import SplitFeed, Window
from vibe_tui.sync.feed.xml import read_xml
from vibe_tui.sync.guard import TooMuchError, apart
from vibe_tui.sync.http.request import Spool
from vibe_tui.sync.incoming import FORM, Draft, Incoming, Item
from vibe_tui.sync.papers import HF, arxiv_id, daily_papers, is_daily_papers, paper_stub
from vibe_tui.text import Text

_T = TypeVar("_T")

MAX_PARTS = 1_000
"""_Names, tags, files and pictures of one entry that are taken, of each."""
_LONGEST_ADDRESS = 8_000
"""Characters of an address; no browser opens longer ones."""
DAILY = "Hugging Face Daily Papers"
_LOOKED_AT = 50_000
_BLANK = "\ufeff\0 \t\r\n"
_BEFORE_ROOT = re.compile(
    r"(?>\s+|\ufeff|<!--.*?-->|<\?.*?\?>|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>)*+", re.DOTALL
)
_ROOT = re.compile(r"<(?:[\w.-]+:)?([A-Za-z][\w.-]*)")
_START = re.compile(r"<\?xml\s|<(?:rss|feed|rdf:RDF)[\s>]")
_LAID_OUT = re.compile(r"<(?:table|[uod]l|img|h[1-6]|blockquote|pre|figure)\b", re.IGNORECASE)
"""What no abstract has, but what somebody writes of a paper."""
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


_MOST = Text("只取前 {n} 条", "only its first {n} items were taken")
_CUT = Text(
    "{n} 条的附件、标签或作者太多，各取前 {m} 个；过长的地址没有取",
    "{n} items with too many files, tags or authors: the first {m} of each were taken, and no"
    " address that is too long",
)

_Span = tuple[int, int]
_Names = tuple[str, ...]


class _Taken(NamedTuple):
    """An entry without its texts, their place, and digests of them and of all of it."""

    entry: Entry
    place: _Span
    said: str
    digest: str


def read_feed(
    data: Spool, where: str, *, source: str = "", url: str = "", content_type: str = ""
) -> Feed:
    """The items of a feed that came from `url`; without a `source` they get one by its name.

    Raises `VibeError` naming `where` for what is no feed.
    """
    decoded = decode_feed(data, content_type)
    window = Window(decoded.parts())
    window.more(_LOOKED_AT)
    text = window.text.lstrip(_BLANK)
    if text[:1] == "[":
        return _daily(decoded, where, source or HF)
    entries = _Entries()
    before: tuple[Text, ...] = ()
    if text[:1] == "{":
        head = _loaded(partial(read_json, decoded.parts(), entries.take), where)
        if head is None:
            raise _no_items(where)
    elif text or any(part.strip(_BLANK) for part in decoded.parts()):
        begin = _begin_of(window.text)
        split = SplitFeed(decoded.parts(), begin)
        _check_root(split.start, where)
        head = read_xml(split, entries.take, url)
        if begin:
            before = (Text("跳过了 XML 前面的内容", "what stood before its XML was skipped"),)
    else:
        head = FeedHead(notes=(Text("是空的", "is empty"),))
    end = () if head.whole else (Text("没有结尾，可能没有传完", "breaks off: its end is missing"),)
    notes = (*decoded.notes, *before, *head.notes, *end, *entries.notes)
    if entries.are_papers:
        drafts: Iterable[Item | None] = entries.stubs(source, head)
    else:
        source = source or slug_of(head.title)
        source = source or slug_of(re.sub(r"^\w+://|\.\w+$", "", where)) or "feed"
        drafts = entries.drafts(source, url or head.link, head)
    kept = tuple(one for one in drafts if one)
    return Feed(head.title, kept, notes, head.link, decoded.encoding, head.whole)


class _Entries:
    """The entries of a feed, whose texts wait in a temporary file until they are needed."""

    def __init__(self) -> None:
        self._texts = Spool()
        self._taken: list[_Taken] = []
        self._count = self._cut = 0
        self._are_abstracts = True

    def take(self, entry: Entry) -> None:
        """Keep `entry`, unless there are too many."""
        self._count += 1
        if self._count > MAX_ITEMS:
            return
        entry, whole = _bounded(entry), entry
        self._cut += entry != whole
        bodies = json.dumps([astuple(body) for body in entry.bodies], ensure_ascii=False)
        start = self._texts.size
        self._texts.write(bodies.encode("utf-8", "surrogatepass"))
        place = (start, self._texts.size)
        said, digest = _digest(entry.bodies), _digest(entry)
        texts = {body.value.strip() for body in entry.bodies}
        is_abstract = len(texts) < 2 and not any(map(_LAID_OUT.search, texts))
        self._are_abstracts = self._are_abstracts and is_abstract
        self._taken.append(_Taken(replace(entry, bodies=()), place, said, digest))

    @property
    def notes(self) -> tuple[Text, ...]:
        """What is to be said of too many entries, and of too much in one."""
        notes = (_MOST.format(n=MAX_ITEMS),) if self._count > MAX_ITEMS else ()
        return (*notes, _CUT.format(n=self._cut, m=MAX_PARTS)) if self._cut else notes

    @property
    def are_papers(self) -> bool:
        """Whether all are papers of arXiv, with no more than an abstract each."""
        are_linked = all(arxiv_id(one.entry.link)[0] for one in self._taken)
        return bool(self._taken) and are_linked and self._are_abstracts

    def stubs(self, source: str, head: FeedHead) -> Iterator[Incoming]:
        """A stub for each paper."""
        for one in self._taken:
            made = paper_stub(self._whole(one.entry, one.place, head.authors), source)
            yield replace(made, whole=head.whole)

    def drafts(self, source: str, base: str, head: FeedHead) -> Iterator[Item | None]:
        """The report that each entry will become; nothing where it says nothing at all."""
        way = _digest((FORM, source, base, head.authors))[:8]
        # A draft holds what is needed of an entry.
        taken, self._taken = self._taken, []
        for one in taken:
            entry = one.entry
            url = page_of(entry, base)
            make = partial(self._made, entry, one.place, head, source, base)
            if entry.title or url or entry.guid or entry.when.day:
                yield Draft(
                    source=source,
                    make=make,
                    digest=f"{one.digest}:{way}",
                    said="" if entry.guid and url else one.said,
                    feed_title=entry.title,
                    date=entry.when.day,
                    published=entry.when.moment,
                    url=url,
                    guid=entry.guid,
                )
            else:
                report = make()
                yield report if report.body or report.title != UNTITLED else None

    def _made(self, entry: Entry, place: _Span, head: FeedHead, source: str, base: str) -> Incoming:
        if entry.fault:
            raise entry.fault
        whole = self._whole(entry, place, head.authors)
        weight = place[1] - place[0]
        try:
            report = apart(partial(incoming_of, whole, source, base), weight)
        except TooMuchError:
            as_words = partial(incoming_of, whole, source, base, as_words=True)
            report = apart(as_words, weight)
        return replace(report, whole=head.whole)

    def _whole(self, entry: Entry, place: _Span, authors: _Names) -> Entry:
        """An entry with its texts, by `authors` where it names none."""
        bodies = json.loads(self._texts.read(*place).decode("utf-8", "surrogatepass"))
        return replace(
            entry,
            bodies=tuple(Body(*body) for body in bodies),
            authors=entry.authors or authors,
        )


def _bounded(entry: Entry) -> Entry:
    """`entry` without more than anybody says of one: what each part costs is not to add up."""

    def short(addresses: _Names) -> _Names:
        return tuple(one for one in addresses if len(one) <= _LONGEST_ADDRESS)[:MAX_PARTS]

    guid = entry.guid
    return replace(
        entry,
        link=entry.link if len(entry.link) <= _LONGEST_ADDRESS else "",
        guid=guid if len(guid) <= _LONGEST_ADDRESS else _digest(guid),
        authors=entry.authors[:MAX_PARTS],
        tags=entry.tags[:MAX_PARTS],
        enclosures=short(entry.enclosures),
        pictures=short(entry.pictures),
    )


def _digest(value: object) -> str:
    data = repr(value).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def _daily(decoded: Decoded, where: str, source: str) -> Feed:
    answer = _loaded(partial(json.loads, decoded.text.lstrip(_BLANK)), where)
    if answer != [] and not is_daily_papers(answer):
        raise _no_items(where)
    return Feed(DAILY, daily_papers(answer, source), decoded.notes)


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
