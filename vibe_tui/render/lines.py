"""Terminal lines: what `render` hands to the code that draws them.

A look says what a run is (a heading, a link), never which colour it has: the app's theme and the
command line's ANSI writer translate it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
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
