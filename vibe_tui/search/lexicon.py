"""The index's own words: what it holds, how often, and which characters follow which.

One look at the segments of a coverage; texts that are not indexed are not known here. All of it may
raise what damaged files raise.

What may have been meant by a word that no text holds, from the index's own words.

Latin words by edits of letters; Chinese by the places where all but one character stand. Pure but
for the lexicon; candidates come best first, each standing in some text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from vibe_tui.fold import Term, find_terms, needle_of
from vibe_tui.search.coverage import Coverage
from vibe_tui.search.engine.bits import Sets, members
from vibe_tui.search.engine.terms import filter_of
from vibe_tui.search.match import matchers_of
from vibe_tui.search.text import PART, Parts
from vibe_tui.search.tree import Word

_MOST_WORDS = 20_000


class Lexicon:
    """What the texts of `coverage` are made of."""

    def __init__(self, coverage: Coverage) -> None:
        self._coverage = coverage
        self._segments = coverage.view.segments
        self._matchers = matchers_of(coverage)
        self._records: dict[tuple[int, int], str] = {}
        self._pairs: dict[str, Sets] = {}
        self._seconds: dict[str, list[Sequence[int]]] = {}

    @property
    def size(self) -> int:
        """How many texts there are."""
        return sum(mask.bit_count() for mask in self._coverage.masks)

    # Which texts

    def about(self, text: str, *, prefix: bool = False) -> int:
        """How many texts may hold `text`: never too few, and cheap."""
        return count_of(self._sets([text], prefix=prefix))

    def stands(self, text: str, *, prefix: bool = False) -> bool:
        """Whether some text holds `text`."""
        if not needle_of(text) or not self.about(text, prefix=prefix):
            return False
        word = Word(Term(text, prefix))
        return any(
            matcher.find(word, mask)
            for matcher, mask in zip(self._matchers, self._coverage.masks, strict=True)
        )

    def positions(self, text: str, *, prefix: bool = False) -> list[int]:
        """The reports, by their position in the lot, whose texts hold `text`."""
        word = Word(Term(text, prefix))
        return [
            row[document]
            for matcher, mask, row in zip(
                self._matchers, self._coverage.masks, self._coverage.documents, strict=True
            )
            for document in members(matcher.find(word, mask))
        ]

    def pair(self, pair: str) -> Sets:
        """The texts in which two characters, one of them no Latin letter, are neighbours."""
        if pair not in self._pairs:
            self._pairs[pair] = tuple(
                segment.documents("text", pair) & mask
                for segment, mask in zip(self._segments, self._coverage.masks, strict=True)
            )
        return self._pairs[pair]

    # Which words

    def words(self, start: str) -> Iterator[str]:
        """The words that begin with `start`, each once."""
        seen: set[str] = set()
        for segment in self._segments:
            new = set(segment.words_from(start, _MOST_WORDS)) - seen
            seen |= new
            yield from new

    def followers(self, char: str, among: frozenset[int]) -> set[int]:
        """Which of the characters `among`, given as codes, stand somewhere right after `char`."""
        if char not in self._seconds:
            self._seconds[char] = [segment.followers(char) for segment in self._segments]
        return set[int]().union(*(among.intersection(codes) for codes in self._seconds[char]))

    def matches(self, pattern: str, holding: Iterable[str], most: int) -> Counter[str]:
        """What `pattern` matches in `most` texts with all of `holding`, and in how many."""
        wanted = re.compile(pattern)
        found: Counter[str] = Counter()
        for record in islice(self._holding(self._sets(holding)), most):
            found.update(set(wanted.findall(record)))
        return found

    def written(self, needle: str) -> str:
        """Folded `needle` as some text writes it."""
        for line in self._lines_with(needle):
            for start, end in find_terms(line, [Term(needle)]):
                return line[start:end]
        return needle

    def _lines_with(self, needle: str) -> Iterator[str]:
        """The lines of the first sections that may hold `needle`."""
        for segment, bits in zip(self._segments, self._sets([needle]), strict=True):
            for document in members(bits)[:1]:
                record = segment.record(document)
                parts = Parts(record, segment.packed(document))
                for number, part in enumerate(record.split(PART.encode())[1:]):
                    if needle.encode() in part:
                        yield from parts[number].lines

    def _holding(self, sets: Sequence[int]) -> Iterator[str]:
        for number, bits in enumerate(sets):
            for document in members(bits):
                key = number, document
                if key not in self._records:
                    self._records[key] = self._segments[number].record(document).decode()
                yield self._records[key]

    def _sets(self, texts: Iterable[str], *, prefix: bool = False) -> Sets:
        terms = [term for text in texts for term in filter_of(needle_of(text), prefix=prefix).terms]
        found = []
        for segment, mask in zip(self._segments, self._coverage.masks, strict=True):
            for term in terms:
                mask = mask and mask & segment.documents("text", term)
            found.append(mask)
        return tuple(found)


def count_of(sets: Sets) -> int:
    """How many texts."""
    return sum(bits.bit_count() for bits in sets)


def both(some: Sets, others: Sets) -> Sets:
    """The texts in both."""
    return tuple(map(int.__and__, some, others))


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
