"""Tables → lines, in four stages: as wide as they are; wrapped inside their cells; scrolled
sideways beside a frozen first column; one record per row under the header's names.

Nothing of a cell is ever lost, and a run keeps its look and its offset in the table's words as
`blocks.plain_of` gives them. Columns are set apart by one quiet bar, the header by one rule, rows
of several lines by an empty one; there is no outer frame.

Widths are measured once and planned in closed form. A column has a natural width (its longest cell
on one line) and a least one (its longest word, so that Latin words, identifiers and numbers stay
whole). What a page has between the two sums is shared by one level for all columns, weighted by the
square root of their natural widths: short columns stay nearly whole, long ones share the rest,
equal ones differ by one cell at most.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import chain
from math import floor, sqrt

from vibe_tui.cells import cell_width
from vibe_tui.render.blocks import Align, Inline, Laid, Line, Look, Role, Run, Table, plain_inline
from vibe_tui.render.formula.letters import runs_of
from vibe_tui.render.wrap import CLOSING, HAN, OPENING, wrap

GAP = 3
"""Cells of the bar between two columns with the space around it."""
VISIBLE = 14
"""Cells that must be left beside a frozen column for scrolling to make sense."""

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
_JOINT = re.compile(r"(?<=[-/_.:+&=])(?![-/_.:+&=])|(?<=[a-z0-9])(?=[A-Z])")
_WHOLE = re.compile(f"[{OPENING}]*[^\\s{_BREAKABLE}{OPENING}]{{2,}}[{CLOSING}]*|.[{CLOSING}]+")

_NUMBER = r"[~≈∼<>≤≥+\-−–±*$¥€£#]{0,3} ?\(?[+\-−]?\d[\d,_]*(?:\.\d+)?(?:[eE][+\-−]?\d+)?"
_UNIT = (
    r" ?(?:(?:[×·]10)?[⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹]+|[%‰×x°]|pp|[A-Za-zµμΩ]{1,6}(?:/[A-Za-z]{1,4})?"
    r"|[万亿千百]?[万亿倍个篇天次年月日人步条项层分秒元]?)"
)
_NUMERIC = re.compile(
    rf"{_NUMBER}{_UNIT}\)?(?: ?[/→±–\-~:×(→,] ?{_NUMBER}{_UNIT}\)?)*\)? ?[*†‡§+⁺]{{0,3}}"
)
_NOTHING = re.compile(r"(?:|[-—–―−/*]+|n/?a|nan|无|未报告|未披露)", re.IGNORECASE)


_BORDER = Look(Role.BORDER)
_HEADER = Look(Role.TABLE_HEADER)
Rows = Sequence[Sequence[Inline]]


class Borders(Enum):
    """The signs that borders are drawn with: bar, rule and where they cross."""

    UNICODE = "│─┼"
    ASCII = "|-+"


def lay_table(
    table: Table,
    width: int,
    *,
    scroll: bool,
    borders: Borders,
    sample: Table | None = None,
    packed: bool = False,
) -> Laid:
    """The lines of `table` on a page of `width` cells, which may be as narrow as one.

    `scroll` allows the third stage; without it a table that cannot be wrapped becomes records. Its
    columns are as wide as those of `sample` would be, where it is a piece of a longer table. In
    `packed` records short fields share lines.
    """
    rows: Rows = (table.header, *table.rows)
    count = max(len(row) for row in rows)
    if not count:
        return Laid(())
    starts = _starts(rows)
    columns = measured_columns(sample or table, count)
    gaps = GAP * (count - 1)
    widths = share(columns, width - gaps, breaking=not scroll)
    if widths is not None:
        return _grid(rows, starts, columns, widths, borders)
    if scroll and (frozen := _frozen(columns, width)):
        widths = (frozen, *_scrolled(columns[1:], width - frozen - GAP))
        laid = _grid(rows, starts, columns, widths, borders)
        return Laid(laid.lines, frozen=frozen + GAP, head=laid.head)
    return Laid(tuple(_records(rows, starts, width, borders, packed)))


def _starts(rows: Rows) -> list[list[int]]:
    """The offset of every cell: cells are joined by tabs, rows by line breaks."""
    starts: list[list[int]] = []
    at = 0
    for row in rows:
        line: list[int] = []
        for cell in row:
            line.append(at)
            at += len(plain_inline(cell)) + 1
        starts.append(line)
        at += not row
    return starts


def _frozen(columns: Sequence[Column], width: int) -> int:
    """Cells of a first column that stays in place; 0 where too little would be left beside it."""
    if len(columns) < 2:
        return 0
    cells = min(columns[0].natural, max(width // 3, min(columns[0].least, width // 2)))
    return cells if cells >= 1 and cells + GAP + VISIBLE <= width else 0


def _grid(
    rows: Rows,
    starts: Sequence[Sequence[int]],
    columns: Sequence[Column],
    widths: Sequence[int],
    borders: Borders,
) -> Laid:
    """The table as columns of `widths` cells."""
    bar, rule, cross = borders.value
    laid = [
        _grid_row(
            [_lay(cell, widths[index], at[index]) for index, cell in enumerate(row)],
            columns,
            widths,
            Run(f" {bar} ", _BORDER),
        )
        for row, at in zip(rows, starts, strict=True)
    ]
    head: list[Line] = []
    if any(rows[0]):
        across = f"{rule}{cross}{rule}".join(rule * cells for cells in widths)
        head = [*map(_as_header, laid[0]), Line((Run(across, _BORDER),))]
    lines = list(head)
    body = laid[1:]
    between = f" {bar} ".join(" " * cells for cells in widths).rstrip()
    for index, row in enumerate(body):
        if index and max(len(body[index - 1]), len(row)) > 1:
            lines.append(Line((Run(between, _BORDER),) if between else ()))
        lines.extend(row)
    return Laid(tuple(lines), head=len(head))


def _lay(cell: Inline, width: int, at: int) -> list[Line]:
    """The lines of one cell."""
    if not cell:
        return []
    text = plain_inline(cell)
    if "\n" not in text and cell_width(text) <= width:
        runs: list[Run] = []
        for atom in cell:
            runs += runs_of(atom, 0, len(atom.text), at)
            at += len(atom.text)
        return [Line(tuple(runs))]
    return wrap(cell, width, at=at)


def _grid_row(
    cells: Sequence[Sequence[Line]], columns: Sequence[Column], widths: Sequence[int], bar: Run
) -> list[Line]:
    """The lines of one row: cells side by side, each line set as its column is."""
    lines: list[Line] = []
    for level in range(max(1, *map(len, cells)) if cells else 1):
        runs: list[Run] = []
        pad = 0
        for index, width in enumerate(widths):
            lies = index < len(cells) and level < len(cells[index])
            content = cells[index][level] if lies else Line()
            spare = max(width - _width(content), 0)
            align = columns[index].align
            left = spare if align is Align.RIGHT else spare // 2 if align is Align.CENTER else 0
            if index:
                runs.append(Run(" " * pad + bar.text, bar.look))
                pad = 0
            if left and content.runs:
                runs.append(Run(" " * left))
                spare -= left
            runs.extend(content.runs)
            pad = spare
        if runs and runs[-1].look is bar.look:
            runs[-1] = Run(runs[-1].text.rstrip(), bar.look)
        lines.append(Line(tuple(runs)))
    return lines


def _width(line: Line) -> int:
    return cell_width(line.runs[0].text) if len(line.runs) == 1 else line.width


def _as_header(line: Line) -> Line:
    """A line of the header: its words bold, in the colour of headers where they have none."""
    return Line(
        tuple(
            [
                Run(run.text, replace(run.look, role=Role.TABLE_HEADER, bold=True), run.at)
                if run.look.role is Role.TEXT and run.at >= 0
                else run
                for run in line.runs
            ]
        )
    )


def _records(
    rows: Rows, starts: Sequence[Sequence[int]], width: int, borders: Borders, packed: bool
) -> list[Line]:
    """One record per row: every cell after the name of its column."""
    names, *body = rows
    colon = ": " if all(plain_inline(name).isascii() for name in names) else "："
    labels = [
        [*map(_as_header, _lay(name, width, at))] for name, at in zip(names, starts[0], strict=True)
    ]
    lines: list[Line] = []
    for number, row in enumerate(body):
        if number:
            lines.append(Line((Run(borders.value[1] * min(width, 24), _BORDER),)))
        fields: list[list[Line]] = []
        for index in range(max(len(names), len(row))):
            label = labels[index] if index < len(labels) else []
            cell, at = (row[index], starts[number + 1][index]) if index < len(row) else ((), 0)
            fields.append(_field(label, cell, at, width, colon))
        lines.extend(_pack(fields, width) if packed else chain.from_iterable(fields))
    if not body:
        for label in labels:
            lines.extend(label)
    return lines


def _pack(fields: Sequence[Sequence[Line]], width: int) -> list[Line]:
    """Fields of one line beside each other as far as there is room."""
    lines: list[Line] = []
    has_room = False
    for field in fields:
        short = len(field) == 1
        if short and has_room and lines[-1].width + GAP + field[0].width <= width:
            lines[-1] = Line((*lines[-1].runs, Run(" · ", _BORDER), *field[0].runs))
        else:
            lines.extend(field)
        has_room = short
    return lines


def _field(label: list[Line], cell: Inline, at: int, width: int, colon: str) -> list[Line]:
    """`label: cell`; a label that takes half the page stands on lines of its own."""
    if not label:
        return _lay(cell, width, at)
    cells = label[0].width + cell_width(colon)
    if len(label) == 1 and 2 * cells <= width:
        lines = wrap(cell, width, first=" " * cells, rest="  ", at=at) if cell else []
        head = Line((*label[0].runs, Run(colon, _HEADER)))
        if not lines:
            return [head]
        words = [run for run in lines[0].runs if run.at >= 0]
        return [Line((*head.runs, *words)), *lines[1:]]
    indent = "  " if width > READABLE else ""
    return label + (wrap(cell, width, first=indent, rest=indent, at=at) if cell else [])


@dataclass(frozen=True, slots=True)
class Column:
    """What a column asks for, in cells, and how it is set."""

    natural: int
    least: int
    broken: int
    """The least where identifiers break at their own signs."""
    align: Align


def is_number(text: str) -> bool:
    """Whether a cell is a number with whatever sign, unit, spread or note it carries."""
    return len(text) <= NUMBER_LENGTH and _NUMERIC.fullmatch(text) is not None


def measured_columns(table: Table, count: int) -> tuple[Column, ...]:
    """The `count` columns of `table`; a number column without a given alignment is set right."""
    return tuple(_column(table, index) for index in range(count))


def _column(table: Table, index: int) -> Column:
    given = table.aligns[index] if index < len(table.aligns) else Align.NONE
    body = [row[index] for row in table.rows if index < len(row)]
    head = [table.header[index]] if index < len(table.header) else []
    texts = [plain_inline(cell) for cell in body]
    widths = [_natural(text) for text in texts]
    numeric = _numeric([text.strip() for text in texts])
    align = Align.RIGHT if numeric and given is Align.NONE else given
    natural = max(1, *widths, *(_natural(plain_inline(cell)) for cell in head))
    # A Chinese character takes two cells, also in the header of a column of digits.
    kept = max(min(max(widths), WORD_CAP), min(natural, 2)) if numeric else READABLE
    pieces = [atom.text for cell in body + head for atom in cell if atom.glued]
    for text in dict.fromkeys([*texts, *map(plain_inline, head)]):
        pieces += _WHOLE.findall(text)
    least = _longest(pieces, kept)
    parts = [part for piece in pieces for part in _JOINT.split(piece)] if least > kept else []
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
    return max([least, *map(cell_width, pieces)])


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


def _scrolled(columns: Sequence[Column], room: int) -> tuple[int, ...]:
    """Widths where the page scrolls sideways: natural, but none wider than the `room` beside the
    frozen column or than reading is comfortable."""
    most = min(SCROLLED_CAP, room)
    return tuple(min(column.natural, max(most, column.least)) for column in columns)
