"""Notes on what is being read: a small editor over the screen, and the way back to their passage.

Without words a note is a highlight. Each write is done in a thread, in order. The anchor of a
passage is made in the thread too: it may take reading a long section. Where the passage has changed
or is gone, that is said.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Static, TextArea

from vibe_tui.clean import clean_line, clean_text
from vibe_tui.model.note import Anchor, Note
from vibe_tui.model.report import Report
from vibe_tui.render.anchors import Anchored, AnchorState, anchor_of
from vibe_tui.render.document import Document
from vibe_tui.render.place import FRONT, Match, Place
from vibe_tui.service import Service
from vibe_tui.service.notes import Noted
from vibe_tui.text import Language, Text
from vibe_tui.tui import words
from vibe_tui.tui.jobs import Jobs
from vibe_tui.tui.messages import ReportChosen
from vibe_tui.tui.screens import TopScreen

_TITLE = Text("标注", "Note")
_WHOLE = Text("整篇报告：{title}", "The whole report: {title}")
_HINT = Text(
    "enter 保存，不写字就是标亮 · ctrl+j 换行 · esc 取消",
    "enter saves; without words it is a highlight · ctrl+j new line · esc cancels",
)
_REMOVE = Text(" · ctrl+r 删除", " · ctrl+r removes it")


@dataclass(frozen=True, slots=True)
class NoteAnswer:
    """What was decided: the words to keep, or that the note is to go."""

    text: str
    remove: bool = False


class NoteArea(TextArea):
    """Several lines of plain words: enter is done, `ctrl+j` breaks the line."""

    @dataclass
    class Done(Message):
        """The words are complete."""

    async def _on_key(self, event: events.Key) -> None:
        if event.key == "enter":
            event.stop()
            event.prevent_default()
            self.post_message(self.Done())
        elif event.key in ("ctrl+j", "shift+enter", "alt+enter"):
            event.stop()
            event.prevent_default()
            self.insert("\n")
        else:
            await super()._on_key(event)

    async def _on_paste(self, event: events.Paste) -> None:
        event.stop()
        event.prevent_default()
        self.replace(clean_text(event.text), *self.selection)


class NoteEditor(TopScreen[NoteAnswer | None], ModalScreen[NoteAnswer | None]):
    """Answers with what was decided, `None` for nothing. `quote` may hold text from outside."""

    CSS_PATH = "writing.tcss"
    AUTO_FOCUS = "NoteArea"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "give_up", show=False, priority=True),
        Binding("ctrl+r", "remove", show=False, priority=True),
    ]

    def __init__(
        self, quote: str, title: str, language: Language, *, text: str | None = None
    ) -> None:
        """`text` is that of a note to change; without one a new note is written."""
        super().__init__()
        self.VERTICAL_BREAKPOINTS = [(0, "-low"), (8, "-short"), (18, "-high")]
        self._quote = clean_line(quote) or _WHOLE.format(title=clean_line(title)).pick(language)
        self._language: Language = language
        self._text = text

    def compose(self) -> ComposeResult:
        hint = _HINT.pick(self._language)
        if self._text is not None:
            hint += _REMOVE.pick(self._language)
        with Vertical(id="box") as box:
            box.border_title = Content(_TITLE.pick(self._language))
            yield Static(Content(self._quote), id="quote")
            yield NoteArea(self._text or "", soft_wrap=True)
            yield Static(Content(hint), id="hint")

    def on_mount(self) -> None:
        area = self.query_one(NoteArea)
        area.move_cursor(area.document.end)

    @on(NoteArea.Done)
    def _done(self) -> None:
        self.dismiss(NoteAnswer(self.query_one(NoteArea).text.strip()))

    def action_give_up(self) -> None:
        self.dismiss(None)

    def action_remove(self) -> None:
        if self._text is not None:
            self.dismiss(NoteAnswer("", remove=True))


_KEPT = Text(
    "已标注；‹undo› 撤销，‹notes› 看全部", "noted; ‹undo› takes it back, ‹notes› shows all"
)
_REMOVED = Text("标注已删除；‹undo› 撤销", "note removed; ‹undo› takes it back")
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
