"""What the outline of a report consists of: its top-level blocks, and what it defines for all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import accumulate, count
from operator import add
from typing import NamedTuple


class Kind(StrEnum):
    """What a top-level block is. An `ITEM` goes on with the list before it."""

    HEADING = "heading"
    TEXT = "text"
    CODE = "code"
    TABLE = "table"
    FORMULA = "formula"
    LIST = "list"
    ITEM = "item"
    QUOTE = "quote"
    HTML = "html"
    RULE = "rule"
    NOTE = "note"


class Mark(NamedTuple):
    """A top-level block: lines `first` up to `stop`, counted from 0.

    `text` is a heading's Markdown, `level` the number of its `#`.
    """

    kind: Kind
    first: int
    stop: int
    level: int = 0
    text: str = ""


@dataclass(frozen=True, slots=True)
class References:
    """What a report defines for all its parts: links by normalised label, labels of notes.

    A link has the keys `href` and `title`, as the parser wants them.
    """

    links: dict[str, dict[str, str]] = field(default_factory=dict)
    notes: frozenset[str] = frozenset()


NO_REFERENCES = References()


@dataclass(frozen=True, slots=True)
class Outline:
    """The blocks of a text in order, and what it defines.

    `starts[n]` is the offset of line `n`, the last one that of the text's end plus one.
    """

    marks: tuple[Mark, ...]
    starts: tuple[int, ...]
    references: References = NO_REFERENCES

    @property
    def headings(self) -> tuple[Mark, ...]:
        """The headings that stand on their own, not inside a list or quote."""
        return tuple([mark for mark in self.marks if mark.kind is Kind.HEADING])


def line_starts(lines: Sequence[str]) -> tuple[int, ...]:
    """The offset of every line in the text that they are the lines of, and of one after the last.

    A megabyte has 26,000 lines: no step of this is Python's.
    """
    return tuple(map(add, accumulate(map(len, lines), initial=0), count()))
