"""The line at the foot of a screen: what keys do here, and quietly at the right what goes on."""

from __future__ import annotations

from collections.abc import Iterable

from rich.segment import Segment
from rich.style import Style
from textual.reactive import reactive
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from vibe_tui.cells import cell_width, cut
from vibe_tui.clean import clean_line
from vibe_tui.tui.styles import StyleBook

Hint = tuple[str, str]


class StatusBar(Widget):
    """One line; hints that find no room are left out from the end."""

    DEFAULT_CSS = """
    StatusBar { height: 1; width: 1fr; background: $background; }
    """

    hints: reactive[tuple[Hint, ...]] = reactive((), layout=False)
    status: reactive[str] = reactive("", layout=False)
    notice: reactive[str] = reactive("", layout=False)

    _clearing: Timer | None = None

    def set_hints(self, hints: Iterable[Hint]) -> None:
        """Show these pairs of key and label."""
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
        shades = StyleBook(self.app.theme_variables).shades
        status = cut(clean_line(self.notice or self.status), max(0, width - 2))
        tone = shades.text if self.notice else shades.dim
        room = width - 2 - (cell_width(status) + 2 if status else 0)
        segments = [Segment(" ", base)]
        for key, label in self.hints:
            taken = cell_width(key) + cell_width(label) + 3
            if taken - 2 > room:
                break
            segments += [
                Segment(key, base + shades.accent),
                Segment(f" {label}", base + shades.dim),
                Segment("  ", base),
            ]
            room -= taken
        used = sum(segment.cell_length for segment in segments)
        gap = max(0, width - used - cell_width(status) - 1)
        segments += [Segment(" " * gap, base), Segment(status, base + tone)]
        return Strip(segments).adjust_cell_length(width, base + Style())
