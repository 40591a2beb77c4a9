"""A column of numbers as bars: one row a line, its name before and its cell after the bar.

Our own few lines, because chart libraries for terminals do not know that Han characters are two
cells wide.

The table viewer: one table on the whole screen, to sort, filter and copy from.

Holds nothing but the table it was given; what is copied goes through the terminal's clipboard.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Input, Static

from vibe_tui.cells import cell_width, cut, pad
from vibe_tui.clean import clean_line
from vibe_tui.render.plain import markdown_table, to_csv
from vibe_tui.render.sorting import number_of
from vibe_tui.text import Language, Text
from vibe_tui.tui.look.strips import StyledWidget
from vibe_tui.tui.screens import QueryInput, TopScreen
from vibe_tui.tui.status import StatusBar, keys_taken
from vibe_tui.tui.tables.grid import GridRows, TableGrid
from vibe_tui.tui.terminal.programs import copy

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


_FILTER = Text("只看含有这些词的行", "Only rows that hold these words")
_SORTING = (("s", Text("排序", "Sort")), ("f", Text("筛选", "Filter")))
COPYING = (
    ("y", Text("复制 Markdown", "Copy Markdown")),
    ("Y", Text("CSV", "CSV")),
    ("c", Text("单元格", "Cell")),
)
_KEYS = (
    ("esc", Text("返回", "Back")),
    *_SORTING,
    ("p", Text("条形图", "Bars")),
    *COPYING,
)
_CHART_KEYS = (
    ("esc", Text("回到表格", "Back to the table")),
    ("← →", Text("换列", "Other column")),
    ("↑ ↓", Text("滚动", "Scroll")),
    *_SORTING,
)
_FILTER_KEYS = (
    ("enter", Text("到表格", "To the table")),
    ("esc", Text("清除筛选", "Clear filter")),
)
_ROWS = Text("{shown}/{total} 行", "{shown}/{total} rows")
_NO_NUMBERS = Text("这一列没有数字", "No numbers in this column")
_SO_MANY_ROWS = Text("{n} 行（{form}）", "{n} rows ({form})")
_A_CELL = Text("单元格", "the cell")


class TableViewer(TopScreen[None]):
    """One table, full screen."""

    CSS_PATH = "viewer.tcss"
    AUTO_FOCUS = "TableGrid"
    KEYS: ClassVar[Sequence[tuple[str, Text]]] = _KEYS
    """The keys that are named at the foot of the screen, the most needed first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "move(1, 0)", show=False, id="line-down"),
        Binding("up,k", "move(-1, 0)", show=False, id="line-up"),
        Binding("left,h", "move(0, -1)", show=False),
        Binding("right,l", "move(0, 1)", show=False),
        Binding("pagedown,space,ctrl+d,ctrl+f", "page(1)", show=False),
        Binding("pageup,b,ctrl+u,ctrl+b", "page(-1)", show=False),
        Binding("g,ctrl+home", "to_row(0)", show=False),
        Binding("G,ctrl+end", "to_row(1000000000)", show=False),
        Binding("home", "to_column(0)", show=False),
        Binding("end", "to_column(1000000000)", show=False),
        Binding("s", "sort", show=False),
        Binding("f,slash", "filter", show=False),
        Binding("p", "chart", show=False),
        Binding("y", "copy_markdown", show=False),
        Binding("Y", "copy_csv", show=False),
        Binding("c", "copy_cell", show=False),
        Binding("escape", "back", show=False),
        Binding("q,v", "close", show=False),
    ]

    def __init__(self, rows: GridRows, title: str, language: Language) -> None:
        super().__init__()
        self._rows = rows
        self._title = clean_line(title)
        self._language: Language = language

    def compose(self) -> ComposeResult:
        yield Static(id="title", markup=False)
        yield TableGrid(self._rows)
        yield BarChart()
        yield Static(id="cell", markup=False)
        yield QueryInput(placeholder=_FILTER.pick(self._language), id="filter")
        yield StatusBar()

    def on_mount(self) -> None:
        """Say which table it is."""
        self._say_title()
        self._say_keys()

    @property
    def _grid(self) -> TableGrid:
        return self.query_one(TableGrid)

    def _say_title(self) -> None:
        grid = self._grid
        rows = _ROWS.format(shown=len(grid.shown), total=len(grid.cells)).pick(self._language)
        column = grid.header[grid.column] if self.has_class("-chart") else ""
        words = " · ".join(filter(None, (column, rows, self._title)))
        self.query_one("#title", Static).update(Content(words))

    def on_descendant_focus(self) -> None:
        """Other keys work in the filter, and where a link is picked."""
        self._say_keys()

    def _say_keys(self) -> None:
        keys = _CHART_KEYS if self.has_class("-chart") else self.KEYS
        keys = _FILTER_KEYS if isinstance(self.focused, QueryInput) else keys
        hints = keys_taken(self.focused, self._language)
        if hints is None:
            hints = [(key, label.pick(self._language)) for key, label in keys]
        self.query_one(StatusBar).set_hints(hints)

    def _say(self, text: Text) -> None:
        self.query_one("#cell", Static).update(Content(text.pick(self._language)))

    @on(TableGrid.CellChanged)
    def _cell_changed(self, event: TableGrid.CellChanged) -> None:
        head = Content.styled(event.header + "  ", "bold") if event.header else Content("")
        self.query_one("#cell", Static).update(head + Content(event.text))
        if self.has_class("-chart"):
            self._draw_chart()

    @on(TableGrid.SortRequested)
    def _sort_requested(self) -> None:
        self.action_sort()

    # Filter

    def action_filter(self) -> None:
        """Ask for words."""
        self.add_class("-filter")
        self.query_one("#filter", QueryInput).focus()

    @on(Input.Changed, "#filter")
    def _filter_changed(self, event: Input.Changed) -> None:
        event.stop()
        self._grid.filter(event.value)
        self._say_title()

    @on(Input.Submitted, "#filter")
    def _filter_submitted(self, event: Input.Submitted) -> None:
        event.stop()
        self._leave_filter()

    def _leave_filter(self) -> None:
        box = self.query_one("#filter", QueryInput)
        self.set_class(bool(box.value.strip()), "-filter")
        self._grid.focus()

    def on_key(self, event: events.Key) -> None:
        """Down leaves the filter for the rows."""
        if event.key == "down" and self.query_one("#filter", QueryInput).has_focus:
            event.stop()
            event.prevent_default()
            self._leave_filter()

    def action_back(self) -> None:
        """Take the chart or the filter away, or else close."""
        box = self.query_one("#filter", QueryInput)
        if self.has_class("-chart"):
            self.action_chart()
        elif box.has_focus or box.value:
            box.value = ""
            self._leave_filter()
        else:
            self.dismiss()

    def action_close(self) -> None:
        """Back to the report."""
        self.dismiss()

    # What keys do

    def action_move(self, rows: int, columns: int) -> None:
        """Move the cursor."""
        self._grid.move_by(rows, columns)

    def action_page(self, screens: int) -> None:
        """Move the cursor by a screen."""
        self._grid.move_by(screens * max(1, self._grid.size.height - 3))

    def action_to_row(self, row: int) -> None:
        """Move the cursor to a row."""
        self._grid.move_to(row, self._grid.column)

    def action_to_column(self, column: int) -> None:
        """Move the cursor to a column."""
        self._grid.move_to(self._grid.row, column)

    def action_sort(self) -> None:
        """Sort by the cursor's column."""
        self._grid.sort()

    def action_chart(self) -> None:
        """The cursor's column as bars, and back."""
        grid, chart = self._grid, self.query_one(BarChart)
        shown = self.has_class("-chart")
        if not shown and not any(bar.value is not None for bar in self._bars()):
            self._say(_NO_NUMBERS)
            return
        self.set_class(not shown, "-chart")
        self._say_keys()
        self._draw_chart()
        (grid if shown else chart).focus()

    def _draw_chart(self) -> None:
        self.query_one(BarChart).show(self._bars())
        self._say_title()

    def _bars(self) -> list[Bar]:
        """The cursor's column, each row named by its first cell, and the second where that is not
        enough to tell the rows apart."""
        grid = self._grid
        shown = [grid.cells[at] for at in grid.shown]
        names = [row[0] for row in shown]
        if len(set(names)) < len(names) and len(grid.header) > 2 and grid.column != 1:
            names = [" · ".join(filter(None, row[:2])) for row in shown]
        return bars_of(names, [row[grid.column] for row in shown])

    def action_copy_markdown(self) -> None:
        """Copy the rows shown as a Markdown table."""
        rows, shown = self._grid.rows, self._grid.shown
        written = [rows.source_rows[at] for at in shown]
        text = markdown_table(rows.source_header, written)
        copy(self, text, _SO_MANY_ROWS.format(n=len(shown), form="Markdown"))

    def action_copy_csv(self) -> None:
        """Copy the rows shown as comma-separated values."""
        grid = self._grid
        text = to_csv(grid.header, [grid.cells[at] for at in grid.shown])
        copy(self, text, _SO_MANY_ROWS.format(n=len(grid.shown), form="CSV"))

    def action_copy_cell(self) -> None:
        """Copy the cell under the cursor."""
        grid = self._grid
        if grid.shown:
            copy(self, grid.cells[grid.shown[grid.row]][grid.column], _A_CELL)
