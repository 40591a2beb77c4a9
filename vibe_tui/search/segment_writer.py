"""Writes a segment: of reports, or of what several segments hold together.

Reports are put one by one into the files that keep their texts. Their terms are gathered in memory,
so a lot of them must not be large; to join is to run through the sorted term files side by side,
and takes no more memory for many reports than for few.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

from vibe_tui.search.analysis import terms_of
from vibe_tui.search.bits import members, set_of
from vibe_tui.search.record import StoredReport, field_texts, part_starts
from vibe_tui.search.schema import FIELDS
from vibe_tui.search.segment import (
    LINES,
    PRINTED,
    RECORDS,
    TABLE,
    open_segment,
    whoosh_schema,
    whoosh_segment,
)
from vibe_tui.search.term_values import Move, Values, join_values, values_of

MOST_TERMS = 150_000
"""Terms that are gathered before they are written; those of four fields, counted apart."""


def write_segment(folder: Path, reports: Iterable[StoredReport]) -> tuple[str, ...]:
    """Write a segment of `reports` in the new folder `folder`; the ids of those in it.

    Takes no more of them than there is memory for. Raises `OSError`.
    """
    postings: dict[str, dict[str, int]] = {field: {} for field in FIELDS}

    def posted() -> Iterator[StoredReport]:
        for number, stored in enumerate(reports):
            for field, text in field_texts(stored.record).items():
                _post(postings[field], terms_of(text), 1 << number)
            yield stored
            if sum(map(len, postings.values())) >= MOST_TERMS:
                return

    ids = _write_texts(folder, posted())
    _write_terms(folder, len(ids), lambda field: values_of(postings.pop(field)))
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
    from vibe_tui.search.codec import MappedStorage, SetCodec

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
    from vibe_tui.search.codec import MappedStorage, SetCodec

    writer = SetCodec().field_writer(MappedStorage(str(folder)), whoosh_segment(count))
    for name in FIELDS:
        writer.start_field(name, whoosh_schema()[name])
        writer.add_values(values(name))
        writer.finish_field()
    writer.close()


def _to_disk(stream: BinaryIO) -> None:
    stream.flush()
    os.fsync(stream.fileno())
