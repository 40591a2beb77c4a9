"""A formula's tree → one line of Unicode: compact, and never read in two ways.

Scripts of digits and signs are small digits (x₂, 10⁻⁵); every other script keeps its mark, and
its braces unless it is one sign, one word or in parentheses (`x_i`, `W_base`, `A^(i)`, `x_{ij}`).
Letters are plain ones. A quotient is in parentheses wherever a neighbour could be taken into it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from vibe_tui.render.formula.nodes import (
    Accent,
    Fenced,
    Fraction,
    Grid,
    Group,
    Node,
    Root,
    Scripts,
    Sign,
    Words,
)
from vibe_tui.render.formula.signs import ACCENTS, Kind

_SUBSCRIPTS = str.maketrans("0123456789+-=", "₀₁₂₃₄₅₆₇₈₉₊₋₌")
_SUPERSCRIPTS = str.maketrans("0123456789+-=", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼")
_SMALL_BELOW = re.compile(r"[-+]?\d+(?:\.\d+)?|[-+]")
_SMALL_ABOVE = re.compile(r"[-+]?\d+|[-+]")
_OPEN_TAIL = re.compile("[_^√∛∜][^\\W⁰¹²³⁴-⁹₀-₉]+[\u0300-\u036f]*$")
FENCES = {
    "": ("", ""),
    "cases": ("{", "}"),
    "dcases": ("{", "}"),
    "rcases": ("{", "}"),
    "matrix": ("[", "]"),
    "smallmatrix": ("[", "]"),
    "array": ("[", "]"),
    "pmatrix": ("(", ")"),
    "bmatrix": ("[", "]"),
    "Bmatrix": ("{", "}"),
    "vmatrix": ("|", "|"),
    "Vmatrix": ("‖", "‖"),
}
_ROOTS = {"": "√", "3": "∛", "4": "∜"}
_BEFORE_UNARY = (Kind.OPEN, Kind.RELATION, Kind.BINARY, Kind.COMMA)
_OPERANDS = (Kind.ORDINARY, Kind.WORD, Kind.LARGE)


def one_line(node: Node) -> str:
    """`node` on one line."""
    return _row(_items(node)).strip()


def shows_braces(group: Group) -> bool:
    """Whether a group's own braces are drawn: they part it from its neighbours to the reader too.

    Plain TeX drops them, but the publication's damaged formulas have them where a script mark was.
    """
    if not group.braced or not group.items:
        return False
    first = group.items[0]
    if len(group.items) == 1:
        return isinstance(first, Words) and len(first.text) > 1
    depth = 0
    for item in group.items:
        kind = kind_at(item)
        depth += (kind is Kind.OPEN) - (kind is Kind.CLOSE)
        if not depth and kind in (Kind.COMMA, Kind.RELATION, Kind.BINARY):
            return True
    return False


def kind_at(node: Node) -> Kind:
    """What a node does among its neighbours: what its base does."""
    if isinstance(node, Sign):
        return node.kind
    if isinstance(node, Scripts):
        return kind_at(node.base)
    return Kind.ORDINARY


def is_unary(before: Node | None) -> bool:
    """Whether a binary sign after `before` has nothing on its left."""
    return before is None or kind_at(before) in _BEFORE_UNARY


def accented(name: str, body: str) -> str:
    """One sign with its accent."""
    mark = "\u0304" if name == "overline" else ACCENTS[name]
    return unicodedata.normalize("NFC", body[0] + mark + body[1:])


def is_single(text: str) -> bool:
    """Whether a text is one sign with the marks on it."""
    return bool(text) and all(unicodedata.combining(char) for char in text[1:])


def small_script(text: str, *, below: bool) -> str:
    """The script in small digits and signs; empty where it has others."""
    if below:
        return text.translate(_SUBSCRIPTS) if _SMALL_BELOW.fullmatch(text) else ""
    if text == "∘":
        return "°"
    if text and not text.strip("′"):
        return text
    return text.translate(_SUPERSCRIPTS) if _SMALL_ABOVE.fullmatch(text) else ""


def _items(node: Node) -> tuple[Node, ...]:
    return node.items if isinstance(node, Group) and not shows_braces(node) else (node,)


def _row(items: Sequence[Node]) -> str:
    """Nodes in a row, with a space where two would run together."""
    line = ""
    before: Node | None = None
    for place, item in enumerate(items):
        if isinstance(item, Sign) and item.kind is Kind.SPACE:
            if item.text and line:
                line = line.rstrip() + ("  " if len(item.text) > 1 else " ")
            continue
        after = next(
            (other for other in items[place + 1 :] if kind_at(other) is not Kind.SPACE), None
        )
        text = _text(item, before, after)
        if line and text and not line.endswith(" ") and _parted(line, before, item, text):
            line += " "
        line += text
        if _spaced(item, before) and text:
            line += " "
        before = item
    return line


def _parted(line: str, before: Node | None, item: Node, text: str) -> bool:
    """Whether a space goes before `item`."""
    if _spaced(item, before):
        return True
    kind, last = kind_at(item), kind_at(before) if before else None
    if isinstance(item, Sign) and item.loose and last is Kind.COMMA:
        return True
    if kind is Kind.WORD and (last in _OPERANDS or last is Kind.CLOSE):
        return True
    if last is Kind.WORD and kind in _OPERANDS and text[0] != "(":
        return True
    if last is Kind.LARGE and isinstance(before, Scripts) and kind in _OPERANDS:
        return True
    if _OPEN_TAIL.search(line) and is_letter(text[0]):
        return True
    words = isinstance(before, Words) or isinstance(item, Words)
    return words and is_letter(line[-1]) and is_letter(text[0])


def is_letter(char: str) -> bool:
    """Whether a character runs together with a letter beside it; Han ones do not."""
    return char.isalnum() and not "\u2e80" <= char <= "\uffef"


def _spaced(item: Node, before: Node | None) -> bool:
    """Whether the source sets an operator apart from what it joins."""
    return (
        isinstance(item, Sign)
        and item.kind in (Kind.RELATION, Kind.BINARY)
        and item.loose
        and not is_unary(before)
    )


def _text(node: Node, before: Node | None, after: Node | None) -> str:
    if isinstance(node, Sign | Words):
        return node.text
    if isinstance(node, Group):
        inner = _row(node.items)
        return f"{{{inner.strip()}}}" if shows_braces(node) else inner
    if isinstance(node, Scripts):
        return _scripts(node)
    if isinstance(node, Fraction):
        quotient = _fraction(node)
        joined = any(
            other is not None and kind_at(other) in (*_OPERANDS, kind)
            for other, kind in ((before, Kind.CLOSE), (after, Kind.OPEN))
        )
        return f"({quotient})" if joined and node.bar else quotient
    if isinstance(node, Root):
        return _root(node)
    if isinstance(node, Accent):
        body = one_line(node.body)
        if node.name in ("overbrace", "underbrace"):
            return ("⏞" if node.name == "overbrace" else "⏟") + f"({body})"
        if not body:
            return ""
        return accented(node.name, body) if is_single(body) else f"{node.name}({body})"
    if isinstance(node, Fenced):
        return node.open + one_line(node.body) + node.close
    opened, closed = FENCES.get(node.name, ("", ""))
    between = ", " if node.name.endswith("cases") else " " if opened else ""
    rows = [between.join(map(one_line, row)) for row in node.rows]
    return opened + "; ".join(rows).replace(",, ", ", ") + closed


def _scripts(node: Scripts) -> str:
    base = _text(node.base, None, None)
    if not _is_base(node.base):
        base = f"({base})"
    below = _script("_", node.below) if node.below is not None else ""
    above = _script("^", node.above) if node.above is not None else ""
    return base + below + above


def _is_base(node: Node) -> bool:
    """Whether scripts after a text can belong to nothing but the whole of it."""
    if isinstance(node, Group) and (shows_braces(node) or _in_parentheses(node)):
        return True
    items = _flat(node)
    return len(items) <= 1 and not any(
        isinstance(item, Fraction | Root | Scripts) for item in items
    )


def _script(mark: str, node: Node) -> str:
    text = one_line(node)
    small = small_script(text, below=mark == "_")
    if small:
        return small
    whole = isinstance(node, Group) and _in_parentheses(node)
    inner = _flat(node)
    word = text.isalnum() and len(inner) == 1 and isinstance(inner[0], Words | Sign)
    if is_single(text) or whole or word:
        return mark + text
    return f"{mark}{{{text}}}"


def _flat(node: Node) -> tuple[Node, ...]:
    """The nodes of a script with the groups around them taken away."""
    while isinstance(node, Group) and len(node.items) == 1:
        node = node.items[0]
    return node.items if isinstance(node, Group) else (node,)


def _in_parentheses(group: Group) -> bool:
    """Whether the first sign opens what only the last one closes."""
    depth = 0
    for place, item in enumerate(group.items):
        if isinstance(item, Sign) and item.text in "()":
            depth += 1 if item.text == "(" else -1
        if depth <= 0 and place < len(group.items) - 1:
            return False
    last = group.items[-1] if group.items else None
    return isinstance(last, Sign) and last.text == ")" and depth == 0


def _fraction(node: Fraction) -> str:
    over, under = one_line(node.over), one_line(node.under)
    if not node.bar:
        return f"binom({over},{under})"
    if not (_is_factor(node.over) or _is_product(node.over)):
        over = f"({over})"
    if not _is_factor(node.under):
        under = f"({under})"
    return f"{over}/{under}"


def _root(node: Root) -> str:
    body = one_line(node.body)
    degree = one_line(node.degree) if node.degree is not None else ""
    sign = _ROOTS.get(degree, f"√[{degree}]")
    single = _is_factor(node.body) and "/" not in body and sign in _ROOTS.values()
    return sign + (body if single else f"({body})")


def _is_product(node: Node) -> bool:
    """Whether a numerator holds nothing that binds more loosely than a quotient."""
    return all(
        kind_at(item) in (Kind.ORDINARY, Kind.OPEN, Kind.CLOSE, Kind.RELATION)
        and not isinstance(item, Fraction)
        and not (kind_at(item) is Kind.RELATION and not _between_fences(node, item))
        for item in _flat(node)
    )


def _between_fences(node: Node, item: Node) -> bool:
    """Whether a sign stands inside the parentheses of its row."""
    depth = 0
    for other in _flat(node):
        if other is item:
            return depth > 0
        depth += (kind_at(other) is Kind.OPEN) - (kind_at(other) is Kind.CLOSE)
    return False


def _is_factor(node: Node) -> bool:
    """Whether a text needs no parentheses beside a slash: a sign, a number, a word, a call."""
    items = [item for item in _flat(node) if kind_at(item) is not Kind.SPACE]
    if not items:
        return False
    first = items[0]
    if len(items) == 1:
        return not isinstance(first, Fraction | Root | Grid) and kind_at(first) not in (
            Kind.LARGE,
            Kind.RELATION,
            Kind.BINARY,
        )
    if len(items) == 2 and isinstance(first, Sign) and first.text in "∂Δδ∇d":
        return _is_factor(items[1])
    texts = [_text(item, None, None) for item in items]
    if re.fullmatch(r"[\d.,]+[⁰¹²³⁴-⁹⁻⁺]*", "".join(texts)):
        return True
    if texts[0] in "|‖" and texts[0] == texts[-1] and texts.count(texts[0]) == 2:
        return True
    if kind_at(first) not in (Kind.ORDINARY, Kind.WORD) or isinstance(first, Fraction):
        return False
    return _in_parentheses(Group(tuple(items[1:])))
