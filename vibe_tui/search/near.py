"""What may have been meant by a word that no text holds, from the index's own words.

Latin words by edits of letters; Chinese by the places where all but one character stand. Pure but
for the lexicon; candidates come best first, each standing in some text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from vibe_tui.search.lexicon import Lexicon

MOST = 4
SAMPLE = 16
"""Texts that are looked at for one pattern."""

_SHORT, _LONG = 5, 8


def edits(a: str, b: str, most: int) -> int:
    """Letters to put in, leave out, change or swap to make `b` of `a`; above `most`, any number
    above it."""
    if abs(len(a) - len(b)) > most:
        return most + 1
    before, row = list[int](), list(range(len(b) + 1))
    for i, char in enumerate(a, 1):
        older, before, row = before, row, [i]
        for j, other in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (char != other))
            if i > 1 and j > 1 and char == b[j - 2] and a[i - 2] == other:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]


def near_words(word: str, lexicon: Lexicon, *, typing: bool = False) -> list[str]:
    """Words of the index that `word` may be a slip of; of an unfinished one, also how they begin.

    The first two letters may be swapped, or the first one missing. Of two words that are as far
    off, the one of the same letters comes first, then the one with the same first letter.
    """
    if len(word) < 3 or not word[0].isalpha():
        return []
    most = 1 if len(word) <= _SHORT else 2 if len(word) < 2 * _LONG else 3
    letters = set(word)
    found: list[tuple[int, bool, bool, bool, int, str]] = []
    for first in dict.fromkeys(word[:2]):
        for other in lexicon.words(first):
            if other == word or len(other) < 3:
                continue
            whole = len(other) <= len(word) + most
            if not (whole or typing) or len(letters - set(other)) > most:
                continue
            distance = edits(word, other if whole else other[: len(word)], most)
            if distance <= most:
                swapped = sorted(other) == sorted(word)
                order = (not whole, not swapped, other[0] != word[0], -lexicon.about(other))
                found.append((distance, *order, other))
    return [other for *_, other in sorted(found)[:MOST]]


def near_phrases(text: str, lexicon: Lexicon) -> list[str]:
    """Stretches of the index's texts that differ from Chinese `text` in one character."""
    if len(text) < 3:
        return []
    found: Counter[str] = Counter()
    for other in _rearranged(text):
        found.update(lexicon.matches(re.escape(other), [other], SAMPLE))
    for left, right in _gaps(text):
        holding = [part for part in (left, right) if len(part) > 1]
        if holding:
            pattern = f"{re.escape(left)}[^\\W\\d_a-z]{re.escape(right)}"
            found.update(lexicon.matches(pattern, holding, SAMPLE))
    del found[text]
    ranked = sorted(found, key=lambda other: (-found[other], abs(len(other) - len(text)), other))
    kept: list[str] = []
    for other in ranked:
        if found[other] and not any(_part_of_a_word(other, known, found) for known in kept):
            kept.append(other)
    return kept[:MOST]


def _part_of_a_word(part: str, whole: str, found: Mapping[str, int]) -> bool:
    """Whether `part` mostly stands where `whole` does."""
    return part in whole and found[part] < 2 * found[whole]


def _rearranged(text: str) -> Iterator[str]:
    """`text` with one character less, or two neighbours swapped."""
    for at in range(len(text)):
        if len(text) > 3:
            yield text[:at] + text[at + 1 :]
        if at + 1 < len(text):
            yield text[:at] + text[at + 1] + text[at] + text[at + 2 :]


def _gaps(text: str) -> Iterable[tuple[str, str]]:
    """What stands around one character that is another, or is missing."""
    changed = [(text[:at], text[at + 1 :]) for at in range(len(text))]
    missing = [(text[:at], text[at:]) for at in range(1, len(text))]
    return dict.fromkeys((*changed, *missing))


def two_parts(text: str, lexicon: Lexicon) -> list[str]:
    """Chinese `text` as two words that both stand somewhere, the best cut first."""
    cuts = [(text[:at], text[at:]) for at in range(2, len(text) - 1)]
    cuts.sort(key=lambda cut: -min(map(lexicon.about, cut)))
    for cut in cuts:
        if all(map(lexicon.stands, cut)):
            return [" ".join(cut)]
    return []
