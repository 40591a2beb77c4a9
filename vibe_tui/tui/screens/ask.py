"""One question over the screen: what will happen, and the keys that let it happen or not."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from vibe_tui.clean import clean_line


class AskScreen(ModalScreen[str]):
    """Answers with the key of the choice that was made, or an empty string.

    `subject` may come from outside: it is shown on one line, literally. Choices are pairs of key
    and label; `enter` takes the first.
    """

    CSS_PATH = "ask.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "choose('')", show=False),
        Binding("q", "choose('')", show=False),
    ]

    def __init__(self, title: str, subject: str, choices: tuple[tuple[str, str], ...]) -> None:
        super().__init__()
        self._title = title
        self._subject = clean_line(subject)
        self._choices = choices

    def compose(self) -> ComposeResult:
        with Vertical(id="box") as box:
            box.border_title = Content(self._title)
            yield Static(Content(self._subject), id="subject")
            yield Static(Content("   ".join(f"{k} {v}" for k, v in self._choices)), id="choices")

    def on_mount(self) -> None:
        for key, _ in self._choices:
            self._bindings.bind(key, f"choose({key!r})", show=False)

    def action_choose(self, key: str) -> None:
        self.dismiss(key)
