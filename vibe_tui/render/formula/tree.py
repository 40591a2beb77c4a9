"""TeX → a small tree that the one-line, the two-dimensional and the HTML form are all made from.

Strict: whatever is not known, cannot be placed or would have to be guessed makes a formula damaged,
and so do lines that lost what joined them; it is then shown as its source.
"""

from __future__ import annotations

from functools import lru_cache

from vibe_tui.render.formula.nodes import Fenced, Node, Row, Scripts, Sign, SignKind
from vibe_tui.render.formula.pieces import DamagedFormulaError
from vibe_tui.render.formula.reading import read_grid
from vibe_tui.render.formula.tokens import tokens_of


@lru_cache(maxsize=2048)
def formula_tree(tex: str) -> Node | None:
    """The tree of a formula; None for a damaged one."""
    try:
        return None if _has_lost_lines(tex) else _parse(tex)
    except DamagedFormulaError:
        return None


def _has_lost_lines(tex: str) -> bool:
    """Whether several lines are whole terms with nothing between them that joins them.

    So looks a formula whose lines of only `=` or `+` were taken for markup on their way here: as
    TeX it is a product, which nobody wrote on lines of their own.
    """
    lines = [line for line in tex.split("\n") if line.strip()]
    if len(lines) < 2 or r"\\" in tex or r"\begin" in tex:
        return False
    try:
        trees = [_parse(line) for line in lines]
    except DamagedFormulaError:
        return False
    return all(_is_term(tree, first=not number) for number, tree in enumerate(trees))


def _parse(tex: str) -> Node:
    tokens = tokens_of(tex)
    if set(tokens) <= {" "} and tex.strip():
        raise DamagedFormulaError("nothing but definitions")
    try:
        return read_grid("", tokens)
    except RecursionError as error:
        raise DamagedFormulaError("too deep") from error


def _is_term(tree: Node, *, first: bool) -> bool:
    """Whether a line neither relates things nor asks for more before or after it."""
    items = tree.items if isinstance(tree, Row) else ()
    kinds = [_sign_kind_of(item) for item in items]
    if not items or SignKind.RELATION in kinds or SignKind.SPACE in kinds:
        return False
    if kinds[0] in (SignKind.BINARY, SignKind.COMMA, SignKind.CLOSE):
        return False
    if not first and (isinstance(items[0], Fenced) or kinds[0] in (SignKind.OPEN, SignKind.LARGE)):
        return False
    return kinds[-1] not in (
        SignKind.WORD,
        SignKind.LARGE,
        SignKind.BINARY,
        SignKind.OPEN,
        SignKind.COMMA,
    )


def _sign_kind_of(node: Node) -> SignKind | None:
    """What a sign does, with or without scripts; None for anything else."""
    base = node.base if isinstance(node, Scripts) else node
    return base.kind if isinstance(base, Sign) else None
