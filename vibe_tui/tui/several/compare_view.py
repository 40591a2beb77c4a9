"""The text of a comparison: columns side by side, one of which is the one being read.

As many columns stand beside each other as the page has room for; at another width the same text
stays at the top. Which report and which place in it the reader is at is known from the words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.strip import Strip

from vibe_tui.render.comparison import ComparisonDocument
from vibe_tui.render.digest import ReportPlace
from vibe_tui.render.layout import column_spans, fitting
from vibe_tui.render.page import PageLine
from vibe_tui.render.place import HEADING, BlockId, Match, Place
from vibe_tui.tui.look.strips import overlay
from vibe_tui.tui.reader.choices import TableHere, table_at
from vibe_tui.tui.reader.marks import MatchMarks
from vibe_tui.tui.reader.view import ReaderView
from vibe_tui.tui.reader.viewport import Span, Viewport


class CompareView(ReaderView):
    """A comparison, a column of which is being read."""

    @dataclass
    class OpenRequested(Message):
        """The report being read is wanted, at the place being read."""

        spot: ReportPlace

    @dataclass
    class SideChanged(Message):
        """Another of the reports is being read."""

    _side = 0
    _pointed: tuple[BlockId, int] | None = None

    @property
    def comparison(self) -> ComparisonDocument | None:
        """What is shown."""
        return self.document if isinstance(self.document, ComparisonDocument) else None

    # Which report is being read

    @property
    def side(self) -> int:
        """The report being read, one of those side by side in the current block."""
        document, block = self.comparison, self.current_block
        if document is None or block is None:
            return 0
        group = document.group(block)
        return group[self._column_in(group)]

    def _column_in(self, group: range) -> int:
        return max(0, min(self._side - group.start, len(group) - 1))

    def _set_side(self, side: int) -> None:
        if side != self._side:
            self._side = side
            self._strips.clear()
            self.refresh()
            self.post_message(self.SideChanged())

    def step_side(self, step: int) -> None:
        """Read the next (1) or previous (-1) report: beside this one, else where it is below."""
        document, block = self.comparison, self.current_block
        if document is None or block is None:
            return
        side = self.side + step
        if not 0 <= side < len(document.sides):
            return
        place = document.place_for(block.section, side)
        if place is not None and document.offset_of(block, side) < 0:
            self._go_to_column(place)
        self._set_side(side)

    def _go_to_column(self, place: Place) -> None:
        """Make a block of columns the current one, and bring it into sight where it is not."""
        view = self._viewport
        if view is not None and place.block in [span.block for span in view.spans()]:
            self._chosen = place.block
            self._moved(view)
        else:
            self.go_to_place(place)

    def spot(self) -> ReportPlace | None:
        """The place in the report being read that a hit, the pointer or the screen's top is at."""
        document, block = self.comparison, self.current_block
        if document is None or block is None:
            return None
        side, match = self.side, self._marks.here()
        if match is not None and match.block == block:
            return document.spot(block, match.start)
        if self._pointed is not None and self._pointed[0] == block:
            return document.spot(*self._pointed)
        start = document.offset_of(block, side)
        if start < 0:
            return document.first_spot(block.section, side)
        for at in self._offsets_on_screen(block):
            spot = document.spot(block, at) if at >= start else None
            if spot is not None and spot.side == side:
                return spot
        return document.spot(block, start)

    def _offsets_on_screen(self, block: BlockId) -> Iterator[int]:
        for row in self._visible():
            if row.block == block and row.offset >= row.head:
                yield from [run.at for run in row.line.runs if run.at >= 0]

    def table_here(self) -> TableHere | None:
        """The table of the report being read that is nearest to where it is read, or any other."""
        document, block = self.comparison, self.current_block
        if document is None or block is None:
            return None
        found: dict[bool, TableHere] = {}
        for at in self._offsets_on_screen(block):
            spot = document.spot(block, at)
            text = document.sides[spot.side].document if spot is not None else None
            table = table_at(text, spot.place.block) if text is not None and spot else None
            if spot is not None and table is not None:
                found.setdefault(spot.side == self.side, table)
        return found.get(True) or found.get(False) or super().table_here()

    # Columns

    def _relayout(self, *, land: bool = False) -> None:
        document = self.comparison
        if document is not None and self._width:
            other = document.with_count(fitting(self._column, len(document.sides)))
            if other is not document:
                self._change_columns(document, other)
        super()._relayout(land=land)

    def _change_columns(self, before: ComparisonDocument, after: ComparisonDocument) -> None:
        """Show the same text in another number of columns, with the same place at the top."""
        place = self.place
        matches, current = self._marks.matches, self._marks.current
        self._marks = MatchMarks([_moved(match, before, after) for match in matches])
        self._marks.current = current
        self.document = after
        self._viewport = None
        self._chosen = self._pointed = None
        self._start = before.moved(place, after) if place is not None else None

    def _find_current(self, view: Viewport) -> Span | None:
        """The block that was chosen, else the one with most rows on screen."""
        chosen = super()._find_current(view)
        if self._chosen is not None:
            return chosen
        return max(view.spans(), key=lambda span: span.end - span.start, default=None)

    def _moved(self, view: Viewport) -> None:
        super()._moved(view)
        if self.side != self._side:
            self._set_side(self.side)

    def _show_match(self, match: Match | None) -> None:
        super()._show_match(match)
        document = self.comparison
        spot = document.spot(match.block, match.start) if document is not None and match else None
        if spot is not None:
            self._set_side(spot.side)

    # What keys and the pointer do

    def action_open(self) -> None:
        """Open the report being read."""
        spot = self.spot()
        if spot is not None:
            self.post_message(self.OpenRequested(spot))

    def on_click(self, event: events.Click) -> None:
        """Read the column that was clicked, at the row that was clicked."""
        super().on_click(event)
        view, document, offset = self._viewport, self.comparison, event.get_content_offset(self)
        row = view.row(offset.y) if view is not None and offset is not None else None
        if document is None or offset is None or row is None or row.block is None:
            return
        places = self._places(document, row.block)
        if places:
            x = offset.x - self._left
            column = max([number for number, start in enumerate(places) if start <= x] or [0])
            group = document.group(row.block)
            self._set_side(group[min(column, len(group) - 1)])
            ats = [run.at for run in row.line.runs if run.at >= 0]
            spots = [(at, document.spot(row.block, at)) for at in ats]
            here = [at for at, spot in spots if spot is not None and spot.side == self._side]
            self._pointed = (row.block, here[0]) if here else None

    # Drawing

    def _places(self, document: ComparisonDocument, block: BlockId) -> list[int]:
        """The first cells of the columns of a block; none where it has no columns."""
        if block.section <= 0 or block.chunk == HEADING:
            return []
        return [x for x, _ in column_spans(self._column, document.count)]

    def _draw(self, row: PageLine, x: int, signed: bool) -> Strip:
        document = self.comparison
        places = self._places(document, row.block) if document and row.block and signed else []
        column = self._column_in(document.group(row.block)) if document and row.block else 0
        if not places or not column:
            return super()._draw(row, x, signed)
        shades = self._book.shades
        sign = Segment(self._signs[0], shades.accent if self.has_focus else shades.rule)
        strip = super()._draw(row, x, signed=False)
        at = self._left + places[column] - 2
        return overlay(strip.extend_cell_length(at + 1), at, sign.text, sign.style or shades.rule)


def _moved(match: Match, before: ComparisonDocument, after: ComparisonDocument) -> Match:
    place = before.moved(Place(*match.block, match.start), after)
    return replace(match, block=place.block, start=place.at, end=place.at + match.end - match.start)
