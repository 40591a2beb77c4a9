"""What a formula is made of, between its TeX and its forms, and what a node does beside others."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class SignKind(Enum):
    """What a sign does in a formula, which decides the space beside it and where lines break."""

    ORDINARY = "ordinary"
    WORD = "word"
    LARGE = "large"
    BINARY = "binary"
    RELATION = "relation"
    OPEN = "open"
    CLOSE = "close"
    COMMA = "comma"
    SPACE = "space"


OPERANDS = (SignKind.ORDINARY, SignKind.WORD, SignKind.LARGE)
_BEFORE_UNARY = (SignKind.OPEN, SignKind.RELATION, SignKind.BINARY, SignKind.COMMA)


@dataclass(frozen=True, slots=True)
class Sign:
    """One sign, or the word of a function; `loose` where the source has a space before it.

    A comma is loose with one after it. A `big` fence grows with what stands between it and its
    partner, or beside it.
    """

    text: str
    kind: SignKind
    loose: bool = False
    big: bool = False


@dataclass(frozen=True, slots=True)
class TextNode:
    """Text set as text: `\\text{…}`."""

    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """Nodes in a row; `braced` where the source has braces that belong to no command."""

    items: tuple[Node, ...]
    braced: bool = False


@dataclass(frozen=True, slots=True)
class Scripts:
    """A base with what stands below and above it: beside it, or `stacked` over and under."""

    base: Node
    below: Node | None
    above: Node | None
    stacked: bool = False


@dataclass(frozen=True, slots=True)
class Fraction:
    """One thing over another, with a bar or (binomials) in parentheses."""

    over: Node
    under: Node
    bar: bool = True


@dataclass(frozen=True, slots=True)
class Radical:
    """A square root, or the root of a degree."""

    body: Node
    degree: Node | None


@dataclass(frozen=True, slots=True)
class Accent:
    """A mark over or under a body: the command's name tells which."""

    name: str
    body: Node


@dataclass(frozen=True, slots=True)
class Fenced:
    """`\\left( … \\right)`: fences that grow with what they hold; either may be empty."""

    open: str
    body: Node
    close: str


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows of cells: an environment, or lines parted by `\\\\` (then `name` is empty).

    `bars` and `rules` are the columns and rows that a line stands before.
    """

    name: str
    rows: tuple[tuple[Row, ...], ...]
    aligns: str = ""
    bars: tuple[int, ...] = ()
    rules: tuple[int, ...] = ()


Node = Sign | TextNode | Row | Scripts | Fraction | Radical | Accent | Fenced | Grid


def kind_at(node: Node) -> SignKind:
    """What a node does among its neighbours: what its base does."""
    while isinstance(node, Scripts):
        node = node.base
    return node.kind if isinstance(node, Sign) else SignKind.ORDINARY


def depth_step(node: Node) -> int:
    """1 for what opens a fence, -1 for what closes one, else 0."""
    kind = kind_at(node)
    return (kind is SignKind.OPEN) - (kind is SignKind.CLOSE)


def is_unary(before: Node | None) -> bool:
    """Whether a binary sign after `before` has nothing on its left."""
    return before is None or kind_at(before) in _BEFORE_UNARY


def is_letter(char: str) -> bool:
    """Whether a character runs together with a letter beside it; Han ones do not."""
    return char.isalnum() and not "\u2e80" <= char <= "\uffef"


def shows_braces(row: Row) -> bool:
    """Whether a row's own braces are drawn: they part it from its neighbours to the reader too.

    Plain TeX drops them, but the publication's damaged formulas have them where a script mark was.
    """
    if not row.braced or not row.items:
        return False
    if len(row.items) == 1:
        first = row.items[0]
        return isinstance(first, TextNode) and len(first.text) > 1
    depth = 0
    for item in row.items:
        depth += depth_step(item)
        if not depth and kind_at(item) in (SignKind.COMMA, SignKind.RELATION, SignKind.BINARY):
            return True
    return False
