"""The parts of a page: which there are under its folds, how high they may be, and their rows.

A part is a heading or a chunk of a section's text. Its rows begin with the empty ones that set it
apart from what stands before it. Keeps nothing: that is the page's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from vibe_tui.cells import cell_width, cut
from vibe_tui.render.blocks import Table, tables_inside
from vibe_tui.render.document import Document
from vibe_tui.render.folding import Fold
from vibe_tui.render.layout import EMPTY, PageOptions, lay, lay_heading
from vibe_tui.render.lines import Laid, Line, Look, PictureRow, Role, Run
from vibe_tui.render.parse import Unit
from vibe_tui.render.pictures import lay_pictures
from vibe_tui.render.place import FRONT, HEADING, BlockId
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
