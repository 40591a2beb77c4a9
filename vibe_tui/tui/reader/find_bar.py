"""The bar that finds in the open report: one line with the words, and how many places hold them.

It only collects what is typed: the screen finds, marks and tells the count.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input, Label

from vibe_tui.text import Language, Text
from vibe_tui.tui.screens import QueryInput
from vibe_tui.tui.status import TakesKeys

_LABEL = Text("查找", "Find")
_NONE = Text("没有", "none")
_COUNT = Text("{current}/{total}", "{current}/{total}")
_PLACEHOLDER = Text("在这篇报告里查找", "Find in this report")


class FindBar(TakesKeys, Horizontal):
    """Words to find in the report, with the count of matches at the end of the line."""

    KEYS = (
        ("enter", Text("留下标记", "Keep the marks")),
        ("↑ ↓", Text("上一处／下一处", "Previous / next hit")),
        ("esc", Text("取消", "Cancel")),
    )

    DEFAULT_CSS = """
    FindBar {
        height: 1;
        display: none;
        background: $surface;
        padding: 0 1;
    }
    FindBar.-open { display: block; }
    FindBar > Label { width: auto; color: $text-muted; padding: 0 1 0 0; }
    FindBar > #find-count { padding: 0 0 0 1; }
    FindBar > Input { width: 1fr; border: none; padding: 0; height: 1; background: $surface; }
    """

    _STEPS: ClassVar[dict[str, int]] = {"down": 1, "up": -1, "shift+enter": -1}

    @dataclass
    class Changed(Message):
        """The words changed while the person typed."""

        text: str

    @dataclass
    class Stepped(Message):
        """The next (1) or previous (-1) match was asked for with the bar open."""

        step: int

    @dataclass
    class Closed(Message):
        """The bar closed; `kept` says whether the marks stay (enter) or go (escape)."""

        kept: bool

    def __init__(self, *, language: Language = "zh") -> None:
        super().__init__()
        self.language: Language = language

    def compose(self) -> ComposeResult:
        yield Label(_LABEL.pick(self.language), markup=False)
        yield QueryInput(placeholder=_PLACEHOLDER.pick(self.language), select_on_focus=True)
        yield Label("", id="find-count", markup=False)

    @property
    def text(self) -> str:
        """What is typed."""
        return self.query_one(Input).value

    def open(self) -> None:
        """Show the bar and take the keys; what was typed before is selected."""
        self.add_class("-open")
        self.query_one(Input).focus()

    def close(self, *, keep: bool) -> None:
        """Hide the bar."""
        self.remove_class("-open")
        self.post_message(self.Closed(keep))

    def set_count(self, current: int, total: int) -> None:
        """Say where the current match stands (1-based, 0 for none yet) among `total`."""
        if not self.text.strip():
            words = ""
        elif not total:
            words = _NONE.pick(self.language)
        else:
            words = _COUNT.format(current=current, total=total).pick(self.language)
        self.query_one("#find-count", Label).update(words)

    @on(Input.Changed)
    def _typed(self, event: Input.Changed) -> None:
        event.stop()
        self.post_message(self.Changed(event.value))

    @on(Input.Submitted)
    def _submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self.close(keep=True)

    def on_key(self, event: events.Key) -> None:
        """Escape closes; up and down go through the matches while typing."""
        if event.key == "escape":
            event.stop()
            event.prevent_default()
            self.close(keep=False)
        elif event.key in self._STEPS:
            event.stop()
            event.prevent_default()
            self.post_message(self.Stepped(self._STEPS[event.key]))
