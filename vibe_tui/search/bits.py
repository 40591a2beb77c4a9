"""Sets of documents: integers with one bit a document, and their packed form on disk.

AND, OR and NOT are single operations. Packed, a set of one is its number in two bytes; a larger
one begins with its kind and is gaps of one or two bytes while it is sparse, a bitmap when dense.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import accumulate, count, pairwise
from operator import or_

_BITS = tuple(tuple(bit for bit in range(8) if byte >> bit & 1) for byte in range(256))
_BYTES, _SHORTS, _BITMAP = b"\x00", b"\x01", b"\x02"


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


def pack(documents: int | Sequence[int]) -> bytes:
    """A document number, or a rising sequence of them, as bytes for `unpack`."""
    if isinstance(documents, int):
        return documents.to_bytes(2, "little")
    if len(documents) == 1:
        return pack(documents[0])
    last = documents[-1]
    if len(documents) * 8 > last:
        return _BITMAP + _bits(documents, last).to_bytes(last // 8 + 2, "little")
    gaps = [documents[0], *(b - a for a, b in pairwise(documents))]
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
    documents = list(accumulate(data[1:] if kind == _BYTES else read_shorts(data[1:])))
    return _bits(documents, documents[-1])


def _bits(documents: Sequence[int], last: int) -> int:
    if len(documents) < 4:
        return sum(1 << document for document in documents)
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
