"""The rows of a table to look things up in: their words, the widths they ask for, their orders.

Made and asked in a worker where there are thousands of rows; what was worked out is kept, so that
the screen only looks it up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vibe_tui.cells import cell_width
from vibe_tui.render.blocks import Inline, Table
from vibe_tui.tui.table_sorting import (
    Order,
    folded_rows,
    is_numeric,
    matching_rows,
    sorted_rows,
)

MAX_COLUMN = 40
"""Cells of a column at most, unless the screen has room for more."""


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


def rows_of(table: Table) -> GridRows:
    """The rows of a table of a report."""
    header = tuple(map(_plain, table.header))
    cells = tuple([tuple(map(_plain, row)) for row in table.rows])
    return GridRows(header, cells, lambda row: table.rows[row], table)


def _plain(cell: Inline) -> str:
    return "".join([atom.text for atom in cell]).replace("\n", " ")
