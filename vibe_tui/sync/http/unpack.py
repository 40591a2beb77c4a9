"""Unpacks what a server sends packed: gzip and deflate, in all the ways in which they are called.

What the first bytes show counts more than what the header claims: text that is said to be packed is
taken as it is, and gzip that nobody named is unpacked. Data that are damaged, end too early or are
packed in another way are a `FetchError`. Only small pieces are held at a time.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from vibe_tui.sync.http.request import FetchError
from vibe_tui.text import Text

ACCEPTED = "gzip, deflate"
"""What a server may use."""

Checked = Callable[[Iterable[bytes]], Iterator[bytes]]
"""Gives parts on as they are, or raises where they are too many or come too slowly."""

_PIECE = 1024 * 1024
_LOOKED_AT = 64
_GZIP = b"\x1f\x8b"
_GZIP_FORM, _ZLIB_FORM, _RAW_FORM = 31, 15, -15
_GZIP_NAMES = ("gzip", "x-gzip")
_TEXT = re.compile(rb"(?:\xef\xbb\xbf)?\s*[<{\[][\x20-\x7e\s]{8}")


def unpacked(parts: Iterable[bytes], packings: Sequence[str], checked: Checked) -> Iterator[bytes]:
    """The bytes that came as `parts`, packed by `packings` one after the other.

    What each of them gives is `checked`, so that no bomb hides inside of another.
    """
    found = checked(parts)
    for packing in reversed(packings):
        found = checked(_layer(found, packing.strip().casefold()))
    return checked(_layer(found, ""))


def _layer(parts: Iterator[bytes], packing: str) -> Iterator[bytes]:
    start = b""
    while len(start) < _LOOKED_AT and (part := next(parts, None)) is not None:
        start += part
    whole = chain((start,), parts)
    if start.startswith(_GZIP):
        return _inflated(whole, _GZIP_FORM)
    if not start or packing in ("", "identity") or _is_text(start, packing):
        return whole
    if packing in _GZIP_NAMES:
        raise _damaged()
    if packing != "deflate":
        raise FetchError(
            Text(f"用了不认识的压缩 {packing}", f"is packed as {packing}, which is unknown"),
        )
    has_header = start[0] & 15 == 8 and int.from_bytes(start[:2], "big") % 31 == 0
    return _inflated(whole, _ZLIB_FORM if has_header else _RAW_FORM)


def _is_text(start: bytes, packing: str) -> bool:
    """Whether bytes are not packed at all, whatever is claimed."""
    if _TEXT.match(start) is None:
        return False
    if packing != "deflate":
        return True
    try:
        zlib.decompressobj(_RAW_FORM).decompress(start)
    except zlib.error:
        return True
    return False


def _inflated(parts: Iterable[bytes], form: int) -> Iterator[bytes]:
    """What `parts` unpack to; gzip may come in several pieces, each with an end of its own."""
    engine = zlib.decompressobj(form)
    try:
        for part in parts:
            rest, has_more = part, True
            while rest or has_more:
                if engine.eof:
                    rest = rest.lstrip(b"\0")
                    if not rest:
                        break
                    if form != _GZIP_FORM or not _GZIP.startswith(rest[:2]):
                        return
                    engine = zlib.decompressobj(form)
                piece = engine.decompress(rest, _PIECE)
                yield piece
                rest = engine.unused_data if engine.eof else engine.unconsumed_tail
                has_more = len(piece) == _PIECE
    except zlib.error as error:
        raise _damaged() from error
    if not engine.eof:
        raise FetchError(Text("压缩数据没有传完", "the compressed data end too early"))


def _damaged() -> FetchError:
    return FetchError(Text("压缩数据已损坏", "the compressed data are damaged"))
