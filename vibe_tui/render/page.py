"""A document at a width: rows of cells, of which only those asked for are laid out.

The height of what was not laid out yet is an estimate. When it becomes exact, rows below it move;
`prepare` does that before drawing and says where the row at the top has gone. `Place` names rows
independently of all that.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator, Sequence

from vibe_tui.render.document import Document
from vibe_tui.render.folding import Fold
from vibe_tui.render.layout import PageOptions
from vibe_tui.render.place import HEADING, Place
from vibe_tui.render.rows import PageLine, PagePart, PageParts

KEPT = 96
"""Laid parts that are kept."""

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
        self._parts = PageParts(document, self.width, self.folds, self.options)
        self._heights = [self._parts.guess(section) for section in self._parts.sections]
        self._height = sum(self._heights)
        # The first rows of the sections, as far as they were asked for and still hold.
        self._tops = [0]
        self._known: dict[int, list[PagePart]] = {}
        self._laid: OrderedDict[tuple[int, int], tuple[PageLine, ...]] = OrderedDict()

    # Rows

    @property
    def height(self) -> int:
        """Rows of the whole page: exact where it was laid out, an estimate elsewhere."""
        return self._height

    def lines(self, top: int, count: int) -> list[PageLine]:
        """The rows from `top` on, laid out if they were not; fewer at the end of the page."""
        top = max(top, 0)
        found: list[PageLine] = []
        while len(found) < count:
            at = self._locate(top + len(found))
            if at is None:
                break
            part, row = at
            found += self._lines_of(part)[row : row + count - len(found)]
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
        for section in self._parts.sections:
            for part in self._parts_of(section):
                yield from self._parts.lay(part)

    # Places

    def place_at(self, row: int) -> Place:
        """The place that a row shows."""
        at = self._locate(max(0, min(row, self.height - 1)))
        if at is None:
            return Place(0, HEADING, 0, 0)
        part, number = at
        lines = self._lines_of(part)
        for distance, line in enumerate(lines[number:]):
            if line.block:
                return Place(*line.block, _GAP - distance if distance else _offset_at(line))
        return Place(part.section, part.chunk, 0, 0)

    def row_of(self, place: Place) -> int:
        """The row where a place is shown; where it is folded away, that of what hides it."""
        shown = self._parts_of(place.section) if place.section in self._parts.index else ()
        part = next((part for part in shown if part.chunk == place.chunk), None)
        if part is None:
            return self.section_row(place.section)
        return self._row_of_part(part) + _row_in(self._lines_of(part), place)

    def section_row(self, section: int) -> int:
        """The row of a section's heading or fold line; of the one before it when it is hidden."""
        shown = next((at for at in reversed(self._parts.sections) if at <= section), None)
        if shown is None:
            return 0
        parts = self._parts_of(shown)
        if not parts:
            return self._row_of_section(shown)
        lines = self._lines_of(parts[0])
        gap = next((number for number, line in enumerate(lines) if line.block), 0)
        return self._row_of_part(parts[0]) + gap

    # Heights

    def _row_of_section(self, section: int) -> int:
        """The first row of a section that is on the page."""
        index = self._parts.index[section]
        while len(self._tops) <= index:
            self._tops.append(self._tops[-1] + self._heights[len(self._tops) - 1])
        return self._tops[index]

    def _section_with(self, row: int) -> int:
        """The index of the section that has a row of the page."""
        while self._tops[-1] <= row:
            self._tops.append(self._tops[-1] + self._heights[len(self._tops) - 1])
        return bisect_right(self._tops, row) - 1

    def _row_of_part(self, part: PagePart) -> int:
        """The first row of a part."""
        row = self._row_of_section(part.section)
        for other in self._parts_of(part.section):
            if other is part:
                break
            row += other.height
        return row

    def _locate(self, row: int) -> tuple[PagePart, int] | None:
        """The part that has a row, laid out, and the row's number in it; None past the end."""
        while True:
            if not 0 <= row < self._height:
                return None
            index = self._section_with(row)
            rest = row - self._tops[index]
            for part in self._parts_of(self._parts.sections[index]):
                if rest < part.height:
                    if part.exact:
                        return part, rest
                    self._lines_of(part)
                    break
                rest -= part.height
            # What was found out about heights may put the row elsewhere: look again.

    def _parts_of(self, section: int) -> list[PagePart]:
        """The parts of a section, in order."""
        parts = self._known.get(section)
        if parts is None:
            parts = self._known[section] = list(self._parts.parts_of(section))
            self._resize(section, sum(part.height for part in parts))
        return parts

    def _resize(self, section: int, height: int) -> None:
        index = self._parts.index[section]
        self._height += height - self._heights[index]
        self._heights[index] = height
        del self._tops[index + 1 :]

    def _lines_of(self, part: PagePart) -> tuple[PageLine, ...]:
        """The lines of a part, laid out if they were not; its height is exact afterwards."""
        key = (part.section, part.chunk)
        lines = self._laid.get(key)
        if lines is None:
            lines = self._laid[key] = tuple(self._parts.lay(part))
            if len(self._laid) > KEPT:
                self._laid.popitem(last=False)
            if not part.exact:
                total = self._heights[self._parts.index[part.section]]
                self._resize(part.section, total + len(lines) - part.height)
                part.height = len(lines)
                part.exact = True
        else:
            self._laid.move_to_end(key)
        return lines


def _offset_at(line: PageLine) -> int:
    """The smallest offset that a row shows; of one that shows only decoration, its number."""
    return min([run.at for run in line.line.runs if run.at >= 0], default=-1 - line.offset)


def _row_in(lines: Sequence[PageLine], place: Place) -> int:
    """The row among those of a part that shows `place`, or comes nearest."""
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
