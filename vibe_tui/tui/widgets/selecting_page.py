"""A page on which a passage is selected by keys, in the same way as by the mouse.

What is selected is Textual's own selection, so whatever takes that (copying, notes, searching)
takes what keys have selected too. The caret is a selection of one character.
"""

from __future__ import annotations

from textual.geometry import Offset
from textual.selection import Selection

from vibe_tui.tui.key_selection import Cell, KeySelection
from vibe_tui.tui.viewport import Viewport
from vibe_tui.tui.widgets.folding_page import FoldingPage


class SelectingPage(FoldingPage):
    """One document with, for a while, a caret."""

    key_selection: KeySelection | None = None

    def begin_selecting(self) -> bool:
        """Put a caret on the current block; False where there is none."""
        block = self.current_block
        self.key_selection = KeySelection(block) if block is not None else None
        self.show_selecting()
        return self.key_selection is not None

    def end_selecting(self) -> None:
        """No caret any more; what is selected stays."""
        self.key_selection = None

    def show_selecting(self, *, in_sight: bool = True) -> None:
        """Draw what is selected; with `in_sight` the page is scrolled to the caret first."""
        selecting, view = self.key_selection, self._viewport
        if selecting is None or view is None:
            return
        if in_sight:
            self._bring_in_sight(selecting, view)
        cells = selecting.cells(view.page)
        if cells is not None:
            first, last = cells
            start = Offset(self._cell(first.row, first.x), first.row)
            end = Offset(self._cell(last.row, last.end - 1) + 1, last.row)
            self.screen.selections = {self: Selection(start, end)}

    def _bring_in_sight(self, selecting: KeySelection, view: Viewport) -> None:
        """Scroll to the row and the column of the caret."""
        caret = selecting.caret_cell(view.page)
        if caret is None:
            return
        first = view.top + len(view.head)
        if not first <= caret.row < view.top + view.height:
            view.move_to(caret.row - (len(view.head) if caret.row < first else view.height - 1))
            self._sync()
        # What came into sight was laid out only now, and may have moved other rows.
        self._show_sideways(selecting.caret_cell(view.page) or caret)

    def _show_sideways(self, caret: Cell) -> None:
        """Scroll a wide table so that the caret's column can be seen."""
        view = self._viewport
        line = view.page.lines(caret.row, 1)[0] if view is not None else None
        if line is None or not line.frozen or caret.x < line.frozen:
            return
        hidden = self._sideways.get(line.block, 0)
        room = self._column
        if not line.frozen <= caret.x - hidden < room:
            self._sideways[line.block] = max(0, caret.x - (line.frozen + room) // 2)
            self.refresh()

    def _cell(self, row: int, x: int) -> int:
        """The cell on screen of a cell of the page's line."""
        view = self._viewport
        line = view.page.lines(row, 1)[0] if view is not None else None
        return self._left + x - (self._shift(line, x) if line is not None else 0)
