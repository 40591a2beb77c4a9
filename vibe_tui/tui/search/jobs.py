"""The search screen's slow work: answers, facets, suggestions, previews.

Each in a thread, the newest of its kind wins; what comes back arrives on the UI thread. A plain
object with callbacks; it touches no widget.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vibe_tui.clean import clean_line
from vibe_tui.errors import VibeError
from vibe_tui.fold import Term, find_terms
from vibe_tui.model.lens import FULL
from vibe_tui.search.passages import Answer, Hit
from vibe_tui.service import Service
from vibe_tui.tui.jobs import Cancelled, Jobs
from vibe_tui.tui.preload import load_all
from vibe_tui.tui.reader.prepare import Shown, Target, prepare
from vibe_tui.tui.search.results import Found, FoundNote, Result

if TYPE_CHECKING:
    from vibe_tui.search.facets import Share
    from vibe_tui.search.suggest import Suggestion

RESULTS = 50


@dataclass(frozen=True, slots=True)
class Reply:
    """What a query found, with its reports, how many notes, and the terms to mark in them."""

    query: str
    answer: Answer
    found: Sequence[Found]
    notes: int
    terms: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class View:
    """A report ready to be shown at a passage."""

    shown: Shown
    target: Target


Failed = Callable[[VibeError], None]


class SearchJobs:
    """Asks the service for one screen."""

    def __init__(self, service: Service, jobs: Jobs) -> None:
        self._service = service
        self._jobs = jobs
        self._last: tuple[tuple[object, ...], Shown] | None = None

    def ask(self, query: str, done: Callable[[Reply], None], failed: Failed) -> None:
        """The best passages for a query that is being typed."""

        def work(cancelled: Cancelled) -> Reply:
            load_all()
            answer = self._service.search(query, RESULTS, typing=True)
            terms = self._service.terms(query, typing=True)
            noted = self._noted(query, terms)
            found = [
                Found(self._service.report(hit.report_id), hit, noted.pop(hit.report_id, ()))
                for hit in answer.hits
            ]
            found += [
                Found(self._service.report(report_id), Hit(report_id, 0.0, ()), notes)
                for report_id, notes in noted.items()
            ]
            return Reply(query, answer, found, sum(len(one.notes) for one in found), terms)

        self._jobs.run("search", work, done, failed)

    def _noted(self, query: str, terms: tuple[Term, ...]) -> dict[str, tuple[FoundNote, ...]]:
        """The notes that answer with their own words or their quote, by report."""
        by_report: dict[str, tuple[FoundNote, ...]] = {}
        for one in self._service.notes.find(query, typing=True) if terms else ():
            for words in map(clean_line, (one.note.text, one.note.anchor.quote)):
                marks = tuple(find_terms(words, terms))
                if marks and one.report is not None:
                    found = FoundNote(one.note, words, marks)
                    known = by_report.get(one.report.id, ())
                    by_report[one.report.id] = (*known, found)
                    break
        return by_report

    def stop(self) -> None:
        """Let what was asked come to nothing."""
        for group in ("search", "facets", "preview"):
            self._jobs.cancel(group)
        self._last = None

    def spread(self, query: str, done: Callable[[Sequence[Share]], None], failed: Failed) -> None:
        """The facets of the answer to `query`."""
        self._jobs.run(
            "facets",
            lambda cancelled: self._service.finder.facets(query, typing=True),
            done,
            failed,
        )

    def suggest(
        self, query: str, done: Callable[[Sequence[Suggestion]], None], failed: Failed
    ) -> None:
        """What may have been meant by a query that nothing answers."""
        self._jobs.run(
            "facets",
            lambda cancelled: self._service.finder.suggest(query, typing=True),
            done,
            failed,
        )

    def preview(
        self,
        result: Result,
        terms: tuple[Term, ...],
        done: Callable[[View], None],
        failed: Failed,
    ) -> None:
        """The report of `result`; the one looked at last is not read again."""
        report = result.found.report
        key = (report, terms)
        if self._last is not None and self._last[0] == key:
            self._jobs.cancel("preview")
            done(View(self._last[1], target_in(self._last[1], result, terms)))
            return

        def prepared(shown: Shown) -> None:
            self._last = (key, shown)
            done(View(shown, target_in(shown, result, terms)))

        self._jobs.run(
            "preview",
            lambda cancelled: prepare(self._service, report, FULL, Target(terms=terms)),
            prepared,
            failed,
        )


def target_in(shown: Shown, result: Result, terms: tuple[Term, ...]) -> Target:
    """Where in its report `result` is."""
    if result.passage is not None:
        return Target(result.passage.section_index, result.passage.nth, terms)
    if result.note is not None:
        for placed in shown.notes:
            if placed.note.id == result.note.id and placed.found.place is not None:
                return Target(placed.found.place.section, 0, terms)
    return Target(terms=terms)
