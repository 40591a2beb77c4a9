"""All highlights and notes, newest first, each under its report, filtered while typing.

The screen is kept when it is left. Finding notes and finding a passage in its report are done in a
thread.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widgets import Input, Static

from vibe_tui.cells import cell_width, cut
from vibe_tui.clean import clean_row, clean_text
from vibe_tui.model.note import Note
from vibe_tui.render.blocks import PLAIN, Atom, Line, Look, Role, Run
from vibe_tui.render.titles import shown_date, shown_title
from vibe_tui.render.wrap import wrap
from vibe_tui.service import Service
from vibe_tui.service.notes import Noted
from vibe_tui.text import Language, Text
from vibe_tui.tui import words
from vibe_tui.tui.actions import bindings
from vibe_tui.tui.jobs import Jobs, load_all
from vibe_tui.tui.keys import Scope
from vibe_tui.tui.look.line_list import ItemLine, LineList
from vibe_tui.tui.notes.writing import open_note
from vibe_tui.tui.reader.exporting import offer_export
from vibe_tui.tui.screens import QueryInput, TopScreen
from vibe_tui.tui.status import StatusBar

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


NOTES = "notes"
"""The name under which the screen is installed."""

_PLACEHOLDER = Text("筛选标注：词语 标题: 主题:", "Filter notes: words title: topic:")
_NONE = Text("还没有标注。在报告里按 x", "No notes yet. x in a report writes one")
_NO_MATCH = Text("没有符合的标注", "No note matches")
_REMOVED = Text("已删除；返回后 ‹undo› 撤销", "Removed; ‹undo› takes it back once you are back")
_HINTS = (
    ("enter", Text("打开", "Open")),
    ("↑ ↓", Text("选择", "Select")),
    ("ctrl+r", Text("删除", "Delete")),
    ("ctrl+s", Text("导出", "Export")),
    ("esc", Text("返回", "Back")),
)


class NotesScreen(TopScreen[None]):
    """A filter and the notes; `changed` is called when one was removed."""

    CSS_PATH = "screen.tcss"
    SCOPES = (Scope.NOTES,)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.NOTES)]

    def __init__(self, service: Service, changed: Callable[[], None]) -> None:
        super().__init__()
        self._service = service
        self._language = service.config.language
        self._jobs = Jobs(self)
        self._changed = changed

    def compose(self) -> ComposeResult:
        with Horizontal(id="query"):
            yield QueryInput(placeholder=Content(_PLACEHOLDER.pick(self._language)).plain)
        yield Static("", id="note", markup=False)
        yield NoteList(
            today=self._service.today,
            language=self._language,
            ascii_only=self._service.config.ascii_borders,
        )
        yield StatusBar()

    def on_mount(self) -> None:
        """Say what keys do."""
        self.query_one(StatusBar).set_hints(
            (key, label.pick(self._language)) for key, label in _HINTS
        )

    def on_screen_resume(self) -> None:
        """Notes may have changed since."""
        self.query_one(QueryInput).focus()
        self._find()

    @on(Input.Changed)
    def _find(self) -> None:
        query = self.query_one(QueryInput).value
        layout = self.query_one(NoteList).layout_now

        def work(cancelled: object) -> Sequence[Noted]:
            load_all()
            asked = self._service.parse(query) if query.strip() else None
            found = self._service.notes.find(asked)
            # To wrap thousands of notes takes longer than a frame.
            layout.lines(found)
            return found

        self._jobs.run("find-notes", work, self._show, self.tell)

    def _show(self, noted: Sequence[Noted]) -> None:
        self.query_one(NoteList).show(noted)
        nothing = _NO_MATCH if self.query_one(QueryInput).value.strip() else _NONE
        note = words.notes(len(noted)) if noted else nothing
        self.query_one("#note", Static).update(Content(note.pick(self._language)))

    @on(Input.Submitted)
    def _submitted(self) -> None:
        chosen = self.query_one(NoteList).selected
        if chosen is not None:
            self._open(chosen)

    @on(NoteList.OpenRequested)
    def _clicked(self, event: NoteList.OpenRequested) -> None:
        self._open(event.noted)

    def _open(self, noted: Noted) -> None:
        open_note(self, self._service, self._jobs, noted, NOTES)

    # What keys do

    def action_result_down(self) -> None:
        self.query_one(NoteList).move(1)

    def action_result_up(self) -> None:
        self.query_one(NoteList).move(-1)

    def action_result_page_down(self) -> None:
        notes = self.query_one(NoteList)
        notes.move(notes.page())

    def action_result_page_up(self) -> None:
        notes = self.query_one(NoteList)
        notes.move(-notes.page())

    def action_delete_note(self) -> None:
        chosen = self.query_one(NoteList).selected
        if chosen is None:
            return

        def done() -> None:
            self.say(_REMOVED if self._service.is_kept else words.IN_MEMORY)
            self._find()
            self._changed()

        self._jobs.write(lambda: self._service.notes.remove(chosen.note), done, self.tell)

    def action_export(self) -> None:
        """Write the notes listed to a file, or copy them."""
        noted, service = self.query_one(NoteList).items, self._service
        width = service.config.text_width

        def make(form: str) -> str:
            from vibe_tui.service.written import as_form, notes_markdown

            text = "\n".join(notes_markdown(service, noted, service.notes.locate(noted)))
            return as_form(service, NOTES, f"{text}\n", form, width) if noted else ""

        offer_export(self, self._jobs, self._language, NOTES, make)

    def action_back(self) -> None:
        self.dismiss()
