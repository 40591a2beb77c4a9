"""Tables of a page: the grid that a browser would draw, written as a pipe table.

Cells that span rows or columns stand in each place they cover, a cell over a whole row only once.
Tables that only arrange a page are none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vibe_tui.sync.html.plain import unseen
from vibe_tui.sync.html.tree import HEADINGS, Node

MAX_CELLS = 200_000
_MAX_SPAN = 1000
_SMALL = 30
"""Elements of a table that may be words of a cell."""
_ALIGNS = {"left": ":---", "center": ":---:", "right": "---:"}
_LARGE = frozenset((*HEADINGS, "table", "hr", "article", "section", "blockquote", "figure"))

Grid = list[list[Node | None]]


def is_layout(table: Node) -> bool:
    """Whether a table only arranges a page: it has one column, or holds headings or tables.

    One with cells of its own for headings may hold small tables, which are words of a cell then.
    """
    if table.get("role") in {"presentation", "none"}:
        return True
    rows = _rows(table)
    if any(node.tag == "th" for row in rows for node in row):
        inside = (one for row in rows for node in row for one in node.elements())
        return any(one.tag == "table" and len(list(one.elements())) > _SMALL for one in inside)
    if max((len(row) for row in rows), default=0) <= 1:
        return True
    return any(node.first(*_LARGE) for row in rows for node in row)


def grid_of(table: Node) -> Grid:
    """Rows of cells, all of one length; a cell stands wherever it spans, `None` is an empty one."""
    rows = _rows(table)
    grid: Grid = [[] for _ in rows]
    # The columns of each row that cells of the rows above reach down into.
    reaching: list[dict[int, Node | None]] = [{} for _ in rows]
    room = MAX_CELLS
    for number, row in enumerate(rows):
        line = grid[number]
        for cell in row:
            _fill(line, reaching[number])
            across, down = _span(cell, "colspan"), _span(cell, "rowspan")
            down = min(down or len(rows), len(rows) - number)
            if across * down > room:
                across = down = 1
            room -= across * down
            at = len(line)
            line += [cell] * across
            for below in range(number + 1, number + down):
                reaching[below].update({at + column: cell for column in range(across)})
        _fill(line, reaching[number])
    width = max((len(line) for line in grid), default=0)
    for line in grid:
        line += [None] * (width - len(line))
    # Columns in which no cell begins are none: a title may span more than there are.
    columns = [
        at
        for at in range(width)
        if not at or any(line[at] not in (None, line[at - 1]) for line in grid)
    ]
    grid = [[line[at] for at in columns] for line in grid]
    for line in grid:
        if len(line) > 1 and len({id(cell) for cell in line}) == 1:
            line[1:] = [None] * (len(line) - 1)
    return grid


def write_table(grid: Grid, write_cell: Callable[[Node], str]) -> str:
    """`grid` as a pipe table; `write_cell` gives a cell's words as one line of Markdown."""
    written: dict[int, str] = {}
    rows: list[list[str]] = []
    for line in grid:
        cells = []
        for cell in line:
            if cell is not None and id(cell) not in written:
                written[id(cell)] = write_cell(cell).replace("|", r"\|")
            cells.append(written[id(cell)] if cell is not None else "")
        rows.append(cells)
    # Rows of empty cells only hold space in a page.
    rows = [row for row in rows if any(row)]
    if not rows:
        return ""
    columns = [column for column in range(len(rows[0])) if any(row[column] for row in rows)]
    lines = [_line([row[column] for column in columns]) for row in rows]
    marks = [_align(grid, column) for column in columns]
    return "\n".join([lines[0], _line(marks), *lines[1:]])


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _align(grid: Grid, column: int) -> str:
    """How the cells of a column are set, where most of them say so."""
    said = [_said_align(row[column]) for row in grid]
    named = max(sorted(set(said)), key=said.count)
    return _ALIGNS.get(named, "---")


def _said_align(cell: Node | None) -> str:
    if cell is None:
        return ""
    style = cell.get("style").replace(" ", "").casefold()
    found = next((name for name in _ALIGNS if f"text-align:{name}" in style), "")
    return found or cell.get("align").casefold()


def _rows(table: Node) -> list[list[Node]]:
    """The cells of each row, head first and foot last, those of tables inside left out."""
    parts: dict[str, list[Node]] = {"thead": [], "tbody": [], "tfoot": []}
    for child in table.children:
        if not isinstance(child, Node):
            continue
        if child.tag == "tr":
            parts["tbody"].append(child)
        elif child.tag in parts:
            parts[child.tag] += [
                row for row in child.children if isinstance(row, Node) and row.tag == "tr"
            ]
    rows = parts["thead"] + parts["tbody"] + parts["tfoot"]
    cells = [
        [
            cell
            for cell in row.children
            if isinstance(cell, Node) and cell.tag in ("td", "th") and not unseen(cell)
        ]
        for row in rows
    ]
    return [row for row in cells if row]


def _fill(line: list[Node | None], reaching: dict[int, Node | None]) -> None:
    """Put what reaches down from above where the row has come to."""
    while len(line) in reaching:
        line.append(reaching[len(line)])


def _span(cell: Node, name: str) -> int:
    """How many rows or columns a cell spans; `rowspan=0` is all that are left."""
    value = cell.get(name).strip()
    if not value.isascii() or not value.isdigit():
        return 1
    return min(int(value[:6]), _MAX_SPAN) or (0 if name == "rowspan" else 1)
