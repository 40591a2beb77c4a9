"""TeX → a small tree that all forms of a formula are made from, and its form on one line.

A formula that is damaged, or whose lines lost what joined them, has no tree: it is shown as its
source. The form on one line is compact, and never read in two ways.

Scripts of digits and signs are small digits (x₂, 10⁻⁵); every other script keeps its mark, and
its braces unless it is one sign, one word or in parentheses (`x_i`, `W_base`, `A^(i)`, `x_{ij}`).
The words of a page have plain letters for those of a style. A quotient is in parentheses wherever
a neighbour could be taken into it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from vibe_tui.render.formula.commands import ACCENTS, ENVIRONMENTS, SignKind
from vibe_tui.render.formula.letters import plain_letters
from vibe_tui.render.formula.nodes import (
    OPERANDS,
    Accent,
    Fenced,
    Fraction,
    Grid,
    Radical,
    Scripts,
    Sign,
    TexNode,
    TexRow,
    TextNode,
    accented,
    depth_step,
    is_letter,
    is_unary,
    kind_at,
    shows_braces,
)
from vibe_tui.render.formula.reading import read_grid
from vibe_tui.render.formula.tokens import DamagedFormulaError, tokens_of

_SUBSCRIPTS = str.maketrans("0123456789+-=", "₀₁₂₃₄₅₆₇₈₉₊₋₌")
_SUPERSCRIPTS = str.maketrans("0123456789+-=", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼")
_SMALL_BELOW = re.compile(r"[-+]?[0-9]+(?:\.[0-9]+)?|[-+]")
_SMALL_ABOVE = re.compile(r"[-+]?[0-9]+|[-+]")
_OPEN_TAIL = re.compile("[_^√∛∜][^\\W⁰¹²³⁴-⁹₀-₉]+[\u0300-\u036f]*$")
_LONGEST_TAIL = 80
"""Characters of the end of a line that may be a script without braces."""
_FACTORS = (SignKind.ORDINARY, SignKind.OPEN, SignKind.CLOSE, SignKind.RELATION)
_ROOTS = {"": "√", "3": "∛", "4": "∜"}


@lru_cache(maxsize=2048)
def formula_tree(tex: str) -> TexNode | None:
    """The tree of a formula; None for a damaged one."""
    try:
        return None if _has_lost_lines(tex) else _tree_of(tex)
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
        trees = [_tree_of(line) for line in lines]
    except DamagedFormulaError:
        return False
    return all(_is_term(tree, first=not number) for number, tree in enumerate(trees))


def _tree_of(tex: str) -> TexNode:
    tokens = tokens_of(tex)
    if set(tokens) <= {" "} and tex.strip():
        raise DamagedFormulaError("nothing but definitions")
    try:
        return read_grid("", tokens)
    except RecursionError as error:
        raise DamagedFormulaError("too deep") from error


def _is_term(tree: TexNode, *, first: bool) -> bool:
    """Whether a line neither relates things nor asks for more before or after it."""
    items = tree.items if isinstance(tree, TexRow) else ()
    kinds = [kind_at(item) for item in items]
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


@lru_cache(maxsize=4096)
def drawn_formula(tex: str) -> str:
    """A formula on one line of Unicode; a damaged one as its source on one line."""
    tree = formula_tree(tex)
    return one_line(tree) if tree is not None else " ".join(tex.split())


def inline_formula(tex: str) -> str:
    """The same with plain letters in place of those of a style, each one character too."""
    return plain_letters(drawn_formula(tex))


def one_line(node: TexNode) -> str:
    """`node` on one line."""
    return _row(_items(node)).strip()


def is_single(text: str) -> bool:
    """Whether a text is one sign with the marks on it."""
    return bool(text) and all(unicodedata.combining(char) for char in text[1:])


def small_script(text: str, *, below: bool) -> str:
    """The script in small digits and signs; empty where it has others."""
    if below:
        return text.translate(_SUBSCRIPTS) if _SMALL_BELOW.fullmatch(text) else ""
    if text == "∘":
        return "°"
    digits = text.lstrip("′")
    if digits and not _SMALL_ABOVE.fullmatch(digits):
        return ""
    return text.translate(_SUPERSCRIPTS)


def _items(node: TexNode) -> tuple[TexNode, ...]:
    return node.items if isinstance(node, TexRow) and not shows_braces(node) else (node,)


def _row(items: Sequence[TexNode]) -> str:
    """Nodes in a row, with a space where two would run together."""
    line = ""
    before: TexNode | None = None
    shown = [item for item in items if not _is_space(item)]
    following = iter([*shown[1:], None])
    for item in items:
        if isinstance(item, Sign) and _is_space(item):
            if item.text and line:
                line = line.rstrip() + ("  " if len(item.text) > 1 else " ")
            continue
        text = _text(item, before, next(following))
        if line and text and not line.endswith(" ") and _parted(line, before, item, text):
            line += " "
        line += text
        if _spaced(item, before) and text:
            line += " "
        before = item
    return line


def _is_space(node: TexNode) -> bool:
    return isinstance(node, Sign) and node.kind is SignKind.SPACE


def _parted(line: str, before: TexNode | None, item: TexNode, text: str) -> bool:
    """Whether a space goes before `item`."""
    if _spaced(item, before):
        return True
    kind, last = kind_at(item), kind_at(before) if before else None
    if isinstance(before, Sign) and before.loose and last is SignKind.COMMA:
        return True
    if kind is SignKind.WORD and (last in OPERANDS or last is SignKind.CLOSE):
        return True
    if last is SignKind.WORD and kind in OPERANDS and text[0] != "(":
        return True
    if last is SignKind.LARGE and isinstance(before, Scripts) and kind in OPERANDS:
        return True
    if is_letter(text[0]) and _OPEN_TAIL.search(line[-_LONGEST_TAIL:]):
        return True
    words = isinstance(before, TextNode) or isinstance(item, TextNode)
    return words and is_letter(line[-1]) and is_letter(text[0])


def _spaced(item: TexNode, before: TexNode | None) -> bool:
    """Whether the source sets an operator apart from what it joins."""
    base = item.base if isinstance(item, Scripts) else item
    return (
        isinstance(base, Sign)
        and base.kind in (SignKind.RELATION, SignKind.BINARY)
        and base.loose
        and not is_unary(before)
    )


def _text(node: TexNode, before: TexNode | None = None, after: TexNode | None = None) -> str:
    match node:
        case Sign(text=text) | TextNode(text=text):
            return text
        case TexRow(items=items):
            inner = _row(items)
            return f"{{{inner.strip()}}}" if shows_braces(node) else inner
        case Scripts():
            return _scripts(node)
        case Fraction():
            quotient = _fraction(node)
            joined = (
                (before is not None and kind_at(before) in (*OPERANDS, SignKind.CLOSE))
                or (after is not None and kind_at(after) in (*OPERANDS, SignKind.OPEN))
                or any(isinstance(item, Sign) and item.text == "/" for item in (before, after))
            )
            return f"({quotient})" if joined and node.bar else quotient
        case Radical():
            return _root(node)
        case Accent(name=name):
            mark, sign = ACCENTS[name]
            body = one_line(node.body)
            if not mark:
                return f"{sign}({body})"
            return (
                accented(name, body)
                if is_single(body)
                else f"{sign if sign == 'cancel' else name}({body})"
                if body
                else ""
            )
        case Fenced():
            return node.open + one_line(node.body) + node.close
        case Grid():
            environment = ENVIRONMENTS[node.name]
            opened, closed = environment.flat
            between = ", " if "cases" in node.name else " " if opened else ""
            rows = [
                "".join(
                    (("  " if environment.starts_pair(at) else between) if at else "")
                    + "| " * (0 < at in node.bars)
                    + one_line(cell)
                    for at, cell in enumerate(row)
                )
                for row in node.rows
            ]
            return opened + "; ".join(rows).replace(",, ", ", ") + closed


def _scripts(node: Scripts) -> str:
    base = _text(node.base)
    if not _is_base(node.base):
        base = f"({base})"
    below = _script("_", node.below) if node.below is not None else ""
    above = _script("^", node.above) if node.above is not None else ""
    return base + above + below if above[:1] == "′" else base + below + above


def _is_base(node: TexNode) -> bool:
    """Whether scripts after a text can belong to nothing but the whole of it."""
    if isinstance(node, TexRow) and (shows_braces(node) or _in_parentheses(node)):
        return True
    items = _flat(node)
    return len(items) <= 1 and not any(
        isinstance(item, Fraction | Radical | Scripts) for item in items
    )


def _script(mark: str, node: TexNode) -> str:
    text = one_line(node)
    small = small_script(text, below=mark == "_")
    if small:
        return small
    whole = isinstance(node, TexRow) and _in_parentheses(node)
    inner = _flat(node)
    word = text.isalnum() and len(inner) == 1 and isinstance(inner[0], TextNode | Sign)
    if is_single(text) or whole or word:
        return mark + text
    return f"{mark}{{{text}}}"


def _flat(node: TexNode) -> tuple[TexNode, ...]:
    """The nodes of a script with the groups around them taken away."""
    while isinstance(node, TexRow) and len(node.items) == 1:
        node = node.items[0]
    return node.items if isinstance(node, TexRow) else (node,)


def _in_parentheses(group: TexRow) -> bool:
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


def _root(node: Radical) -> str:
    body = one_line(node.body)
    degree = one_line(node.degree) if node.degree is not None else ""
    sign = _ROOTS.get(degree, f"√[{degree}]")
    single = _is_factor(node.body) and "/" not in body and sign in _ROOTS.values()
    return sign + (body if single else f"({body})")


def _is_product(node: TexNode) -> bool:
    """Whether a numerator holds nothing that binds more loosely than a quotient."""
    depth = 0
    for item in _flat(node):
        kind = kind_at(item)
        loose = kind is SignKind.RELATION and depth <= 0
        if loose or kind not in _FACTORS or isinstance(item, Fraction):
            return False
        depth += depth_step(item)
    return True


def _is_factor(node: TexNode) -> bool:
    """Whether a text needs no parentheses beside a slash: a sign, a number, a word, a call."""
    items = [item for item in _flat(node) if kind_at(item) is not SignKind.SPACE]
    if not items:
        return False
    first = items[0]
    if len(items) == 1:
        return not isinstance(first, Fraction | Radical | Grid) and kind_at(first) not in (
            SignKind.LARGE,
            SignKind.RELATION,
            SignKind.BINARY,
        )
    if len(items) == 2 and isinstance(first, Sign) and first.text in "∂Δδ∇d":
        return _is_factor(items[1])
    texts = [_text(item) for item in items]
    if re.fullmatch(r"[\d.,]+[⁰¹²³⁴-⁹⁻⁺]*", "".join(texts)):
        return True
    if texts[0] in "|‖" and texts[0] == texts[-1] and texts.count(texts[0]) == 2:
        return True
    if kind_at(first) not in (SignKind.ORDINARY, SignKind.WORD) or isinstance(first, Fraction):
        return False
    return _in_parentheses(TexRow(tuple(items[1:])))
