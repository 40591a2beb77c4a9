"""How the answers of a query are spread: over kinds of section, topics, genres and years.

Metadata gives all but the kinds; for those the records are looked at, newest first and for a
limited time. A kind counts a report where its sections of that kind alone answer the query.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from vibe_tui.model.report import Report
from vibe_tui.model.section import SectionKind
from vibe_tui.search.coverage import Coverage
from vibe_tui.search.facts import Marks, Subject, question_of, unmarked
from vibe_tui.search.locate import Locator
from vibe_tui.search.narrowing import Facet
from vibe_tui.search.record import KIND_OF, PART
from vibe_tui.search.tree import And, Node, Not, Or, Scope, Word

KIND_SECONDS = 0.25
"""How long records may be looked at for one count."""

_PART = PART.encode()
_Key = TypeVar("_Key", bound=str)


@dataclass(frozen=True, slots=True)
class Share:
    """A facet and how many of the answers it would leave; `more` where not all were looked at."""

    facet: Facet
    reports: int
    more: bool = False


def shares_of(
    found: Iterable[Report], kinds: Mapping[SectionKind, int], *, complete: bool
) -> tuple[Share, ...]:
    """The facets of `found`, kinds first; in each field the largest first, years the latest."""
    topics: Counter[str] = Counter()
    genres: Counter[str] = Counter()
    years: Counter[str] = Counter()
    for report in found:
        topics.update(report.topics)
        genres[report.genre.value] += 1
        years[str(report.date.year)] += 1
    spread = [("section", kind.value, count) for kind, count in _largest(kinds)]
    spread += [("topic", topic, count) for topic, count in _largest(topics)]
    spread += [("genre", genre, count) for genre, count in _largest(genres)]
    spread += [("date", year, years[year]) for year in sorted(years, reverse=True)]
    return tuple(
        Share(Facet(field, value), count, field == "section" and not complete)
        for field, value, count in spread
    )


def _largest(counts: Mapping[_Key, int]) -> list[tuple[_Key, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def count_kinds(
    tree: Node,
    coverage: Coverage,
    ids: frozenset[str],
    marks: Marks = unmarked,
    seconds: float = KIND_SECONDS,
) -> tuple[Counter[SectionKind], bool]:
    """In how many of the reports `ids` each kind answers, and whether all were looked at."""
    until = time.monotonic() + seconds
    counts: Counter[SectionKind] = Counter()
    locators: dict[Word, Locator] = {}
    for position, report in enumerate(coverage.lot.reports):
        if report.id not in ids or not coverage.has_text(position):
            continue
        if time.monotonic() > until:
            return counts, False
        look = _Look(coverage.record(position), coverage.lot.subjects[position], marks, locators)
        counts.update(kind for kind in look.kinds if look.holds(tree, kind))
    return counts, True


class _Look:
    """One record, looked at kind by kind."""

    def __init__(
        self, record: bytes, subject: Subject, marks: Marks, locators: dict[Word, Locator]
    ) -> None:
        self._record = record
        self._subject = subject
        self._marks = marks
        self._locators = locators
        self._standing: dict[Word, set[SectionKind]] = {}
        self._parts = _parts(record)

    @property
    def kinds(self) -> set[SectionKind]:
        """The kinds of its sections."""
        return {kind for kind, _, _ in self._parts}

    def holds(self, node: Node, kind: SectionKind) -> bool:
        """Whether the sections of `kind` are what `node` says."""
        match node:
            case Word(field=""):
                return kind in self._kinds_with(node)
            case Not(child):
                return not self.holds(child, kind)
            case And(children):
                return all(self.holds(child, kind) for child in children)
            case Or(children):
                return any(self.holds(child, kind) for child in children)
            case Scope(kinds, child):
                return kind in kinds and self.holds(child, kind)
            case _:
                return question_of(node)(self._subject, self._marks)

    def _kinds_with(self, word: Word) -> set[SectionKind]:
        if word not in self._standing:
            locator = self._locators.setdefault(word, Locator(word.needle, prefix=word.term.prefix))
            found = self._standing[word] = set[SectionKind]()
            for kind, start, end in self._parts:
                if kind not in found and locator.stands(self._record, start, end):
                    found.add(kind)
        return self._standing[word]


def _parts(record: bytes) -> Sequence[tuple[SectionKind, int, int]]:
    """Kind, start and end of each section in a record."""
    parts = []
    at = record.find(_PART)
    while at >= 0:
        after = record.find(_PART, at + 1)
        kind = KIND_OF.get(chr(record[at + 1]))
        if kind is not None:
            parts.append((kind, at + 2, after if after >= 0 else len(record)))
        at = after
    return parts
