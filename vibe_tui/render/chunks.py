"""Cuts a section's text into chunks: a few whole blocks each, parsed and laid out on their own.

What is too long for one chunk is cut where a reader hardly notices: a long table between rows, a
long list between items. A paragraph without end is shown as it is written, piece by piece, and
says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from vibe_tui.render.outline import BlockKind, TopBlock, outline
from vibe_tui.render.rules import MAX_NESTING

TARGET = 1500
"""Characters of source that a chunk aims at."""

LONGEST = 40_000
"""Characters of one paragraph, quote, list item, HTML block, line of code or row of a table that
are still parsed."""

PIECE = 4_000
"""Characters of a piece of what is too long to be parsed."""

ROWS = 400
"""Rows of a table, or lines of code, laid out together at most."""

TABLE = 16_000
"""Characters of a table that are laid out together, so that no key waits for more."""

SAMPLED = 100
"""Rows of a long table that tell how wide its columns are, and columns that are looked at."""

BRACKETS = 1_000
"""Opening brackets in one paragraph that are still tried as links: the work grows with each."""

_is_deep = re.compile(
    rf"^(?:[ \t]*(?:>|(?:[-*+]|\d{{1,9}}[.)])(?=[ \t]))){{{MAX_NESTING},}}", re.MULTILINE
).search


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some lines of a section's text; `first` is the number of the first, from 0.

    `raw` text is shown as it is written; `opening` marks its first piece. A chunk that `goes_on`
    continues the block before it. Where a chunk is a piece of a long table, `sample` is a small one
    with rows from all over it, by which the columns of every piece are measured.
    """

    first: int
    source: str
    raw: bool = False
    opening: bool = False
    goes_on: bool = False
    sample: str = ""


def chunks_of(text: str) -> tuple[Chunk, ...]:
    """The chunks of a section's own text, in order."""
    if len(text) <= TARGET:
        return (Chunk(0, text),) if text.strip() else ()
    found = outline(text)
    return tuple(_chunks(text, found.starts, found.blocks))


def _chunks(text: str, starts: Sequence[int], marks: Sequence[TopBlock]) -> Iterator[Chunk]:
    first: TopBlock | None = None
    last = 0
    size = 0
    for mark in marks:
        length = starts[mark.stop] - starts[mark.first]
        too_long = _is_too_long(mark, length) or (
            length > TARGET and _is_knotty(text, starts, mark)
        )
        if first and (too_long or (size + length > TARGET and _may_cut(mark, size))):
            yield _chunk(text, starts, first, last)
            first, size = None, 0
        if too_long:
            yield from _pieces(text, starts, mark)
            continue
        first = first or mark
        last = mark.stop
        size += length
    if first:
        yield _chunk(text, starts, first, last)


def _chunk(text: str, starts: Sequence[int], first: TopBlock, stop: int) -> Chunk:
    start = starts[first.first]
    goes_on = first.kind is BlockKind.ITEM and text[max(start - 2, 0) : start] != "\n\n"
    return Chunk(first.first, text[start : starts[stop] - 1], goes_on=goes_on)


def _is_too_long(mark: TopBlock, length: int) -> bool:
    if mark.kind in (BlockKind.TABLE, BlockKind.CODE):
        return mark.stop - mark.first > _rows_together(mark, length) + 2
    return length > LONGEST


def _rows_together(mark: TopBlock, length: int) -> int:
    if mark.kind is BlockKind.CODE:
        return ROWS
    return max(1, min(ROWS, TABLE * (mark.stop - mark.first) // length))


def _is_tangled(text: str, starts: Sequence[int], mark: TopBlock) -> bool:
    """Whether a paragraph, or a row of a table, holds too many opening brackets."""
    start, stop = starts[mark.first], starts[mark.stop]
    if mark.kind is BlockKind.CODE or text.count("[", start, stop) <= BRACKETS:
        return False
    if mark.kind is not BlockKind.TABLE:
        return True
    return any(line.count("[") > BRACKETS for line in text[start:stop].split("\n"))


def _is_knotty(text: str, starts: Sequence[int], mark: TopBlock) -> bool:
    """Whether a block would take too long to parse even when it is cut into pieces."""
    if (
        mark.kind in (BlockKind.TABLE, BlockKind.CODE)
        and starts[mark.stop] - starts[mark.first] > LONGEST
    ):
        for line in range(mark.first, mark.stop):
            if starts[line + 1] - starts[line] > LONGEST:
                return True
    if mark.kind in (BlockKind.QUOTE, BlockKind.LIST, BlockKind.ITEM) and _is_deep(
        text, starts[mark.first], starts[mark.stop]
    ):
        return True
    return _is_tangled(text, starts, mark)


def _may_cut(mark: TopBlock, size: int) -> bool:
    """Between blocks always; between the items of one list only when it gets long."""
    return mark.kind is not BlockKind.ITEM or size > 4 * TARGET


def _slice(text: str, starts: Sequence[int], first: int, stop: int) -> str:
    return text[starts[first] : starts[stop] - 1]


def _pieces(text: str, starts: Sequence[int], mark: TopBlock) -> Iterator[Chunk]:
    if mark.kind in (BlockKind.TABLE, BlockKind.CODE) and not _is_knotty(text, starts, mark):
        yield from _repeating_head(text, starts, mark)
        return
    at, end = starts[mark.first], min(starts[mark.stop] - 1, len(text))
    line = mark.first
    while at < end:
        stop = min(at + PIECE, end)
        if stop < end:
            newline = text.rfind("\n", at, stop)
            stop = newline + 1 if newline > at else stop
        piece = text[at:stop]
        opening = at == starts[mark.first]
        yield Chunk(line, piece.removesuffix("\n"), raw=True, opening=opening, goes_on=not opening)
        line += piece.count("\n")
        at = stop


def _repeating_head(text: str, starts: Sequence[int], mark: TopBlock) -> Iterator[Chunk]:
    """Pieces of a table or of code, each under the lines that say what it is."""
    head = 2
    if mark.kind is BlockKind.CODE:
        # Indented code has no such lines.
        line = _slice(text, starts, mark.first, mark.first + 1)
        head = int(line.lstrip(" ").startswith(("```", "~~~")) and not line.startswith("    "))
    above = text[starts[mark.first] : starts[mark.first + head]]
    step = _rows_together(mark, starts[mark.stop] - starts[mark.first])
    sample = above + _sample(text, starts, mark, head) if mark.kind is BlockKind.TABLE else ""
    for row in range(mark.first + head, mark.stop, step):
        rows = _slice(text, starts, row, min(row + step, mark.stop))
        if row == mark.first + head or rows.strip():
            yield Chunk(row - head, above + rows, goes_on=row > mark.first + head, sample=sample)


def _sample(text: str, starts: Sequence[int], mark: TopBlock, head: int) -> str:
    """Rows of a table, evenly spread, and for each column the one where most is written."""
    rows = _slice(text, starts, mark.first + head, mark.stop).split("\n")
    count = max(1, min(SAMPLED, TABLE * len(rows) // (starts[mark.stop] - starts[mark.first])))
    picked = set(range(0, len(rows), -(-len(rows) // count)))
    longest: dict[int, tuple[int, int]] = {}
    for number, row in enumerate(rows):
        for column, size in enumerate(map(len, row.split("|")[:SAMPLED])):
            if size > longest.get(column, (0, 0))[0]:
                longest[column] = size, number
    picked.update(number for _, number in longest.values())
    return "\n".join([rows[number] for number in sorted(picked)])
