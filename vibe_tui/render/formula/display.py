"""A display formula → lines: in two dimensions, in the middle of the page.

A damaged formula is shown as its readable source, line by line. One that is wider than the page
scrolls where it may, else it is broken where a mathematician would: after a wide space, before a
relation, before an operator, and only then inside parentheses and between factors.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from enum import Enum
from functools import lru_cache

from vibe_tui.cells import cell_width
from vibe_tui.render.blocks import Atom, Laid, Line, Look, Role, Run
from vibe_tui.render.formula.boxes import Box, abreast, text_box
from vibe_tui.render.formula.commands import ENVIRONMENTS, Environment, SignKind, sign_kind
from vibe_tui.render.formula.draw import box_of, draw_row
from vibe_tui.render.formula.inline import formula_tree, one_line
from vibe_tui.render.formula.letters import styled_runs
from vibe_tui.render.formula.nodes import (
    OPERANDS,
    Fenced,
    Fraction,
    Grid,
    Radical,
    Scripts,
    Sign,
    TexNode,
    TexRow,
    depth_step,
    is_letter,
    is_unary,
    kind_at,
    shows_braces,
)
from vibe_tui.render.wrap import wrap

MARGIN = 1
"""Cells of the margin that stays in place where a formula scrolls sideways."""
INDENT = 4
"""Cells that the lines after the first are set in, half as many on a narrow page."""
NARROW = 40

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
    rows = [row.rstrip() for row in box_of(tree).rows]
    wide = max(map(cell_width, rows), default=0)
    if wide <= width:
        return Laid(_lines(rows, (width - wide) // 2))
    if scroll and width > 4 * MARGIN:
        return Laid(_lines(rows, MARGIN), frozen=MARGIN)
    pieces = broken(tree, width)
    return _source(tex, width) if pieces is None else Laid(_lines(pieces, 0))


def _lines(rows: list[str], margin: int) -> tuple[Line, ...]:
    pad = (Run(" " * margin),) if margin else ()
    return tuple([Line((*pad, *styled_runs(row, _MATH)) if row else ()) for row in rows])


def _source(tex: str, width: int) -> Laid:
    """The TeX itself, line by line, wrapped."""
    lines: list[Line] = []
    for match in re.finditer(r"\S.*", tex):
        lines.extend(wrap((Atom(match.group().rstrip(), _MATH),), width, at=match.start()))
    return Laid(tuple(lines))


def broken(tree: TexNode, width: int) -> list[str] | None:
    """Rows of at most `width` cells; None where no break is good enough."""
    rows: list[str] = []
    indent = INDENT if width >= NARROW else INDENT // 2
    for items in _logical_lines(tree):
        boxes = _packed(items, width, indent) or _packed(items, width, indent, flat=True)
        if boxes is None:
            return None
        airy = any(len(box.rows) > 1 for box in boxes)
        for place, box in enumerate(boxes):
            if rows and (airy or not place):
                rows.append("")
            rows.extend((" " * indent if place else "") + row for row in box.rows)
    return [row.rstrip() for row in rows]


def _logical_lines(tree: TexNode) -> list[tuple[TexNode, ...]]:
    """The lines that the source itself has; what stands beside them is on the first and last."""
    items = tree.items if isinstance(tree, TexRow) else (tree,)
    while len(items) == 1 and isinstance(items[0], TexRow):
        items = items[0].items
    for place, item in enumerate(items):
        if isinstance(item, Grid) and ENVIRONMENTS[item.name].is_lines:
            lines = [tuple(_cells(row, ENVIRONMENTS[item.name])) for row in item.rows]
            lines[0] = (*items[:place], *lines[0])
            lines[-1] = (*lines[-1], *items[place + 1 :])
            return lines
    return [tuple(items)]


def _cells(row: Sequence[TexRow], environment: Environment) -> Iterator[TexNode]:
    """The nodes of the cells of a row, with a wide space before a further equation."""
    for column, cell in enumerate(row):
        if environment.starts_pair(column):
            yield Sign("  ", SignKind.SPACE)
        yield from cell.items


def _packed(
    items: Sequence[TexNode], width: int, indent: int, *, flat: bool = False
) -> list[Box] | None:
    """The pieces of a line packed into lines; None where one of them is too wide.

    Where they may be `flat` one that is too wide is written as on one line.
    """
    lines: list[Box] = []
    line: list[Box] = []
    used, room = 0, width
    for box in _fitting(items, None, width - indent, 0, flat):
        if line and used + box.width > room:
            lines.append(abreast(line))
            line, used, room = [], 0, width - indent
        if not line:
            box = _without_margin(box)
        if box.width > room:
            return None
        line.append(box)
        used += box.width
    return [*lines, abreast(line)] if line else lines


def _without_margin(box: Box) -> Box:
    """A box without the empty column that an operator at its start has."""
    if all(row.startswith(" ") for row in box.rows):
        return Box([row[1:] for row in box.rows], box.width - 1, box.level)
    return box


Piece = tuple[Sequence[TexNode], TexNode | None]
"""Nodes that may stand on a line of their own, and what stands before them."""


def _fitting(
    items: Sequence[TexNode], start: TexNode | None, room: int, level: int, flat: bool
) -> Iterator[Box]:
    """`items` cut until its pieces fit: each is cut further only where it alone is too wide."""
    box = draw_row(items, start)
    pieces: list[Piece] = [(items, start)]
    if _without_margin(box).width > room:
        while len(pieces) == 1 and level < len(_LEVELS):
            items = _opened(items) if _LEVELS[level][1] else items
            pieces = list(_pieces(items, start, *_LEVELS[level]))
            level += 1
    if len(pieces) > 1:
        for piece, before in pieces:
            yield from _fitting(piece, before, room, level, flat)
    elif flat and _without_margin(box).width > room:
        if kind_at(items[0]) in (SignKind.RELATION, SignKind.BINARY):
            yield draw_row(items[:1], start)
            items = items[1:]
        elif isinstance(items[0], Fraction) and start is not None and kind_at(start) in OPERANDS:
            items = [Fenced("(", items[0], ")"), *items[1:]]
        yield from [text_box(words) for words in _stretches(one_line(TexRow(tuple(items))))]
    else:
        yield box


def _stretches(text: str) -> Iterator[str]:
    """A formula on one line cut after spaces and commas and before operators, not in scripts."""
    start = 0
    scripts: list[bool] = []
    for place in range(1, len(text)):
        last, sign = text[place - 1], text[place]
        joins = sign != "/" and sign_kind(sign) in (SignKind.RELATION, SignKind.BINARY)
        if (last in " ,;" or (joins and last not in "{([_^")) and True not in scripts:
            yield text[start:place]
            start = place
        if sign == "{":
            scripts.append(last in "_^")
        elif sign == "}" and scripts:
            scripts.pop()
    yield text[start:]


def _opened(items: Sequence[TexNode]) -> list[TexNode]:
    """`items` with the fences and rows among them taken apart, so that lines may break inside."""
    found: list[TexNode] = []
    for item in items:
        base = item.base if isinstance(item, Scripts) else item
        if isinstance(base, Fenced):
            closing: TexNode = Sign(base.close, SignKind.CLOSE, big=True)
            if base is not item and isinstance(item, Scripts):
                closing = replace(item, base=closing)
            body = base.body.items if isinstance(base.body, TexRow) else (base.body,)
            found += [Sign(base.open, SignKind.OPEN, big=True), *body, closing]
        elif isinstance(item, TexRow) and not shows_braces(item):
            found += item.items
        else:
            found.append(item)
    return found


def _pieces(
    items: Sequence[TexNode], start: TexNode | None, breaks: Sequence[_Break], deepest: int
) -> Iterator[Piece]:
    """Stretches of `items` that end where one of `breaks` is, within so many fences."""
    piece: list[TexNode] = []
    before = start
    depth = 0
    for item, step in zip(items, _steps(items), strict=True):
        if piece and depth <= deepest and any(_is_at(place, item, before) for place in breaks):
            yield piece, start
            piece, start = [], before
        piece.append(item)
        depth += step
        before = item
    yield piece, start


def _steps(items: Sequence[TexNode]) -> list[int]:
    """How much deeper in fences what follows each node is; bars outside of others are in pairs."""
    steps = [depth_step(item) for item in items]
    bars: dict[str, list[int]] = {}
    depth = 0
    for place, item in enumerate(items):
        sign = item.base if isinstance(item, Scripts) else item
        if not depth and isinstance(sign, Sign) and sign.text in ("|", "‖") and not steps[place]:
            bars.setdefault(sign.text, []).append(place)
        depth += steps[place]
    for places in bars.values():
        if len(places) % 2 == 0:
            for opened, closed in zip(places[::2], places[1::2], strict=True):
                steps[opened], steps[closed] = 1, -1
    return steps


def _is_at(place: _Break, item: TexNode, before: TexNode | None) -> bool:
    """Whether a line may break before `item` at such a place."""
    kind = kind_at(item)
    match place:
        case _Break.SPACE:
            return (
                isinstance(before, Sign) and before.kind is SignKind.SPACE and len(before.text) > 1
            )
        case _Break.RELATION:
            return kind is SignKind.RELATION and (
                before is None or kind_at(before) is not SignKind.RELATION
            )
        case _Break.COMMA:
            return before is not None and kind_at(before) is SignKind.COMMA
        case _Break.OPERATOR:
            return kind is SignKind.BINARY and not is_unary(before)
        case _Break.PRODUCT:
            return before is not None and (
                (_is_closed(before) and _opens(item)) or (_ends_fence(before) and _is_letter(item))
            )
        case _Break.FACTOR:
            factor = isinstance(item, Scripts) or _opens(item)
            return (
                factor and kind is not SignKind.CLOSE and before is not None and not _binds(before)
            )


def _is_closed(node: TexNode) -> bool:
    """Whether a node ends with a fence or is a quotient, perhaps with scripts."""
    base = node.base if isinstance(node, Scripts) else node
    return isinstance(base, Fraction) or _ends_fence(base)


def _ends_fence(node: TexNode) -> bool:
    base = node.base if isinstance(node, Scripts) else node
    return isinstance(base, Fenced) or kind_at(base) is SignKind.CLOSE


def _is_letter(node: TexNode) -> bool:
    base = node.base if isinstance(node, Scripts) else node
    return isinstance(base, Sign) and is_letter(base.text)


def _opens(node: TexNode) -> bool:
    """Whether a factor begins with a node that is more than a letter."""
    base = node.base if isinstance(node, Scripts) else node
    return isinstance(base, Fenced | Fraction | Radical) or kind_at(base) in (
        SignKind.OPEN,
        SignKind.WORD,
        SignKind.LARGE,
    )


def _binds(node: TexNode) -> bool:
    """Whether what follows a node may not leave it."""
    return kind_at(node) not in (SignKind.ORDINARY, SignKind.CLOSE, SignKind.COMMA)


class _Break(Enum):
    """Where a line may break."""

    SPACE = "after a wide space"
    RELATION = "before what relates"
    COMMA = "after a comma"
    OPERATOR = "before what joins"
    PRODUCT = "between factors that have fences or a bar"
    FACTOR = "before a factor"


_LEVELS: tuple[tuple[tuple[_Break, ...], int], ...] = (
    ((_Break.SPACE,), 0),
    ((_Break.SPACE, _Break.RELATION), 0),
    ((_Break.COMMA,), 0),
    ((_Break.OPERATOR,), 0),
    ((_Break.PRODUCT,), 0),
    ((_Break.RELATION, _Break.COMMA), 1),
    ((_Break.OPERATOR,), 1),
    ((_Break.PRODUCT,), 1),
    ((_Break.RELATION, _Break.COMMA, _Break.OPERATOR), 2),
    ((_Break.RELATION, _Break.COMMA, _Break.OPERATOR), 4),
    ((_Break.FACTOR,), 0),
    ((_Break.FACTOR,), 4),
)
"""What breaks a line, outside before inside: the places, and how many fences they may be in."""
