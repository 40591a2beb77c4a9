"""TeX formulas → text: on one line inside running text, in two dimensions on lines of their own.

A damaged formula (a command that is not known, braces that do not match, whatever cannot be drawn
without guessing) is shown as its readable source. It is never repaired and never raises. The TeX
libraries are loaded with the first formula: a start without one is 20 ms shorter.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING

from vibe_tui.cells import cell_width
from vibe_tui.render.blocks import Atom
from vibe_tui.render.lines import Laid, Line, Look, Role, Run
from vibe_tui.render.wrap import wrap

if TYPE_CHECKING:
    from vibe_tui.render.formula.nodes import Node

MARGIN = 1
"""Cells of the margin that stays in place where a formula scrolls sideways."""

_MATH = Look(Role.MATH)


@lru_cache(maxsize=2048)
def _parsed(tex: str) -> Node | None:
    """The tree of a formula, None for a damaged one: its source is the answer then."""
    from vibe_tui.render.formula.damage import has_lost_lines
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
    from vibe_tui.render.formula.breaking import broken
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
