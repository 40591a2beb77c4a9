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

_BY_LINES = (BlockKind.TABLE, BlockKind.CODE)
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


def _chunks(text: str, starts: Sequence[int], blocks: Sequence[TopBlock]) -> Iterator[Chunk]:
    first: TopBlock | None = None
    stop = size = 0
    for block in blocks:
        source = text[starts[block.first] : starts[block.stop] - 1]
        length = len(source) + 1
        knotty = length > TARGET and _is_knotty(block.kind, source)
        too_long = knotty or _is_too_long(block, length)
        # Between blocks always; between the items of one list only when it gets long.
        may_cut = block.kind is not BlockKind.ITEM or size > 4 * TARGET
        if first and (too_long or (size + length > TARGET and may_cut)):
            yield _chunk(text, starts, first, stop)
            first, size = None, 0
        if not too_long:
            first, stop = first or block, block.stop
            size += length
        elif knotty or block.kind not in _BY_LINES:
            yield from _as_written(block, source)
        else:
            yield from _repeating_head(block, source)
    if first:
        yield _chunk(text, starts, first, stop)


def _chunk(text: str, starts: Sequence[int], first: TopBlock, stop: int) -> Chunk:
    start = starts[first.first]
    goes_on = first.kind is BlockKind.ITEM and text[max(start - 2, 0) : start] != "\n\n"
    return Chunk(first.first, text[start : starts[stop] - 1], goes_on=goes_on)


def _is_too_long(block: TopBlock, length: int) -> bool:
    if block.kind in _BY_LINES:
        return block.stop - block.first > _rows_together(block, length) + 2
    return length > LONGEST


def _rows_together(block: TopBlock, length: int) -> int:
    if block.kind is BlockKind.CODE:
        return ROWS
    return max(1, min(ROWS, TABLE * (block.stop - block.first) // length))


def _is_knotty(kind: BlockKind, source: str) -> bool:
    """Whether a block would take too long to parse even when it is cut into pieces: a line is too
    long, signs nest too deeply, a paragraph or a row of a table holds too many brackets."""
    lines = [source]
    if kind in _BY_LINES:
        lines = source.split("\n")
        if max(map(len, lines)) >= LONGEST:
            return True
    elif kind in (BlockKind.QUOTE, BlockKind.LIST, BlockKind.ITEM) and _is_deep(source):
        return True
    return kind is not BlockKind.CODE and any(line.count("[") > BRACKETS for line in lines)


def _as_written(block: TopBlock, source: str) -> Iterator[Chunk]:
    """Pieces of what is not parsed."""
    line = block.first
    at = 0
    while at < len(source):
        stop = min(at + PIECE, len(source))
        if stop < len(source):
            newline = source.rfind("\n", at, stop)
            stop = newline + 1 if newline > at else stop
        piece = source[at:stop]
        yield Chunk(line, piece.removesuffix("\n"), raw=True, opening=not at, goes_on=at > 0)
        line += piece.count("\n")
        at = stop


def _repeating_head(block: TopBlock, source: str) -> Iterator[Chunk]:
    """Pieces of a table or of code, each under the lines that say what it is."""
    lines = source.split("\n")
    head = 2
    if block.kind is BlockKind.CODE:
        # Indented code has no such lines.
        line = lines[0]
        head = int(line.lstrip(" ").startswith(("```", "~~~")) and not line.startswith("    "))
    above = "".join([f"{line}\n" for line in lines[:head]])
    rows = lines[head:]
    step = _rows_together(block, len(source) + 1)
    sample = above + _sample(rows, len(source) + 1) if block.kind is BlockKind.TABLE else ""
    for at in range(0, len(rows), step):
        piece = "\n".join(rows[at : at + step])
        if not at or piece.strip():
            yield Chunk(block.first + at, above + piece, goes_on=at > 0, sample=sample)


def _sample(rows: Sequence[str], length: int) -> str:
    """Rows of a table, evenly spread, and for each column the one where most is written."""
    count = max(1, min(SAMPLED, TABLE * len(rows) // length))
    picked = set(range(0, len(rows), -(-len(rows) // count)))
    longest: dict[int, tuple[int, int]] = {}
    for number, row in enumerate(rows):
        for column, size in enumerate(map(len, row.split("|")[:SAMPLED])):
            if size > longest.get(column, (0, 0))[0]:
                longest[column] = size, number
    picked.update(number for _, number in longest.values())
    return "\n".join([rows[number] for number in sorted(picked)])
