"""Sets of documents: integers with one bit a document, and their packed form on disk.

AND, OR and NOT are single operations. Packed, a set is gaps of one or two bytes while it is
sparse, a bitmap when it is dense.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from itertools import accumulate, pairwise

MAX_DOCUMENTS = 65_535
_BYTES, _SHORTS, _BITMAP = b"\x00", b"\x01", b"\x02"


def pack(documents: Sequence[int]) -> bytes:
    """A rising sequence of document numbers as bytes; `unpack` gives it back as a set of bits."""
    last = documents[-1]
    if len(documents) * 8 > last:
        return _BITMAP + _bits(documents, last).to_bytes(last // 8 + 1, "little")
    gaps = [documents[0], *(b - a for a, b in pairwise(documents))]
    if max(gaps) < 256:
        return _BYTES + bytes(gaps)
    shorts = array("H", gaps)
    if sys.byteorder == "big":
        shorts.byteswap()
    return _SHORTS + shorts.tobytes()


def unpack(data: bytes) -> int:
    """The set of documents behind `pack`ed bytes, one bit each."""
    kind = data[:1]
    if kind == _BITMAP:
        return int.from_bytes(data[1:], "little")
    if kind == _BYTES:
        documents = list(accumulate(data[1:]))
    else:
        shorts = array("H", data[1:])
        if sys.byteorder == "big":
            shorts.byteswap()
        documents = list(accumulate(shorts))
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
    found = []
    text = bin(bits)[:1:-1]
    at = text.find("1")
    while at >= 0:
        found.append(at)
        at = text.find("1", at + 1)
    return found
