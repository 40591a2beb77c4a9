"""What a formula is made of, between its TeX and its forms, and what its nodes do and become."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache

from vibe_tui.render.formula.commands import (
    ACCENTS,
    INFIXES,
    INTEGRALS,
    MADE_OF,
    Make,
    SignKind,
    sign_kind,
)
from vibe_tui.render.formula.letters import has_style, in_style

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
class TexRow:
    """Nodes in a row; `braced` where the source has braces that belong to no command."""

    items: tuple[TexNode, ...]
    braced: bool = False


@dataclass(frozen=True, slots=True)
class Scripts:
    """A base with what stands below and above it: beside it, or `stacked` over and under."""

    base: TexNode
    below: TexNode | None
    above: TexNode | None
    stacked: bool = False


@dataclass(frozen=True, slots=True)
class Fraction:
    """One thing over another, with a bar or (binomials) in parentheses."""

    over: TexNode
    under: TexNode
    bar: bool = True


@dataclass(frozen=True, slots=True)
class Radical:
    """A square root, or the root of a degree."""

    body: TexNode
    degree: TexNode | None


@dataclass(frozen=True, slots=True)
class Accent:
    """A mark over or under a body: the command's name tells which."""

    name: str
    body: TexNode


@dataclass(frozen=True, slots=True)
class Fenced:
    """`\\left( … \\right)`: fences that grow with what they hold; either may be empty."""

    open: str
    body: TexNode
    close: str


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows of cells: an environment, or lines parted by `\\\\` (then `name` is empty).

    `bars` and `rules` are the columns and rows that a line stands before.
    """

    name: str
    rows: tuple[tuple[TexRow, ...], ...]
    aligns: str = ""
    bars: tuple[int, ...] = ()
    rules: tuple[int, ...] = ()


TexNode = Sign | TextNode | TexRow | Scripts | Fraction | Radical | Accent | Fenced | Grid


def kind_at(node: TexNode) -> SignKind:
    """What a node does among its neighbours: what its base does."""
    while isinstance(node, Scripts):
        node = node.base
    return node.kind if isinstance(node, Sign) else SignKind.ORDINARY


def depth_step(node: TexNode) -> int:
    """1 for what opens a fence, -1 for what closes one, else 0."""
    kind = kind_at(node)
    return (kind is SignKind.OPEN) - (kind is SignKind.CLOSE)


def is_unary(before: TexNode | None) -> bool:
    """Whether a binary sign after `before` has nothing on its left."""
    return before is None or kind_at(before) in _BEFORE_UNARY


def is_letter(char: str) -> bool:
    """Whether a character runs together with a letter beside it; Han ones do not."""
    return char.isalnum() and not "\u2e80" <= char <= "\uffef"


def shows_braces(row: TexRow) -> bool:
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


_CLASSES = {
    "mathrel": SignKind.RELATION,
    "mathbin": SignKind.BINARY,
    "mathopen": SignKind.OPEN,
    "mathclose": SignKind.CLOSE,
    "mathpunct": SignKind.COMMA,
    "mathord": SignKind.ORDINARY,
}


@lru_cache(maxsize=2048)
def as_sign(sign: str, before: bool, after: bool) -> Sign:
    """A sign with or without a space before and after it.

    An operator is loose only with both, a comma with one after it.
    """
    kind = sign_kind(sign)
    if kind in (SignKind.RELATION, SignKind.BINARY):
        return Sign(sign, kind, before and after)
    return Sign(sign, kind, after if kind is SignKind.COMMA else before)


def only(row: TexRow) -> TexNode:
    """The one node of a row that has no other."""
    return row.items[0] if len(row.items) == 1 else row


def in_font(name: str, body: TexRow) -> TexNode:
    """What a command of fonts makes of its argument; a word in one stays a word."""
    if name == "mathop":
        return Scripts(as_word(only(body)), None, None, True)
    if name in _CLASSES:
        bases = [item.base if isinstance(item, Scripts) else item for item in body.items]
        texts = [base.text for base in bases if isinstance(base, Sign)]
        joined = texts and len(texts) == len(body.items)
        return Sign("".join(texts), _CLASSES[name]) if joined else body
    letters = [
        item.text
        for item in body.items
        if isinstance(item, Sign) and item.kind is SignKind.ORDINARY
    ]
    word = "".join(letters)
    if len(letters) == len(body.items) > 1 and word.isalnum():
        return TextNode(in_style(word, name))
    return styled(only(body), name)


def as_word(body: TexNode) -> TexNode:
    """The name of an operator as one word, where it is made of letters and words alone."""
    match body:
        case TextNode(text=text):
            return Sign(text.strip(), SignKind.WORD)
        case TexRow(items=items) if items:
            words = ""
            for item in items:
                if not isinstance(item, Sign | TextNode):
                    return body
                is_name = isinstance(item, Sign) and item.kind is SignKind.WORD
                words += f" {item.text} " if is_name else item.text
            return Sign(" ".join(words.split()), SignKind.WORD)
        case _:
            return body


def as_words(row: TexRow) -> TexNode:
    """A row as one word, where it is made of words alone."""
    are_words = all(
        isinstance(item, TextNode) or kind_at(item) in (SignKind.WORD, SignKind.SPACE)
        for item in row.items
    )
    return as_word(row) if are_words else only(row)


def styled(node: TexNode, font: str) -> TexNode:
    """A node with its letters in the style of a font."""
    if not has_style(font):
        return node
    match node:
        case Sign(kind=SignKind.ORDINARY | SignKind.BINARY):
            return replace(node, text=in_style(node.text, font))
        case TexRow(items=items):
            return replace(node, items=tuple([styled(item, font) for item in items]))
        case Scripts(base=base, below=below, above=above):
            return Scripts(
                styled(base, font),
                below and styled(below, font),
                above and styled(above, font),
                node.stacked,
            )
        case Fraction(over=over, under=under):
            return Fraction(styled(over, font), styled(under, font), node.bar)
        case Accent(body=body) | Radical(body=body) | Fenced(body=body):
            return replace(node, body=styled(body, font))
        case _:
            return node


def set_apart(node: TexNode) -> TexNode:
    """A node with spaces around it in the source, where it is an operator with more over it."""
    if isinstance(node, Scripts) and isinstance(node.base, Sign):
        return replace(node, base=replace(node.base, loose=True))
    return node


def accented(name: str, body: str) -> str:
    """One sign with its accent."""
    return unicodedata.normalize("NFC", body[0] + ACCENTS[name][0] + body[1:])


def stacks(base: TexNode) -> bool:
    """Whether the scripts of a base stand over and under it."""
    if isinstance(base, Sign):
        is_large = base.kind is SignKind.LARGE and base.text not in INTEGRALS
        return is_large or MADE_OF.get(base.text) is Make.LIMIT_WORD
    return isinstance(base, Accent) and base.name in (
        "overbrace",
        "underbrace",
        "overbracket",
        "underbracket",
        "overgroup",
        "undergroup",
    )


def one_over_other(name: str, over: TexRow, under: TexRow) -> TexNode:
    """`{… \\atop …}` and its like."""
    if name in ("over", "choose"):
        return Fraction(over, under, name == "over")
    pile = Grid("substack", ((over,), (under,)))
    opened, closed = INFIXES[name]
    return Fenced(opened, pile, closed) if opened else pile
