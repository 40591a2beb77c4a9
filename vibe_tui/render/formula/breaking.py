"""A formula that is wider than the page, broken where a mathematician would: after a wide space,
before a relation, before an operator, and only then inside parentheses and between factors.
"""

from __future__ import annotations

from collections.abc import Sequence

from vibe_tui.render.formula.draw import Box, draw_row, rows_of, side_by_side, width_of
from vibe_tui.render.formula.inline import is_unary, kind_at
from vibe_tui.render.formula.nodes import Fenced, Fraction, Grid, Group, Node, Root, Scripts, Sign
from vibe_tui.render.formula.signs import Kind

INDENT = 4
"""Cells that the lines after the first are set in, half as many on a narrow page."""
NARROW = 40
LEVELS = 5
"""How far breaking may go: spaces, relations, operators, those in parentheses, any factor."""


def broken(tree: Node, width: int) -> list[str] | None:
    """Rows of at most `width` cells; None where no break is good enough."""
    rows: list[str] = []
    indent = INDENT if width >= NARROW else INDENT // 2
    for items in _lines(tree):
        boxes = next(
            (boxes for level in range(LEVELS) if (boxes := _packed(items, width, indent, level))),
            None,
        )
        if boxes is None:
            return None
        airy = any(len(box[0]) > 1 for box in boxes)
        for place, box in enumerate(boxes):
            if rows and (airy or not place):
                rows.append("")
            rows.extend((" " * indent if place else "") + row for row in rows_of(box))
    return [row.rstrip() for row in rows]


def _lines(tree: Node) -> list[tuple[Node, ...]]:
    """The lines that the source itself has."""
    while isinstance(tree, Group) and len(tree.items) == 1:
        tree = tree.items[0]
    if isinstance(tree, Grid) and tree.name.rstrip("*") in (
        "",
        "align",
        "aligned",
        "split",
        "gather",
        "gathered",
        "equation",
        "multline",
        "eqnarray",
    ):
        return [tuple(item for cell in row for item in cell.items) for row in tree.rows]
    return [tree.items if isinstance(tree, Group) else (tree,)]


def _packed(items: Sequence[Node], width: int, indent: int, level: int) -> list[Box] | None:
    """The pieces of a line packed into lines; None where one is too wide at this level."""
    lines: list[Box] = []
    line: list[Box] = []
    used, room = 0, width
    for piece, before in _pieces(items, level):
        box = draw_row(piece, before)
        if line and used + width_of(box) > room:
            lines.append(side_by_side(line))
            line, used, room = [], 0, width - indent
        if not line:
            box = _without_margin(box)
        if width_of(box) > room:
            return None
        line.append(box)
        used += width_of(box)
    return [*lines, side_by_side(line)] if line else lines


def _without_margin(box: Box) -> Box:
    """A box without the empty column that an operator at its start has."""
    sketch, level = box
    if sketch[0] and all(row[0] == " " for row in sketch):
        return [row[1:] for row in sketch], level
    return box


def _pieces(items: Sequence[Node], level: int) -> list[tuple[list[Node], Node | None]]:
    """Stretches that may stand on lines of their own, each with what stands before it."""
    pieces: list[tuple[list[Node], Node | None]] = []
    piece: list[Node] = []
    start: Node | None = None
    before: Node | None = None
    depth = 0
    for item in items:
        kind = kind_at(item)
        if piece and (not depth or level > 2) and _breaks(item, before, level):
            pieces.append((piece, start))
            piece, start = [], before
        piece.append(item)
        depth += (kind is Kind.OPEN) - (kind is Kind.CLOSE)
        before = item
    return [*pieces, (piece, start)]


def _breaks(item: Node, before: Node | None, level: int) -> bool:
    """Whether a line may break before `item`."""
    if isinstance(before, Sign) and before.kind is Kind.SPACE:
        return len(before.text) > 1
    kind = kind_at(item)
    if level > 0 and kind is Kind.RELATION:
        return True
    if level > 1 and before is not None and kind_at(before) is Kind.COMMA:
        return True
    if level > 1 and kind is Kind.BINARY and not is_unary(before):
        return True
    factor = isinstance(item, Scripts | Fenced | Fraction | Root)
    return level == LEVELS - 1 and factor and before is not None and not _binds(before)


def _binds(node: Node) -> bool:
    """Whether what follows a node may not leave it."""
    return kind_at(node) not in (Kind.ORDINARY, Kind.CLOSE, Kind.COMMA)
