"""The line at the foot of the pane while a passage is selected by keys: it takes them, and names
them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from textual import events
from textual.message import Message
from textual.strip import Strip

from vibe_tui.text import Language, Text
from vibe_tui.tui.look.strips import StyledWidget, hint_strip
from vibe_tui.tui.status import TakesKeys

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
