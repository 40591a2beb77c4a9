"""The index's own words: what it holds, how often, and which characters follow which.

One look at the segments of a shelf; texts that are not indexed are not known here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice

from vibe_tui.fold import Term, find_terms, needle_of
from vibe_tui.search.analysis import filter_of
from vibe_tui.search.bits import members
from vibe_tui.search.match import matchers_of
from vibe_tui.search.record import PART, Parts
from vibe_tui.search.shelf import Shelf
from vibe_tui.search.tree import Word

_MOST_WORDS = 20_000


class Lexicon:
    """What the texts of `shelf` are made of. Reading may raise what damaged files raise."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._matchers = matchers_of(shelf)
        self._followers: dict[str, frozenset[str]] = {}

    @property
    def size(self) -> int:
        """How many texts there are."""
        return sum(mask.bit_count() for mask in self._shelf.masks)

    def count(self, text: str, *, prefix: bool = False) -> int:
        """How many texts hold `text`."""
        word = Word(Term(text, prefix))
        return sum(
            matcher.find(word, mask).bit_count()
            for matcher, mask in zip(self._matchers, self._shelf.masks, strict=True)
        )

    def positions(self, text: str, *, prefix: bool = False) -> list[int]:
        """The reports, by their position in the lot, whose texts hold `text`."""
        word = Word(Term(text, prefix))
        return [
            row[document]
            for matcher, mask, row in zip(
                self._matchers, self._shelf.masks, self._shelf.documents, strict=True
            )
            for document in members(matcher.find(word, mask))
        ]

    def about(self, text: str, *, prefix: bool = False) -> int:
        """How many texts may hold `text`: never too few, and cheap."""
        return sum(bits.bit_count() for bits in self._sets([text], prefix=prefix))

    def words(self, start: str) -> Iterator[str]:
        """The words that begin with `start`, each once."""
        seen: set[str] = set()
        for segment in self._shelf.view.segments:
            new = set(segment.words_from(start, _MOST_WORDS)) - seen
            seen |= new
            yield from new

    def frequency(self, word: str) -> int:
        """In how many texts a whole word stands."""
        return sum(
            (segment.documents("text", word) & mask).bit_count()
            for segment, mask in zip(self._shelf.view.segments, self._shelf.masks, strict=True)
        )

    def written(self, needle: str) -> str:
        """Folded `needle` as some text writes it."""
        for line in self._lines_with(needle):
            for start, end in find_terms(line, [Term(needle)]):
                return line[start:end]
        return needle

    def _lines_with(self, needle: str) -> Iterator[str]:
        """The lines of the first sections that may hold `needle`."""
        for segment, bits in zip(self._shelf.view.segments, self._sets([needle]), strict=True):
            for document in members(bits)[:1]:
                record = segment.record(document)
                parts = Parts(record, segment.packed(document))
                for number, part in enumerate(record.split(PART.encode())[1:]):
                    if needle.encode() in part:
                        yield from parts[number].lines

    def followers(self, char: str) -> frozenset[str]:
        """The characters that stand somewhere right after `char`, which is no Latin letter."""
        if char not in self._followers:
            found = [segment.followers(char) for segment in self._shelf.view.segments]
            self._followers[char] = frozenset().union(*found)
        return self._followers[char]

    def matches(self, pattern: str, holding: Iterable[str], most: int) -> Counter[str]:
        """What `pattern` matches in texts with all of `holding`, and in how many of `most`."""
        wanted = re.compile(pattern)
        found: Counter[str] = Counter()
        for record in islice(self._records(list(holding)), most):
            found.update(set(wanted.findall(record)))
        return found

    def _records(self, holding: list[str]) -> Iterator[str]:
        segments = self._shelf.view.segments
        for segment, bits in zip(segments, self._sets(holding), strict=True):
            for document in members(bits):
                yield segment.record(document).decode()

    def _sets(self, texts: Iterable[str], *, prefix: bool = False) -> Iterator[int]:
        filters = [filter_of(needle_of(text), prefix=prefix) for text in texts]
        for segment, mask in zip(self._shelf.view.segments, self._shelf.masks, strict=True):
            for wanted in filters:
                for term in wanted.terms:
                    mask = mask and mask & segment.documents("text", term)
            yield mask
