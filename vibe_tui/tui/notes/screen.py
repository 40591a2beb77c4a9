"""All highlights and notes, newest first, filtered while typing; enter goes to the passage.

The screen is kept when it is left. Finding notes and finding a passage in its report are done in a
thread.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Input, Static

from vibe_tui.service import Service
from vibe_tui.service.notes import Noted
from vibe_tui.text import Text
from vibe_tui.tui import words
from vibe_tui.tui.actions import bindings
from vibe_tui.tui.jobs import Jobs, load_all
from vibe_tui.tui.keys import Scope
from vibe_tui.tui.notes.list import NoteList
from vibe_tui.tui.notes.noting import open_note
from vibe_tui.tui.screens import QueryInput, TopScreen
from vibe_tui.tui.status import StatusBar

NOTES = "notes"
"""The name under which the screen is installed."""

_PLACEHOLDER = Text("筛选标注：词语 标题: 主题:", "Filter notes: words title: topic:")
_NONE = Text("还没有标注。在报告里按 x", "No notes yet. x in a report writes one")
_NO_MATCH = Text("没有符合的标注", "No note matches")
_REMOVED = Text("已删除；返回后 U 撤销", "Removed; U takes it back once you are back")
_HINTS = (
    ("enter", Text("打开", "Open")),
    ("↑ ↓", Text("选择", "Select")),
    ("ctrl+r", Text("删除", "Delete")),
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

    def action_back(self) -> None:
        self.dismiss()
