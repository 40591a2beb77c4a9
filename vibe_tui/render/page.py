"""A document at a width: rows of cells, of which only those asked for are laid out.

A part is a heading or a chunk of a section's text; its rows begin with the empty ones that set it
apart. The height of one that was not laid out yet is an estimate. When it becomes exact, rows below
it move; `prepare` does that before drawing and says where the row at the top has gone. `Place`
names rows independently of all that.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from vibe_tui.cells import cell_width, cut
from vibe_tui.render.blocks import Laid, Line, Look, PictureRow, Role, Run, Table, tables_inside
from vibe_tui.render.document import Document
from vibe_tui.render.layout import EMPTY, PageOptions, lay, lay_heading
from vibe_tui.render.links import lay_pictures
from vibe_tui.render.parse import Unit
from vibe_tui.render.place import FRONT, HEADING, BlockId, Fold, Place
from vibe_tui.text import Text

_CELLS = 2
"""Cells that a character may take, for a guess."""

_CELLS_WITH_BREAKS = 3
"""The same with the rows that line breaks take."""

_FOLD = Look(Role.FOLD)
_SECTIONS = Text(" · {count} 节", " · {count} sections")
_SECTION = Text(" · 1 节", " · 1 section")
_WORDS = Text(" · {count:,} 字", " · {count:,} words")


@dataclass(frozen=True, slots=True)
class PageLine:
    """One row of a page.

    `block` is None for an empty row between blocks. `offset` is the row's number in its block. A
    block with `frozen` cells scrolls sideways beside them; its first `head` rows are a header. A
    row that is room for a picture says which row of it that is.
    """

    line: Line
    section: int
    block: BlockId | None = None
    offset: int = 0
    frozen: int = 0
    head: int = 0
    picture: PictureRow | None = None


@dataclass(slots=True, eq=False)
class PagePart:
    """A heading or a chunk of text. `height` is a guess until it is `exact`."""

    section: int
    chunk: int
    height: int
    exact: bool = False


class PageParts:
    """The parts of a document at a width under some folds; `sections` are those on the page."""

    def __init__(
        self, document: Document, width: int, folds: Sequence[Fold], options: PageOptions
    ) -> None:
        self.document = document
        self.width = width
        self.folds = folds
        self.options = options
        shown = [number for number, fold in enumerate(folds) if fold is not Fold.HIDDEN]
        self.sections: list[int] = [FRONT, *shown] if document.front else shown
        self.index = {section: index for index, section in enumerate(self.sections)}

    def fold(self, section: int) -> Fold:
        """How a section is shown."""
        return Fold.OPEN if section == FRONT else self.folds[section]

    def parts_of(self, section: int) -> Iterator[PagePart]:
        """The parts of a section in order, their heights guessed."""
        fold = self.fold(section)
        if section != FRONT and self.document.flat[section].heading:
            yield PagePart(section, HEADING, self._guess_heading(section))
        if fold is Fold.FOLDED:
            return
        chunks = self.document.chunks(section)
        for number in self.document.shown_chunks(section, fold):
            yield PagePart(section, number, self._guess_chunk(chunks[number].source))

    def guess(self, section: int) -> int:
        """About how many rows a section takes."""
        if section == FRONT:
            return len(self.document.front)
        if self.folds[section] is Fold.FOLDED:
            return 1
        # Only its length is looked at: a long report has thousands of sections.
        return 3 + len(self.document.flat[section].text) * _CELLS_WITH_BREAKS // self.width

    def _guess_heading(self, section: int) -> int:
        if self.fold(section) is Fold.FOLDED:
            return 1
        return 4 if self.document.flat[section].level == 1 else 2

    def _guess_chunk(self, source: str) -> int:
        """Rows that Markdown may take: its cells in lines, and its line breaks."""
        return 1 + len(source) * _CELLS // self.width + source.count("\n")

    def lay(self, part: PagePart) -> Iterator[PageLine]:
        """The rows of a part."""
        if part.chunk == HEADING:
            yield from self._lay_heading(part.section)
            return
        fold = self.fold(part.section)
        tables_only = fold is Fold.TABLES
        chunk = self.document.chunks(part.section)[part.chunk]
        first = part.chunk == 0 and self._is_top(part.section)
        for number, unit in self.document.shown_units(part.section, part.chunk, fold):
            sample = self.document.sample(part.section, part.chunk)
            laid = list(self._lay_unit(unit, sample, tables_only=tables_only))
            if not any(one.lines for one in laid):
                continue
            if not (first or unit.tight or (chunk.goes_on and number == 0)):
                yield PageLine(EMPTY, part.section)
            first = False
            yield from _page_lines(BlockId(part.section, part.chunk, number), laid)

    def _is_top(self, section: int) -> bool:
        """Whether a section is the first on the page and has no heading."""
        if self.index[section]:
            return False
        return section == FRONT or not self.document.flat[section].heading

    def _lay_unit(self, unit: Unit, sample: Table | None, *, tables_only: bool) -> Iterator[Laid]:
        options, block = self.options, unit.block
        if not tables_only or isinstance(block, Table):
            yield lay(block, self.width, options, sample=sample)
            if pictures := self.document.pictures:
                yield from lay_pictures(block, pictures, self.width, options.language)
            return
        for number, table in enumerate(tables_inside(block)):
            if number:
                yield Laid((EMPTY,))
            # Its offsets in the block around it are not known here.
            laid = lay(table, self.width, options)
            yield replace(laid, lines=tuple([line.aside() for line in laid.lines]))

    def _lay_heading(self, section: int) -> Iterator[PageLine]:
        index = self.index[section]
        above = self.sections[index - 1] if index else None
        block = BlockId(section, HEADING, 0)
        level = self.document.flat[section].level
        folded = self.fold(section) is Fold.FOLDED
        if folded:
            lines = [self._fold_line(section)]
            gaps = 0 if above is not None and self.fold(above) is Fold.FOLDED else 1
        else:
            lines = lay_heading(self.document.heading(section), level, self.width, self.options)
            gaps = 2 if level == 1 else 1
        for _ in range(gaps if above is not None else 0):
            yield PageLine(EMPTY, section)
        yield from _page_lines(block, [Laid(tuple(lines))])

    def _fold_line(self, section: int) -> Line:
        """`▸ heading · 5 sections · 2,310 words`, cut to one line: what is folded behind it."""
        language = self.options.language
        stop = section + sum(1 for _ in self.document.flat[section].walk())
        below = [inner for inner in range(section + 1, stop) if inner not in self.index]
        counts = "" if not below else (_SECTIONS if len(below) > 1 else _SECTION).pick(language)
        counts = counts.format(count=len(below))
        words = sum(map(self.document.words, (section, *below)))
        counts += _WORDS.pick(language).format(count=words)
        sign = "> " if self.options.ascii_borders else "▸ "
        room = self.width - cell_width(sign) - cell_width(counts)
        if room < 8:
            room, counts = self.width - cell_width(sign), ""
        title = cut(self.document.title(section), max(room, 0))
        sign = cut(sign, self.width, "")
        runs = [Run(sign, _FOLD), Run(title, _FOLD, 0), Run(counts, Look(Role.META))]
        return Line(tuple([run for run in runs if run.text]))


def _page_lines(block: BlockId, laid: Sequence[Laid]) -> Iterator[PageLine]:
    offset = 0
    for part in laid:
        for row, line in enumerate(part.lines):
            picture = part.picture._replace(row=row) if part.picture else None
            yield PageLine(line, block.section, block, offset, part.frozen, part.head, picture)
            offset += 1


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
