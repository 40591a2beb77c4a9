"""The list of notes, each under its report: quote and words, as lines at a width."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from textual.message import Message

from vibe_tui.cells import cell_width, cut
from vibe_tui.clean import clean_row, clean_text
from vibe_tui.model.note import Note
from vibe_tui.render.blocks import PLAIN, Atom, Line, Look, Role, Run
from vibe_tui.render.titles import shown_date, shown_title
from vibe_tui.render.wrap import wrap
from vibe_tui.service.notes import Noted
from vibe_tui.text import Language, Text
from vibe_tui.tui.look.line_list import ItemLine, LineList

QUOTE_LINES = 2
WORD_LINES = 4
PATH_SIGN = " › "

_TITLE = Look(Role.TITLE)
_META = Look(Role.META)
_QUOTE = Look(Role.QUOTE)
_GONE = Text("报告不在文库中", "not in the library")
_WHOLE = Text("整篇报告", "the whole report")


@dataclass(frozen=True, slots=True)
class NoteLayout:
    """Notes as lines of `width` cells; each is laid out once, in whichever thread comes first."""

    width: int
    today: dt.date
    language: Language
    ascii_only: bool
    _known: dict[Noted, list[Line]] = field(default_factory=dict, compare=False, repr=False)

    def lines(self, noted: Sequence[Noted]) -> list[ItemLine]:
        """The lines that show these notes."""
        lines: list[ItemLine] = []
        for number, one in enumerate(noted):
            if lines:
                lines.append(ItemLine(Line(), -1))
            lines += [ItemLine(line, number) for line in self._body(one)]
        return lines

    def _body(self, one: Noted) -> list[Line]:
        body = self._known.get(one)
        if body is None:
            body = self._known[one] = [
                _head(one, self.width, self.today, self.language),
                _place(one, self.width, self.language),
                *_quote(one.note, self.width, self.ascii_only),
                *_words(one.note, self.width),
            ]
        return body


def _head(one: Noted, width: int, today: dt.date, language: Language) -> Line:
    note = one.note
    name = shown_title(one.report, language) if one.report else clean_row(note.title)
    date = _day(note.created, today)
    title = cut(name, max(0, width - cell_width(date) - 4))
    gap = " " * max(1, width - 2 - cell_width(title) - cell_width(date))
    return Line((Run(" "), Run(title, _TITLE), Run(gap), Run(date, _META)))


def _day(moment: str, today: dt.date) -> str:
    try:
        return shown_date(dt.datetime.fromisoformat(moment).date().isoformat(), today)
    except ValueError:
        return clean_row(moment[:10])


def _place(one: Noted, width: int, language: Language) -> Line:
    path = clean_row(PATH_SIGN.join(one.note.anchor.path)) or _WHOLE.pick(language)
    if one.report is None:
        path = f"{_GONE.pick(language)} · {path}"
    return Line((Run("   "), Run(cut(path, max(0, width - 4)), _META)))


def _quote(note: Note, width: int, ascii_only: bool) -> list[Line]:
    quote = clean_row(note.anchor.quote)
    if not quote or [quote] == [clean_row(title) for title in note.anchor.path[-1:]]:
        return []
    sign = Run("   | " if ascii_only else "   │ ", _META)
    laid = wrap((Atom(quote, _QUOTE),), max(4, width - 7))
    return [Line((sign, *line.runs)) for line in _cut(laid, QUOTE_LINES, _QUOTE)]


def _words(note: Note, width: int) -> list[Line]:
    laid = [
        line
        for words in clean_text(note.text).splitlines()
        for line in wrap((Atom(clean_row(words.expandtabs(4)), PLAIN),), max(4, width - 5))
    ]
    return [Line((Run("   "), *line.runs)) for line in _cut(laid, WORD_LINES, PLAIN)]


def _cut(lines: Sequence[Line], most: int, look: Look) -> list[Line]:
    """The first lines, with a sign where there are more."""
    if len(lines) <= most:
        return list(lines)
    return [*lines[: most - 1], Line((*lines[most - 1].runs, Run(" …", look)))]


class NoteList(LineList[Noted]):
    """Notes, one of them selected."""

    ROWS = 5

    @dataclass
    class OpenRequested(Message):
        """The person chose this note."""

        noted: Noted

    def __init__(
        self, *, today: Callable[[], dt.date], language: Language, ascii_only: bool
    ) -> None:
        super().__init__()
        self._today = today
        self._language: Language = language
        self._ascii_only = ascii_only
        self._noted: Sequence[Noted] = ()
        self._layout: NoteLayout | None = None

    def show(self, noted: Sequence[Noted]) -> None:
        """Show these; the selected note stays so where it is still there."""
        self._noted = noted
        self.lay_again(noted, lambda one: one.note.id)

    def choose(self, item: Noted) -> None:
        """Ask for this note to be opened."""
        self.post_message(self.OpenRequested(item))

    def lay_out(self, width: int) -> tuple[Sequence[Noted], Sequence[ItemLine]]:
        """The notes, and their lines."""
        return self._noted, self._layout_at(width).lines(self._noted)

    @property
    def layout_now(self) -> NoteLayout:
        """With it a worker may lay out notes before they are shown."""
        return self._layout_at(self.scrollable_content_region.width)

    def _layout_at(self, width: int) -> NoteLayout:
        layout = NoteLayout(width, self._today(), self._language, self._ascii_only)
        if self._layout != layout:
            self._layout = layout
        return self._layout or layout
