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
from vibe_tui.render.wrap import CLOSING, HAN, OPENING

READABLE = 8
"""Cells below which running text in a column is a ribbon of single characters."""
WORD_CAP = 16
"""Cells that a word is granted where columns are scarce; longer ones break inside."""
SCROLLED_CAP = 36
"""Cells of a column in a table that scrolls sideways, but for one long word."""
WORDS_AMONG_NUMBERS = 0.4
"""The share of short words (`OOM`, `未完成`) that a column of numbers may have."""

NUMBER_LENGTH = 32
"""Characters that a number takes at most; it also bounds what the pattern has to try."""

_BREAKABLE = f"{HAN}\u3000-\u303f\uff00-\uff60\U0001f000-\U0001faff"
_CUT = re.compile(r"(?<=[-/_.:+&=])(?![-/_.:+&=])|(?<=[a-z0-9])(?=[A-Z])")
_PIECE = re.compile(f"[{OPENING}]*[^\\s{_BREAKABLE}{OPENING}]{{2,}}[{CLOSING}]*|.[{CLOSING}]+")

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
    broken: int
    """The least where identifiers break at their own signs."""
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
    head = [table.header[index]] if index < len(table.header) else []
    texts = [plain_cell(cell) for cell in body]
    widths = [_natural(text) for text in texts]
    numeric = _numeric([text.strip() for text in texts])
    align = Align.RIGHT if numeric and given is Align.NONE else given
    natural = max(1, *widths, *(_natural(plain_cell(cell)) for cell in head))
    # A Chinese character takes two cells, also in the header of a column of digits.
    kept = max(min(max(widths), WORD_CAP), min(natural, 2)) if numeric else READABLE
    pieces = [atom.text for cell in body + head for atom in cell if atom.glued]
    for text in {*texts, *map(plain_cell, head)}:
        pieces += _PIECE.findall(text)
    least = _longest(pieces, kept)
    parts = [part for piece in pieces for part in _CUT.split(piece)] if least > kept else []
    return Column(natural, min(natural, least), min(natural, _longest(parts, kept)), align)


def _numeric(texts: list[str]) -> bool:
    """Whether a column is one of numbers: most cells are, and the others are short words."""
    said = [text for text in texts if not _NOTHING.fullmatch(text)]
    words = [text for text in said if not is_number(text)]
    return (
        len(words) <= WORDS_AMONG_NUMBERS * len(said)
        and bool(said)
        and all(cell_width(text) <= READABLE + 2 for text in words)
    )


def _natural(text: str) -> int:
    if "\n" not in text:
        return cell_width(text)
    return max(cell_width(line) for line in text.split("\n"))


def _longest(pieces: Sequence[str], least: int) -> int:
    return max(least, cell_width(max(pieces, key=len, default="")))


def share(columns: Sequence[Column], room: int, *, breaking: bool) -> tuple[int, ...] | None:
    """Widths that fill `room` cells exactly, or less where all fit; None where words do not fit.

    With `breaking`, identifiers may be broken at their own signs as the last means.
    """
    natural = [column.natural for column in columns]
    if sum(natural) <= room:
        return tuple(natural)
    plans = [[column.least for column in columns]]
    plans.append([min(cells, WORD_CAP) for cells in plans[0]])
    if breaking:
        plans.append([min(column.broken, WORD_CAP) for column in columns])
    least = next((plan for plan in plans if sum(plan) <= room), None)
    return None if least is None else _level(natural, least, room)


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


def scrolled(columns: Sequence[Column], room: int) -> tuple[int, ...]:
    """Widths where the page scrolls sideways: natural, but none wider than the `room` beside the
    frozen column or than reading is comfortable."""
    most = min(SCROLLED_CAP, room)
    return tuple(min(column.natural, max(most, column.least)) for column in columns)
