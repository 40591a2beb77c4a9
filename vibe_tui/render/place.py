"""How a place in a document is named: a block, a row of it by its words, a stretch of its words.

A document counts its sections, each of them cut into chunks (`chunks`), each of those into units
(`parse`). These names stay the same whatever is folded and however wide the page is; offsets count
in a block's words (`blocks.plain_of`). Pages turn places into rows and back, anchors name a place
by its words, so that it is found again after the text was edited.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

FRONT = -1
"""The section number of what stands before the text: the title block."""

HEADING = -1
"""The chunk number of a section's heading."""


class BlockId(NamedTuple):
    """Names a block: a unit of a chunk of a section; chunk `HEADING` is the section's heading."""

    section: int
    chunk: int
    unit: int


class Place(NamedTuple):
    """Names a row by its text: the offset `at` in a block's words.

    It holds at every width and under every fold. Where a row has no words of its own (a border, a
    formula), `at` is the row's number in the block as -1, -2, ….
    """

    section: int
    chunk: int
    unit: int
    at: int

    @property
    def block(self) -> BlockId:
        """The block that the row belongs to."""
        return BlockId(self.section, self.chunk, self.unit)


def section_top(section: int) -> Place:
    """The place where a section begins: its heading."""
    return Place(section, HEADING, 0, 0)


@dataclass(frozen=True, slots=True)
class Match:
    """A stretch of a block's words, from `start` to `end`: what was looked for, or is marked."""

    block: BlockId
    start: int
    end: int

    @property
    def section(self) -> int:
        """The section that the block belongs to."""
        return self.block.section

    @property
    def place(self) -> Place:
        """Where it begins."""
        return Place(*self.block, self.start)
