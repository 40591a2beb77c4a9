"""A page that keys scroll: by rows, screens, to the ends, and a wide table sideways."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual.binding import BindingType
from textual.message import Message

from vibe_tui.render.document import BlockId
from vibe_tui.tui.actions import Scope, bindings
from vibe_tui.tui.widgets.page_view import PageView

_SIDE_STEP = 8


class KeyedPage(PageView):
    """A page with the keys of the action table's reader."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.READER)]

    @dataclass
    class EndPassed(Message):
        """A page further was asked for at the end of the report."""

    def scroll_lines(self, rows: int) -> None:
        """Down by rows, up by negative ones."""
        if self._viewport:
            self._viewport.move_by(rows)
            self._sync()

    def scroll_to_last(self) -> None:
        """Show the end."""
        if self._viewport:
            self._viewport.move_to_end()
            self._sync()

    def scroll_sideways(self, cells: int) -> None:
        """Scroll the preferred table, or else the first wide one on screen."""
        view = self._viewport
        if view is None:
            return
        wide = [row for row in view.rows if row.frozen]
        preferred = [row for row in wide if row.block == self._wide_block()]
        if wide:
            block = (preferred or wide)[0].block
            width = max(row.line.width for row in wide if row.block == block)
            x = self._sideways.get(block, 0) + cells
            self._sideways[block] = max(0, min(x, width - self._column))
            self._clear_selection()
            self.refresh()

    def _wide_block(self) -> BlockId | None:
        """The block that scrolls sideways first."""
        return None

    # What keys do

    def action_line_down(self) -> None:
        """One row down."""
        self.scroll_lines(1)

    def action_line_up(self) -> None:
        """One row up."""
        self.scroll_lines(-1)

    def action_page_down(self) -> None:
        """One screen down; at the end, say so."""
        if self.at_end:
            self.post_message(self.EndPassed())
        else:
            self.scroll_screens(1)

    def action_page_up(self) -> None:
        """One screen up."""
        self.scroll_screens(-1)

    def action_half_down(self) -> None:
        """Half a screen down."""
        self.scroll_screens(0.5)

    def action_half_up(self) -> None:
        """Half a screen up."""
        self.scroll_screens(-0.5)

    def action_top(self) -> None:
        """To the beginning."""
        self.scroll_to_row(0)

    def action_bottom(self) -> None:
        """To the end."""
        self.scroll_to_last()

    def action_left(self) -> None:
        """Scroll a wide table to the left."""
        self.scroll_sideways(-_SIDE_STEP)

    def action_right(self) -> None:
        """Scroll a wide table to the right."""
        self.scroll_sideways(_SIDE_STEP)
