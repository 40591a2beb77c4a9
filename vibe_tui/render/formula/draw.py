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
from vibe_tui.render.formula.commands import ACCENTS, ENVIRONMENTS
from vibe_tui.render.formula.inline import accented, is_single, one_line, small_script
from vibe_tui.render.formula.nodes import (
    OPERANDS,
    Accent,
    Fenced,
    Fraction,
    Grid,
    Node,
    Radical,
    Row,
    Scripts,
    Sign,
    SignKind,
    TextNode,
    is_letter,
    is_unary,
    kind_at,
    shows_braces,
)

Sketch = list[list[str]]
Box = tuple[Sketch, int]
"""Rows of cells, and the row that the line of text runs through."""

_EMPTY: Box = ([[]], 0)
_BARS = {"|": "│", "‖": "║"}


def drawing(node: Node) -> list[str]:
    """The rows of a whole formula, without blanks at their ends."""
    return box_rows(_draw(node, tight=False))


def draw_row(items: Sequence[Node], before: Node | None = None) -> Box:
    """Nodes in a row, spaced as they are after `before`."""
    return _row(items, tight=False, before=before)


def abreast(boxes: Sequence[Box]) -> Box:
    """Boxes on one line of text."""
    return _box(renderer.util_concat(list(boxes)))


def width_of(box: Box) -> int:
    """Cells that a box is wide."""
    return len(box[0][0])


def box_rows(box: Box) -> list[str]:
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
    match node:
        case Sign(text=text) | TextNode(text=text):
            return _word(text)
        case Row(items=items):
            inner = _row(items, tight=tight)
            return _fence("{", inner, "}") if shows_braces(node) else inner
        case Scripts():
            return _scripts(node, tight)
        case Fraction(bar=bar):
            over, under = _draw(node.over, tight=tight), _draw(node.under, tight=tight)
            if bar:
                return _box(renderer.render_fraction([over, under]))
            blank = [[" "] * max(width_of(over), width_of(under))]
            return _fence("(", _pile(over[0], (blank, 0), under[0], "center"), ")")
        case Radical():
            return _root(node, tight)
        case Accent():
            return _accent(node, tight)
        case Fenced():
            return _fence(node.open, _draw(node.body, tight=tight), node.close)
        case Grid():
            return _grid(node, tight)


def _row(items: Sequence[Node], *, tight: bool, before: Node | None = None) -> Box:
    """Nodes side by side; `tight` (in scripts) leaves out the space beside operators."""
    boxes: list[Box] = []
    open_space = False
    for item in items:
        box = _draw(item, tight=tight)
        kind = kind_at(item)
        apart = not tight and (
            kind is SignKind.RELATION
            or (kind is SignKind.BINARY and not is_unary(before) and one_line(item) != "/")
        )
        if kind is SignKind.SPACE:
            open_space = open_space or not width_of(box)
        elif (
            before is not None and not open_space and (apart or _parted(before, kind, item, tight))
        ):
            boxes.append(_word(" "))
        boxes.append(box)
        if apart:
            boxes.append(_word(" "))
        open_space = apart or (kind is SignKind.SPACE and width_of(box) > 0)
        if kind is not SignKind.SPACE:
            before = item
    return abreast(boxes) if boxes else _EMPTY


def _parted(before: Node, kind: SignKind, item: Node, tight: bool) -> bool:
    """Whether a space goes between two neighbours that are no operators."""
    last = kind_at(before)
    if last is SignKind.COMMA and not tight and kind is not SignKind.CLOSE:
        return True
    if kind is SignKind.WORD or (kind is SignKind.LARGE and not tight):
        return last in (*OPERANDS, SignKind.CLOSE)
    if last is SignKind.WORD:
        return kind in OPERANDS and not isinstance(item, Fenced)
    if last is SignKind.LARGE:
        return kind in OPERANDS
    if not (isinstance(before, TextNode) or isinstance(item, TextNode)):
        return False
    return is_letter(_edge(before, -1)) and is_letter(_edge(item, 0))


def _edge(node: Node, place: int) -> str:
    """The first or last character of a node, empty where it has none."""
    text = node.text if isinstance(node, TextNode) else one_line(node)
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
            return abreast([base, _word(small)])
    inner = max(1, height - 2)
    level = min(max(base[1] - 1, 0), inner - 1)
    middle = [[" "] for _ in range(inner)]
    return abreast([base, _pile(above[0], (middle, level), below[0], "left")])


def _root(node: Radical, tight: bool) -> Box:
    body = _draw(node.body, tight=tight)
    if len(body[0]) == 1 and width_of(body) <= 1:
        root = abreast([_word("√"), body])
    else:
        root = _box(renderer.render_square_root([body]))
    if node.degree is None:
        return root
    degree = _draw(node.degree, tight=True)
    return abreast([_pile(degree[0], ([[" "]], 0), [[]], "left"), root])


def _accent(node: Accent, tight: bool) -> Box:
    name = node.name
    body = _draw(node.body, tight=tight)
    width = width_of(body)
    text = one_line(node.body)
    mark, sign = ACCENTS[name]
    if not text:
        return body
    if mark and is_single(text):
        return _word(accented(name, text))
    line = "─" * width
    if name in ("underline", "underbrace"):
        under = _brace(width, "╰┬╯", sign) if name == "underbrace" else line
        return _pile([[]], body, _word(under)[0], "center")
    over = {
        "bar": line,
        "overline": line,
        "vec": line[1:] + sign,
        "overrightarrow": line[1:] + sign,
        "overleftarrow": sign + line[1:],
        "overbrace": _brace(width, "╭┴╮", sign),
    }.get(name, sign)
    return _pile(_word(over)[0], body, [[]], "center")


def _brace(width: int, parts: str, small: str) -> str:
    if width < 3:
        return small
    left = (width - 3) // 2
    return parts[0] + "─" * left + parts[1] + "─" * (width - 3 - left) + parts[2]


def _fence(opened: str, inner: Box, closed: str) -> Box:
    """`inner` between two fences as high as it is."""
    return abreast([_grown(opened, inner), inner, _grown(closed, inner)])


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
    environment = ENVIRONMENTS[node.name]
    aligned = environment.aligns.startswith("r")
    count = max(map(len, node.rows))
    cells = [
        _row(cell.items, tight=tight, before=TextNode("") if aligned and column % 2 else None)
        for row in node.rows
        for column, cell in enumerate(row)
    ]
    starts = [0]
    for row in node.rows:
        starts.append(starts[-1] + len(row))
    skies, oceans, widths = renderer.util_cell_stats(cells, starts, len(node.rows), count)
    aligns = list(node.aligns) or list("rl" if aligned else environment.aligns) * count
    gap = 0 if aligned else 2
    airy = (aligned or not node.name) and any(len(cell[0]) > 1 for cell in cells)
    sketch, _ = renderer.util_assemble_grid(
        cells, starts, len(node.rows), count, aligns, gap, airy, False, skies, oceans, widths
    )
    opened, closed = environment.fences
    return _fence(opened, (sketch, len(sketch) // 2), closed)
