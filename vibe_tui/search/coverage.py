"""One corpus of reports under one generation of the index, kept from one key to the next.

Reports are known by their position in the corpus. For each segment it knows which document is which
report; what is not indexed is loose, and is read when there is time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial

from vibe_tui.errors import VibeError
from vibe_tui.model.report import TOPICS, PaperOf, Report, Topic
from vibe_tui.model.section import Section
from vibe_tui.search.engine.generation import Generation
from vibe_tui.search.match import Matcher
from vibe_tui.search.text import StoredReport, TextParts
from vibe_tui.search.tree import MarkOf, Subject, no_paper, topic_names, unmarked

MOST_SCANNED = 16_000_000
"""Characters of scanned text that are kept."""

Read = Callable[[Report], Sequence[Section]]


class Corpus:
    """Reports with what queries want to know of them, worked out when first asked for."""

    def __init__(
        self,
        reports: Sequence[Report],
        topics: Sequence[Topic] = TOPICS,
        paper_of: PaperOf = no_paper,
    ) -> None:
        self.reports = reports
        self.paper_of = paper_of
        names = topic_names((*TOPICS, *topics))
        self.subjects = [Subject(report, names, paper_of) for report in reports]

    @cached_property
    def by_date(self) -> list[int]:
        """The positions of all reports, newest first."""

        def when(position: int) -> tuple[str, str]:
            report = self.reports[position]
            return report.date, report.published

        return sorted(range(len(self.reports)), key=when, reverse=True)

    @cached_property
    def recency(self) -> list[int]:
        """For each report how many are newer."""
        ranks = [0] * len(self.reports)
        for rank, position in enumerate(self.by_date):
            ranks[position] = rank
        return ranks


@dataclass(slots=True)
class Coverage:
    """A corpus of reports and where the text of each is."""

    corpus: Corpus
    view: Generation
    documents: list[list[int]]
    masks: list[int]
    places: list[tuple[int, int] | None]
    scanned: dict[int, StoredReport] = field(default_factory=dict)
    scanned_size: int = 0

    def matchers(self, marks: MarkOf = unmarked, *, each_kind: bool = False) -> list[Matcher]:
        """One for each segment."""

        def subject(segment: int, document: int) -> Subject:
            return self.corpus.subjects[self.documents[segment][document]]

        return [
            Matcher(segment, partial(subject, number), marks, each_kind)
            for number, segment in enumerate(self.view.segments)
        ]

    def record(self, position: int) -> bytes:
        """The folded text of a report whose text is known."""
        place = self.places[position]
        if place is None:
            return self.scanned[position].record.encode()
        return self.view.segments[place[0]].record(place[1])

    def parts(self, position: int) -> TextParts:
        """The lines of a report whose text is known."""
        place = self.places[position]
        if place is None:
            packed = self.scanned[position].packed
        else:
            packed = self.view.segments[place[0]].packed(place[1])
        return TextParts(self.record(position), packed)

    def has_text(self, position: int) -> bool:
        """Whether the text of a report is indexed or was scanned."""
        return self.places[position] is not None or position in self.scanned

    def loose(self) -> list[int]:
        """The reports that are not indexed, newest first."""
        found = [position for position, place in enumerate(self.places) if place is None]
        return found and sorted(found, key=self.corpus.recency.__getitem__)

    def scan(self, read: Read, until: float) -> Iterator[tuple[int, StoredReport]]:
        """The texts of loose reports, newest first, as many as can be begun `until` then.

        Some are kept for the next time.
        """
        loose = self.loose()
        if not loose:
            return
        from vibe_tui.search.text import stored_report

        for position in loose:
            stored = self.scanned.get(position)
            if stored is None:
                if time.monotonic() > until:
                    continue
                report = self.corpus.reports[position]
                try:
                    sections = read(report)
                except VibeError:
                    # It cannot be read: what is known of it without its text still counts.
                    sections = ()
                stored = stored_report(report, self.corpus.paper_of(report), sections)
                if self.scanned_size < MOST_SCANNED:
                    self.keep(position, stored)
            yield position, stored

    def keep(self, position: int, stored: StoredReport) -> None:
        """Remember the text of a loose report."""
        if position not in self.scanned:
            self.scanned[position] = stored
            self.scanned_size += len(stored.record)


def cover(corpus: Corpus, view: Generation, before: Coverage | None) -> Coverage:
    """Put reports beside what `view` knows, keeping what `before` had read of the same ones.

    A report that has changed since it was indexed is loose.
    """
    documents = [[-1] * len(segment) for segment in view.segments]
    places: list[tuple[int, int] | None] = []
    for position, report in enumerate(corpus.reports):
        place = view.where.get(report.id)
        if place and report.hash and view.segments[place[0]].stamps[place[1]] != report.hash:
            place = None
        places.append(place)
        if place:
            documents[place[0]][place[1]] = position
    marks = ("".join("1" if at >= 0 else "0" for at in reversed(row)) for row in documents)
    masks = [int(bits or "0", 2) for bits in marks]
    scanned = before.scanned if before is not None and before.corpus is corpus else {}
    # A copy made at once: a search of another thread may scan more meanwhile.
    known = scanned.copy().items()
    kept = {position: stored for position, stored in known if places[position] is None}
    size = sum(len(stored.record) for stored in kept.values())
    return Coverage(corpus, view, documents, masks, places, kept, size)
