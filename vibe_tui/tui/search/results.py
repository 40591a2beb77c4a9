"""What a search answer looks like: reports with passages and notes, laid out as lines at a width.

Pure. A passage is a heading path and at most two lines of snippet with the words marked by offset;
a note is its path after a word that says so, and what was written, else the quote.

The list of search results: passages and notes under their reports.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual.message import Message

from vibe_tui.cells import cell_width, cut
from vibe_tui.clean import clean_line
from vibe_tui.model.note import Note
from vibe_tui.model.report import Report
from vibe_tui.render.blocks import Atom
from vibe_tui.render.lines import PLAIN, Line, Look, Role, Run
from vibe_tui.render.wrap import wrap
from vibe_tui.search.passages import Hit, Passage
from vibe_tui.text import Language, Text
from vibe_tui.tui.library.rows import shown_date, shown_title
from vibe_tui.tui.look.line_list import ItemLine, LineList

SNIPPET_LINES = 2
PATH_SIGN = " › "
_META = Look(Role.META)
_TITLE = Look(Role.TITLE)
_NOTE = Text("标注", "Note")


@dataclass(frozen=True, slots=True)
class FoundNote:
    """A note that answers; `marks` are spans of its words."""

    note: Note
    words: str
    marks: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Found:
    """A report that answers a query, with its passages."""

    report: Report
    hit: Hit
    notes: tuple[FoundNote, ...] = ()


@dataclass(frozen=True, slots=True)
class Result:
    """One thing to open: a passage, a note, or the report where only its metadata matched."""

    found: Found
    passage: Passage | None
    note: Note | None = None


def lay_results(
    found: Sequence[Found], width: int, *, today: dt.date, language: Language
) -> tuple[list[Result], list[ItemLine]]:
    """All results and the lines that show them."""
    results: list[Result] = []
    lines: list[ItemLine] = []
    for one in found:
        if lines:
            lines.append(ItemLine(Line(), -1))
        passages = one.hit.passages
        alone = not passages and not one.notes
        lines.append(
            ItemLine(_head(one.report, width, today, language), len(results) if alone else -1)
        )
        if alone:
            results.append(Result(one, None))
        for passage in passages:
            lines += _lay_passage(passage, len(results), width)
            results.append(Result(one, passage))
        for found_note in one.notes:
            lines += _lay_note(found_note, len(results), width, language)
            results.append(Result(one, None, found_note.note))
    return results, lines


def _head(report: Report, width: int, today: dt.date, language: Language) -> Line:
    date = shown_date(report.date, today)
    room = max(0, width - cell_width(date) - 4)
    title = cut(shown_title(report, language), room)
    gap = " " * max(1, width - 2 - cell_width(title) - cell_width(date))
    return Line((Run(" "), Run(title, _TITLE), Run(gap), Run(date, _META)))


def _lay_passage(passage: Passage, number: int, width: int) -> list[ItemLine]:
    snippet = clean_line(passage.snippet)
    section = clean_line(passage.section)
    if passage.line == 0 and section.endswith(snippet):
        # The snippet is the heading itself: only what it stands under is worth a line.
        section = section.removesuffix(snippet).removesuffix(PATH_SIGN)
    return _lay_item(section, snippet, passage.marks, number, width)


def _lay_note(found: FoundNote, number: int, width: int, language: Language) -> list[ItemLine]:
    path = clean_line(PATH_SIGN.join((_NOTE.pick(language), *found.note.anchor.path)))
    return _lay_item(path, clean_line(found.words), found.marks, number, width)


def _lay_item(
    path: str, words: str, marks: Sequence[tuple[int, int]], number: int, width: int
) -> list[ItemLine]:
    path = cut(path, max(0, width - 4))
    lines = [ItemLine(Line((Run("   "), Run(path, _META))), number)] if path else []
    laid = wrap((Atom(words, PLAIN),), max(4, width - 4))
    first = _first_line(laid, marks)
    shown = laid[first : first + SNIPPET_LINES]
    lines += [ItemLine(Line((Run("   "), *line.runs)), number, tuple(marks)) for line in shown]
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
        self._found: Sequence[Found] = ()

    def show(self, found: Sequence[Found]) -> None:
        """Show these, the first selected."""
        self._found = found
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
        return lay_results(self._found, width, today=self._today(), language=self._language)
