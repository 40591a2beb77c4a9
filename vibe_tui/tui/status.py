"""The foot of a screen: what keys do here, at the right what goes on, and above what went wrong.

What went wrong has lines of its own and does not lie over the text: Textual cuts what lies over the
edge of another widget there, and with it a wide character in two, which is then lost. Each notice
stays for a while or until it is clicked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich.segment import Segment
from textual.geometry import Size
from textual.reactive import reactive
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from vibe_tui.cells import cell_width, cut
from vibe_tui.clean import clean_line
from vibe_tui.render.blocks import PLAIN, Line
from vibe_tui.text import Language, Text
from vibe_tui.tui.look.strips import Hint, StyledWidget, draw, hint_strip


class TakesKeys:
    """A part of a screen that takes every key while it has the focus; `KEYS` are those it uses."""

    KEYS: ClassVar[Sequence[tuple[str, Text]]] = ()


def keys_taken(focused: Widget | None, language: Language) -> list[Hint] | None:
    """The keys that work where the focus is; `None` where those of the screen do."""
    for node in focused.ancestors_with_self if focused is not None else ():
        if isinstance(node, TakesKeys):
            return [(key, label.pick(language)) for key, label in node.KEYS]
    return None


class StatusBar(StyledWidget):
    """One line; hints that find no room are left out from the end, the one for `always` last."""

    DEFAULT_CSS = """
    StatusBar { height: 1; width: 1fr; background: $background; }
    """

    hints: reactive[tuple[Hint, ...]] = reactive((), layout=False)
    status: reactive[str] = reactive("", layout=False)
    notice: reactive[str] = reactive("", layout=False)

    _clearing: Timer | None = None
    _always = ""

    def set_hints(self, hints: Iterable[Hint], always: str = "") -> None:
        """Show these pairs of key and label."""
        self._always = always
        self.hints = tuple(hints)

    def say(self, words: str, seconds: float = 4.0) -> None:
        """Show a short notice for a while, in place of what goes on."""
        if self._clearing is not None:
            self._clearing.stop()
        self.notice = words
        self._clearing = self.set_timer(seconds, self._clear)

    def _clear(self) -> None:
        self.notice = ""

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        base = self.visual_style.rich_style
        if y or width < 1:
            return Strip.blank(width, base)
        shades = self._book.shades
        status = cut(clean_line(self.notice or self.status), max(0, width - 2))
        tone = shades.text if self.notice else shades.dim
        if not status:
            return hint_strip(self.hints, width, shades, base, always=self._always)
        taken = cell_width(status) + 2
        hints = hint_strip(self.hints, width, shades, base, taken, self._always)
        blank = Segment(" ", base)
        end = Strip([blank, Segment(status, base + tone), blank])
        return Strip.join((hints, end)).adjust_cell_length(width, base)


MOST = 4
"""Notices that are shown at a time; older ones give way."""

_SIGN = "! "
_REST = "  "


class Notices(StyledWidget):
    """The latest notices, each wrapped to the width."""

    DEFAULT_CSS = """
    Notices { height: 0; width: 1fr; background: $panel; }
    """

    def __init__(self, *, seconds: float = 12.0) -> None:
        super().__init__()
        self._seconds = seconds
        self._notices: list[str] = []
        self._lines: list[Line] = []
        self._clearing: Timer | None = None

    @property
    def notices(self) -> list[str]:
        """What is shown, the latest last."""
        return self._notices

    def add(self, words: str) -> None:
        """Show one more, literally; the same words only once."""
        line = clean_line(words)
        self._notices = [*(old for old in self._notices if old != line), line][-MOST:]
        if self._clearing is not None:
            self._clearing.stop()
        self._clearing = self.set_timer(self._seconds, self.clear)
        self._lay(self.size.width)

    def clear(self) -> None:
        """Show none."""
        self._notices = []
        self._lay(self.size.width)

    def on_resize(self) -> None:
        self._lay(self.size.width)

    def on_click(self) -> None:
        self.clear()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._lines)

    def _lay(self, width: int) -> None:
        self._lines = _wrapped(self._notices, max(8, width or self.app.size.width))
        self.styles.height = min(len(self._lines), max(1, self.app.size.height // 3))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        base = self.visual_style.rich_style
        if y >= len(self._lines):
            return Strip.blank(width, base)
        return draw(self._lines[y], self._book).adjust_cell_length(width).apply_style(base)


def _wrapped(notices: list[str], width: int) -> list[Line]:
    if not notices:
        return []
    # The first frame has no notice: what wraps text is not loaded for it.
    from vibe_tui.render.blocks import Atom
    from vibe_tui.render.wrap import wrap

    return [
        line
        for words in notices
        for line in wrap((Atom(words, PLAIN),), width, first=_SIGN, rest=_REST)
    ]
