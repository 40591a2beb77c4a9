"""What a browser works out before it draws: the grid of a table, the markers of a counted list.

Cells that span rows or columns stand in each place they cover, a cell over a whole row only once; a
table is written as a pipe table, but for those that only arrange a page. Markers are what stands
before the items of a list: `3.`, `b.`, `iv.`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

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
        [cell for cell in row.children if isinstance(cell, Node) and cell.tag in ("td", "th")]
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


_NUMBER = re.compile(r"-?\d{1,9}")
_STYLE = re.compile(
    r"list-style(?:-type)?\s*:[^;]*\b(lower|upper)-(alpha|latin|roman)", re.IGNORECASE
)
_UNCOUNTED = re.compile(r"list-style(?:-type)?\s*:\s*none", re.IGNORECASE)
_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
    (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_LARGEST_ROMAN = 3999


def item_markers(counted: Node) -> dict[int, str]:
    """The marker of each item of an `ol`, by the `id()` of the item; none for other lists."""
    if counted.tag != "ol":
        return {}
    items = [one for one in counted.children if isinstance(one, Node) and one.tag == "li"]
    if all(_UNCOUNTED.search(one.get("style")) for one in items):
        return {}
    step = -1 if "reversed" in counted.attributes else 1
    number = _number(counted, "start", len(items) if step < 0 else 1)
    markers: dict[int, str] = {}
    for item in items:
        number = _number(item, "value", number)
        kind = item.get("type") or counted.get("type") or _styled(counted)
        markers[id(item)] = f"{_counted(number, kind)}."
        number += step
    return markers


def with_marker(node: Node, marker: str) -> Node:
    """An item, or its first paragraph, that begins with its marker as words."""
    for at, child in enumerate(node.children):
        if isinstance(child, Node) and child.tag in ("p", "div"):
            parts = [*node.children[:at], with_marker(child, marker), *node.children[at + 1 :]]
            return Node(node.tag, node.attributes, parts)
        if isinstance(child, Node) or child.strip():
            break
    return Node(node.tag, node.attributes, [f"{marker} ", *node.children])


def _number(node: Node, name: str, otherwise: int) -> int:
    value = node.get(name).strip()
    return int(value) if _NUMBER.fullmatch(value) else otherwise


def _styled(counted: Node) -> str:
    """The kind of numbers that only the style of a list names."""
    style = _STYLE.search(counted.get("style"))
    if style is None:
        return ""
    kind = "i" if style[2].lower() == "roman" else "a"
    return kind.upper() if style[1].lower() == "upper" else kind


def _counted(number: int, kind: str) -> str:
    """A number as its kind is written, which may be letters or Roman numerals."""
    if kind in ("a", "A") and number > 0:
        letters = ""
        while number:
            number, rest = divmod(number - 1, 26)
            letters = chr(ord(kind) + rest) + letters
        return letters
    if kind in ("i", "I") and 0 < number <= _LARGEST_ROMAN:
        numerals = ""
        for value, numeral in _ROMAN:
            numerals += numeral * (number // value)
            number %= value
        return numerals.upper() if kind == "I" else numerals
    return str(number)
