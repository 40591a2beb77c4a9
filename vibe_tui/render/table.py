"""Tables → lines, in four stages: as wide as they are; wrapped inside their cells; scrolled
sideways beside a frozen first column; one record per row under the header's names.

Nothing of a cell is ever lost, and a run keeps its look and its offset in the table's words as
`parse.plain_of` gives them. Columns are set apart by one quiet bar, the header by one rule, rows of
several lines by an empty one; there is no outer frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from itertools import chain

from vibe_tui.cells import cell_width
from vibe_tui.render.blocks import Align, Inline, Table
from vibe_tui.render.lines import Laid, Line, Look, Role, Run
from vibe_tui.render.table_plan import READABLE, Column, measure, plain_cell, scrolled, share
from vibe_tui.render.wrap import wrap

GAP = 3
"""Cells of the bar between two columns with the space around it."""
VISIBLE = 14
"""Cells that must be left beside a frozen column for scrolling to make sense."""

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
    columns = measure(sample or table, count)
    gaps = GAP * (count - 1)
    widths = share(columns, width - gaps, breaking=not scroll)
    if widths is not None:
        return _grid(rows, starts, columns, widths, borders)
    if scroll and (frozen := _frozen(columns, width)):
        widths = (frozen, *scrolled(columns[1:], width - frozen - GAP))
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
            at += len(plain_cell(cell)) + 1
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
    text = plain_cell(cell)
    if "\n" not in text and cell_width(text) <= width:
        runs: list[Run] = []
        for atom in cell:
            runs.append(Run(atom.text, atom.look, at))
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
    return Line(tuple(_header_run(run) for run in line.runs))


def _header_run(run: Run) -> Run:
    look = run.look
    if look.role is not Role.TEXT or run.at < 0:
        return run
    return Run(run.text, Look(Role.TABLE_HEADER, True, look.italic, look.strike, look.link), run.at)


def _records(
    rows: Rows, starts: Sequence[Sequence[int]], width: int, borders: Borders, packed: bool
) -> list[Line]:
    """One record per row: every cell after the name of its column."""
    names, *body = rows
    colon = ": " if all(plain_cell(name).isascii() for name in names) else "："
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
        return [Line((*head.runs, *_without_indent(lines[0]))), *lines[1:]]
    indent = "  " if width > READABLE else ""
    return label + (wrap(cell, width, first=indent, rest=indent, at=at) if cell else [])


def _without_indent(line: Line) -> tuple[Run, ...]:
    """The runs of a line after its decoration."""
    return tuple(run for run in line.runs if run.at >= 0)
