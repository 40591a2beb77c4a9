"""A page whose sections fold, with a current block, scrolled by keys; and where it begins.

The current block is the one last jumped to, clicked or opened, else the first whole one on screen.
What is being read is kept while something else is shown for now: a lens lands, and is left, here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.binding import BindingType
from textual.message import Message

from vibe_tui.render.document import Document
from vibe_tui.render.layout import PageOptions
from vibe_tui.render.page import PageLine
from vibe_tui.render.place import (
    CLOSED,
    SHOWING,
    BlockId,
    Fold,
    Place,
    nearest_open,
    next_heading,
    open_sections,
    toggle_all_sections,
    toggle_section,
)
from vibe_tui.tui.actions import bindings
from vibe_tui.tui.keys import Scope
from vibe_tui.tui.reader.page import PageView
from vibe_tui.tui.reader.viewport import Span, Viewport

_SIDE_STEP = 8


class FoldingPage(PageView):
    """One document with the section and the block that are being read."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.READER)]

    @dataclass
    class EndPassed(Message):
        """A page further was asked for at the end of the report."""

    @dataclass
    class HeadingChanged(Message):
        """Another section is being read."""

        section: int

    def __init__(self, *, text_width: int = 88, options: PageOptions | None = None) -> None:
        super().__init__(text_width=text_width, options=options)
        self._chosen: BlockId | None = None
        self._used: tuple[Place | None, BlockId | None] = (None, None)
        self._current: Span | None = None
        self._section = -1
        self._unmarked: Sequence[Fold] | None = None

    # What it shows

    @property
    def current_block(self) -> BlockId | None:
        """The block that keys act on."""
        return self._current.block if self._current else None

    @property
    def current_section(self) -> int:
        """The section of the current block."""
        return self._current.section if self._current else 0

    def show(
        self, document: Document, folds: Sequence[Fold], *, place: Place | None = None
    ) -> None:
        """Open a document, at `place` or its beginning."""
        self._chosen = None
        self._used = (None, None)
        self._section = -1
        self._unmarked = None
        super().show(document, folds, place=place)

    def set_folds(self, folds: Sequence[Fold]) -> None:
        """Show the sections otherwise, from what is being read or the nearest that is open."""
        self._unmarked = None
        self.folds = tuple(folds)
        self._relayout(land=True)

    def _land(self, view: Viewport) -> None:
        """Show what is being read or, where that is folded away, the open section nearest to it.

        This is where a lens lands. What was being read stays the place to come back to.
        """
        self._leave(view)
        self._come_back(view)
        document, place = view.page.document, view.place
        if self.is_whole or self._is_open(place.section):
            return
        nearest = nearest_open(document.flat, self.folds, *_offset_of(document, place))
        if nearest is not None:
            view.peek(view.page.section_row(nearest))
            self._choose_heading(nearest)

    def _leave(self, view: Viewport) -> None:
        """Remember the block in use beside what is being read, to come back to both."""
        known = self._chosen is None and view.place == self._used[0]
        if not view.is_away and not known:
            self._used = (view.place, self._chosen)

    def _come_back(self, view: Viewport) -> None:
        view.come_back()
        if view.place == self._used[0]:
            self._chosen = self._used[1]

    @property
    def is_whole(self) -> bool:
        """Whether all of the document is on the page."""
        return self.folds.count(Fold.OPEN) == len(self.folds)

    def _set_folds(self, folds: tuple[Fold, ...]) -> None:
        if folds != self.folds:
            self.folds = folds
            self._relayout()

    def _is_open(self, section: int) -> bool:
        return 0 <= section < len(self.folds) and self.folds[section] in SHOWING

    def _is_closed(self, section: int) -> bool:
        return 0 <= section < len(self.folds) and self.folds[section] in CLOSED

    # Moving

    def _moved(self, view: Viewport) -> None:
        super()._moved(view)
        self._current = self._find_current(view)
        section = self.current_section
        if section != self._section:
            self._section = section
            self.post_message(self.HeadingChanged(section))

    def _find_current(self, view: Viewport) -> Span | None:
        if self._chosen is not None:
            for span in view.spans():
                if span.block == self._chosen:
                    return span
            self._chosen = None
        return view.first_whole()

    def go_to_place(self, place: Place) -> None:
        """Put a place at the top, opened where it was folded, its block the current one."""
        if self.document is not None and 0 <= place.section < len(self.folds):
            self._set_folds(open_sections(self.document.flat, self.folds, {place.section}))
        self._chosen = place.block
        super().go_to_place(place)

    def return_to(self, place: Place, block: BlockId | None) -> None:
        """Read on at a place, with the block that was in use there, where the folds show it."""
        if self._viewport is not None:
            self._viewport.move_to_place(place)
            self._chosen = block
            self._land(self._viewport)
            self._sync()

    def go_to_section(self, section: int) -> None:
        """Put a section's heading at the top and make it the current block."""
        view = self._viewport
        if view is None:
            return
        view.move_to(view.page.section_row(section))
        self._choose_heading(section)
        self._sync()

    def next_heading(self, step: int) -> bool:
        """The next (1) or previous (-1) heading, folded ones included; whether there is one.

        Before the first one is the top of the page.
        """
        view = self._viewport
        if view is None or self.document is None:
            return False
        if step < 0 and self._chosen is None and not view.top:
            return False
        here = self.current_section
        if step < 0 and self._chosen is None and view.top > view.page.section_row(here):
            self.go_to_section(here)
            return True
        found = next_heading(self.document.flat, self.folds, here, step)
        if found is not None:
            self.go_to_section(found)
            return True
        if step < 0:
            self._chosen = None
            self.scroll_to_row(0)
        return step < 0

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
        """Scroll the table of the current block, or else the first wide one on screen."""
        view = self._viewport
        if view is None:
            return
        wide = [row for row in view.rows if row.frozen]
        preferred = [row for row in wide if row.block == self.current_block]
        if wide:
            block = (preferred or wide)[0].block
            width = max(row.line.width for row in wide if row.block == block)
            x = self._sideways.get(block, 0) + cells
            self._sideways[block] = max(0, min(x, width - self._column))
            self.clear_selected()
            self.refresh()

    # Folding

    def toggle_fold(self, section: int | None = None) -> bool:
        """Fold or open a section, the current one by default; False where there is none."""
        if self.document is None:
            return False
        section = self.current_section if section is None else section
        folds = toggle_section(self.document.flat, self.folds, section)
        changes = folds != self.folds
        if changes:
            self._change_folds(folds, section)
        return changes

    def toggle_all(self) -> None:
        """Fold all sections to their headings, or open all."""
        if self.folds and self.document is not None:
            folds = toggle_all_sections(self.document.flat, self.folds)
            self._change_folds(folds, self.current_section)

    def _change_folds(self, folds: tuple[Fold, ...], section: int) -> None:
        """Show `folds`: what is being read where they uncover that, else the heading of `section`
        on the row of the screen where it was."""
        view = self._viewport
        if view is None:
            self.folds = folds
            return
        self._leave(view)
        was_hidden = not self._is_open(view.place.section)
        y = view.page.section_row(section) - view.top
        seen = 0 <= y < view.height
        self.folds = folds
        self._unmarked = None
        self._relayout()
        row = view.page.section_row(section) - (y if seen else 0)
        if was_hidden and self._is_open(view.place.section):
            self._come_back(view)
        elif not self._is_open(section):
            view.peek(row)
            self._choose_heading(section)
        elif seen:
            view.move_to(row)
            self._choose_heading(section)
        self._sync()

    def _choose_heading(self, section: int) -> None:
        """Make the first block of a section on screen the current one."""
        rows = self._viewport.rows if self._viewport else ()
        blocks = [row.block for row in rows if row.section == section and row.block is not None]
        self._chosen = blocks[0] if blocks else None

    def _is_current(self, row: PageLine) -> bool:
        return row.block is not None and row.block == self.current_block

    # What keys do

    def action_line_down(self) -> None:
        self.scroll_lines(1)

    def action_line_up(self) -> None:
        self.scroll_lines(-1)

    def action_page_down(self) -> None:
        if self.at_end:
            self.post_message(self.EndPassed())
        else:
            self.scroll_screens(1)

    def action_page_up(self) -> None:
        self.scroll_screens(-1)

    def action_half_down(self) -> None:
        self.scroll_screens(0.5)

    def action_half_up(self) -> None:
        self.scroll_screens(-0.5)

    def action_top(self) -> None:
        self.scroll_to_row(0)

    def action_bottom(self) -> None:
        self.scroll_to_last()

    def action_left(self) -> None:
        self.scroll_sideways(-_SIDE_STEP)

    def action_right(self) -> None:
        self.scroll_sideways(_SIDE_STEP)


def _offset_of(document: Document, place: Place) -> tuple[int, int]:
    """The section of a place, and where its block begins in the section's own text."""
    section = min(place.section, len(document.flat) - 1)
    if section < 0 or section < place.section or place.chunk < 0:
        return section, 0
    own = document.flat[section]
    before = own.text.split("\n")[: document.file_line(place.block) - own.text_line]
    return section, sum(len(line) + 1 for line in before)
