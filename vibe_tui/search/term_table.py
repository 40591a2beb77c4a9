"""Many short terms with the same first character as one value of the term file.

Pairs of neighbours are most of an index, and most of them stand in a report or two; a term of its
own would cost ten times what it says. A table has, for one first character, the second ones in
order, where the set of each ends, and the sets (`bits`) end to end.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Sequence

from vibe_tui.fold import is_word
from vibe_tui.search.analysis import START
from vibe_tui.search.bits import pack, read_shorts, shorts

MARK = b"\x02"
"""Begins the terms that name tables."""


def split_term(term: str) -> tuple[bytes, int] | None:
    """Table and second character (0 for none) of a pair or a sign; `None` for other terms."""
    if len(term) > 2 or term[0] == START or all(map(is_word, term)):
        return None
    second = ord(term[1]) if len(term) == 2 else 0
    return (MARK + term[0].encode("utf-8", "replace"), second) if second < 0x10000 else None


def pack_table(rows: Sequence[tuple[int, int | array[int]]]) -> bytes:
    """Second characters, rising, with the documents of each."""
    sets = [pack(documents) for _, documents in rows]
    ends = []
    end = 0
    for data in sets:
        end += len(data)
        ends.append(end)
    size = len(rows).to_bytes(3, "little")
    if end < 0x10000:
        return b"".join((b"\x00", size, shorts([row[0] for row in rows]), shorts(ends), *sets))
    high, low = [value >> 16 for value in ends], [value & 0xFFFF for value in ends]
    names = shorts([row[0] for row in rows])
    return b"".join((b"\x01", size, names, shorts(low), shorts(high), *sets))


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
