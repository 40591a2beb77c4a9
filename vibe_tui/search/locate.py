"""Asks the records themselves: bytes of folded text, mapped from disk.

A needle is looked for as bytes, and only where it is found are its neighbours decoded, to see that
no word or number goes on. Nothing larger than a few bytes is ever copied.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator

from vibe_tui.fold import ends_whole, is_word

_NEAR = 8
"""Bytes that hold two characters."""

_HEAD = 192
"""Bytes of a long needle that are looked for first: preparing to look for all of it takes time."""

_ASCII_WORD = frozenset(b"0123456789abcdefghijklmnopqrstuvwxyz")


class Locator:
    """Looks for one needle in records."""

    def __init__(self, needle: str, *, prefix: bool = False) -> None:
        self._needle = needle
        self._bytes = needle.encode("utf-8", "replace")
        self._prefix = prefix
        self._opens = bool(needle) and is_word(needle[0])
        self._closes = bool(needle) and is_word(needle[-1]) and not prefix
        self._edged = self._opens or self._closes

    def places(self, data: mmap.mmap | bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Where the needle stands in `data[start:end]`, as byte offsets."""
        size = len(self._bytes)
        at = self.first(data, start, end)
        while at >= 0:
            yield at, at + size
            at = self._next(data, at + size, start, end)

    def first(self, data: mmap.mmap | bytes, start: int, end: int) -> int:
        """The first byte offset at which the needle stands in `data[start:end]`, or -1."""
        if len(self._bytes) > _HEAD and data.find(self._bytes[:_HEAD], start, end) < 0:
            return -1
        return self._next(data, start, start, end)

    def stands(self, data: mmap.mmap | bytes, start: int, end: int) -> bool:
        """Whether the needle stands in `data[start:end]`."""
        return self.first(data, start, end) >= 0

    def _next(self, data: mmap.mmap | bytes, at: int, start: int, end: int) -> int:
        at = data.find(self._bytes, at, end)
        while at >= 0 and self._edged and not self._whole(data, at, start, end):
            at = data.find(self._bytes, at + 1, end)
        return at

    def _whole(self, data: mmap.mmap | bytes, at: int, start: int, end: int) -> bool:
        after = at + len(self._bytes)
        if self._opens and at > start and data[at - 1] in _ASCII_WORD:
            return False
        if self._closes and after < end and data[after] in _ASCII_WORD:
            return False
        left = data[max(start, at - _NEAR) : at].decode("utf-8", "ignore")[-2:]
        right = data[after : min(end, after + _NEAR)].decode("utf-8", "ignore")[:2]
        text = left + self._needle + right
        return ends_whole(text, len(left), len(text) - len(right), self._prefix)
