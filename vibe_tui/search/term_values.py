"""Names and values of the term file: made of the terms of some reports, or joined of several files.

The value of a term is its set of documents (`bits`); pairs of characters and single signs share a
value, named by `term_table.MARK` and the first of them. Names rise by their bytes. Nothing is held
but what goes into one value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import merge
from itertools import groupby
from operator import itemgetter

from vibe_tui.search.bits import pack, unpack
from vibe_tui.search.term_table import MARK, name_of, pack_table, rows_of, split_term

Values = Iterator[tuple[bytes, bytes]]
"""Names, rising, each with its value."""

Move = Callable[[int], int]
"""Gives the set of documents in a joined file that a set in one of its sources has become."""

_COMMON = 3
"""Bytes of the packed sets that are so frequent that each is moved but once."""


def values_of(postings: Mapping[str, int]) -> Values:
    """The names and values for terms, given the set of documents of each."""
    pairs: list[str] = []
    own: list[str] = []
    for term in sorted(postings):
        (own if split_term(term) is None else pairs).append(term)

    def tables() -> Values:
        for first, terms in groupby(pairs, itemgetter(0)):
            rows = [(ord(term[1:] or "\0"), postings[term]) for term in terms]
            yield name_of(first), pack_table(rows)

    yield from merge(
        ((term.encode("utf-8", "replace"), pack(postings[term])) for term in own), tables()
    )


def join_values(sources: Sequence[tuple[Values, Move]]) -> Values:
    """The names and values for the documents of all `sources`, those left out that have none."""
    moves = [_Moves(move) for _, move in sources]
    streams = [_numbered(values, number) for number, (values, _) in enumerate(sources)]
    for name, group in groupby(merge(*streams), itemgetter(0)):
        if name.startswith(MARK):
            rows: dict[int, int] = {}
            known = rows.get
            for _, number, table in group:
                moved = moves[number]
                for second, data in rows_of(table):
                    rows[second] = known(second, 0) | moved[data]
            kept = sorted((second, bits) for second, bits in rows.items() if bits)
            if kept:
                yield name, pack_table(kept)
        else:
            bits = 0
            for _, number, data in group:
                bits |= moves[number][data]
            if bits:
                yield name, pack(bits)


def _numbered(values: Values, number: int) -> Iterator[tuple[bytes, int, bytes]]:
    for name, value in values:
        yield name, number, value


class _Moves(dict[bytes, int]):
    """Moved sets by their packed form; the frequent ones are kept."""

    def __init__(self, move: Move) -> None:
        super().__init__()
        self._move = move

    def __missing__(self, data: bytes) -> int:
        bits = self._move(unpack(data))
        if len(data) <= _COMMON:
            self[data] = bits
        return bits
