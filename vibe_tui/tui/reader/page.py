"""A page on screen: draws the rows of a document and scrolls over them.

Paint only looks up: `Viewport` holds the rows on screen and `StyleBook` their styles; strips are
kept by everything that changes their cells. Textual's scroll position follows the viewport, because
row numbers change when estimated heights become exact while the text on screen must not. What a
reader does with the page stands in `view.py`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.segment import Segment
from textual import events
from textual.cache import LRUCache
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.selection import Selection
from textual.strip import Strip

from vibe_tui.render.document import Document
from vibe_tui.render.layout import PageOptions
from vibe_tui.render.page import Page, PageLine
from vibe_tui.render.place import BlockId, Fold, Place
from vibe_tui.tui.look.strips import StyledWidget, Tint, addressed, draw, overlay, select, window
from vibe_tui.tui.reader.marks import MatchMarks
from vibe_tui.tui.reader.selection import selected_text
from vibe_tui.tui.reader.viewport import Viewport

MIN_TEXT_WIDTH = 24
_ROOMY = 30
_WIDTH_STEP = 4
_STRIPS = 600
_SIGNS = ("▎", "›")
_ASCII_SIGNS = ("|", ">")


class PageView(ScrollView, StyledWidget, can_focus=True, inherit_bindings=False):
    """One document at a text width, with folds."""

    DEFAULT_CSS = """
    PageView {
        overflow-x: hidden;
        overflow-y: scroll;
        scrollbar-size-vertical: 1;
        background: $background;
    }
    """

    text_width = reactive(88, init=False)

    @dataclass
    class Moved(Message):
        """Other rows are on screen."""

    def __init__(self, *, text_width: int = 88, options: PageOptions | None = None) -> None:
        super().__init__()
        self.set_reactive(PageView.text_width, text_width)
        self.options = options or PageOptions()
        self._signs = _ASCII_SIGNS if self.options.ascii_borders else _SIGNS
        self.document: Document | None = None
        self.folds: Sequence[Fold] = ()
        """How each section is shown, in the order of the document."""
        self._viewport: Viewport | None = None
        self._start: Place | None = None
        self._sideways: dict[BlockId | None, int] = {}
        self._hints: dict[tuple[int, int], str] = {}
        self._hints_top = 0
        self._strips: LRUCache[object, Strip] = LRUCache(_STRIPS)
        self._width = 0
        self._thumb = (0, 0)
        self._looking = False
        self._marks = MatchMarks()

    # What it shows

    @property
    def page(self) -> Page | None:
        """The document as it is laid out now."""
        return self._viewport.page if self._viewport else None

    @property
    def place(self) -> Place | None:
        """What is being read, to come back to."""
        return self._viewport.place if self._viewport else self._start

    @property
    def top_place(self) -> Place | None:
        """What the top row shows, under a lens perhaps not what is being read."""
        return self._viewport.top_place if self._viewport else self._start

    @property
    def progress(self) -> float:
        """The part of the page above the bottom of the screen, from 0 to 1."""
        view = self._viewport
        return min(1.0, (view.top + view.height) / max(view.page.height, 1)) if view else 0.0

    @property
    def at_end(self) -> bool:
        """Whether the last row is on screen."""
        return self._viewport is not None and self._viewport.at_end

    def show(
        self, document: Document, folds: Sequence[Fold], *, place: Place | None = None
    ) -> None:
        """Open a document, at `place` or its beginning."""
        self.document = document
        self.folds = tuple(folds)
        self._viewport = None
        self._start = place
        self._sideways.clear()
        self._relayout()

    def close(self) -> None:
        """Show nothing."""
        self.document = self._viewport = self._start = None
        self._strips.clear()
        self._thumb = (0, 0)
        self.virtual_size = Size(0, 0)
        self.refresh()

    def watch_text_width(self) -> None:
        """Lay the page out at the new width."""
        self._relayout()

    def validate_text_width(self, width: int) -> int:
        """Keep the text readable."""
        return max(MIN_TEXT_WIDTH, width)

    def widen(self, steps: int) -> None:
        """Make the text wider (or narrower) by some steps; no wider than there is room for."""
        if steps < 0 or self.text_width <= self._column:
            self.text_width = self._column + steps * _WIDTH_STEP

    @property
    def _column(self) -> int:
        """Cells of the text: as wide as asked, with room beside it for signs."""
        beside = 4 if self._width >= _ROOMY else 2
        return max(1, min(self.text_width, self._width - beside))

    @property
    def _left(self) -> int:
        """Cells before the text."""
        return max(0, (self._width - self._column + 1) // 2)

    def _relayout(self, *, land: bool = False) -> None:
        """Make the page for the width and folds of now, with the same place at the top.

        A page that is new begins where `_land` says; so does any other with `land`.
        """
        if self.document is None or not self._width:
            return
        page = Page(self.document, self._column, self.folds, options=self.options)
        self._strips.clear()
        self.clear_selected()
        view = self._viewport
        if view is None:
            view = self._viewport = Viewport(page, self.size.height)
            view.start(self._start)
            land = True
        else:
            view.change_page(page, self.size.height)
        if land:
            self._land(view)
        self._sync()

    def _land(self, view: Viewport) -> None:
        """Go to where the page is to begin: where it is."""

    def on_resize(self) -> None:
        """Another size: another page, unless only the height changed."""
        view = self._viewport
        self._width = self.scrollable_content_region.width
        if view is None or view.page.width != self._column:
            self._relayout()
        elif view.page.folds != self.folds:
            self._relayout(land=True)
        else:
            view.resize(self.size.height)
            self._strips.clear()
            self._sync()

    # Moving

    def _sync(self) -> None:
        """Make Textual's scroll position and the drawing follow the viewport."""
        view = self._viewport
        if view is None:
            return
        self._set_scroll(view)
        self._moved(view)
        self.refresh()

    def _set_scroll(self, view: Viewport) -> None:
        size = Size(self._width, view.page.height)
        if self.virtual_size != size:
            # Estimates become exact all the time: no reason to lay the whole screen out again.
            self.set_reactive(PageView.virtual_size, size)
        self._move_thumb(view)
        self.scroll_to(y=view.top, animate=False)

    def _move_thumb(self, view: Viewport) -> None:
        """Draw the scrollbar again, all its cells, where an eighth of a cell tells a difference."""
        bar, height = self.vertical_scrollbar, max(view.page.height, 1)
        eighths = 8 * view.height
        thumb = eighths * view.top // height, eighths * (view.top + view.height) // height
        if thumb != self._thumb:
            self._thumb = thumb
            bar.window_virtual_size = height
            bar.position = view.top

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Follow the wheel and the scrollbar; a resize moves them too, and is another matter."""
        view = self._viewport
        resized = view is not None and view.height != max(self.size.height, 1)
        if view is not None and round(new_value) != view.top and not resized:
            view.move_to(round(new_value))
            self._move_thumb(view)
            self._moved(view)
        self.refresh()

    def _moved(self, view: Viewport) -> None:
        """Other rows are on screen."""
        if view.top != self._hints_top:
            self._hints = {}
        self._move_selection(view.take_shift())
        self.post_message(self.Moved())
        if view.at_edge and not self._looking:
            self._looking = True
            self.call_after_refresh(self._look_around)

    def _look_around(self) -> None:
        """Lay out what is near the screen, so that the next key finds its rows ready."""
        self._looking = False
        view = self._viewport
        if view is None:
            return
        top = view.top
        view.look_around()
        self._move_selection(view.take_shift())
        if view.top != top or view.page.height != self.virtual_size.height:
            self._set_scroll(view)

    def scroll_screens(self, screens: float) -> None:
        """Down by screens, up by negative ones; a row stays in sight, a table's header aside."""
        view = self._viewport
        if view is None:
            return
        step = max(1, int(view.height * abs(screens)) - 1)
        view.move_by(step if screens > 0 else -step)
        if screens > 0 and view.head and not view.at_end and step > len(view.head):
            view.move_by(-len(view.head))
        self._sync()

    def scroll_to_row(self, row: int) -> None:
        """Put a row at the top."""
        if self._viewport:
            self._viewport.move_to(row)
            self._sync()

    def go_to_place(self, place: Place) -> None:
        """Put a place at the top."""
        if self._viewport:
            self._viewport.move_to_place(place)
            self._sync()

    def _shift(self, row: PageLine, cell: int) -> int:
        """Cells by which the cell of a line is moved to the left on screen."""
        return self._sideways.get(row.block, 0) if row.frozen and cell >= row.frozen else 0

    # Selection

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        """The characters whose cells are selected."""
        if self._viewport is None:
            return None
        text = selected_text(self._viewport.page, selection, self._left, self._shift)
        return (text, "\n") if text else None

    def selection_updated(self, selection: Selection | None) -> None:
        """Draw the selection."""
        self.refresh()

    def clear_selected(self) -> None:
        """Select nothing."""
        if self.is_attached and self.text_selection is not None:
            self.screen.clear_selection()

    def _move_selection(self, rows: int) -> None:
        """Follow the selected text to its new row numbers."""
        selection = self.text_selection if rows else None
        if selection is not None:
            start, end = (None if at is None else at + Offset(0, rows) for at in selection)
            self.screen.selections = {**self.screen.selections, self: Selection(start, end)}

    # Drawing

    def redraw(self) -> None:
        """Draw all rows anew: their words are the same, their looks are not."""
        self._strips.clear()
        self.refresh()

    def notify_style_update(self) -> None:
        """Another theme: other styles."""
        super().notify_style_update()
        self._strips.clear()

    def on_focus(self, event: events.Focus) -> None:
        """The sign of the current block shows where the keys go."""
        self.refresh()

    def on_blur(self, event: events.Blur) -> None:
        self.refresh()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Paint. A row that was drawn before is ready, wherever it is on screen now.

        Textual would style every row again when the page has moved, for borders, padding and
        opacity that a page has not.
        """
        strips = [self._painted(y) for y in crop.line_range]
        background = self.background_colors[1]
        for line_filter in self.get_line_filters():
            strips = [strip.apply_filter(line_filter, background) for strip in strips]
        return [strip.crop(*crop.column_span) for strip in strips]

    def render_line(self, y: int) -> Strip:
        """Row `y` of the screen as the pointer needs it, with the offsets of its cells."""
        view = self._viewport
        strip = self._painted(y).crop(0, self._width)
        return strip if view is None or view.row(y) is None else addressed(strip, view.top + y)

    def _painted(self, y: int) -> Strip:
        """Row `y` of the screen, as wide as the widget."""
        view = self._viewport
        row = view.row(y) if view else None
        if view is None or row is None:
            return Strip.blank(self.outer_size.width, self.rich_style)
        strip = self._strip_of(row)
        for (at, x), label in self._hints.items():
            if at == y:
                cell = self._left + x - self._shift(row, x)
                strip = overlay(strip, cell, label, self._book.shades.current)
        selection = self.text_selection
        if selection is not None and (span := selection.get_span(view.top + y)) is not None:
            end = self._width if span[1] < 0 else span[1]
            strip = select(strip, span[0], end, self._book.shades.selection)
        return strip

    def _strip_of(self, row: PageLine) -> Strip:
        signed = self._is_current(row)
        x = self._sideways.get(row.block, 0) if row.frozen else 0
        key = (row.block, row.offset, x, signed, signed and self.has_focus)
        strip = self._strips.get(key)
        if strip is None:
            drawn = self._draw(row, x, signed).apply_style(self.rich_style)
            strip = drawn.adjust_cell_length(self.outer_size.width, self.rich_style).simplify()
            self._strips.set(key, strip)
        return strip

    def _draw(self, row: PageLine, x: int, signed: bool) -> Strip:
        shades, left, column = self._book.shades, self._left, self._column
        line = draw(row.line, self._book, self._marks_of(row.block))
        segments = [Segment(" " * left)] if left else []
        if signed and left >= 2:
            sign = Segment(self._signs[0], shades.accent if self.has_focus else shades.rule)
            segments = [Segment(" " * (left - 2)), sign, Segment(" ")]
        after = self._sign_after(row)
        if after and left + line.cell_length < left + column + 1:
            gap = " " * (column + 1 - line.cell_length)
            return Strip([*segments, *line, Segment(gap), Segment(after, shades.accent)])
        if not row.frozen:
            return Strip([*segments, *line])
        more = [Segment(f" {self._signs[1]}", shades.dim)] if line.cell_length > x + column else []
        return Strip([*segments, *window(line, row.frozen, x, column), *more])

    def _is_current(self, row: PageLine) -> bool:
        """Whether the sign of the current block stands before the row."""
        return False

    def _sign_after(self, row: PageLine) -> str:
        """The sign in the margin behind a row; none for most."""
        return ""

    def _marks_of(self, block: BlockId | None) -> Sequence[Tint]:
        """What to mark in a block."""
        return self._marks.of(block)
