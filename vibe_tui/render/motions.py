"""Where words and sentences begin and end in the words of a block. Pure.

Offsets count characters. A word is a run of Latin letters and digits, or of Han characters up to
the next sign. `None` means that the text ends before the place that was asked for.
"""

from __future__ import annotations

import re

from vibe_tui.cells import graphemes

_WORD = re.compile(
    r"[\u2e80-\u2fdf\u3005-\u3007\u3400-\u9fff\uf900-\ufaff]+|[^\W\u2e80-\u9fff]+|\S"
)
_STOP = re.compile(r"[。！？；!?;…]+[”’』」》）)\"]*\s*|\.[”\")]*(?:\s+|$)|\n+")


def next_character(text: str, at: int) -> int | None:
    """The character after the one at `at`, as a person counts them."""
    end = at + width_at(text, at)
    return end if end < len(text) else None


def previous_character(text: str, at: int) -> int | None:
    """The character before the one at `at`."""
    start = max(0, at - 16)
    last = None
    for piece, _ in graphemes(text[start:at]):
        last = len(piece)
    return at - last if last else None


def width_at(text: str, at: int) -> int:
    """The number of code points of the character at `at`."""
    return len(next((piece for piece, _ in graphemes(text[at : at + 16])), ""))


def next_word(text: str, at: int) -> int | None:
    """The beginning of the word after the one at `at`."""
    return next((word.start() for word in _WORD.finditer(text, at) if word.start() > at), None)


def previous_word(text: str, at: int) -> int | None:
    """The beginning of the word that stands before `at` or around it."""
    return max((word.start() for word in _WORD.finditer(text) if word.start() < at), default=None)


def word_end(text: str, at: int) -> int | None:
    """The last character of the word at `at`, or of the next one where that is it already."""
    ends = (word.end() - 1 for word in _WORD.finditer(text))
    return next((end for end in ends if end > at), None)


def sentence_starts(text: str) -> list[int]:
    """Where the sentences of a text begin."""
    return [0, *(stop.end() for stop in _STOP.finditer(text) if stop.end() < len(text))]


def next_sentence(text: str, at: int) -> int | None:
    """The beginning of the sentence after the one at `at`."""
    return next((start for start in sentence_starts(text) if start > at), None)


def previous_sentence(text: str, at: int) -> int | None:
    """The beginning of the sentence that stands before `at` or around it."""
    return max((start for start in sentence_starts(text) if start < at), default=None)


def sentence_at(text: str, at: int) -> tuple[int, int]:
    """The first and the last character of the sentence around `at`, without space after it."""
    start = max(start for start in sentence_starts(text) if start <= at)
    end = next_sentence(text, at)
    return start, max(start, len(text[: len(text) if end is None else end].rstrip()) - 1)
