"""How wide the columns of a table are: measured once, planned in closed form.

A column has a natural width (its longest cell on one line) and a least one (its longest word, so
that Latin words, identifiers and numbers stay whole). What a page has between the two sums is
shared by one level for all columns, weighted by the square root of their natural widths: short
columns stay nearly whole, long ones share the rest, equal ones differ by one cell at most.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, sqrt

from vibe_tui.cells import cell_width
from vibe_tui.render.blocks import Align, Inline, Table
from vibe_tui.render.breaks import CLOSING, HAN

READABLE = 8
"""Cells below which running text in a column is a ribbon of single characters."""
WORD_CAP = 16
"""Cells that a word is granted where columns are scarce; longer ones break inside."""
SCROLLED_CAP = 36
"""Cells of a column in a table that scrolls sideways."""

NUMBER_LENGTH = 32
"""Characters that a number takes at most; it also bounds what the pattern has to try."""

_BREAKABLE = f"{HAN}\u3000-\u303f\uff00-\uff60\U0001f000-\U0001faff"
_PIECE = re.compile(f"[^\\s{_BREAKABLE}]+[{CLOSING}]?|[{_BREAKABLE}][{CLOSING}]?")

_NUMBER = r"[~≈∼<>≤≥+\-−–±*$¥€£#]{0,3} ?\(?[+\-−]?\d[\d,_]*(?:\.\d+)?(?:[eE][+\-−]?\d+)?"
_UNIT = (
    r" ?(?:(?:[×·]10)?[⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹]+|[%‰×x°]|pp|[A-Za-zµμΩ]{1,6}(?:/[A-Za-z]{1,4})?"
    r"|[万亿千百]?[万亿倍个篇天次年月日人步条项层分秒元]?)"
)
_NUMERIC = re.compile(
    rf"{_NUMBER}{_UNIT}\)?(?: ?[/→±–\-~:×(→,] ?{_NUMBER}{_UNIT}\)?)*\)? ?[*†‡§+⁺]{{0,3}}"
)
_NOTHING = re.compile(r"(?:|[-—–―−/*]+|n/?a|nan|无|未报告|未披露)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Column:
    """What a column asks for, in cells, and how it is set."""

    natural: int
    least: int
    align: Align


def plain_cell(cell: Inline) -> str:
    """The words of a cell."""
    return "".join(atom.text for atom in cell)


def is_number(text: str) -> bool:
    """Whether a cell is a number with whatever sign, unit, spread or note it carries."""
    return len(text) <= NUMBER_LENGTH and _NUMERIC.fullmatch(text) is not None


def measure(table: Table, count: int) -> tuple[Column, ...]:
    """The `count` columns of `table`; a number column without a given alignment is set right."""
    return tuple(_column(table, index) for index in range(count))


def _column(table: Table, index: int) -> Column:
    given = table.aligns[index] if index < len(table.aligns) else Align.NONE
    body = [row[index] for row in table.rows if index < len(row)]
    cells = body + ([table.header[index]] if index < len(table.header) else [])
    texts = {plain_cell(cell) for cell in body}
    said = [text for text in (text.strip() for text in texts) if not _NOTHING.fullmatch(text)]
    numeric = bool(said) and all(is_number(text) for text in said)
    align = Align.RIGHT if numeric and given is Align.NONE else given
    natural = max((_natural(plain_cell(cell)) for cell in cells), default=1)
    least = max(map(_longest_piece, cells), default=0)
    if numeric:
        least = max(least, min(max(map(_natural, texts), default=0), WORD_CAP))
    natural = max(natural, 1)
    return Column(natural, min(natural, max(least, READABLE)), align)


def _natural(text: str) -> int:
    if "\n" not in text:
        return cell_width(text)
    return max(cell_width(line) for line in text.split("\n"))


def _longest_piece(cell: Inline) -> int:
    glued = (cell_width(atom.text) for atom in cell if atom.glued)
    pieces = _PIECE.findall(plain_cell(cell))
    return max(max(glued, default=0), cell_width(max(pieces, key=len, default="")))


def share(columns: Sequence[Column], room: int) -> tuple[int, ...] | None:
    """Widths that fill `room` cells exactly, or less where all fit; None where words do not fit."""
    if sum(column.natural for column in columns) <= room:
        return tuple(column.natural for column in columns)
    least = [column.least for column in columns]
    if sum(least) > room:
        least = [min(cells, WORD_CAP) for cells in least]
    if sum(least) > room:
        return None
    return _level([column.natural for column in columns], least, room)


def _level(natural: Sequence[int], least: Sequence[int], room: int) -> tuple[int, ...]:
    """Clamp one level times each column's weight between its bounds, so that the sum is `room`."""
    weights = [sqrt(max(cells, 1)) for cells in natural]
    events = sorted(
        [(low / weight, weight) for low, weight in zip(least, weights, strict=True)]
        + [(high / weight, -weight) for high, weight in zip(natural, weights, strict=True)]
    )
    total, slope, level = float(sum(least)), 0.0, 0.0
    for point, change in events:
        if slope > 0 and total + slope * (point - level) >= room:
            break
        total += slope * (point - level)
        slope, level = slope + change, point
    if slope > 0:
        level += (room - total) / slope
    widths = [
        min(max(floor(level * weight + 1e-9), low), high)
        for weight, low, high in zip(weights, least, natural, strict=True)
    ]
    spare = room - sum(widths)
    for index, high in enumerate(natural):
        if (
            spare > 0
            and least[index] <= widths[index] < high
            and level * weights[index] >= least[index]
        ):
            widths[index] += 1
            spare -= 1
    return tuple(widths)


def scrolled(columns: Sequence[Column]) -> tuple[int, ...]:
    """Widths where the page scrolls sideways: natural, bounded, no word broken needlessly."""
    return tuple(
        min(column.natural, max(SCROLLED_CAP, min(column.least, 2 * SCROLLED_CAP)))
        for column in columns
    )
