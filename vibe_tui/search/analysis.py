"""From folded text to the terms of the index, and from a thing looked for to a filter of terms.

The terms of a text are its words and numbers as wholes, every character that needs no word
boundary, every pair of neighbours of which at least one is such a character, and the first one,
two and three letters of each word. Positions are not kept: a filter names terms that a text must
hold, and the text itself is the judge of what it holds. `Filter.exact` says when no judge is
needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from operator import add

from vibe_tui.fold import HAN, is_word

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
