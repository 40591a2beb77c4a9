"""Cuts a long feed into short ones, so that no more of it is held parsed than a batch of entries.

Each short feed is all that stands around the entries, with some of them in it: whoever reads it
sees what it would see in the whole. Where the entries cannot be told for certain (text that is no
well-formed XML, entries inside entries or in several places) the whole feed is the only piece.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from xml.parsers import expat

BATCH = 256 * 1024
"""Bytes of entries in one piece, about."""

_FED = 256 * 1024
_MOST_AROUND = 1024 * 1024
"""Bytes around the entries that are repeated in each piece at most."""

_ENTRIES = frozenset(("item", "entry", "product"))
_PARENTS = frozenset(("rss", "channel", "feed", "rdf"))
# Where these stand around entries, the parser of feeds takes them for the text of the first one.
_TEXTS = frozenset(("body", "content", "encoded", "fullitem", "prodlink"))
_CLOSING = re.compile(rb"</(?:[^\s<>:]+:)?(?:item|entry|product)\s*>", re.IGNORECASE)
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


def cut(xml: memoryview, batch: int = BATCH) -> Iterator[bytes]:
    """The pieces of a feed in the order of its entries, with about `batch` bytes of them each."""
    spans = _entries(xml) if len(xml) > batch else ()
    inside = sum(end - start for start, end in spans)
    around = len(xml) - inside
    if len(spans) < 2 or around > _MOST_AROUND:
        yield bytes(xml)
        return
    ends = [end for _, end in spans]
    starts = [*(start for start, _ in spans[1:]), len(xml)]
    head = bytes(xml[: spans[0][0]])
    tail = b"".join(bytes(xml[end:start]) for end, start in zip(ends, starts, strict=True))
    # What is around the entries is parsed with each batch, and should not outweigh it.
    batch = max(batch, around)
    parts: list[bytes] = []
    size = 0
    for start, end in spans:
        parts.append(bytes(xml[start:end]))
        size += end - start
        if size >= batch:
            yield b"".join((head, *parts, tail))
            parts, size = [], 0
    if parts:
        yield b"".join((head, *parts, tail))


class _UnsafeError(Exception):
    """The entries cannot be told for certain."""


@dataclass
class _Walk:
    """Where the entries are, as a parser comes by them."""

    parser: expat.XMLParserType
    spans: list[tuple[int, int]] = field(default_factory=list)
    open_: list[str] = field(default_factory=list)
    entry_at: int = -1
    parent_depth: int = -1
    is_over: bool = False

    def start(self, name: str, attributes: dict[str, str]) -> None:
        space, _, local = name.lower().rpartition(" ")
        self.open_.append(local)
        if local not in _ENTRIES:
            if self.entry_at < 0 and local in _TEXTS:
                raise _UnsafeError
            return
        depth = len(self.open_)
        if self.entry_at >= 0 or self.is_over or space not in _SPACES:
            raise _UnsafeError
        if self.parent_depth < 0:
            if not all(one in _PARENTS for one in self.open_[:-1]) or depth < 2:
                raise _UnsafeError
            self.parent_depth = depth
        if depth != self.parent_depth:
            raise _UnsafeError
        self.entry_at = self.parser.CurrentByteIndex

    def end(self, name: str) -> None:
        depth = len(self.open_)
        self.open_.pop()
        if depth == self.parent_depth and self.entry_at >= 0:
            self.spans.append((self.entry_at, self.parser.CurrentByteIndex))
            self.entry_at = -1
        elif depth < self.parent_depth:
            self.is_over = True


def _entries(xml: memoryview) -> Sequence[tuple[int, int]]:
    """Where each entry begins and ends; nothing where that cannot be told."""
    parser = expat.ParserCreate("utf-8", " ")
    walk = _Walk(parser)
    parser.StartElementHandler = walk.start
    parser.EndElementHandler = walk.end
    try:
        for at in range(0, len(xml), _FED):
            parser.Parse(xml[at : at + _FED], False)
        parser.Parse(b"", True)
        return [(start, _closed(xml, end)) for start, end in walk.spans]
    except (expat.ExpatError, _UnsafeError):
        return ()


def _closed(xml: memoryview, at: int) -> int:
    """Where an entry ends whose closing tag begins `at`; one without such a tag is unsafe."""
    tag = _CLOSING.match(xml[at : at + 300])
    if tag is None:
        raise _UnsafeError
    return at + tag.end()
