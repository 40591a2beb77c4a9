"""Sets of documents: integers with one bit a document, and their packed form on disk.

AND, OR and NOT are single operations. Packed, a set of one is its number in two bytes; a larger
one begins with its kind and is gaps of one or two bytes while it is sparse, a bitmap when dense.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Sequence
from functools import lru_cache, reduce
from itertools import accumulate, count
from operator import or_

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
