"""How the answers of a query are spread: over kinds of section, topics, genres and years.

Metadata gives all but the kinds; for those the records are looked at, for a limited time. A kind
counts a report where its sections of that kind alone answer the query.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TypeVar

from vibe_tui.model.report import Report
from vibe_tui.model.section import SectionKind
from vibe_tui.search.coverage import Coverage
from vibe_tui.search.facts import Marks, unmarked
from vibe_tui.search.match import matchers_of
from vibe_tui.search.narrowing import Facet, Share
from vibe_tui.search.predicate import holds
from vibe_tui.search.tree import Node, Scope

KIND_SECONDS = 0.25
"""How long records may be looked at for one count."""

_Key = TypeVar("_Key", bound=str)


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
    tree: Node, coverage: Coverage, marks: Marks = unmarked, seconds: float = KIND_SECONDS
) -> tuple[Counter[SectionKind], bool]:
    """In how many reports each kind answers, and whether all were looked at."""
    until = time.monotonic() + seconds
    counts: Counter[SectionKind] = Counter()
    matchers = matchers_of(coverage, marks, each_kind=True)
    for kind in SectionKind:
        inside = Scope(frozenset({kind}), tree)
        for matcher, mask in zip(matchers, coverage.masks, strict=True):
            if time.monotonic() > until:
                return counts, False
            counts[kind] += matcher.find(inside, mask).bit_count()
        # A copy: another thread may scan more meanwhile.
        for position, stored in list(coverage.scanned.items()):
            subject = coverage.lot.subjects[position]
            counts[kind] += holds(inside, subject, marks, stored.record)
    return +counts, True
