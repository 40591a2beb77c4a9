"""What a search answer looks like: reports with their passages, laid out as lines at a width.

Pure. A passage is a heading path and at most two lines of snippet with the words marked by offset;
each line knows the passage it belongs to, so that the list can select, scroll and click.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from vibe_tui.cells import cell_width, cut
from vibe_tui.clean import clean_line
from vibe_tui.model.report import Report
from vibe_tui.render.blocks import Atom
from vibe_tui.render.lines import PLAIN, Line, Look, Role, Run
from vibe_tui.render.wrap import wrap
from vibe_tui.search.answer import Hit, Passage
from vibe_tui.text import Language
from vibe_tui.tui.rows import shown_date, shown_title

SNIPPET_LINES = 2
PATH_SIGN = " › "
_META = Look(Role.META)
_TITLE = Look(Role.TITLE)


@dataclass(frozen=True, slots=True)
class Found:
    """A report that answers a query, with its passages."""

    report: Report
    hit: Hit


@dataclass(frozen=True, slots=True)
class Result:
    """One thing to open: a passage, or the report itself where only its metadata matched."""

    found: Found
    passage: Passage | None


@dataclass(frozen=True, slots=True)
class ResultLine:
    """One row of cells; `result` is the place in the list of results, -1 for a report's head."""

    line: Line
    result: int
    marks: tuple[tuple[int, int], ...] = ()


def lay_results(
    found: Sequence[Found], width: int, *, today: dt.date, language: Language
) -> tuple[list[Result], list[ResultLine]]:
    """All results and the lines that show them."""
    results: list[Result] = []
    lines: list[ResultLine] = []
    for one in found:
        if lines:
            lines.append(ResultLine(Line(), -1))
        first = len(results)
        passages = one.hit.passages
        head = -1 if passages else first
        lines.append(ResultLine(_head(one.report, width, today, language), head))
        if not passages:
            results.append(Result(one, None))
        for passage in passages:
            lines.extend(_lay_passage(passage, len(results), width))
            results.append(Result(one, passage))
    return results, lines


def _head(report: Report, width: int, today: dt.date, language: Language) -> Line:
    date = shown_date(report.date, today)
    room = max(0, width - cell_width(date) - 4)
    title = cut(shown_title(report, language), room)
    gap = " " * max(1, width - 2 - cell_width(title) - cell_width(date))
    return Line((Run(" "), Run(title, _TITLE), Run(gap), Run(date, _META)))


def _lay_passage(passage: Passage, number: int, width: int) -> list[ResultLine]:
    snippet = clean_line(passage.snippet)
    section = clean_line(passage.section)
    if passage.line == 0 and section.endswith(snippet):
        # The snippet is the heading itself: only what it stands under is worth a line.
        section = section.removesuffix(snippet).removesuffix(PATH_SIGN)
    section = cut(section, max(0, width - 4))
    lines = [ResultLine(Line((Run("   "), Run(section, _META))), number)] if section else []
    laid = wrap((Atom(snippet, PLAIN),), max(4, width - 4))
    first = _first_line(laid, passage.marks)
    for line in laid[first : first + SNIPPET_LINES]:
        runs = (Run("   "), *line.runs)
        lines.append(ResultLine(Line(runs), number, tuple(passage.marks)))
    return lines


def _first_line(laid: Sequence[Line], marks: Sequence[tuple[int, int]]) -> int:
    """Where the lines begin that show most of the marked words."""

    def marked(first: int) -> int:
        runs = [run for line in laid[first : first + SNIPPET_LINES] for run in line.runs]
        spans = [(run.at, run.at + len(run.text)) for run in runs if run.at >= 0]
        return sum(any(start < e and s < end for s, e in spans) for start, end in marks)

    starts = range(max(1, len(laid) - SNIPPET_LINES + 1))
    return max(starts, key=lambda first: (marked(first), -first))
