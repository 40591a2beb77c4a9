"""One question that is answered with a line of text."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from vibe_tui.clean import clean_line
from vibe_tui.text import Language, Text
from vibe_tui.tui.screens.top import TopScreen
from vibe_tui.tui.widgets.query_input import QueryInput


class PromptScreen(TopScreen[str | None], ModalScreen[str | None]):
    """Answers with the line, or `None` for `escape`. `subject` may hold text from outside."""

    CSS_PATH = "prompt.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "give_up", show=False)]

    def __init__(self, title: Text, subject: str, value: str, hint: Text, language: Language):
        super().__init__()
        self._title = title.pick(language)
        self._subject = clean_line(subject)
        self._value = clean_line(value)
        self._hint = hint.pick(language)

    def compose(self) -> ComposeResult:
        with Vertical(id="box") as box:
            box.border_title = Content(self._title)
            yield Static(Content(self._subject), id="subject")
            yield QueryInput(self._value)
            yield Static(Content(self._hint), id="hint")

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())

    def action_give_up(self) -> None:
        self.dismiss(None)
