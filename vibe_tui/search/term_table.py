"""Many short terms with the same first character as one value of the term file.

Pairs of neighbours are most of an index, and most of them stand in a report or two; a term of its
own would cost ten times what it says. A table has, for one first character, the second ones in
order, where the set of each ends, and the sets (`bits`) end to end.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import accumulate

from vibe_tui.fold import is_word
from vibe_tui.search.analysis import START
from vibe_tui.search.bits import pack, read_shorts, shorts

MARK = b"\x02"
"""Begins the terms that name tables."""

_is_word = lru_cache(maxsize=1 << 14)(is_word)


def split_term(term: str) -> tuple[bytes, int] | None:
    """Table and second character (0 for none) of a pair or a sign; `None` for other terms."""
    first, second = term[0], term[1:]
    if len(second) > 1 or first == START or (_is_word(first) and (not second or _is_word(second))):
        return None
    code = ord(second) if second else 0
    return (name_of(first), code) if code < 0x10000 else None


@lru_cache(maxsize=1 << 14)
def name_of(first: str) -> bytes:
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


def rows_of(table: bytes) -> Iterator[tuple[int, bytes]]:
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
