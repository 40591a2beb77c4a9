"""The rows of a page: which pieces it has, how high they are, and their lines once laid out.

A piece is a heading or a chunk of a section's text. Its lines begin with the empty rows that set it
apart from what stands before it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from vibe_tui.cells import cell_width, cut
from vibe_tui.render.blocks import Table, tables_inside
from vibe_tui.render.document import Document
from vibe_tui.render.layout import EMPTY, PageOptions, lay, lay_heading
from vibe_tui.render.lines import Laid, Line, Look, PictureRow, Role, Run
from vibe_tui.render.parse import Unit
from vibe_tui.render.pictures import lay_pictures
from vibe_tui.render.place import FRONT, HEADING, BlockId
from vibe_tui.render.table import lay_table
from vibe_tui.text import Text

KEPT = 96
"""Laid pieces that are kept."""

_CELLS = 2
"""Cells that a character may take, for a guess."""

_CELLS_WITH_BREAKS = 3
"""The same with the rows that line breaks take."""

_FOLD = Look(Role.FOLD)
_SECTIONS = Text(" · {count} 节", " · {count} sections")
_SECTION = Text(" · 1 节", " · 1 section")
_WORDS = Text(" · {count:,} 字", " · {count:,} words")


class Fold(Enum):
    """How a section is shown: all of it; one line; not at all; only the tables of its text."""

    OPEN = "open"
    FOLDED = "folded"
    HIDDEN = "hidden"
    TABLES = "tables"


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
class Piece:
    """A heading or a chunk of text. `height` is a guess until it is `exact`."""

    section: int
    chunk: int
    height: int
    exact: bool = False


class Rows:
    """The rows of a document at a width under some folds."""

    def __init__(
        self, document: Document, width: int, folds: Sequence[Fold], options: PageOptions
    ) -> None:
        self._document = document
        self._width = width
        self._folds = folds
        self._options = options
        shown = [number for number, fold in enumerate(folds) if fold is not Fold.HIDDEN]
        self.sections: list[int] = [FRONT, *shown] if document.front else shown
        self._index = {section: index for index, section in enumerate(self.sections)}
        self._heights = [self._guess_section(section) for section in self.sections]
        self._height = sum(self._heights)
        # The first rows of the sections, as far as they were asked for and still hold.
        self._tops = [0]
        self._pieces: dict[int, list[Piece]] = {}
        self._laid: OrderedDict[tuple[int, int], tuple[PageLine, ...]] = OrderedDict()

    @property
    def height(self) -> int:
        """All rows, as far as is known."""
        return self._height

    def shows(self, section: int) -> bool:
        """Whether a section is on the page, be it as one line."""
        return section in self._index

    def fold(self, section: int) -> Fold:
        """How a section is shown."""
        return Fold.OPEN if section == FRONT else self._folds[section]

    def row_of_section(self, section: int) -> int:
        """The first row of a section that is on the page."""
        index = self._index[section]
        while len(self._tops) <= index:
            self._tops.append(self._tops[-1] + self._heights[len(self._tops) - 1])
        return self._tops[index]

    def _section_with(self, row: int) -> int:
        """The index of the section that has a row of the page."""
        while self._tops[-1] <= row:
            self._tops.append(self._tops[-1] + self._heights[len(self._tops) - 1])
        return bisect_right(self._tops, row) - 1

    def row_of_piece(self, piece: Piece) -> int:
        """The first row of a piece."""
        row = self.row_of_section(piece.section)
        for other in self.pieces_of(piece.section):
            if other is piece:
                break
            row += other.height
        return row

    def locate(self, row: int) -> tuple[Piece, int] | None:
        """The piece that has a row, laid out, and the row's number in it; None past the end."""
        while True:
            if not 0 <= row < self._height:
                return None
            index = self._section_with(row)
            rest = row - self._tops[index]
            for piece in self.pieces_of(self.sections[index]):
                if rest < piece.height:
                    if piece.exact:
                        return piece, rest
                    self.lines_of(piece)
                    break
                rest -= piece.height
            # What was found out about heights may put the row elsewhere: look again.

    def pieces_of(self, section: int) -> list[Piece]:
        """The pieces of a section, in order."""
        pieces = self._pieces.get(section)
        if pieces is None:
            pieces = self._pieces[section] = list(self._cut(section))
            self._resize(section, sum(piece.height for piece in pieces))
        return pieces

    def _cut(self, section: int) -> Iterator[Piece]:
        fold = self.fold(section)
        if section != FRONT and self._document.flat[section].heading:
            yield Piece(section, HEADING, self._guess_heading(section))
        if fold is Fold.FOLDED:
            return
        for number, chunk in enumerate(self._document.chunks(section)):
            if fold is Fold.OPEN or "|" in chunk.source:
                yield Piece(section, number, self._guess(chunk.source))

    def _resize(self, section: int, height: int) -> None:
        index = self._index[section]
        self._height += height - self._heights[index]
        self._heights[index] = height
        del self._tops[index + 1 :]

    def _guess_section(self, section: int) -> int:
        if section == FRONT:
            return len(self._document.front)
        if self._folds[section] is Fold.FOLDED:
            return 1
        # Only its length is looked at: a long report has thousands of sections.
        return 3 + len(self._document.flat[section].text) * _CELLS_WITH_BREAKS // self._width

    def _guess_heading(self, section: int) -> int:
        if self.fold(section) is Fold.FOLDED:
            return 1
        return 4 if self._document.flat[section].level == 1 else 2

    def _guess(self, source: str) -> int:
        """Rows that Markdown may take: its cells in lines, and its line breaks."""
        return 1 + len(source) * _CELLS // self._width + source.count("\n")

    def lines_of(self, piece: Piece) -> tuple[PageLine, ...]:
        """The lines of a piece, laid out if they were not; its height is exact afterwards."""
        key = (piece.section, piece.chunk)
        lines = self._laid.get(key)
        if lines is None:
            lines = self._laid[key] = tuple(self.lay(piece))
            if len(self._laid) > KEPT:
                self._laid.popitem(last=False)
            if not piece.exact:
                total = self._heights[self._index[piece.section]]
                self._resize(piece.section, total + len(lines) - piece.height)
                piece.height = len(lines)
                piece.exact = True
        else:
            self._laid.move_to_end(key)
        return lines

    def lay(self, piece: Piece) -> Iterator[PageLine]:
        """The lines of a piece, without keeping them."""
        if piece.chunk == HEADING:
            yield from self._lay_heading(piece.section)
            return
        tables_only = self.fold(piece.section) is Fold.TABLES
        chunk = self._document.chunks(piece.section)[piece.chunk]
        first = piece.chunk == 0 and self._is_top(piece.section)
        for number, unit in enumerate(self._document.units(piece.section, piece.chunk)):
            sample = self._document.sample(piece.section, piece.chunk)
            laid = list(self._lay_unit(unit, sample, tables_only=tables_only))
            if not any(part.lines for part in laid):
                continue
            if not (first or unit.tight or (chunk.goes_on and number == 0)):
                yield PageLine(EMPTY, piece.section)
            first = False
            yield from _page_lines(BlockId(piece.section, piece.chunk, number), laid)

    def _is_top(self, section: int) -> bool:
        """Whether a section is the first on the page and has no heading."""
        if self._index[section]:
            return False
        return section == FRONT or not self._document.flat[section].heading

    def _lay_unit(self, unit: Unit, sample: Table | None, *, tables_only: bool) -> Iterator[Laid]:
        options, block = self._options, unit.block
        if not tables_only or isinstance(block, Table):
            if sample is not None and isinstance(block, Table):
                yield lay_table(
                    block,
                    self._width,
                    scroll=options.scroll,
                    borders=options.borders,
                    sample=sample,
                )
            else:
                yield lay(block, self._width, options)
            if pictures := self._document.pictures:
                yield from lay_pictures(block, pictures, self._width, options.language)
            return
        for number, table in enumerate(tables_inside(block)):
            if number:
                yield Laid((EMPTY,))
            # Its offsets in the block around it are not known here.
            yield _without_offsets(lay(table, self._width, options))

    def _lay_heading(self, section: int) -> Iterator[PageLine]:
        index = self._index[section]
        above = self.sections[index - 1] if index else None
        block = BlockId(section, HEADING, 0)
        level = self._document.flat[section].level
        folded = self.fold(section) is Fold.FOLDED
        if folded:
            lines = [self._fold_line(section)]
            gaps = 0 if above is not None and self.fold(above) is Fold.FOLDED else 1
        else:
            lines = lay_heading(self._document.heading(section), level, self._width, self._options)
            gaps = 2 if level == 1 else 1
        for _ in range(gaps if above is not None else 0):
            yield PageLine(EMPTY, section)
        yield from _page_lines(block, [Laid(tuple(lines))])

    def _fold_line(self, section: int) -> Line:
        """`▸ heading · 5 sections · 2,310 words`, cut to one line: what is folded behind it."""
        language = self._options.language
        stop = section + sum(1 for _ in self._document.flat[section].walk())
        below = [inner for inner in range(section + 1, stop) if not self.shows(inner)]
        counts = "" if not below else (_SECTIONS if len(below) > 1 else _SECTION).pick(language)
        counts = counts.format(count=len(below))
        words = sum(map(self._document.words, (section, *below)))
        counts += _WORDS.pick(language).format(count=words)
        sign = "> " if self._options.ascii_borders else "▸ "
        room = self._width - cell_width(sign) - cell_width(counts)
        if room < 8:
            room, counts = self._width - cell_width(sign), ""
        title = cut(self._document.title(section), max(room, 0))
        sign = cut(sign, self._width, "")
        runs = [Run(sign, _FOLD), Run(title, _FOLD, 0), Run(counts, Look(Role.META))]
        return Line(tuple([run for run in runs if run.text]))


def _page_lines(block: BlockId, laid: Sequence[Laid]) -> Iterator[PageLine]:
    offset = 0
    for part in laid:
        for row, line in enumerate(part.lines):
            picture = part.picture._replace(row=row) if part.picture else None
            yield PageLine(line, block.section, block, offset, part.frozen, part.head, picture)
            offset += 1


def _without_offsets(laid: Laid) -> Laid:
    lines = [Line(tuple([Run(run.text, run.look) for run in line.runs])) for line in laid.lines]
    return Laid(tuple(lines), laid.frozen, laid.head)
