"""The line at the foot of a screen: what keys do here, and quietly at the right what goes on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich.segment import Segment
from textual.reactive import reactive
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from vibe_tui.cells import cell_width, cut
from vibe_tui.clean import clean_line
from vibe_tui.text import Language, Text
from vibe_tui.tui.strips import Hint, hint_strip
from vibe_tui.tui.widgets.styled import StyledWidget


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
