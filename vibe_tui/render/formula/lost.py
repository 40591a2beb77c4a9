"""Tells a formula whose lines have lost what joined them."""

from __future__ import annotations

from collections.abc import Sequence

from vibe_tui.render.formula.nodes import Fenced, Node, Row, Scripts, Sign, SignKind


def are_terms(lines: Sequence[Node]) -> bool:
    """Whether lines are whole terms, with nothing at their edges that joins them."""
    return all(_is_term(line, first=not number) for number, line in enumerate(lines))


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
