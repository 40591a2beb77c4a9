"""The tree of a query asked of a whole segment at once.

Sets of documents are integers with one bit each. The terms of the index give a set that holds
every answer; where that is not exact the records themselves are looked at, and only those that
all cheaper conditions have left.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from vibe_tui.model.section import SectionKind
from vibe_tui.search.analysis import Filter, filter_of
from vibe_tui.search.bits import members, set_of
from vibe_tui.search.coverage import Coverage
from vibe_tui.search.facts import Marks, Subject, question_of, unmarked
from vibe_tui.search.locate import Locator
from vibe_tui.search.record import CODE_OF
from vibe_tui.search.segment import Segment
from vibe_tui.search.tree import All, And, Days, Fact, Node, Not, Or, Scope, Word

Kinds = frozenset[SectionKind]

_SUMMARY = frozenset({SectionKind.SUMMARY})
"""Sections whose terms the index keeps apart."""

MOST_STARTS = 256
"""Words a prefix may stand for before the records are asked instead."""


@dataclass(frozen=True, slots=True)
class Found:
    """What answers: a set of documents for each segment, and loose reports by position."""

    sets: tuple[int, ...]
    loose: tuple[int, ...]

    @property
    def total(self) -> int:
        """How many reports."""
        return sum(bits.bit_count() for bits in self.sets) + len(self.loose)


def matchers_of(coverage: Coverage, marks: Marks = unmarked) -> list[Matcher]:
    """One for each segment that the reports of `coverage` are in."""
    return [
        Matcher(segment, partial(coverage.subject, number), marks)
        for number, segment in enumerate(coverage.view.segments)
    ]


@dataclass(slots=True)
class Matcher:
    """Finds the documents of one segment. `subject_of` gives the report behind a document."""

    segment: Segment
    subject_of: Callable[[int], Subject]
    marks: Marks
    _filters: dict[tuple[str, str, bool], tuple[int, bool]] = field(default_factory=dict)

    def find(self, node: Node, within: int, kinds: Kinds | None = None) -> int:
        """The documents of the set `within` that are what `node` says.

        With `kinds` words are looked for only in sections of these, of which there must be one in
        all of `within`.
        """
        if not within:
            return 0
        match node:
            case All():
                return within
            case Word(field=""):
                return self._word(node, within, kinds)
            case Word() | Days() | Fact():
                return self._facts(node, within)
            case Not(child):
                return within & ~self.find(child, within, kinds)
            case And(children):
                for child in sorted(children, key=lambda child: self._cost(child, within)):
                    within = self.find(child, within, kinds)
                return within
            case Or(children):
                found = 0
                for child in children:
                    found |= self.find(child, within & ~found, kinds)
                return found
            case Scope(inner, child):
                kinds = inner if kinds is None else inner & kinds
                return self.find(child, within & set_of(sorted(self._stretches(kinds))), kinds)

    def filtered(self, word: Word, field_name: str = "text") -> tuple[int, bool]:
        """The documents that may hold `word` in a field, and whether all of them do."""
        key = (field_name, word.needle, word.term.prefix)
        if key not in self._filters:
            wanted = filter_of(word.needle, prefix=word.term.prefix)
            self._filters[key] = self._look_up(wanted, field_name)
        return self._filters[key]

    def _look_up(self, wanted: Filter, field_name: str) -> tuple[int, bool]:
        found = (1 << len(self.segment)) - 1
        for term in wanted.terms:
            found &= self.segment.documents(field_name, term)
            if not found:
                return 0, True
        if not wanted.start or wanted.exact:
            return found, wanted.exact
        words = self.segment.words_from(wanted.start, MOST_STARTS + 1)
        if len(words) > MOST_STARTS:
            return found, False
        any_word = 0
        for word in words:
            any_word |= self.segment.documents(field_name, word)
        return found & any_word, True

    def _cost(self, node: Node, within: int) -> float:
        match node:
            case All() | Days() | Fact():
                return 0
            case Word(field=""):
                found, exact = self.filtered(node)
                return 1 if exact else 2 + (found & within).bit_count()
            case Word():
                return 1
            case Not(child):
                return self._cost(child, within) + 0.5
            case _:
                return float(within.bit_count() + 2)

    def _word(self, word: Word, within: int, kinds: Kinds | None) -> int:
        indexed = kinds is None or kinds == _SUMMARY
        found, exact = self.filtered(word, "text" if kinds is None or not indexed else "summary")
        found &= within
        if exact and indexed:
            return found
        stands, records = Locator(word.needle, prefix=word.term.prefix).stands, self.segment.records
        if kinds is None:
            ends = self.segment.record_ends
            return set_of([d for d in members(found) if stands(records, ends[d], ends[d + 1])])
        stretches = self._stretches(kinds)
        return set_of(
            [
                document
                for document in members(found)
                if any(stands(records, start, end) for start, end in stretches[document])
            ]
        )

    def _stretches(self, kinds: Kinds) -> Mapping[int, Sequence[tuple[int, int]]]:
        """Where in the records the sections of `kinds` stand, by document."""
        if len(kinds) == 1:
            return self.segment.parts(*map(CODE_OF.__getitem__, kinds))
        joined: dict[int, list[tuple[int, int]]] = {}
        for kind in kinds:
            for document, stretches in self.segment.parts(CODE_OF[kind]).items():
                joined.setdefault(document, []).extend(stretches)
        return joined

    def _facts(self, node: Word | Days | Fact, within: int) -> int:
        test = question_of(node)
        found = 0
        for document in members(within):
            if test(self.subject_of(document), self.marks):
                found |= 1 << document
        return found
