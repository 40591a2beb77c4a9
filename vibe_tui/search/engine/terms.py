"""The terms of a text, the sets of documents that hold them, and both on disk.

The terms of a text are its words and numbers as wholes, every character that needs no word
boundary, every pair of neighbours of which at least one is such a character, and the first one, two
and three letters of each word. Positions are not kept: a filter names terms that a text must hold,
and the text itself is the judge of what it holds. `Filter.exact` says when no judge is needed.

A set of documents is an integer with one bit a document. AND, OR and NOT are single operations.
Packed, a set of one is its number in two bytes; a larger one begins with its kind and is gaps of
one or two bytes while it is sparse, a bitmap when dense.

The value of a term is its set of documents. Pairs of neighbours are most of an index, and most of
them stand in a report or two, so those with the same first character share a value, a table: the
second characters in order, where the set of each ends, and the sets end to end. Values are made of
the terms of some reports, or joined of several files; names rise by their bytes.
"""

from __future__ import annotations

import re
import sys
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from heapq import merge
from itertools import accumulate, count, groupby
from operator import add, itemgetter, or_

from vibe_tui.fold import HAN, is_word

Sets = tuple[int, ...]
"""A set of documents for each segment."""

_BITS = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))
_BYTES, _SHORTS, _BITMAP = b"\x00", b"\x01", b"\x02"

_FEW = 64
"""Sets of the first so many documents are bitmaps however sparse: quickly written and read."""


def shorts(values: Sequence[int]) -> bytes:
    """Numbers below 65,536 as two bytes each, the same on every machine."""
    packed = array("H", values)
    if sys.byteorder == "big":
        packed.byteswap()
    return packed.tobytes()


def read_shorts(data: bytes) -> array[int]:
    """What `shorts` packed."""
    values = array("H", data)
    if sys.byteorder == "big":
        values.byteswap()
    return values


@lru_cache(maxsize=1 << 12)
def pack(bits: int) -> bytes:
    """A set of documents, which is not empty, as bytes for `unpack`."""
    size, last = bits.bit_count(), bits.bit_length() - 1
    if size == 1:
        return last.to_bytes(2, "little")
    if size * 8 > last or last < _FEW:
        return _BITMAP + bits.to_bytes(last // 8 + 2, "little")
    gaps = []
    while bits:
        gap = (bits & -bits).bit_length()
        gaps.append(gap)
        bits >>= gap
    gaps[0] -= 1
    if max(gaps) < 256:
        return _BYTES + bytes(gaps)
    return _SHORTS + shorts(gaps)


def unpack(data: bytes) -> int:
    """The set of documents behind `pack`ed bytes, one bit each."""
    if len(data) == 2:
        return 1 << int.from_bytes(data, "little")
    kind = data[:1]
    if kind == _BITMAP:
        return int.from_bytes(data[1:], "little")
    gaps = data[1:] if kind == _BYTES else read_shorts(data[1:])
    documents = list(accumulate(gaps))
    return _bits(documents, documents[-1])


def _bits(documents: Sequence[int], last: int) -> int:
    if len(documents) < 8:
        bits = 0
        for document in documents:
            bits |= 1 << document
        return bits
    buffer = bytearray(last // 8 + 1)
    for document in documents:
        buffer[document >> 3] |= 1 << (document & 7)
    return int.from_bytes(buffer, "little")


def members(bits: int) -> list[int]:
    """The documents of a set, rising."""
    data = bits.to_bytes((bits.bit_length() + 7) // 8, "little")
    return [
        base + bit
        for base, byte in zip(count(0, 8), data, strict=False)
        if byte
        for bit in _BITS[byte]
    ]


def set_of(documents: Sequence[int]) -> int:
    """The set of some documents, rising."""
    return _bits(documents, documents[-1]) if documents else 0


def union(sets: Iterable[int]) -> int:
    """The documents that are in any of `sets`."""
    return reduce(or_, sets, 0)


_WORD_CHAR = f"[^\\W_{HAN}]"
WORD = re.compile(f"{_WORD_CHAR}+(?:(?<=\\d)\\.(?=\\d){_WORD_CHAR}+)*")
"""A word or number of folded text; the point inside a number belongs to it."""

START = "\x01"
"""Begins the terms that stand for the first letters of a word."""

STARTS = (1, 2, 3)
_BLANK = frozenset(" \n")
_MOST = 24
"""Terms a filter names at most: more would cost more than they rule out."""


def terms_of(lines: str) -> set[str]:
    """The terms of folded text; a line break parts what stands on either side of it."""
    chars = set(lines)
    words = {char for char in chars if is_word(char)}
    signs = chars - words - _BLANK
    terms = {
        pair
        for pair in set(map(add, lines, lines[1:]))
        if (pair[0] in signs and pair[1] not in _BLANK)
        or (pair[1] in signs and pair[0] not in _BLANK)
    }
    tokens = set(WORD.findall(lines))
    terms |= signs
    terms |= tokens
    for size in STARTS:
        terms |= {START + token[:size] for token in tokens if len(token) >= size}
    return terms


@dataclass(frozen=True, slots=True)
class Filter:
    """Terms that every text with the needle holds: all of `terms`, and words with `start`."""

    terms: tuple[str, ...]
    start: str = ""
    exact: bool = False


@lru_cache(maxsize=256)
def filter_of(needle: str, *, prefix: bool = False) -> Filter:
    """What the index can say about folded `needle`."""
    words = list(WORD.finditer(needle))
    if len(words) == 1 and words[0].group() == needle:
        if not prefix:
            return Filter((needle,), exact=True)
        size = min(len(needle), STARTS[-1])
        return Filter((START + needle[:size],), needle, exact=len(needle) == size)
    if len(needle) == 1:
        return Filter((needle,), exact=True)
    terms = dict.fromkeys(
        pair
        for pair in map(add, needle, needle[1:])
        if " " not in pair and not (is_word(pair[0]) and is_word(pair[1]))
    )
    # A pair says all of a needle of two characters unless a word must end there.
    exact = len(needle) == len(terms) + 1 == 2 and not (
        is_word(needle[0]) or (is_word(needle[1]) and not prefix)
    )
    for word in () if exact else words:
        # Beside a point at the edge the word of the text may be part of a longer number.
        if word.start() == 1 and needle[0] == "." and word.group()[0].isdigit():
            continue
        goes_on = word.end() == len(needle) - 1 and needle[-1] == "." and needle[-2].isdigit()
        if goes_on or (prefix and word.end() == len(needle)):
            terms[START + word.group()[: STARTS[-1]]] = None
        else:
            terms[word.group()] = None
    return Filter(tuple(_spread(terms)), exact=exact)


def _spread(terms: Iterable[str]) -> list[str]:
    """At most `_MOST` of `terms`, taken evenly."""
    every = list(terms)
    step = max(1, -(-len(every) // _MOST))
    return every[::step]


MARK = b"\x02"
"""Begins the terms that name tables."""

_is_word = lru_cache(maxsize=1 << 14)(is_word)


def split_term(term: str) -> tuple[bytes, int] | None:
    """Table and second character (0 for none) of a pair or a sign; `None` for other terms."""
    first, second = term[0], term[1:]
    if len(second) > 1 or first == START or (_is_word(first) and (not second or _is_word(second))):
        return None
    code = ord(second) if second else 0
    return (table_name(first), code) if code < 0x10000 else None


@lru_cache(maxsize=1 << 14)
def table_name(first: str) -> bytes:
    """The name of a table in the term file."""
    return MARK + first.encode("utf-8", "replace")


def pack_table(rows: Sequence[tuple[int, int]]) -> bytes:
    """Second characters, rising, with the set of documents of each."""
    names = shorts([second for second, _ in rows])
    sets = [pack(bits) for _, bits in rows]
    ends = list(accumulate(map(len, sets)))
    size = len(rows).to_bytes(3, "little")
    if ends[-1] < 0x10000:
        return b"".join((b"\x00", size, names, shorts(ends), *sets))
    high, low = [end >> 16 for end in ends], [end & 0xFFFF for end in ends]
    return b"".join((b"\x01", size, names, shorts(low), shorts(high), *sets))


def table_rows(table: bytes) -> Iterator[tuple[int, bytes]]:
    """The second characters of a table, rising, with the packed set of each."""
    wide, size = table[0], int.from_bytes(table[1:4], "little")
    ends: Sequence[int] = read_shorts(table[4 + 2 * size : 4 + 4 * size])
    if wide:
        high = read_shorts(table[4 + 4 * size : 4 + 6 * size])
        ends = [low + (more << 16) for low, more in zip(ends, high, strict=True)]
    start = data = 4 + size * (6 if wide else 4)
    for second, end in zip(seconds_in(table), ends, strict=True):
        yield second, table[start : data + end]
        start = data + end


def look_up(table: bytes, second: int) -> bytes:
    """The packed set of one second character; empty where there is none."""
    wide = table[0]
    size = int.from_bytes(table[1:4], "little")
    names = read_shorts(table[4 : 4 + 2 * size])
    row = bisect_left(names, second)
    if row == size or names[row] != second:
        return b""
    start = _end(table, wide, size, row - 1) if row else 0
    data = 4 + size * (6 if wide else 4)
    return table[data + start : data + _end(table, wide, size, row)]


def seconds_in(table: bytes) -> array[int]:
    """The second characters of a table, 0 for the first one on its own."""
    size = int.from_bytes(table[1:4], "little")
    return read_shorts(table[4 : 4 + 2 * size])


def _end(table: bytes, wide: int, size: int, row: int) -> int:
    at = 4 + 2 * (size + row)
    end = int.from_bytes(table[at : at + 2], "little")
    if wide:
        at += 2 * size
        end += int.from_bytes(table[at : at + 2], "little") << 16
    return end


Values = Iterator[tuple[bytes, bytes]]
"""Names, rising, each with its value."""

Move = Callable[[int], int]
"""Gives the set of documents in a joined file that a set in one of its sources has become."""

_COMMON = 3
"""Bytes of the packed sets that are so frequent that each is moved but once."""


def term_values(postings: Mapping[str, int]) -> Values:
    """The names and values for terms, given the set of documents of each."""
    pairs: list[str] = []
    own: list[str] = []
    for term in sorted(postings):
        (own if split_term(term) is None else pairs).append(term)

    def tables() -> Values:
        for first, terms in groupby(pairs, itemgetter(0)):
            rows = [(ord(term[1:] or "\0"), postings[term]) for term in terms]
            yield table_name(first), pack_table(rows)

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
                for second, data in table_rows(table):
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
