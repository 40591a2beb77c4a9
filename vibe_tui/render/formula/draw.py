"""A formula's tree → rows of cells in two dimensions, with TeXicode's fractions, roots, fences,
piles and grids.

TeXicode counts characters; here a sketch has one entry for every cell, so a Han character is
followed by an empty one and stays aligned. Signs come from our own tree and never from its parser,
which draws `?` for what it does not know. Letters and large operators are plain signs.
"""

from __future__ import annotations

from collections.abc import Sequence

from texicode import renderer
from texicode.arts import delimiter

from vibe_tui.cells import graphemes
from vibe_tui.render.formula.inline import (
    accented,
    is_letter,
    is_single,
    is_unary,
    kind_at,
    one_line,
    shows_braces,
    small_script,
)
from vibe_tui.render.formula.nodes import (
    Accent,
    Fenced,
    Fraction,
    Grid,
    Group,
    Node,
    Root,
    Scripts,
    Sign,
    Words,
)
from vibe_tui.render.formula.signs import Kind

Sketch = list[list[str]]
Box = tuple[Sketch, int]
"""Rows of cells, and the row that the line of text runs through."""

_EMPTY: Box = ([[]], 0)
_OVER = {
    "hat": "^",
    "widehat": "^",
    "tilde": "~",
    "widetilde": "~",
    "dot": "˙",
    "ddot": "¨",
    "dddot": "⃛",
    "check": "ˇ",
    "widecheck": "ˇ",
    "breve": "˘",
    "acute": "´",
    "grave": "`",
    "mathring": "˚",
}
_MATRIX = {
    "pmatrix": ("(", ")"),
    "bmatrix": ("[", "]"),
    "Bmatrix": ("{", "}"),
    "vmatrix": ("|", "|"),
    "Vmatrix": ("‖", "‖"),
    "cases": ("{", ""),
    "dcases": ("{", ""),
    "rcases": ("", "}"),
}
_BARS = {"|": "│", "‖": "║"}
_ALIGNED = ("align", "align*", "aligned", "split", "alignedat", "eqnarray", "eqnarray*")
_OPERANDS = (Kind.ORDINARY, Kind.WORD, Kind.LARGE)


def draw(node: Node) -> list[str]:
    """The rows of a whole formula, without blanks at their ends."""
    return rows_of(_draw(node, tight=False))


def draw_row(items: Sequence[Node], before: Node | None = None) -> Box:
    """Nodes in a row, spaced as they are after `before`."""
    return _row(items, tight=False, before=before)


def side_by_side(boxes: Sequence[Box]) -> Box:
    """Boxes on one line of text."""
    return _box(renderer.util_concat(list(boxes)))


def width_of(box: Box) -> int:
    """Cells that a box is wide."""
    return len(box[0][0])


def rows_of(box: Box) -> list[str]:
    """The rows of a box as text."""
    return ["".join(row).rstrip() for row in box[0]]


def _box(drawn: tuple[Sketch, int]) -> Box:
    return drawn[0], drawn[1]


def _word(text: str) -> Box:
    row: list[str] = []
    for cluster, cells in graphemes(text):
        if cells:
            row.extend([cluster, *[""] * (cells - 1)])
        elif row:
            row[-1] += cluster
        else:
            row.append(" " + cluster)
    return [row], 0


def _draw(node: Node, *, tight: bool) -> Box:
    if isinstance(node, Sign | Words):
        return _word(node.text)
    if isinstance(node, Group):
        inner = _row(node.items, tight=tight)
        return _fence("{", inner, "}") if shows_braces(node) else inner
    if isinstance(node, Scripts):
        return _scripts(node, tight)
    if isinstance(node, Fraction):
        over, under = _draw(node.over, tight=tight), _draw(node.under, tight=tight)
        if node.bar:
            return _box(renderer.render_fraction([over, under]))
        blank = [[" "] * max(width_of(over), width_of(under))]
        return _fence("(", _pile(over[0], (blank, 0), under[0], "center"), ")")
    if isinstance(node, Root):
        return _root(node, tight)
    if isinstance(node, Accent):
        return _accent(node, tight)
    if isinstance(node, Fenced):
        return _fence(node.open, _draw(node.body, tight=tight), node.close)
    return _grid(node, tight)


def _row(items: Sequence[Node], *, tight: bool, before: Node | None = None) -> Box:
    """Nodes side by side; `tight` (in scripts) leaves out the space beside operators."""
    boxes: list[Box] = []
    open_space = False
    for item in items:
        box = _draw(item, tight=tight)
        kind = kind_at(item)
        apart = not tight and (
            kind is Kind.RELATION
            or (kind is Kind.BINARY and not is_unary(before) and one_line(item) != "/")
        )
        if kind is Kind.SPACE:
            open_space = open_space or not width_of(box)
        elif (
            before is not None and not open_space and (apart or _parted(before, kind, item, tight))
        ):
            boxes.append(_word(" "))
        boxes.append(box)
        if apart:
            boxes.append(_word(" "))
        open_space = apart or (kind is Kind.SPACE and width_of(box) > 0)
        if kind is not Kind.SPACE:
            before = item
    return side_by_side(boxes) if boxes else _EMPTY


def _parted(before: Node, kind: Kind, item: Node, tight: bool) -> bool:
    """Whether a space goes between two neighbours that are no operators."""
    last = kind_at(before)
    if last is Kind.COMMA and not tight and kind is not Kind.CLOSE:
        return True
    if kind is Kind.WORD or (kind is Kind.LARGE and not tight):
        return last in (*_OPERANDS, Kind.CLOSE)
    if last is Kind.WORD:
        return kind in _OPERANDS and not isinstance(item, Fenced)
    if last is Kind.LARGE:
        return kind in _OPERANDS
    if not (isinstance(before, Words) or isinstance(item, Words)):
        return False
    return is_letter(_edge(before, -1)) and is_letter(_edge(item, 0))


def _edge(node: Node, place: int) -> str:
    """The first or last character of a node, empty where it has none."""
    text = node.text if isinstance(node, Words) else one_line(node)
    return text[place] if text else ""


def _pile(top: Sketch, middle: Box, bottom: Sketch, align: str) -> Box:
    return _box(renderer.util_vert_pile(top, middle[0], middle[1], bottom, align))


def _scripts(node: Scripts, tight: bool) -> Box:
    base = _draw(node.base, tight=tight)
    above = _draw(node.above, tight=True) if node.above is not None else _EMPTY
    below = _draw(node.below, tight=True) if node.below is not None else _EMPTY
    if node.stacked:
        return _pile(above[0], base, below[0], "center")
    height = len(base[0])
    script = node.below if node.above is None else node.above if node.below is None else None
    if script is not None and height == 1:
        small = small_script(one_line(script), below=node.above is None)
        if small:
            return side_by_side([base, _word(small)])
    inner = max(1, height - 2)
    level = min(max(base[1] - 1, 0), inner - 1)
    middle = [[" "] for _ in range(inner)]
    return side_by_side([base, _pile(above[0], (middle, level), below[0], "left")])


def _root(node: Root, tight: bool) -> Box:
    body = _draw(node.body, tight=tight)
    if len(body[0]) == 1 and width_of(body) <= 1:
        root = side_by_side([_word("√"), body])
    else:
        root = _box(renderer.render_square_root([body]))
    if node.degree is None:
        return root
    degree = _draw(node.degree, tight=True)
    return side_by_side([_pile(degree[0], ([[" "]], 0), [[]], "left"), root])


def _accent(node: Accent, tight: bool) -> Box:
    body = _draw(node.body, tight=tight)
    width = width_of(body)
    text = one_line(node.body)
    if not text:
        return body
    if is_single(text) and node.name not in ("overbrace", "underbrace"):
        return _word(accented(node.name, text))
    line = "─" * width
    over = {
        "bar": line,
        "overline": line,
        "vec": line[1:] + "→",
        "overrightarrow": line[1:] + "→",
        "overleftarrow": "←" + line[1:],
        "overbrace": _brace(width, "╭┴╮", "⏞"),
    }.get(node.name, _OVER.get(node.name, ""))
    if over:
        return _pile(_word(over)[0], body, [[]], "center")
    under = line if node.name == "underline" else _brace(width, "╰┬╯", "⏟")
    return _pile([[]], body, _word(under)[0], "center")


def _brace(width: int, parts: str, small: str) -> str:
    if width < 3:
        return small
    left = (width - 3) // 2
    return parts[0] + "─" * left + parts[1] + "─" * (width - 3 - left) + parts[2]


def _fence(opened: str, inner: Box, closed: str) -> Box:
    """`inner` between two fences as high as it is."""
    return side_by_side([_grown(opened, inner), inner, _grown(closed, inner)])


def _grown(sign: str, inner: Box) -> Box:
    height, level = len(inner[0]), inner[1]
    if not sign:
        return _EMPTY
    if height == 1:
        return _word(sign)
    if sign in _BARS:
        return [[_BARS[sign]] for _ in range(height)], level
    if len(sign) == 1 and sign in delimiter["sgl"]:
        return _box(renderer.util_delimiter(sign, height, level))
    return [[sign] if row == level else [" "] for row in range(height)], level


def _grid(node: Grid, tight: bool) -> Box:
    count = max(map(len, node.rows))
    aligned = node.name in _ALIGNED
    cells = [
        _row(cell.items, tight=tight, before=Words("") if aligned and column % 2 else None)
        for row in node.rows
        for column, cell in enumerate(row)
    ]
    starts = [0]
    for row in node.rows:
        starts.append(starts[-1] + len(row))
    skies, oceans, widths = renderer.util_cell_stats(cells, starts, len(node.rows), count)
    if aligned:
        aligns, gap = ["r", "l"] * count, 0
    elif node.name in ("cases", "dcases", "rcases"):
        aligns, gap = ["l"] * count, 2
    elif node.name in ("", "equation", "equation*", "multline", "multline*"):
        aligns, gap = ["l"], 0
    else:
        aligns, gap = list(node.aligns) or ["c"] * count, 2
    airy = (aligned or not node.name) and any(len(cell[0]) > 1 for cell in cells)
    grid = _box(
        renderer.util_assemble_grid(
            cells, starts, len(node.rows), count, aligns, gap, airy, False, skies, oceans, widths
        )
    )
    grid = grid[0], len(grid[0]) // 2
    opened, closed = _MATRIX.get(node.name, ("", ""))
    return _fence(opened, grid, closed)
