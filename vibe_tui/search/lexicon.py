"""The index's own words: what it holds, how often, and which characters follow which.

One look at the segments of a coverage; texts that are not indexed are not known here. All of it may
raise what damaged files raise.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from vibe_tui.fold import Term, find_terms, needle_of
from vibe_tui.search.coverage import Coverage
from vibe_tui.search.engine.bits import Sets, members
from vibe_tui.search.engine.terms import filter_of
from vibe_tui.search.text import PART, TextParts
from vibe_tui.search.tree import Word

_MOST_WORDS = 20_000


class Lexicon:
    """What the texts of `coverage` are made of."""

    def __init__(self, coverage: Coverage) -> None:
        self._coverage = coverage
        self._segments = coverage.view.segments
        self._matchers = coverage.matchers()
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
        """The reports, by their position in the corpus, whose texts hold `text`."""
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
                parts = TextParts(record, segment.packed(document))
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
