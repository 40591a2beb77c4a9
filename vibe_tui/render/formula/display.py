"""A display formula → lines: in two dimensions, in the middle of the page.

A damaged formula is shown as its readable source, line by line. One that is wider than the page
scrolls where it may, else it is broken where a mathematician would: after a wide space, before a
relation, before an operator, and only then inside parentheses and between factors.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from vibe_tui.cells import cell_width
from vibe_tui.render.blocks import Atom
from vibe_tui.render.formula.commands import ENVIRONMENTS
from vibe_tui.render.formula.draw import Box, abreast, box_rows, draw_row, drawing, width_of
from vibe_tui.render.formula.nodes import (
    Fenced,
    Fraction,
    Grid,
    Node,
    Radical,
    Row,
    Scripts,
    Sign,
    SignKind,
    depth_step,
    is_unary,
    kind_at,
)
from vibe_tui.render.formula.tree import formula_tree
from vibe_tui.render.lines import Laid, Line, Look, Role, Run
from vibe_tui.render.wrap import wrap

MARGIN = 1
"""Cells of the margin that stays in place where a formula scrolls sideways."""
INDENT = 4
"""Cells that the lines after the first are set in, half as many on a narrow page."""
NARROW = 40
LEVELS = 5
"""How far breaking may go: spaces, relations, operators, those in parentheses, any factor."""

_MATH = Look(Role.MATH)


@lru_cache(maxsize=256)
def display_formula(tex: str, width: int, *, scroll: bool) -> Laid:
    """A formula in two dimensions, in the middle of a page of `width` cells.

    One that is wider scrolls beside a frozen margin of `MARGIN` cells where `scroll` allows it,
    else it is broken, else shown as source. Its runs are decoration (`at` is -1) but those of the
    source, whose `at` counts in `tex`.
    """
    tree = formula_tree(tex)
    if tree is None:
        return _source(tex, width)
    rows = drawing(tree)
    wide = max(map(cell_width, rows), default=0)
    if wide <= width:
        return Laid(_lines(rows, (width - wide) // 2))
    if scroll and width > 4 * MARGIN:
        return Laid(_lines(rows, MARGIN), frozen=MARGIN)
    pieces = broken(tree, width)
    return _source(tex, width) if pieces is None else Laid(_lines(pieces, 0))


def _lines(rows: list[str], margin: int) -> tuple[Line, ...]:
    pad = (Run(" " * margin),) if margin else ()
    return tuple(Line((*pad, Run(row, _MATH)) if row else ()) for row in rows)


def _source(tex: str, width: int) -> Laid:
    """The TeX itself, line by line, wrapped."""
    lines: list[Line] = []
    for match in re.finditer(r"\S.*", tex):
        lines.extend(wrap((Atom(match.group().rstrip(), _MATH),), width, at=match.start()))
    return Laid(tuple(lines))


def broken(tree: Node, width: int) -> list[str] | None:
    """Rows of at most `width` cells; None where no break is good enough."""
    rows: list[str] = []
    indent = INDENT if width >= NARROW else INDENT // 2
    for items in _logical_lines(tree):
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
            rows.extend((" " * indent if place else "") + row for row in box_rows(box))
    return [row.rstrip() for row in rows]


def _logical_lines(tree: Node) -> list[tuple[Node, ...]]:
    """The lines that the source itself has."""
    while isinstance(tree, Row) and len(tree.items) == 1:
        tree = tree.items[0]
    if isinstance(tree, Grid) and ENVIRONMENTS[tree.name].is_lines:
        return [tuple(item for cell in row for item in cell.items) for row in tree.rows]
    return [tree.items if isinstance(tree, Row) else (tree,)]


def _packed(items: Sequence[Node], width: int, indent: int, level: int) -> list[Box] | None:
    """The pieces of a line packed into lines; None where one is too wide at this level."""
    lines: list[Box] = []
    line: list[Box] = []
    used, room = 0, width
    for piece, before in _pieces(items, level):
        box = draw_row(piece, before)
        if line and used + width_of(box) > room:
            lines.append(abreast(line))
            line, used, room = [], 0, width - indent
        if not line:
            box = _without_margin(box)
        if width_of(box) > room:
            return None
        line.append(box)
        used += width_of(box)
    return [*lines, abreast(line)] if line else lines


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
        if piece and (not depth or level > 2) and _breaks(item, before, level):
            pieces.append((piece, start))
            piece, start = [], before
        piece.append(item)
        depth += depth_step(item)
        before = item
    return [*pieces, (piece, start)]


def _breaks(item: Node, before: Node | None, level: int) -> bool:
    """Whether a line may break before `item`."""
    if isinstance(before, Sign) and before.kind is SignKind.SPACE:
        return len(before.text) > 1
    kind = kind_at(item)
    if level > 0 and kind is SignKind.RELATION:
        return True
    if level > 1 and before is not None and kind_at(before) is SignKind.COMMA:
        return True
    if level > 1 and kind is SignKind.BINARY and not is_unary(before):
        return True
    factor = isinstance(item, Scripts | Fenced | Fraction | Radical)
    return level == LEVELS - 1 and factor and before is not None and not _binds(before)


def _binds(node: Node) -> bool:
    """Whether what follows a node may not leave it."""
    return kind_at(node) not in (SignKind.ORDINARY, SignKind.CLOSE, SignKind.COMMA)
