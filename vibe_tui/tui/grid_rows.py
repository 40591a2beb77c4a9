"""The rows of a table to look things up in: their words, the widths they ask for, their orders.

Made and asked in a worker where there are thousands of rows; what was worked out is kept, so that
the screen only looks it up.
"""

from __future__ import annotations

from collections.abc import Sequence

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
"""Cells of a column at most."""


class GridRows:
    """One table's header and cells as plain words on one line each."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.header = tuple([_plain(cell) for cell in table.header])
        self.cells = tuple([tuple([_plain(cell) for cell in row]) for row in table.rows])
        columns = [[row[at] for row in self.cells] for at in range(len(self.header))]
        self.numeric = [is_numeric(cells) for cells in columns]
        self.widths = [
            min(MAX_COLUMN, max(map(cell_width, (name + " ▲", *cells))))
            for name, cells in zip(self.header, columns, strict=True)
        ]
        self._folded: Sequence[str] | None = None
        self._orders: dict[tuple[int, Order], Sequence[int]] = {}

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
