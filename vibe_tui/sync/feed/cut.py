"""Cuts a long feed into short ones, so that no more of it is held parsed than a batch of entries.

Each short feed is all that stands around the entries, with some of them in it: whoever reads it
sees what it would see in the whole. In text that is no well-formed XML the tags alone tell where
entries are, and each has a piece of its own: one that is broken spoils no other. Where the entries
cannot be told (entries inside entries or in several places) the whole feed is the only piece.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from xml.parsers import expat

from vibe_tui.sync.feed.scan import Kind, Window, last_ends, pieces
from vibe_tui.sync.feed.text import decoded_parts
from vibe_tui.sync.http.request import Spool

BATCH = 256 * 1024
"""Bytes of entries in one piece, about."""

_MOST_AROUND = 1024 * 1024
"""Bytes around the entries that are repeated in each piece at most."""

_ENTRIES = frozenset(("item", "entry", "product"))
_PARENTS = frozenset(("rss", "channel", "feed", "rdf"))
_TAG = re.compile(r"<(?P<end>/?)(?P<name>(?:[\w.-]+:)?(?:item|entry|product))(?![\w.:-])", re.I)
_CLOSING = re.compile(rb"</(?:[^\s<>:]+:)?(?:item|entry|product)\s*>", re.IGNORECASE)
# Where these stand around entries, the parser of feeds takes them for the text of the first one.
_TEXT = re.compile(rb"<(?:[^\s<>:]+:)?(?:body|content|encoded|fullitem|prodlink)\b", re.IGNORECASE)
# Where the parser of feeds knows entries by these names.
_SPACES = frozenset(
    (
        "",
        "http://backend.userland.com/rss",
        "http://blogs.law.harvard.edu/tech/rss",
        "http://purl.org/rss/1.0/",
        "http://my.netscape.com/rdf/simple/0.9/",
        "http://example.com/newformat#",
        "http://example.com/necho",
        "http://purl.org/echo/",
        "uri/of/echo/namespace#",
        "http://purl.org/pie/",
        "http://purl.org/atom/ns#",
        "http://www.w3.org/2005/atom",
        "http://purl.org/rss/1.0/modules/rss091#",
    )
)

Span = tuple[int, int]
"""Where an entry begins and ends, in bytes."""


def cut(xml: Spool, batch: int = BATCH) -> Iterator[bytes]:
    """The pieces of a feed in the order of its entries, with about `batch` bytes of them each."""
    is_broken = False
    try:
        spans = _parsed(xml) if xml.size > batch else ()
    except expat.ExpatError:
        is_broken = True
        spans = _tagged(xml)
    around = xml.size - sum(end - start for start, end in spans)
    if len(spans) < 2 or around > _MOST_AROUND:
        yield xml.read()
        return
    ends = [end for _, end in spans]
    starts = [*(start for start, _ in spans[1:]), xml.size]
    head = xml.read(0, spans[0][0])
    tail = b"".join(map(xml.read, ends, starts))
    if _TEXT.search(head) or _TEXT.search(tail):
        yield xml.read()
        return
    if is_broken:
        # By itself, a broken entry spoils no other.
        batch = 0
        tail = _ending(head, tail)
    # What is around the entries is parsed with each batch, and should not outweigh it.
    batch = max(batch, around)
    parts: list[bytes] = []
    size = 0
    for start, end in spans:
        parts.append(xml.read(start, end))
        size += end - start
        if size >= batch:
            yield b"".join((head, *parts, tail))
            parts, size = [], 0
    if parts:
        yield b"".join((head, *parts, tail))


def _ending(head: bytes, tail: bytes) -> bytes:
    """`tail`, or what ends the elements that `head` begins where that does not do so."""
    open_: list[str] = []
    parser = expat.ParserCreate("utf-8")
    parser.StartElementHandler = lambda name, attributes: open_.append(name)
    parser.EndElementHandler = lambda name: open_.pop()
    ending = tail
    try:
        parser.Parse(head, False)
        ending = "".join(f"</{name}>" for name in reversed(open_)).encode()
        parser.Parse(tail, True)
    except expat.ExpatError:
        return ending
    return tail


@dataclass
class _Walk:
    """Where the entries are, as a parser comes by them; not `is_sure` where that is not certain."""

    parser: expat.XMLParserType
    spans: list[Span] = field(default_factory=list)
    open_: list[str] = field(default_factory=list)
    entry_at: int = -1
    parent_depth: int = -1
    is_over: bool = False
    is_sure: bool = True

    def start(self, name: str, attributes: dict[str, str]) -> None:
        space, _, local = name.lower().rpartition(" ")
        self.open_.append(local)
        if local not in _ENTRIES:
            return
        depth = len(self.open_)
        if self.parent_depth < 0:
            self.is_sure = depth > 1 and all(one in _PARENTS for one in self.open_[:-1])
            self.parent_depth = depth
        if self.entry_at >= 0 or self.is_over or space not in _SPACES or depth != self.parent_depth:
            self.is_sure = False
        self.entry_at = self.parser.CurrentByteIndex

    def end(self, name: str) -> None:
        depth = len(self.open_)
        self.open_.pop()
        if depth == self.parent_depth and self.entry_at >= 0:
            self.spans.append((self.entry_at, self.parser.CurrentByteIndex))
            self.entry_at = -1
        elif depth < self.parent_depth:
            self.is_over = True


def _parsed(xml: Spool) -> Sequence[Span]:
    """The entries of well-formed XML; none where that is not certain. Raises `ExpatError`."""
    parser = expat.ParserCreate("utf-8", " ")
    walk = _Walk(parser)
    parser.StartElementHandler = walk.start
    parser.EndElementHandler = walk.end
    for part in xml.parts():
        parser.Parse(part, False)
    parser.Parse(b"", True)
    spans = [(start, _closed(xml, at)) for start, at in walk.spans] if walk.is_sure else []
    return spans if all(end > start for start, end in spans) else []


def _closed(xml: Spool, at: int) -> int:
    """Where an entry ends whose closing tag begins `at`; -1 where there is no such tag."""
    tag = _CLOSING.match(xml.read(at, at + 300))
    return at + tag.end() if tag else -1


def _tagged(xml: Spool) -> Sequence[Span]:
    """What begins with the tag of the first entry and ends with its end, or with the next one."""
    text = partial(decoded_parts, xml, "utf-8")
    spans: list[Span] = []
    wanted = ""
    begin = -1
    at = 0
    for kind, piece in pieces(Window(text()), last_ends(text())):
        for tag in _TAG.finditer(piece) if kind is Kind.MARKUP else ():
            here = at + len(piece[: tag.start()].encode())
            if not tag["end"]:
                wanted = wanted or tag["name"]
                if tag["name"] == wanted:
                    spans += [(begin, here)] if begin >= 0 else []
                    begin = here
            elif begin >= 0 and tag["name"] == wanted:
                end = _closed(xml, here)
                if end > 0:
                    spans.append((begin, end))
                    begin = -1
        at += len(piece.encode())
    return [*spans, (begin, xml.size)] if begin >= 0 else spans
