"""What is made of rows that were read: letters of a style, words, operators, what is stacked."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from functools import lru_cache

from vibe_tui.render.formula.commands import ACCENTS, INFIXES, MADE_OF, Make
from vibe_tui.render.formula.letters import has_style, in_style
from vibe_tui.render.formula.nodes import (
    Accent,
    Fenced,
    Fraction,
    Grid,
    Node,
    Radical,
    Row,
    Scripts,
    Sign,
    SignKind,
    TextNode,
    kind_at,
)
from vibe_tui.render.formula.signs import INTEGRALS, sign_kind

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


def only(row: Row) -> Node:
    """The one node of a row that has no other."""
    return row.items[0] if len(row.items) == 1 else row


def in_font(name: str, body: Row) -> Node:
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


def as_word(body: Node) -> Node:
    """The name of an operator as one word, where it is made of letters and words alone."""
    match body:
        case TextNode(text=text):
            return Sign(text.strip(), SignKind.WORD)
        case Row(items=items) if items:
            words = ""
            for item in items:
                if not isinstance(item, Sign | TextNode):
                    return body
                is_name = isinstance(item, Sign) and item.kind is SignKind.WORD
                words += f" {item.text} " if is_name else item.text
            return Sign(" ".join(words.split()), SignKind.WORD)
        case _:
            return body


def as_words(row: Row) -> Node:
    """A row as one word, where it is made of words alone."""
    are_words = all(
        isinstance(item, TextNode) or kind_at(item) in (SignKind.WORD, SignKind.SPACE)
        for item in row.items
    )
    return as_word(row) if are_words else only(row)


def styled(node: Node, font: str) -> Node:
    """A node with its letters in the style of a font."""
    if not has_style(font):
        return node
    match node:
        case Sign(kind=SignKind.ORDINARY | SignKind.BINARY):
            return replace(node, text=in_style(node.text, font))
        case Row(items=items):
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


def set_apart(node: Node) -> Node:
    """A node with spaces around it in the source, where it is an operator with more over it."""
    if isinstance(node, Scripts) and isinstance(node.base, Sign):
        return replace(node, base=replace(node.base, loose=True))
    return node


def accented(name: str, body: str) -> str:
    """One sign with its accent."""
    return unicodedata.normalize("NFC", body[0] + ACCENTS[name][0] + body[1:])


def stacks(base: Node) -> bool:
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


def one_over_other(name: str, over: Row, under: Row) -> Node:
    """`{… \\atop …}` and its like."""
    if name in ("over", "choose"):
        return Fraction(over, under, name == "over")
    pile = Grid("substack", ((over,), (under,)))
    opened, closed = INFIXES[name]
    return Fenced(opened, pile, closed) if opened else pile
