"""What Markdown becomes: atoms and blocks, before any width is known, and then lines of runs.

The words of a block are `plain_of` it (formulas as their Unicode form, tables cell by cell), which
search marks, copying and the no-loss tests refer to. An atom's position in it is the sum of the
lengths before it. A look says what a run is (a heading, a link), never which colour it has.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import NamedTuple

from vibe_tui.cells import cell_width


class Role(StrEnum):
    """What a run of text is, for a theme to colour."""

    TEXT = "text"
    TITLE = "title"
    HEADING = "heading"
    SUBHEADING = "subheading"
    META = "meta"
    MARKER = "marker"
    QUOTE = "quote"
    CODE = "code"
    CODE_KEYWORD = "code-keyword"
    CODE_STRING = "code-string"
    CODE_COMMENT = "code-comment"
    CODE_NUMBER = "code-number"
    CODE_NAME = "code-name"
    MATH = "math"
    HIGHLIGHT = "highlight"
    LINK = "link"
    BORDER = "border"
    TABLE_HEADER = "table-header"
    FOLD = "fold"
    NOTICE = "notice"


@dataclass(frozen=True, slots=True)
class Look:
    """How a run looks: its role, its emphasis, and the target when it is a link."""

    role: Role = Role.TEXT
    bold: bool = False
    italic: bool = False
    strike: bool = False
    link: str = ""


PLAIN = Look()

IMAGE_SIGN = "▣ "
"""Stands before the words of a picture."""


@dataclass(frozen=True, slots=True)
class Run:
    """Text of one look. `at` is its offset in the block's `plain`, -1 for decoration."""

    text: str
    look: Look = PLAIN
    at: int = -1


@dataclass(frozen=True, slots=True)
class Line:
    """One row of cells. Text in it holds no control code and no line break."""

    runs: tuple[Run, ...] = ()

    @property
    def text(self) -> str:
        """The characters of the row."""
        return "".join(run.text for run in self.runs)

    @property
    def width(self) -> int:
        """Cells taken, without trailing padding."""
        return sum(cell_width(run.text) for run in self.runs)

    def moved(self, at: int) -> Line:
        """The same row, its words being those from `at` on in a larger block."""
        runs = [run if run.at < 0 else Run(run.text, run.look, run.at + at) for run in self.runs]
        return Line(tuple(runs))

    def aside(self) -> Line:
        """The same row as decoration: no part of a block's words."""
        return Line(tuple([Run(run.text, run.look) for run in self.runs]))


class PictureRow(NamedTuple):
    """One row, from 0, of a picture in `columns` × `rows` cells; `target` is what names it."""

    target: str
    columns: int
    rows: int
    row: int = 0


@dataclass(frozen=True, slots=True)
class Laid:
    """A block laid out at a width.

    Lines are no wider than asked unless `frozen` is positive: then the block scrolls sideways and
    its first `frozen` cells stay in place. The first `head` lines are a table's header, which the
    reader keeps in sight while the rest scrolls. The lines of a `picture` are room for it.
    """

    lines: tuple[Line, ...]
    frozen: int = 0
    head: int = 0
    picture: PictureRow | None = None


@dataclass(frozen=True, slots=True)
class Atom:
    """A stretch of inline text with one look. A hard line break is an atom with text `\\n`.

    `source` is the TeX of an inline formula, the target of an image, else empty. `glued` text may
    not be broken inside unless it is longer than a line (formulas, footnote marks). `drawn` is
    the text of a formula with signs in place of letters in styles, as long as `text`.
    """

    text: str
    look: Look
    source: str = ""
    glued: bool = False
    drawn: str = ""


Inline = tuple[Atom, ...]


class Align(Enum):
    """How a table column is set."""

    NONE = "none"
    LEFT = "left"
    CENTER = "center"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; `level` is the number of `#` as written."""

    level: int
    text: Inline


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Running text; a definition list's term and the caption of a figure are paragraphs too."""

    text: Inline


@dataclass(frozen=True, slots=True)
class Code:
    """A code block, fenced or indented; `language` as written, possibly empty."""

    text: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class Formula:
    """A display formula: the TeX between its fences."""

    tex: str


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells; every row has as many cells as the header. `source_*` are Markdown cells."""

    header: tuple[Inline, ...]
    rows: tuple[tuple[Inline, ...], ...]
    aligns: tuple[Align, ...]
    source_header: tuple[str, ...] = ()
    source_rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class ListItem:
    """One list item. `marker` is what is drawn before it: `•`, `3.`, `☐`, `☑`."""

    marker: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class ListBlock:
    """A bulleted, numbered or task list; `loose` items have an empty line between them."""

    items: tuple[ListItem, ...]
    loose: bool = False


@dataclass(frozen=True, slots=True)
class Quote:
    """A block quote, or an aside, whose word (`note`) is `label`.

    Of a `titled` one the first block is its title.
    """

    blocks: tuple[Block, ...]
    label: str = ""
    titled: bool = False


@dataclass(frozen=True, slots=True)
class Definition:
    """A definition-list entry: a term and what it means."""

    term: Inline
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Footnote:
    """The text of a footnote, at the place where it was defined."""

    label: str
    blocks: tuple[Block, ...] = field(default=())


@dataclass(frozen=True, slots=True)
class Rule:
    """A thematic break."""


@dataclass(frozen=True, slots=True)
class Columns:
    """Stacks of blocks side by side, each under its title, on a page that has room for `count`.

    Its words are those of the stacks, one after the other; titles are no part of them.
    """

    titles: tuple[Inline, ...]
    stacks: tuple[tuple[Block, ...], ...]
    count: int


Block = (
    Heading
    | Paragraph
    | Code
    | Formula
    | Table
    | ListBlock
    | Quote
    | Definition
    | Footnote
    | Rule
    | Columns
)


def inner_blocks(block: Block) -> tuple[Block, ...]:
    """The blocks that stand in a block, in the order in which they are read."""
    match block:
        case ListBlock(items=items):
            return tuple([inner for item in items for inner in item.blocks])
        case Quote(blocks=blocks) | Definition(blocks=blocks) | Footnote(blocks=blocks):
            return blocks
        case Columns(stacks=stacks):
            return tuple([inner for stack in stacks for inner in stack])
        case _:
            return ()


def walk_blocks(block: Block) -> Iterator[Block]:
    """A block and all that stand inside it, in the order in which they are read."""
    ahead = [block]
    while ahead:
        block = ahead.pop()
        yield block
        ahead += reversed(inner_blocks(block))


def tables_inside(block: Block) -> list[Table]:
    """Every table in a block, which may be one itself."""
    return [inner for inner in walk_blocks(block) if isinstance(inner, Table)]


def own_texts(block: Block) -> Iterator[Inline]:
    """The running texts of a block, without those of the blocks inside it."""
    match block:
        case Heading(text=text) | Paragraph(text=text) | Definition(term=text):
            yield text
        case Table(header=header, rows=rows):
            for row in (header, *rows):
                yield from row
        case _:
            return


def plain_inline(text: Inline) -> str:
    """The words of a running text."""
    return "".join([atom.text for atom in text])


def plain_of(block: Block) -> str:
    """The words of a block as a reader sees them; offsets of runs and of marks count in it.

    Cells are joined by tabs, rows and the blocks inside others by line breaks. A display formula
    is its TeX.
    """
    match block:
        case Heading(text=text) | Paragraph(text=text):
            return plain_inline(text)
        case Code(text=words) | Formula(tex=words):
            return words
        case Table(header=header, rows=rows):
            return "\n".join(["\t".join(map(plain_inline, row)) for row in (header, *rows)])
        case Definition(term=term, blocks=blocks):
            return "\n".join([plain_inline(term), *map(plain_of, blocks)])
        case _:
            return "\n".join(map(plain_of, inner_blocks(block)))
