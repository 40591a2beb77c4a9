"""The part of a page that is on screen: which rows, and what a reader means by "here".

Knows no Textual. Heights of text not laid out yet are estimates; when they become exact the numbers
of rows change and `top` follows the row that was there. A `Place` names that row across widths and
folds, and is kept while only the page changes, so that going to 40 columns and back ends where it
began. Where other folds hide the text that was being read, the page may show something else for
now: `place` is still what was read, to come back to, until the reader moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from vibe_tui.render.page import Page, PageLine
from vibe_tui.render.place import BlockId, Place

_SETTLE = 8


@dataclass(frozen=True, slots=True)
class Span:
    """The rows `[start, end)` on screen of one block; `whole` when none of it is outside."""

    block: BlockId
    section: int
    start: int
    end: int
    whole: bool


class Viewport:
    """A window of `height` rows on a page, with its top row at `top`."""

    def __init__(self, page: Page, height: int = 1) -> None:
        self.page = page
        self.height = max(height, 1)
        self.top = 0
        self.rows: Sequence[PageLine] = ()
        self.head: Sequence[PageLine] = ()
        self._read = self._shown = (page.place_at(0), 0)
        self._shift = 0
        self._prepared = -1

    @property
    def place(self) -> Place:
        """What is being read, to come back to."""
        return self._read[0]

    @property
    def top_place(self) -> Place:
        """What the top row shows."""
        return self._shown[0]

    @property
    def is_away(self) -> bool:
        """Whether something else is shown for now than what is being read."""
        return self._shown is not self._read

    def start(self, place: Place | None) -> None:
        """Begin at `place`, or at the first row."""
        if place is None:
            self.move_to(0)
        else:
            self.move_to_place(place)

    def change_page(self, page: Page, height: int) -> None:
        """The same document, laid out otherwise: the place at the top stays at the top."""
        self.page = page
        self._prepared = -1
        self.height = max(height, 1)
        self._show(self._shown)

    def resize(self, height: int) -> None:
        """Another number of rows on screen: the same one at the top, where the page goes on."""
        self.height = max(height, 1)
        self._show(self._shown)

    def move_to(self, row: int) -> None:
        """Put `row` at the top, or as near as the end of the page allows."""
        self.peek(row)
        self._read = self._shown

    def peek(self, row: int) -> None:
        """Show `row` at the top for now: the place to come back to stays."""
        self._look(row)
        self._shown = self._here()

    def come_back(self) -> None:
        """Show again what was being read."""
        self._show(self._read)

    def move_by(self, rows: int) -> None:
        """Scroll by rows that are exact: what comes into sight is laid out first."""
        if rows < 0:
            self._lay(max(self.height, -rows))
        else:
            self.page.lines(self.top, rows)
        self.move_to(self.top + rows)

    def move_to_place(self, place: Place) -> None:
        """Put `place` at the top."""
        self._read = (place, 0)
        self.come_back()

    def move_to_end(self) -> None:
        """Show the last rows."""
        for _ in range(_SETTLE):
            height = self.page.height
            self.move_to(height - self.height)
            if self.page.height == height:
                return

    @property
    def at_edge(self) -> bool:
        """Whether what is laid out ends less than half a screen from here."""
        return self._prepared < 0 or abs(self.top - self._prepared) > self.height // 2

    def look_around(self) -> None:
        """Lay out a screen above and one below: `top` may change, what it shows does not."""
        self._lay(self.height)
        self._prepared = self.top

    @property
    def at_end(self) -> bool:
        """Whether the last row is on screen."""
        return self.top + self.height >= self.page.height

    def _lay(self, count: int) -> None:
        """Lay out some rows above and below, and follow the row at the top where that moves it.

        An empty row has no place of its own: it is found again from the text below it.
        """
        place, gap = self._here()
        before = self.top
        for _ in range(_SETTLE):
            height = self.page.height
            self.page.prepare(self.top, count)
            self.top = self.page.row_of(place) - gap
            if self.page.height == height:
                break
        self._shift += self.top - before

    def take_shift(self) -> int:
        """By how much the numbers of rows on screen have grown since the last call."""
        shift, self._shift = self._shift, 0
        return shift

    def _here(self) -> tuple[Place, int]:
        """The place of the top row, and the empty rows between the two."""
        place = self.page.place_at(self.top)
        return place, self.page.row_of(place) - self.top

    def _show(self, at: tuple[Place, int]) -> None:
        """Put a place, or the empty rows above it, at the top."""
        self._shown = at
        self._look(self.page.row_of(at[0]) - at[1])

    def _look(self, row: int) -> None:
        """Look up the rows on screen from `row`; laying them out may shorten the page."""
        page = self.page
        for _ in range(_SETTLE):
            self.top = max(0, min(row, page.height - self.height))
            before = page.height
            self.rows = page.lines(self.top, self.height)
            if page.height == before:
                break
        self.head = self._head()

    def _head(self) -> Sequence[PageLine]:
        """The header of a table that began above the screen and goes on below the header."""
        if not self.rows:
            return ()
        first = self.rows[0]
        count = first.head
        if not count or not first.offset:
            return ()
        below = self.rows[count] if count < len(self.rows) else None
        if below is None or below.block != first.block:
            return ()
        return self.page.lines(self.top - first.offset, count)

    def row(self, y: int) -> PageLine | None:
        """What stands on row `y` of the screen; nothing below the end of the page."""
        if y < len(self.head):
            return self.head[y]
        return self.rows[y] if y < len(self.rows) else None

    def spans(self) -> Iterator[Span]:
        """The blocks on screen, from the top."""
        rows = self.rows
        start = 0
        for y in range(1, len(rows) + 1):
            if y < len(rows) and rows[y].block == rows[start].block:
                continue
            first = rows[start]
            if first.block is not None:
                whole = first.offset == 0 and (y < len(rows) or self._ends_at(y))
                yield Span(first.block, first.section, start, y, whole)
            start = y

    def _ends_at(self, y: int) -> bool:
        """Whether the block on the screen's last row ends there."""
        below = self.page.lines(self.top + y, 1)
        return not below or below[0].block != self.rows[y - 1].block

    def first_whole(self) -> Span | None:
        """The first block wholly on screen, else the first of all."""
        first: Span | None = None
        for span in self.spans():
            if span.whole:
                return span
            first = first or span
        return first
