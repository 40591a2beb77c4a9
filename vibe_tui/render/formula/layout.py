"""TeX formulas → text: on one line inside running text, in two dimensions on lines of their own.

A damaged formula (a command that is not known, braces that do not match, whatever cannot be drawn
without guessing) is shown as its readable source. It is never repaired and never raises. The TeX
libraries are loaded with the first formula: a start without one is 20 ms shorter.

A formula that is wider than the page, broken where a mathematician would: after a wide space,
before a relation, before an operator, and only then inside parentheses and between factors.

Formulas that can be drawn and yet do not say what their author wrote.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from html import escape

from vibe_tui.cells import cell_width
from vibe_tui.render.blocks import Atom
from vibe_tui.render.formula.draw import Box, draw_row, rows_of, side_by_side, width_of
from vibe_tui.render.formula.inline import is_unary, kind_at
from vibe_tui.render.formula.nodes import (
    DamagedFormulaError,
    Fenced,
    Fraction,
    Grid,
    Group,
    Node,
    Root,
    Scripts,
    Sign,
)
from vibe_tui.render.formula.signs import Kind
from vibe_tui.render.formula.tree import parse
from vibe_tui.render.lines import Laid, Line, Look, Role, Run
from vibe_tui.render.wrap import wrap

MARGIN = 1
"""Cells of the margin that stays in place where a formula scrolls sideways."""

_MATH = Look(Role.MATH)


@lru_cache(maxsize=2048)
def _parsed(tex: str) -> Node | None:
    """The tree of a formula, None for a damaged one: its source is the answer then."""
    from vibe_tui.render.formula.nodes import DamagedFormulaError
    from vibe_tui.render.formula.tree import parse

    try:
        return None if has_lost_lines(tex) else parse(tex)
    except DamagedFormulaError:
        return None


@lru_cache(maxsize=4096)
def inline_formula(tex: str) -> str:
    """A formula on one line of Unicode; a damaged one as its source on one line."""
    from vibe_tui.render.formula.inline import one_line

    tree = _parsed(tex)
    return one_line(tree) if tree is not None else re.sub(r"\s+", " ", tex).strip()


def formula_element(tex: str, *, display: bool) -> str:
    """A formula as an HTML element that keeps its TeX; empty for a damaged one."""
    from vibe_tui.render.formula.mathml import mathml

    tree = _parsed(tex)
    if tree is None:
        return ""
    block = ' display="block"' if display else ""
    source = f'<annotation encoding="application/x-tex">{escape(tex.strip())}</annotation>'
    return f"<math{block}><semantics><mrow>{mathml(tree)}</mrow>{source}</semantics></math>"


@lru_cache(maxsize=256)
def display_formula(tex: str, width: int, *, scroll: bool) -> Laid:
    """A formula in two dimensions, in the middle of a page of `width` cells.

    One that is wider scrolls beside a frozen margin of `MARGIN` cells where `scroll` allows it,
    else it is broken, else shown as source. Its runs are decoration (`at` is -1) but those of the
    source, whose `at` counts in `tex`.
    """
    from vibe_tui.render.formula.draw import draw

    tree = _parsed(tex)
    if tree is None:
        return _source(tex, width)
    rows = draw(tree)
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


INDENT = 4
"""Cells that the lines after the first are set in, half as many on a narrow page."""
NARROW = 40
LEVELS = 5
"""How far breaking may go: spaces, relations, operators, those in parentheses, any factor."""


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
            rows.extend((" " * indent if place else "") + row for row in rows_of(box))
    return [row.rstrip() for row in rows]


def _logical_lines(tree: Node) -> list[tuple[Node, ...]]:
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


def has_lost_lines(tex: str) -> bool:
    """Whether several lines are whole terms with nothing between them that joins them.

    So looks a formula whose lines of only `=` or `+` were taken for markup on their way here: as
    TeX it is a product, which nobody wrote on lines of their own.
    """
    lines = [line for line in tex.split("\n") if line.strip()]
    if len(lines) < 2 or r"\\" in tex or r"\begin" in tex:
        return False
    try:
        terms = [parse(line) for line in lines]
    except DamagedFormulaError:
        return False
    return all(_is_term(term, first=not number) for number, term in enumerate(terms))


def _is_term(tree: Node, *, first: bool) -> bool:
    """Whether a line neither relates things nor asks for more before or after it."""
    items = tree.items if isinstance(tree, Group) else ()
    if not items or any(_kind(item) in (Kind.RELATION, Kind.SPACE) for item in items):
        return False
    before, after = items[0], items[-1]
    if _kind(before) in (Kind.BINARY, Kind.COMMA, Kind.CLOSE):
        return False
    if not first and (isinstance(before, Fenced) or _kind(before) in (Kind.OPEN, Kind.LARGE)):
        return False
    return _kind(after) not in (Kind.WORD, Kind.LARGE, Kind.BINARY, Kind.OPEN, Kind.COMMA)


def _kind(node: Node) -> Kind | None:
    """What a sign does, with or without scripts; None for anything else."""
    base = node.base if isinstance(node, Scripts) else node
    return base.kind if isinstance(base, Sign) else None
