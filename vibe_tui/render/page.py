"""A document at a width: rows of cells, of which only those asked for are laid out.

The height of what was not laid out yet is an estimate. When it becomes exact, rows below it move;
`prepare` does that before drawing and says where the row at the top has gone. `Place` names rows
independently of all that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vibe_tui.render.document import Document
from vibe_tui.render.layout import PageOptions
from vibe_tui.render.place import HEADING, BlockId, Place
from vibe_tui.render.rows import Fold, PageLine, Rows

_GAP = -1_000_000
"""Added to the distance of an empty row from the block below it, in the `at` of its place."""


class Page:
    """A document laid out at `width`; `folds` says how each section of `document.flat` is shown."""

    def __init__(
        self,
        document: Document,
        width: int,
        folds: Sequence[Fold] = (),
        *,
        options: PageOptions | None = None,
    ) -> None:
        self.document = document
        self.width = max(width, 1)
        self.folds = tuple(folds) or (Fold.OPEN,) * len(document.flat)
        self.options = options or PageOptions()
        self._rows = Rows(document, self.width, self.folds, self.options)

    # Rows

    @property
    def height(self) -> int:
        """Rows of the whole page: exact where it was laid out, an estimate elsewhere."""
        return self._rows.height

    def lines(self, top: int, count: int) -> list[PageLine]:
        """The rows from `top` on, laid out if they were not; fewer at the end of the page."""
        top = max(top, 0)
        found: list[PageLine] = []
        while len(found) < count:
            at = self._rows.locate(top + len(found))
            if at is None:
                break
            piece, row = at
            found += self._rows.lines_of(piece)[row : row + count - len(found)]
        return found

    def prepare(self, top: int, count: int) -> int:
        """Lay out the rows on screen and a screen around them; where the row `top` is now.

        Heights above may have become exact, so what was at `top` may be at another row.
        """
        place = self.place_at(top)
        self.lines(max(top - count, 0), min(count, top))
        top = self.row_of(place)
        self.lines(top, 2 * count)
        return top

    def all_lines(self) -> Iterator[PageLine]:
        """Every row of the page in order, without keeping what was laid out."""
        for section in self._rows.sections:
            for piece in self._rows.pieces_of(section):
                yield from self._rows.lay(piece)

    # Places

    def place_at(self, row: int) -> Place:
        """The place that a row shows."""
        at = self._rows.locate(max(0, min(row, self.height - 1)))
        if at is None:
            return Place(0, HEADING, 0, 0)
        piece, number = at
        lines = self._rows.lines_of(piece)
        for distance, line in enumerate(lines[number:]):
            if line.block:
                return Place(*line.block, _GAP - distance if distance else _offset_at(line))
        return Place(piece.section, piece.chunk, 0, 0)

    def row_of(self, place: Place) -> int:
        """The row where a place is shown; where it is folded away, that of what hides it."""
        rows = self._rows
        if not rows.shows(place.section):
            return self.section_row(place.section)
        pieces = rows.pieces_of(place.section)
        piece = next((piece for piece in pieces if piece.chunk == place.chunk), None)
        if piece is None:
            return self.section_row(place.section)
        return rows.row_of_piece(piece) + _row_in(rows.lines_of(piece), place)

    def row_of_text(self, block: BlockId, at: int) -> int:
        """The row that shows a character of a block's words."""
        return self.row_of(Place(*block, at))

    def section_row(self, section: int) -> int:
        """The row of a section's heading or fold line; of the one before it when it is hidden."""
        rows = self._rows
        shown = next((there for there in reversed(rows.sections) if there <= section), None)
        if shown is None:
            return 0
        pieces = rows.pieces_of(shown)
        if not pieces:
            return rows.row_of_section(shown)
        lines = rows.lines_of(pieces[0])
        gap = next((number for number, line in enumerate(lines) if line.block), 0)
        return rows.row_of_piece(pieces[0]) + gap

    # Text

    def block_text(self, block: BlockId) -> str:
        """The words of a block, for copying."""
        return self.document.plain(block)

    def file_line(self, row: int) -> int:
        """The line of the report's file that a row shows, from 1."""
        return self.document.file_line(self.place_at(row).block)


def _first_at(line: PageLine) -> int | None:
    """The smallest offset that a row shows; None when it shows only decoration."""
    return min([run.at for run in line.line.runs if run.at >= 0], default=None)


def _offset_at(line: PageLine) -> int:
    at = _first_at(line)
    return at if at is not None else -1 - line.offset


def _row_in(lines: Sequence[PageLine], place: Place) -> int:
    """The row among those of a piece that shows `place`, or comes nearest."""
    own = [(row, line) for row, line in enumerate(lines) if line.block == place.block]
    if not own:
        return next((row for row, line in enumerate(lines) if line.block), 0)
    if place.at < _GAP:
        return max(own[0][0] - (_GAP - place.at), 0)
    if place.at < 0:
        return next((row for row, line in own if line.offset == -1 - place.at), own[-1][0])
    nearest = own[0][0]
    nearest_at = -1
    for row, line in own:
        for run in line.line.runs:
            if 0 <= run.at <= place.at:
                if place.at < run.at + len(run.text):
                    return row
                if run.at > nearest_at:
                    nearest, nearest_at = row, run.at
    return nearest
