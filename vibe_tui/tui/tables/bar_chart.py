"""A column of numbers as bars: one row a line, its name before and its cell after the bar.

Our own few lines, because chart libraries for terminals do not know that Han characters are two
cells wide.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.segment import Segment
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip

from vibe_tui.cells import cell_width, cut, pad
from vibe_tui.render.sorting import number_of
from vibe_tui.tui.look.strips import StyledWidget

_EIGHTHS = " ▏▎▍▌▋▊▉"
_FULL = "█"
_AXIS = "│"
_LEAST = 8


@dataclass(frozen=True, slots=True)
class Bar:
    """One row: its name, its cell as written, and the number that the cell says, if any."""

    name: str
    cell: str
    value: float | None


def bars_of(names: Sequence[str], cells: Sequence[str]) -> list[Bar]:
    """The bars of a column."""
    return [Bar(name, cell, number_of(cell)) for name, cell in zip(names, cells, strict=True)]


def draw_bars(values: Sequence[float | None], width: int) -> list[str]:
    """Bars of `width` cells on one scale; where numbers are negative they go left of an axis."""
    known = [value for value in values if value is not None]
    low, high = min([0.0, *known]), max([0.0, *known])
    span = (high - low) or 1.0
    left = min(max(1, round(-low / span * (width - 1))), width - 2) if low < 0 else 0
    axis = _AXIS if low < 0 else ""
    right = width - left - len(axis)
    drawn = []
    for value in values:
        if value is None:
            drawn.append(" " * left + axis + " " * right)
        elif value < 0:
            cells = max(1, round(value / low * left))
            drawn.append(" " * (left - cells) + _FULL * cells + axis + " " * right)
        else:
            drawn.append(" " * left + axis + _bar(value / high if high else 0.0, right))
    return drawn


def _bar(share: float, width: int) -> str:
    eighths = round(share * width * 8)
    full, rest = divmod(eighths, 8)
    return (_FULL * full + (_EIGHTHS[rest] if rest else "")).ljust(width)[:width]


class BarChart(ScrollView, StyledWidget, can_focus=True):
    """The bars of one column."""

    DEFAULT_CSS = """
    BarChart {
        overflow-x: hidden;
        scrollbar-size-vertical: 1;
        background: $background;
    }
    """

    def __init__(self) -> None:
        super().__init__()
        self._bars: Sequence[Bar] = ()
        self._drawn: Sequence[str] = ()
        self._widths = (0, 0)

    def show(self, bars: Sequence[Bar]) -> None:
        """Draw these, in their order."""
        self._bars = bars
        self._measure()
        self.scroll_to(0, 0, animate=False)
        self.refresh()

    def on_resize(self) -> None:
        """Other widths."""
        self._measure()

    def _measure(self) -> None:
        """Share the width out among names, bars and cells, and draw the bars."""
        bars, width = self._bars, self.scrollable_content_region.width
        name = min(max([cell_width(bar.name) for bar in bars], default=0), width // 3)
        cell = min(max([cell_width(bar.cell) for bar in bars], default=0), width // 4)
        room = max(_LEAST, width - name - cell - 4)
        self._widths = (name, cell)
        self._drawn = draw_bars([bar.value for bar in bars], room)
        self.virtual_size = Size(width, len(bars))

    def render_line(self, y: int) -> Strip:
        """One bar."""
        row, width = self.scroll_offset.y + y, self.scrollable_content_region.width
        if row >= len(self._bars):
            return Strip.blank(width, self.rich_style)
        shades = self._book.shades
        name_width, cell_room = self._widths
        bar = self._bars[row]
        segments = [
            Segment(pad(cut(bar.name, name_width), name_width) + "  ", shades.text),
            Segment(self._drawn[row], shades.accent),
            Segment("  " + cut(bar.cell, cell_room), shades.dim),
        ]
        return Strip(segments).adjust_cell_length(width).apply_style(self.rich_style)
