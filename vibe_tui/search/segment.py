"""A segment: a fixed lot of reports, written once and never changed.

It is a folder with Whoosh's term file (`codec`), `records` (the folded text of its reports, end
to end, that queries are judged by), `lines` (their packed lines, for snippets) and `reports.json`
(ids, stamps, where each report and each of its parts begins, and what the parts are). Everything
large is mapped, never read whole.
"""

from __future__ import annotations

import json
from array import array
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice, pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from vibe_tui.search.bits import set_of
from vibe_tui.search.record import StoredReport
from vibe_tui.search.schema import FIELDS

if TYPE_CHECKING:
    import mmap

    from whoosh.codec.whoosh3 import W3Segment
    from whoosh.fields import Schema
    from whoosh.reading import SegmentReader

_NAME = "vibe"
_SEGMENT_ID = "0000000000000000"
RECORDS, LINES, TABLE = "records", "lines", "reports.json"
PRINTED = 0x40
"""Makes a letter of a part's code."""

_PLAIN = {code | PRINTED: code for code in range(32)}


def whoosh_segment(count: int) -> W3Segment:
    """A segment of `count` reports as Whoosh knows it."""
    from whoosh.codec.whoosh3 import W3Segment

    from vibe_tui.search.codec import SetCodec

    return W3Segment(SetCodec(), _NAME, doccount=count, segid=_SEGMENT_ID)


@lru_cache(maxsize=1)
def whoosh_schema() -> Schema:
    """The fields as Whoosh knows them."""
    from whoosh.fields import ID, Schema

    return Schema(**{field: ID() for field in FIELDS})


@dataclass(frozen=True, slots=True)
class Segment:
    """An open segment. Documents are numbered from 0 in the order they were written."""

    folder: Path
    ids: tuple[str, ...]
    stamps: tuple[str, ...]
    reader: SegmentReader
    records: mmap.mmap
    lines: mmap.mmap
    record_ends: array[int]
    line_ends: array[int]
    part_ends: array[int]
    part_starts: array[int]
    part_codes: str
    _having: dict[str, int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.ids)

    def documents(self, field: str, term: str) -> int:
        """The set of documents whose `field` holds `term`, one bit each."""
        bits: int = self.reader._terms.documents(field, term.encode("utf-8", "replace"))
        return bits

    def words_from(self, start: str, most: int) -> list[str]:
        """At most `most` words of the texts that begin with `start`."""
        found: Iterator[bytes] = self.reader.expand_prefix("text", start)
        return [word.decode("utf-8") for word in islice(found, most)]

    def followers(self, char: str) -> Sequence[int]:
        """The codes of characters that stand right after `char`, which is no Latin letter."""
        found: Sequence[int] = self.reader._terms.seconds("text", char)
        return found

    def having(self, code: str) -> int:
        """The set of documents that have a part with `code`."""
        if not self._having:
            holders: dict[str, list[int]] = defaultdict(list)
            for document, (first, last) in enumerate(pairwise(self.part_ends)):
                for found in set(self.part_codes[first:last]):
                    holders[found].append(document)
            self._having.update({found: set_of(those) for found, those in holders.items()})
        return self._having.get(code, 0)

    def parts(self, document: int, codes: Iterable[str]) -> Iterator[tuple[int, int]]:
        """Where in the records the parts of `document` with one of `codes` stand."""
        first, last = self.part_ends[document], self.part_ends[document + 1]
        for code in codes:
            at = self.part_codes.find(code, first, last)
            while at >= 0:
                yield self.part_starts[at], self.part_starts[at + 1]
                at = self.part_codes.find(code, at + 1, last)

    def part_at(self, offset: int) -> tuple[str, int]:
        """The code of the part that stands at `offset` in the records, and where it ends."""
        following = bisect_right(self.part_starts, offset)
        return self.part_codes[following - 1], self.part_starts[following]

    def record(self, document: int) -> bytes:
        """The folded text of one report."""
        return self.records[self.record_ends[document] : self.record_ends[document + 1]]

    def packed(self, document: int) -> bytes:
        """The packed lines of one report."""
        return self.lines[self.line_ends[document] : self.line_ends[document + 1]]

    def stored(self, document: int) -> StoredReport:
        """One report as it was written."""
        return StoredReport(
            self.ids[document],
            self.stamps[document],
            self.record(document).decode(),
            self.packed(document),
        )


def open_segment(folder: Path) -> Segment:
    """Open what `segment_writer` wrote. Raises `OSError` or `ValueError`."""
    from whoosh.reading import SegmentReader

    from vibe_tui.search.codec import MappedStorage, SetCodec, map_file

    table = json.loads((folder / TABLE).read_bytes())
    ids = tuple(table["ids"])
    reader = SegmentReader(
        MappedStorage(str(folder)),
        whoosh_schema(),
        whoosh_segment(len(ids)),
        codec=SetCodec(),
    )
    return Segment(
        folder,
        ids,
        tuple(table["stamps"]),
        reader,
        map_file(folder / RECORDS),
        map_file(folder / LINES),
        array("Q", table["records"]),
        array("Q", table["lines"]),
        array("Q", table["parts"]),
        array("Q", [*table["starts"], table["records"][-1]]),
        table["codes"].translate(_PLAIN),
    )
