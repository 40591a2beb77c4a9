"""Writes notes on what is being read, and goes from a note to its passage.

Each write is done in a thread, in order. The anchor of a passage is made in the thread too: it may
take reading a long section. Where the passage has changed or is gone, that is said.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from vibe_tui.model.note import Anchor, Note
from vibe_tui.model.report import Report
from vibe_tui.render.anchors import Anchored, AnchorState, anchor_of
from vibe_tui.render.document import Document
from vibe_tui.render.place import FRONT, Match, Place
from vibe_tui.service import Service
from vibe_tui.service.notes import Noted
from vibe_tui.text import Text
from vibe_tui.tui import words
from vibe_tui.tui.jobs import Jobs
from vibe_tui.tui.messages import ReportChosen
from vibe_tui.tui.screens import TopScreen

if TYPE_CHECKING:
    from vibe_tui.tui.notes.editor import NoteAnswer

_KEPT = Text("已标注；U 撤销，X 看全部", "noted; U takes it back, X shows all")
_REMOVED = Text("标注已删除；U 撤销", "note removed; U takes it back")
_TOP = Place(-1, 0, 0, 0)
"""The title: a note on the whole report leads there, and one that lost its place."""

_GONE = Text("这篇报告不在文库里了", "This report is no longer in the library")
_LOST_HERE = Text("原文改动太多，找不到这一段了", "The passage is gone from the report")
_CHANGED = Text("原文在标注之后改过", "The passage was edited since")


class Noting:
    """Writes the notes of one screen; `changed` is called after each."""

    def __init__(
        self, screen: TopScreen[None], service: Service, jobs: Jobs, changed: Callable[[], None]
    ) -> None:
        self._screen = screen
        self._service = service
        self._jobs = jobs
        self._changed = changed

    def write(self, report: Report, passage: Sequence[Match], document: Document | None) -> None:
        """Ask for words on a passage of `document`, or on the whole report, and keep them."""
        inside = [span for span in passage if span.block.section != FRONT]
        quote = " ".join(
            document.plain(span.block)[span.start : span.end] for span in inside if document
        )

        def add(text: str) -> None:
            anchor = anchor_of(document, inside) if document is not None else Anchor()
            self._service.notes.add(report, anchor, text)

        def answered(answer: NoteAnswer | None) -> None:
            if answer is not None:
                self._do(lambda: add(answer.text), _KEPT)

        self._edit(quote, report.title, None, answered)

    def change(self, note: Note) -> None:
        """Ask for other words in place of those of a note, or remove it."""

        def answered(answer: NoteAnswer | None) -> None:
            if answer is None:
                return
            if answer.remove:
                self._do(lambda: self._service.notes.remove(note), _REMOVED)
            elif answer.text != note.text:
                self._do(lambda: self._service.notes.change(note, answer.text), _KEPT)

        self._edit(note.anchor.quote, note.title, note.text, answered)

    def _do(self, work: Callable[[], object], said: Text) -> None:
        def done() -> None:
            self._screen.say(said if self._service.is_kept else words.IN_MEMORY)
            self._changed()

        self._jobs.write(work, done, self._screen.tell)

    def _edit(
        self,
        quote: str,
        title: str,
        text: str | None,
        answered: Callable[[NoteAnswer | None], None],
    ) -> None:
        from vibe_tui.tui.notes.editor import NoteEditor

        editor = NoteEditor(quote, title, self._service.config.language, text=text)
        self._screen.app.push_screen(editor, answered)


def open_note(
    screen: TopScreen[None], service: Service, jobs: Jobs, noted: Noted, came_from: str
) -> None:
    """Read the report of a note at its passage, which is looked for in a thread.

    `came_from` is the name of the installed screen to go back to.
    """
    report = noted.report
    if report is None:
        screen.say(_GONE)
        return

    def done(located: dict[int, tuple[Anchored, int]]) -> None:
        found = located[noted.note.id][0] if noted.note.id in located else None
        if found is not None and found.state is not AnchorState.FOUND:
            screen.say(_LOST_HERE if found.state is AnchorState.LOST else _CHANGED)
        place = found.place or _TOP if found is not None else None
        screen.app.post_message(ReportChosen(report, place, came_from))

    jobs.run("locate-note", lambda _: service.notes.locate([noted]), done, screen.tell)
