"""TeX → a small tree that the one-line, the two-dimensional and the HTML form are all made from.

Strict: whatever is not known, cannot be placed or would have to be guessed makes a formula damaged,
and so do lines that lost what joined them; it is then shown as its source.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from pylatexenc.latexwalker import (
    LatexCharsNode,
    LatexEnvironmentNode,
    LatexGroupNode,
    LatexMacroNode,
    LatexMathNode,
    LatexNode,
    LatexSpecialsNode,
)

from vibe_tui.render.formula.commands import (
    ARROWS,
    ENVIRONMENTS,
    INTEGRALS,
    MADE_OF,
    WIDTHS,
    Make,
    sign_kind,
    sign_of,
)
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
)
from vibe_tui.render.formula.tokens import (
    DamagedFormulaError,
    Token,
    char_of,
    command_name,
    formula_tokens,
    nodes_of,
)

_DELIMITERS = {".": "", "<": "⟨", ">": "⟩"}
_NOTHING = Row(())


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
        terms = [_parse(line) for line in lines]
    except DamagedFormulaError:
        return False
    return all(_is_term(term, first=not number) for number, term in enumerate(terms))


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


def _parse(tex: str) -> Node:
    try:
        return _grid("", nodes_of(tex))
    except RecursionError as error:
        raise DamagedFormulaError("too deep") from error


def _grid(name: str, nodes: Sequence[LatexNode], aligns: str = "") -> Node:
    """Nodes that may hold rows and cells."""
    rows = [[_RowReader(cell).read() for cell in row] for row in _rows(nodes)]
    while len(rows) > 1 and not any(cell.items for cell in rows[-1]):
        rows.pop()
    if not name and len(rows) == len(rows[0]) == 1:
        return rows[0][0]
    most = len(aligns) if name == "array" else ENVIRONMENTS[name].columns
    if max(map(len, rows)) > most:
        raise DamagedFormulaError("more cells in a row than the environment has columns")
    return Grid(name, tuple(map(tuple, rows)), aligns)


def _rows(nodes: Sequence[LatexNode]) -> list[list[list[LatexNode]]]:
    rows: list[list[list[LatexNode]]] = [[[]]]
    for node in nodes:
        if command_name(node) in ("\\", "newline", "cr"):
            rows.append([[]])
        elif isinstance(node, LatexSpecialsNode) and node.specials_chars == "&":
            rows[-1].append([])
        else:
            rows[-1][-1].append(node)
    return rows


class _RowReader:
    """Reads the nodes of one row from left to right."""

    def __init__(self, nodes: Sequence[LatexNode]) -> None:
        self.tokens = formula_tokens(nodes)
        self.place = 0

    def read(self, *, until_right: bool = False) -> Row:
        """Everything up to the end, or to the fence that closes the row."""
        items: list[Node] = []
        loose = False
        while self.place < len(self.tokens):
            token, char = self.tokens[self.place], char_of(self.tokens[self.place])
            if command_name(token) == "right":
                if until_right:
                    return Row(tuple(items))
                raise DamagedFormulaError("\\right without \\left")
            self.place += 1
            if char == " ":
                loose = True
                continue
            if char in ("^", "_"):
                self._script(items, below=char == "_")
            elif char == "'":
                items.append(Sign("′", SignKind.ORDINARY))
            elif MADE_OF.get(command_name(token)) is Make.LIMITS:
                if not items:
                    raise DamagedFormulaError("\\limits without an operator")
                items.append(Scripts(items.pop(), None, None, command_name(token) == "limits"))
            elif (node := self._node(token, loose=loose)) is not None:
                items.append(node)
            loose = False
        if until_right:
            raise DamagedFormulaError("\\left without \\right")
        return Row(tuple(items))

    def _next(self) -> Token:
        """The next token that is no space."""
        while self.place < len(self.tokens) and char_of(self.tokens[self.place]) == " ":
            self.place += 1
        if self.place >= len(self.tokens):
            raise DamagedFormulaError("something is missing at the end")
        self.place += 1
        return self.tokens[self.place - 1]

    def _script(self, items: list[Node], *, below: bool) -> None:
        token = self._next()
        if char_of(token) in ("^", "_", "'") or command_name(token) in ("right", "limits"):
            raise DamagedFormulaError("a script of a script")
        script = _row_of(token) if isinstance(token, LatexGroupNode) else self._node(token)
        if script is None:
            raise DamagedFormulaError("a script with nothing in it")
        base = items.pop() if items else _NOTHING
        if isinstance(base, Sign) and base.kind is SignKind.SPACE:
            items.append(base)
            base = _NOTHING
        if not isinstance(base, Scripts):
            base = Scripts(base, None, None, _stacks(base))
        if (base.below if below else base.above) is not None:
            raise DamagedFormulaError("two scripts in one place")
        under, over = (script, base.above) if below else (base.below, script)
        items.append(Scripts(base.base, under, over, base.stacked))

    def _delimiter(self) -> str:
        token = self._next()
        sign = token if isinstance(token, str) else sign_of(command_name(token))
        if not sign:
            raise DamagedFormulaError("a fence that is none")
        return _DELIMITERS.get(sign, sign)

    def _node(self, token: Token, *, loose: bool = False) -> Node | None:
        """The node of one token; None for what leaves no trace (a font switch)."""
        match token:
            case str():
                return self._sign(token, loose)
            case LatexGroupNode():
                first = token.nodelist[0] if token.nodelist else None
                # The braces of a change of font only bound it.
                switched = first is not None and _is_switch(command_name(first))
                return Row(_row_of(token).items, braced=not switched)
            case LatexMathNode():
                return _row_of(token)
            case LatexEnvironmentNode():
                return _environment(token)
            case LatexMacroNode():
                return self._made(token, loose)
            case _:
                raise DamagedFormulaError("something that is no part of a formula")

    def _made(self, node: LatexMacroNode, loose: bool) -> Node | None:
        name = command_name(node)
        match MADE_OF.get(name):
            case Make.LEFT:
                fence = self._delimiter()
                body = self.read(until_right=True)
                self.place += 1
                return Fenced(fence, body, self._delimiter())
            case Make.FENCE:
                sign = self._delimiter()
                return Sign(sign, sign_kind(sign) if sign else SignKind.ORDINARY)
            case Make.NEGATION:
                negated = self._node(self._next())
                if not isinstance(negated, Sign) or len(negated.text) != 1:
                    raise DamagedFormulaError("\\not before nothing")
                text = unicodedata.normalize("NFC", negated.text + "\u0338")
                return Sign(text, SignKind.RELATION)
            case Make.SPACE:
                return Sign(WIDTHS.get(name, " "), SignKind.SPACE)
            case Make.NOTHING | Make.LIMITS:
                return None
            case Make.WORD | Make.LIMIT_WORD:
                return Sign("mod" if name == "bmod" else name, SignKind.WORD, loose)
            case Make() as make if node.nodeargd is not None and node.nodeargd.argnlist:
                return _with_arguments(make, name, node.nodeargd.argnlist)
        sign = sign_of(name)
        if not sign:
            raise DamagedFormulaError(f"unknown command \\{name}")
        return self._sign(sign, loose)

    def _sign(self, sign: str, loose: bool) -> Sign:
        """A sign; an operator is loose only with a space on both sides of it."""
        kind = sign_kind(sign)
        if kind in (SignKind.RELATION, SignKind.BINARY) and loose:
            loose = self.place < len(self.tokens) and char_of(self.tokens[self.place]) == " "
        return Sign(sign, kind, loose)


def _is_switch(command: str) -> bool:
    return command != "label" and MADE_OF.get(command) in (Make.NOTHING, Make.LIMITS)


def _row_of(node: LatexNode | None) -> Row:
    """An argument or a group as nodes."""
    if node is None:
        return _NOTHING
    nodes = node.nodelist if isinstance(node, LatexGroupNode | LatexMathNode) else [node]
    return _RowReader(nodes).read()


def _stacks(base: Node) -> bool:
    """Whether the scripts of a base stand over and under it."""
    if isinstance(base, Sign):
        is_large = base.kind is SignKind.LARGE and base.text not in INTEGRALS
        return is_large or MADE_OF.get(base.text) is Make.LIMIT_WORD
    return isinstance(base, Accent) and base.name in ("overbrace", "underbrace")


def _environment(node: LatexEnvironmentNode) -> Node:
    name = node.environmentname
    if name not in ENVIRONMENTS:
        raise DamagedFormulaError(f"unknown environment {name}")
    aligns = ""
    if name == "array":
        aligns = "".join(char for char in _letters(node.nodeargd.argnlist[0]) if char in "lcr")
    return _grid(name, node.nodelist, aligns)


def _with_arguments(make: Make, name: str, arguments: Sequence[LatexNode | None]) -> Node:
    """A command with its arguments; the first may be an option or a star."""
    first, last = arguments[0], arguments[-1]
    if last is None:
        raise DamagedFormulaError("a command without its argument")
    match make:
        case Make.FRACTION | Make.BINOMIAL:
            return Fraction(_row_of(first), _row_of(last), make is Make.FRACTION)
        case Make.RADICAL:
            return Radical(_row_of(last), None if first is None else _row_of(first))
        case Make.ACCENT:
            return Accent(name, _row_of(last))
        case Make.TEXT:
            return _text(last)
        case Make.OPERATOR:
            word = Sign(_letters(last), SignKind.WORD)
            return word if first is None else Scripts(word, None, None, True)
        case Make.FONT:
            return _font(name, _row_of(last))
        case Make.OVER:
            return Scripts(_row_of(last), None, _row_of(first), True)
        case Make.UNDER:
            return Scripts(_row_of(last), _row_of(first), None, True)
        case Make.ARROW:
            below = None if first is None else _row_of(first)
            return Scripts(Sign(ARROWS[name], SignKind.RELATION), below, _row_of(last), True)
        case Make.STACK:
            nodes = last.nodelist if isinstance(last, LatexGroupNode) else [last]
            return _grid(name, nodes)
        case Make.TAG:
            return TextNode(f"  ({_letters(last)})")
        case Make.MODULUS:
            inner = Fenced("(", Row((TextNode("mod "), _row_of(last))), ")")
            return Row((TextNode(" "), inner))
        case _:
            return _row_of(last)


def _font(name: str, body: Row) -> Node:
    """Letters are plain ones in every font; a word in one stays a word."""
    letters = [item.text for item in body.items if isinstance(item, Sign)]
    word = "".join(letters)
    if len(letters) == len(body.items) > 1 and word.isalnum():
        return TextNode(word)
    if name == "mathop":
        return Scripts(body, None, None, True)
    return body.items[0] if len(body.items) == 1 else body


def _letters(node: LatexNode) -> str:
    """The characters of an argument that holds a name."""
    body = _text(node)
    if isinstance(body, TextNode):
        return body.text
    if isinstance(body, Row) and not body.items:
        return ""
    raise DamagedFormulaError("a name that is none")


def _text(node: LatexNode) -> Node:
    """Text with its spaces; formulas inside it are formulas."""
    parts: list[Node] = []
    for part in node.nodelist if isinstance(node, LatexGroupNode) else [node]:
        inner = _text_part(part)
        if isinstance(inner, TextNode) and parts and isinstance(parts[-1], TextNode):
            parts[-1] = TextNode(parts[-1].text + inner.text)
        elif inner != TextNode(""):
            parts.append(inner)
    return parts[0] if len(parts) == 1 else Row(tuple(parts))


def _text_part(part: LatexNode) -> Node:
    made = MADE_OF.get(command_name(part))
    if isinstance(part, LatexCharsNode):
        return TextNode(re.sub(r"\s+", " ", part.chars))
    if isinstance(part, LatexGroupNode):
        return _text(part)
    if isinstance(part, LatexSpecialsNode):
        return TextNode(" " if part.specials_chars == "~" else part.specials_chars)
    if made is Make.TEXT:
        if part.nodeargd is None or not part.nodeargd.argnlist:
            raise DamagedFormulaError("a command without its argument")
        return _text(part.nodeargd.argnlist[-1])
    if made is Make.SPACE and command_name(part) != "hspace":
        return TextNode(WIDTHS.get(command_name(part), " "))
    inner = _row_of(part)
    if len(inner.items) == 1 and isinstance(inner.items[0], Sign):
        after = " " if getattr(part, "macro_post_space", "") else ""
        return TextNode(inner.items[0].text + after)
    return inner
