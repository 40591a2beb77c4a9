"""Formulas that can be drawn and yet do not say what their author wrote."""

from __future__ import annotations

from vibe_tui.render.formula.nodes import DamagedFormulaError, Fenced, Group, Node, Scripts, Sign
from vibe_tui.render.formula.signs import Kind
from vibe_tui.render.formula.tree import parse


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
