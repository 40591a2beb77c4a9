"""A table to look things up in: one row a line, a cell cursor, frozen header and first column.

The widget sorts and filters what it was given and tells which cell is under the cursor; the words
of a cell that was cut are shown whole by whoever listens. Its rows are made and asked in a worker
where there are thousands; what was worked out is kept, so that the screen only looks it up.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from rich.segment import Segment
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from vibe_tui.cells import cell_width, cut
from vibe_tui.render.blocks import Inline, Line, Run, Table
from vibe_tui.render.parse import parse_inline
from vibe_tui.render.rules import References
from vibe_tui.render.sorting import Order, folded_rows, is_numeric, matching_rows, sorted_rows
from vibe_tui.tui.look.strips import StyledWidget, draw

MAX_COLUMN = 40
"""Cells of a column at most, unless the screen has room for more."""
_DRAWN = 256
"""Rows that stay parsed once they were drawn."""


class GridRows:
    """A header and cells as plain words on one line each; `draw` gives the cells of one row.

    `source_header` and `source_rows` are the same as Markdown, where they were written so.
    """

    def __init__(
        self,
        header: Sequence[str],
        cells: Sequence[Sequence[str]],
        draw: Callable[[int], Sequence[Inline]],
        source: Table | None = None,
    ) -> None:
        self.header = header
        self.cells = cells
        self.draw = draw
        self.source_header = (source.source_header if source is not None else ()) or header
        self.source_rows = (source.source_rows if source is not None else ()) or cells
        columns = [[row[at] for row in cells] for at in range(len(header))]
        self.numeric = [is_numeric(column) for column in columns]
        self._asked = [
            max(map(cell_width, (name + " ▲", *column)))
            for name, column in zip(header, columns, strict=True)
        ]
        self._folded: Sequence[str] | None = None
        self._orders: dict[tuple[int, Order], Sequence[int]] = {}

    @classmethod
    def of_table(cls, table: Table) -> GridRows:
        """The rows of a table of a report."""
        header = tuple(map(_plain, table.header))
        cells = tuple([tuple(map(_plain, row)) for row in table.rows])
        return cls(header, cells, lambda row: table.rows[row], table)

    @classmethod
    def of_parts(cls, parts: Iterable[Table], references: References) -> GridRows:
        """The rows of a table that is parsed part by part. For a worker.

        Nothing but its words and its Markdown is kept: a row is parsed again when it is drawn.
        """
        heads: list[Table] = []
        cells: list[tuple[str, ...]] = []
        sources: list[tuple[str, ...]] = []
        for part in parts:
            heads = heads or [replace(part, rows=())]
            cells += [tuple(map(_plain, row)) for row in part.rows]
            sources += part.source_rows

        @lru_cache(maxsize=_DRAWN)
        def draw(row: int) -> Sequence[Inline]:
            return [parse_inline(cell, references) for cell in sources[row]]

        if not heads:
            return cls((), (), draw)
        header = tuple(map(_plain, heads[0].header))
        return cls(header, cells, draw, replace(heads[0], source_rows=tuple(sources)))

    def widths(self, room: int) -> list[int]:
        """Cells of each column: `MAX_COLUMN` at most, more only where they share `room` cells."""
        found = [min(MAX_COLUMN, asked) for asked in self._asked]
        spare = room - sum(found)
        wanting = [at for at, asked in enumerate(self._asked) if asked > found[at]]
        while spare > 0 and wanting:
            share = max(1, spare // len(wanting))
            for at in wanting:
                more = min(share, spare, self._asked[at] - found[at])
                found[at] += more
                spare -= more
            wanting = [at for at in wanting if self._asked[at] > found[at]]
        return found

    def fold(self) -> Sequence[str]:
        """The words of each row as a filter compares them."""
        if self._folded is None:
            self._folded = folded_rows(self.cells)
        return self._folded

    def matching(self, words: str) -> Sequence[int]:
        """Indices of the rows that hold all the words."""
        return matching_rows(self.fold(), words) if words.strip() else range(len(self.cells))

    def ordered(self, column: int, order: Order) -> Sequence[int]:
        """Indices of all rows in the order of a column."""
        key = (column, order)
        if key not in self._orders:
            self._orders[key] = sorted_rows(self.cells, column, order)
        return self._orders[key]


def _plain(cell: Inline) -> str:
    return "".join([atom.text for atom in cell]).replace("\n", " ")


_GAP = 2
_HEAD = 2
_ELLIPSIS = "…"
_MORE = "›"
"""At the right edge, where columns are out of sight."""


class TableGrid(ScrollView, StyledWidget, can_focus=True, inherit_bindings=False):
    """The cells of one table."""

    DEFAULT_CSS = """
    TableGrid {
        overflow-x: hidden;
        overflow-y: scroll;
        scrollbar-size-vertical: 1;
        background: $background;
    }
    """

    @dataclass
    class CellChanged(Message):
        """Another cell is under the cursor; `text` is all of it."""

        header: str
        text: str

    @dataclass
    class SortRequested(Message):
        """The header of the cursor's column was clicked."""

    def __init__(self, rows: GridRows) -> None:
        super().__init__()
        self.rows = rows
        self.order = Order.NONE
        self.sorted_by = 0
        self.column = 0
        self.row = 0
        self._filter = ""
        self._shown: Sequence[int] = range(len(rows.cells))
        self._x = 0
        self._widths: Sequence[int] = rows.widths(0)

    # What it shows

    @property
    def header(self) -> Sequence[str]:
        """The names of the columns."""
        return self.rows.header

    @property
    def cells(self) -> Sequence[Sequence[str]]:
        """The words of every row, in the order written."""
        return self.rows.cells

    def show(self, rows: GridRows) -> None:
        """Show these rows in place of the others, sorted and filtered as those were."""
        self.rows = rows
        self.sorted_by = min(self.sorted_by, max(0, len(rows.header) - 1))
        self._arrange()

    @property
    def next_order(self) -> Order:
        """What `sort` will change the order to."""
        numeric = self.rows.numeric[self.column] if self.header else True
        first, second = (Order.DOWN, Order.UP) if numeric else (Order.UP, Order.DOWN)
        if self.sorted_by != self.column:
            return first
        return {Order.NONE: first, first: second, second: Order.NONE}[self.order]

    @property
    def shown(self) -> Sequence[int]:
        """Indices of the rows shown, in the order shown."""
        return self._shown

    def filter(self, words: str) -> None:
        """Show only the rows that hold all the words."""
        self._filter = words
        self._arrange()

    def sort(self) -> None:
        """Sort by the cursor's column: highest number or first word first, then the other way
        round, then as written."""
        self.order = self.next_order
        self.sorted_by = self.column
        self._arrange()

    def _arrange(self) -> None:
        kept = set(self.rows.matching(self._filter))
        rows = self.rows.ordered(self.sorted_by, self.order)
        self._shown = [at for at in rows if at in kept]
        self._measure()
        self.move_to(self.row, self.column)

    def on_mount(self) -> None:
        """Tell the first cell."""
        self.move_to(0, 0)

    def on_resize(self) -> None:
        """The cursor stays in sight."""
        self._measure()
        self.move_to(self.row, self.column)

    def _measure(self) -> None:
        width = self.scrollable_content_region.width
        widths = self.rows.widths(width - _GAP * len(self.header))
        if sum(widths) + _GAP * (len(widths) - 1) > width:
            # The first column stays in sight, and leaves half of the screen to the others.
            widths[0] = max(1, min(widths[0], width // 2 - _GAP))
        self._widths = widths
        self.virtual_size = Size(width, len(self._shown) + _HEAD)

    # Moving

    def move_to(self, row: int, column: int) -> None:
        """Put the cursor on a cell, as near as the table allows, and bring it into sight."""
        self.row = max(0, min(row, len(self._shown) - 1))
        self.column = max(0, min(column, len(self.header) - 1))
        room = max(1, self.size.height - _HEAD)
        top = self.scroll_offset.y
        if self.row < top:
            self.scroll_to(y=self.row, animate=False)
        elif self.row >= top + room:
            self.scroll_to(y=self.row - room + 1, animate=False)
        self._follow_column()
        self.refresh()
        if self._shown:
            text = self.cells[self._shown[self.row]][self.column]
            self.post_message(self.CellChanged(self.header[self.column], text))

    def move_by(self, rows: int, columns: int = 0) -> None:
        """Move the cursor."""
        self.move_to(self.row + rows, self.column + columns)

    def _follow_column(self) -> None:
        """Scroll sideways so that the cursor's column is in sight beside the first one."""
        if self.column == 0:
            self._x = 0
            return
        room = max(1, self.scrollable_content_region.width - self._frozen)
        start = sum(width + _GAP for width in self._widths[1 : self.column])
        end = start + self._widths[self.column] + 1
        if end > self._x + room:
            self._x = end - room
        self._x = min(self._x, start)

    @property
    def _frozen(self) -> int:
        """Cells of the first column, which stays, and of the gap after it."""
        return self._widths[0] + _GAP if self._widths else 0

    # Drawing

    def render_line(self, y: int) -> Strip:
        """The header, the rule below it, or a row."""
        width = self.scrollable_content_region.width
        row = self.scroll_offset.y + y - _HEAD
        if y == 0:
            strip = self._row(self._header_cells(), cursor=False)
        elif y == 1:
            strip = Strip([Segment("─" * width, self._book.shades.rule)])
        elif row < len(self._shown):
            strip = self._row(self._row_cells(self._shown[row]), cursor=row == self.row)
        else:
            strip = Strip([])
        return strip.adjust_cell_length(width).apply_style(self.rich_style)

    def _header_cells(self) -> list[Strip]:
        style = self._book.shades.text + self._book.shades.strong
        cells = []
        for at, name in enumerate(self.header):
            sign = f" {self.order.value}" if self.order.value and at == self.sorted_by else ""
            text = cut(name, self._widths[at] - cell_width(sign)) + sign
            cells.append(self._set(Strip([Segment(text, style)]), at))
        return cells

    def _row_cells(self, row: int) -> list[Strip]:
        return [self._set(self._cell(cell, at), at) for at, cell in enumerate(self.rows.draw(row))]

    def _cell(self, cell: Inline, at: int) -> Strip:
        runs = tuple(Run(atom.text.replace("\n", " "), atom.look) for atom in cell)
        strip = draw(Line(runs), self._book)
        if strip.cell_length <= self._widths[at]:
            return strip
        more = Segment(_ELLIPSIS, self._book.shades.dim)
        return Strip([*strip.crop(0, self._widths[at] - 1), more])

    def _set(self, strip: Strip, at: int) -> Strip:
        """A cell at the width of its column, numbers to the right."""
        gap = self._widths[at] - strip.cell_length
        if gap <= 0:
            return strip
        fill = Segment(" " * gap)
        return Strip([fill, *strip] if self.rows.numeric[at] else [*strip, fill])

    def _row(self, cells: Sequence[Strip], *, cursor: bool) -> Strip:
        if not cells:
            return Strip([])
        gap = Strip([Segment(" " * _GAP)])
        if cursor:
            shades = self._book.shades
            cells = [
                Strip([Segment(cell.text, shades.current if at == self.column else shades.cursor)])
                for at, cell in enumerate(cells)
            ]
            gap = Strip([Segment(" " * _GAP, shades.cursor)])
        first = Strip.join((cells[0], gap)).crop(0, self._frozen)
        parts = [part for cell in cells[1:] for part in (cell, gap)]
        room = self.scrollable_content_region.width - self._frozen
        rest = Strip.join(parts)
        if rest.cell_length - _GAP <= self._x + room:
            return Strip.join((first, rest.crop(self._x, self._x + room)))
        more = Segment(_MORE, self._book.shades.cursor if cursor else self._book.shades.dim)
        return Strip.join((first, rest.crop(self._x, self._x + room - 1), Strip([more])))

    def on_click(self, event: events.Click) -> None:
        """Put the cursor on a cell; on a header, sort by its column."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        x = offset.x if offset.x < self._frozen else offset.x + self._x
        column, start = 0, 0
        for at, width in enumerate(self._widths):
            column = at
            start += width + _GAP
            if x < start:
                break
        if offset.y == 0:
            self.move_to(self.row, column)
            self.post_message(self.SortRequested())
        elif offset.y >= _HEAD:
            self.move_to(self.scroll_offset.y + offset.y - _HEAD, column)
