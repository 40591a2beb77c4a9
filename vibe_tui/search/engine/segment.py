"""A segment: a fixed lot of reports, written once and never changed.

It is a folder with Whoosh's term file (`codec`), `records` (the folded text of its reports, end
to end, that queries are judged by), `lines` (their packed lines, for snippets) and `reports.json`
(ids, stamps, where each report and each of its parts begins, and what the parts are). Everything
large is mapped, never read whole. Terms of new reports are gathered in memory, so a lot of them
must not be large; to join segments is to run through their sorted term files side by side, and
takes no more memory for many reports than for few.
"""

from __future__ import annotations

import json
import os
from array import array
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from vibe_tui.search.engine import FIELDS
from vibe_tui.search.engine.terms import (
    Move,
    Values,
    join_values,
    members,
    set_of,
    term_values,
    terms_of,
)
from vibe_tui.search.text import StoredReport, field_texts, part_starts

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

    from vibe_tui.search.engine.codec import SetCodec

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

    from vibe_tui.search.engine.codec import MappedStorage, SetCodec, map_file

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


MOST_TERMS = 150_000
"""Terms that are gathered before they are written; those of four fields, counted apart."""


def write_segment(folder: Path, reports: Iterable[StoredReport]) -> tuple[str, ...]:
    """Write a segment of `reports` in the new folder `folder`; the ids of those in it.

    Takes no more of them than there is memory for. Raises `OSError`.
    """
    postings: dict[str, dict[str, int]] = {field: {} for field in FIELDS}

    def posted() -> Iterator[StoredReport]:
        for number, stored in enumerate(reports):
            for name, text in field_texts(stored.record).items():
                _post(postings[name], terms_of(text), 1 << number)
            yield stored
            if sum(map(len, postings.values())) >= MOST_TERMS:
                return

    ids = _write_texts(folder, posted())
    _write_terms(folder, len(ids), lambda field: term_values(postings.pop(field)))
    return ids


def _post(postings: dict[str, int], terms: Iterable[str], document: int) -> None:
    known = postings.get
    for term in terms:
        before = known(term)
        postings[term] = document if before is None else before | document


def join_segments(
    folder: Path, sources: Sequence[tuple[Path, int]], check: Callable[[], None]
) -> tuple[str, ...]:
    """Write what segments hold, but for a set of documents of each, as one; the ids of its reports.

    Calls `check` now and then, which may raise. Raises `OSError`, and `ValueError` for a source
    that cannot be read.
    """
    from vibe_tui.search.engine.codec import MappedStorage, SetCodec

    moves: list[Move] = []

    def kept_reports() -> Iterator[StoredReport]:
        start = 0
        for source, deleted in sources:
            segment = open_segment(source)
            kept = [document for document in range(len(segment)) if not deleted >> document & 1]
            moves.append(_move(kept, len(segment), start))
            start += len(kept)
            for document in kept:
                check()
                yield segment.stored(document)

    ids = _write_texts(folder, kept_reports())
    readers = [
        SetCodec().terms_reader(MappedStorage(str(source)), whoosh_segment(0))
        for source, _ in sources
    ]

    def values(field: str) -> Values:
        streams = [reader.values(field) for reader in readers]
        for value in join_values(list(zip(streams, moves, strict=True))):
            check()
            yield value

    _write_terms(folder, len(ids), values)
    return ids


def _move(kept: Sequence[int], count: int, start: int) -> Move:
    """How sets change where the documents `kept` out of `count` are numbered from `start` on."""
    if len(kept) == count:
        return lambda bits: bits << start
    numbers = {document: start + number for number, document in enumerate(kept)}
    return lambda bits: set_of([numbers[d] for d in members(bits) if d in numbers])


def _write_texts(folder: Path, reports: Iterable[StoredReport]) -> tuple[str, ...]:
    folder.mkdir(parents=True)
    ids: list[str] = []
    stamps: list[str] = []
    record_ends, line_ends, part_ends = [0], [0], [0]
    starts: list[int] = []
    codes = bytearray()
    with (folder / RECORDS).open("wb") as records, (folder / LINES).open("wb") as lines:
        for stored in reports:
            ids.append(stored.report_id)
            stamps.append(stored.stamp)
            data = stored.record.encode("utf-8")
            inside = part_starts(data)
            starts += [record_ends[-1] + start for start in inside]
            codes += bytes(data[start + 1] | PRINTED for start in inside)
            part_ends.append(len(starts))
            record_ends.append(record_ends[-1] + records.write(data))
            line_ends.append(line_ends[-1] + lines.write(stored.packed))
        _to_disk(records)
        _to_disk(lines)
    table = {
        "ids": ids,
        "stamps": stamps,
        "records": record_ends,
        "lines": line_ends,
        "parts": part_ends,
        "starts": starts,
        "codes": codes.decode(),
    }
    with (folder / TABLE).open("wb") as stream:
        stream.write(json.dumps(table, ensure_ascii=False).encode("utf-8", "replace"))
        _to_disk(stream)
    return tuple(ids)


def _write_terms(folder: Path, count: int, values: Callable[[str], Values]) -> None:
    """Write the term file; `values` gives the names and values of a field."""
    from vibe_tui.search.engine.codec import MappedStorage, SetCodec

    writer = SetCodec().field_writer(MappedStorage(str(folder)), whoosh_segment(count))
    for name in FIELDS:
        writer.start_field(name, whoosh_schema()[name])
        writer.add_values(values(name))
        writer.finish_field()
    writer.close()


def _to_disk(stream: BinaryIO) -> None:
    stream.flush()
    os.fsync(stream.fileno())
