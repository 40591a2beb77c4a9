"""The list of search results: passages and notes under their reports, as lines at a width.

A result is what can be opened, with what is shown of it: a path and at most two lines of words,
the ones that were looked for marked by offset.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain

from textual.message import Message

from vibe_tui.cells import cell_width, cut
from vibe_tui.clean import clean_row
from vibe_tui.fold import find_terms
from vibe_tui.model.report import Report
from vibe_tui.render.blocks import PLAIN, Atom, Line, Look, Role, Run
from vibe_tui.render.titles import shown_date, shown_title
from vibe_tui.render.wrap import wrap
from vibe_tui.search.passages import Passage
from vibe_tui.search.query import Query
from vibe_tui.search.text import PATH_JOINER
from vibe_tui.service import Service
from vibe_tui.service.opening import Target
from vibe_tui.text import Language, Text
from vibe_tui.tui.look.line_list import ItemLine, LineList

MOST = 50
"""Reports that are listed."""

SNIPPET_LINES = 2
_META = Look(Role.META)
_TITLE = Look(Role.TITLE)
_NOTE = Text("标注", "Note")


@dataclass(frozen=True, slots=True)
class Result:
    """A report to open at `target`; without `words` it stands for the report itself.

    `marks` are spans of the words, which stand under `path`.
    """

    report: Report
    target: Target
    path: str = ""
    words: str = ""
    marks: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Results:
    """What a query found: `total` reports, of which some are listed, and `notes` notes.

    The texts of `unread` reports were not asked: later there may be more.
    """

    query: Query
    total: int
    notes: int
    note: Text | None
    listed: Sequence[Result]
    unread: int = 0


def find_results(service: Service, query: Query) -> Results:
    """The best passages for a query and all notes on any report that answer it. For a worker."""
    answer = service.search(query, MOST)
    listed: list[Result] = []
    noted = _noted(service, query)
    notes = sum(map(len, noted.values()))
    for hit in answer.hits:
        report = service.report(hit.report_id)
        notes_here = noted.pop(report.id, [])
        listed += [_passage(report, passage, query) for passage in hit.passages]
        if not hit.passages and not notes_here:
            listed.append(Result(report, Target(terms=query.terms)))
        listed += notes_here
    listed += chain.from_iterable(noted.values())
    return Results(query, answer.total, notes, answer.note, listed, answer.unread)


def _passage(report: Report, passage: Passage, query: Query) -> Result:
    words, path = clean_row(passage.snippet), clean_row(passage.section)
    if passage.line == 0 and path.endswith(words):
        # These words are the heading itself: only what it stands under is worth a line.
        path = path.removesuffix(words).removesuffix(PATH_JOINER)
    marks = tuple(
        (len(clean_row(passage.snippet[:start])), len(clean_row(passage.snippet[:end])))
        for start, end in passage.marks
    )
    return Result(report, Target(passage, query.terms), path, words, marks)


def _noted(service: Service, query: Query) -> dict[str, list[Result]]:
    """The notes that answer with their own words, else with their quote, by report."""
    found: dict[str, list[Result]] = {}
    for one in service.notes.find(query) if query.terms else ():
        note, report = one.note, one.report
        for words in map(clean_row, (note.text, note.anchor.quote)):
            marks = tuple(find_terms(words, query.terms))
            if marks and report is not None:
                path = PATH_JOINER.join((_NOTE.pick(service.config.language), *note.anchor.path))
                target = Target(note, query.terms)
                result = Result(report, target, clean_row(path), words, marks)
                found.setdefault(report.id, []).append(result)
                break
    return found


def lay_results(
    results: Sequence[Result], width: int, *, today: dt.date, language: Language
) -> list[ItemLine]:
    """The lines that show results, each report's under its title."""
    lines: list[ItemLine] = []
    report: Report | None = None
    for number, result in enumerate(results):
        if result.report is not report:
            report = result.report
            if lines:
                lines.append(ItemLine(Line(), -1))
            head = _head(report, width, today, language)
            lines.append(ItemLine(head, -1 if result.words else number))
        lines += _lay_words(result, number, width)
    return lines


def _head(report: Report, width: int, today: dt.date, language: Language) -> Line:
    date = shown_date(report.date, today)
    room = max(0, width - cell_width(date) - 4)
    title = cut(shown_title(report, language), room)
    gap = " " * max(1, width - 2 - cell_width(title) - cell_width(date))
    return Line((Run(" "), Run(title, _TITLE), Run(gap), Run(date, _META)))


def _lay_words(result: Result, number: int, width: int) -> list[ItemLine]:
    path = cut(result.path, max(0, width - 4))
    lines = [ItemLine(Line((Run("   "), Run(path, _META))), number)] if path else []
    if result.words:
        laid = wrap((Atom(result.words, PLAIN),), max(4, width - 4))
        first = _first_line(laid, result.marks)
        shown = laid[first : first + SNIPPET_LINES]
        marks = result.marks
        lines += [ItemLine(Line((Run("   "), *line.runs)), number, marks) for line in shown]
    return lines


def _first_line(laid: Sequence[Line], marks: Sequence[tuple[int, int]]) -> int:
    """Where the lines begin that show most of the marked words."""

    def marked(first: int) -> int:
        runs = [run for line in laid[first : first + SNIPPET_LINES] for run in line.runs]
        spans = [(run.at, run.at + len(run.text)) for run in runs if run.at >= 0]
        return sum(any(start < e and s < end for s, e in spans) for start, end in marks)

    starts = range(max(1, len(laid) - SNIPPET_LINES + 1))
    return max(starts, key=lambda first: (marked(first), -first))


class ResultList(LineList[Result]):
    """Results, one of them selected."""

    @dataclass
    class Highlighted(Message):
        """Another result is under the cursor, or none."""

        result: Result | None

    @dataclass
    class OpenRequested(Message):
        """The person chose this result."""

        result: Result

    def __init__(
        self, *, today: Callable[[], dt.date] = dt.date.today, language: Language = "zh"
    ) -> None:
        super().__init__()
        self._today = today
        self._language: Language = language
        self._results: Sequence[Result] = ()

    def show(self, results: Sequence[Result], *, again: bool = False) -> None:
        """Show these, those of a report one after the other; the first is selected.

        `again`: they answer what was asked before, and what was chosen of them stays so.
        """
        self._results = results
        if again and self.index:
            self.lay_again(results, lambda one: (one.report.id, one.path, one.words))
            return
        self.lay(0)
        self.scroll_to(y=0, animate=False)
        self.post_message(self.Highlighted(self.selected))

    def watch_index(self) -> None:
        """Tell what is selected."""
        super().watch_index()
        self.post_message(self.Highlighted(self.selected))

    def choose(self, item: Result) -> None:
        """Ask for this result to be opened."""
        self.post_message(self.OpenRequested(item))

    def lay_out(self, width: int) -> tuple[Sequence[Result], Sequence[ItemLine]]:
        """The results, and their lines."""
        lines = lay_results(self._results, width, today=self._today(), language=self._language)
        return self._results, lines
