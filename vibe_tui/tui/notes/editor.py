"""A small editor over the screen: some words on a passage, or none for a highlight."""

from __future__ import annotations

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
from vibe_tui.text import Language, Text
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

    CSS_PATH = "editor.tcss"
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
