"""The bar that finds in the open report: one line with the words, and how many places hold them.

It only collects what is typed: the screen finds, marks and tells the count.

The line at the foot of the pane while a passage is selected by keys: it takes them, and names
them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.strip import Strip
from textual.widgets import Input, Label

from vibe_tui.text import Language, Text
from vibe_tui.tui.look.strips import StyledWidget, hint_strip
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


MOVES: Mapping[str, tuple[str, int]] = {
    "h": ("character", -1),
    "left": ("character", -1),
    "l": ("character", 1),
    "right": ("character", 1),
    "k": ("row", -1),
    "up": ("row", -1),
    "j": ("row", 1),
    "down": ("row", 1),
    "b": ("word", -1),
    "w": ("word", 1),
    "e": ("word-end", 1),
    "left_parenthesis": ("sentence", -1),
    "right_parenthesis": ("sentence", 1),
    "left_curly_bracket": ("block", -1),
    "right_curly_bracket": ("block", 1),
    "0": ("row-end", -1),
    "home": ("row-end", -1),
    "dollar_sign": ("row-end", 1),
    "end": ("row-end", 1),
    "g": ("page-end", -1),
    "ctrl+home": ("page-end", -1),
    "G": ("page-end", 1),
    "ctrl+end": ("page-end", 1),
}
"""What each key moves the caret by, and which way."""

USES = ("x", "y", "asterisk")
"""What is done with a passage: noted, copied, searched for."""

_USES = (
    ("x", Text("标注", "Note")),
    ("y", Text("复制", "Copy")),
    ("esc", Text("离开", "Leave")),
)
_MOVES = (
    ("hjkl", Text("移动", "Move")),
    ("w b", Text("词", "Word")),
    ("( )", Text("句", "Sentence")),
    ("{ }", Text("段", "Block")),
    ("g G", Text("首尾", "Ends")),
)
_SEARCH = ("*", Text("搜索", "Search"))
_HINTS = (("v", Text("选", "Select")), *_USES, *_MOVES, _SEARCH)
_FROM_HERE = (
    *_USES,
    ("o", Text("另一端", "Other end")),
    ("v", Text("重选", "Anew")),
    _SEARCH,
    *_MOVES,
)


class SelectBar(TakesKeys, StyledWidget, can_focus=True):
    """Hidden until it is opened; the pane does what the keys ask for."""

    DEFAULT_CSS = """
    SelectBar { display: none; height: 1; width: 1fr; background: $surface; }
    SelectBar.-open { display: block; }
    """

    @dataclass
    class Pressed(Message):
        """One of `MOVES`; `v` to begin a passage or give it up, `o` for its other end; or a key
        that says what is to be done with it."""

        key: str

    @dataclass
    class Closed(Message):
        """Nothing is to be done with it."""

    def __init__(self, *, language: Language = "zh") -> None:
        super().__init__()
        self._language: Language = language
        self._has_begun = False

    @property
    def is_open(self) -> bool:
        """Whether keys come here."""
        return self.has_class("-open")

    def open(self) -> None:
        """Take the keys."""
        self.set_begun(False)
        self.add_class("-open")
        self.focus()

    def close(self) -> None:
        """Hide."""
        self.remove_class("-open")

    def set_begun(self, begun: bool) -> None:
        """Name the keys for a passage that has begun, or for none."""
        self._has_begun = begun
        self.refresh()

    def render_line(self, y: int) -> Strip:
        hints = _FROM_HERE if self._has_begun else _HINTS
        return hint_strip(
            [(key, label.pick(self._language)) for key, label in hints],
            self.size.width,
            self._book.shades,
            self.visual_style.rich_style,
        )

    def on_key(self, event: events.Key) -> None:
        """Every key is meant for the passage."""
        event.stop()
        event.prevent_default()
        key = "v" if event.key in ("V", "upper_v", "space") else event.key
        if key in MOVES or key in ("v", "o", *USES):
            self.post_message(self.Pressed(key))
        elif key in ("escape", "q"):
            self.post_message(self.Closed())

    def on_blur(self) -> None:
        """Whoever clicks elsewhere leaves."""
        if self.is_open:
            self.post_message(self.Closed())
