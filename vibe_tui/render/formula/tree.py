"""TeX → a small tree that the one-line and the two-dimensional form are both made from.

Strict: whatever it does not know, cannot place or would have to guess raises `DamagedFormulaError`,
and the formula is then shown as its source.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from pylatexenc.latexwalker import (
    LatexCharsNode,
    LatexEnvironmentNode,
    LatexGroupNode,
    LatexMacroNode,
    LatexMathNode,
    LatexNode,
    LatexSpecialsNode,
)

from vibe_tui.render.formula.nodes import (
    Accent,
    DamagedFormulaError,
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
from vibe_tui.render.formula.signs import (
    ACCENTS,
    ARROWS,
    FONTS,
    LIMIT_WORDS,
    SIZES,
    SPACES,
    SWITCHES,
    TEXTS,
    WORDS,
    Kind,
    kind_of,
    sign_of,
)
from vibe_tui.render.formula.walk import (
    BINOMIALS,
    BRACES,
    FRACTIONS,
    GRIDS,
    Token,
    char_of,
    command_of,
    nodes_of,
    tokens_of,
)

_DELIMITERS = {".": "", "<": "⟨", ">": "⟩"}


def parse(tex: str) -> Node:
    """The tree of a formula; raises `DamagedFormulaError`."""
    try:
        return _grid("", nodes_of(tex), "")
    except RecursionError as error:
        raise DamagedFormulaError("too deep") from error


def _grid(name: str, nodes: Sequence[LatexNode], aligns: str) -> Node:
    """Nodes that may hold rows and cells."""
    rows = [[_Reader(cell).read() for cell in row] for row in _rows(nodes)]
    while len(rows) > 1 and not any(cell.items for cell in rows[-1]):
        rows.pop()
    if not name and len(rows) == len(rows[0]) == 1:
        return rows[0][0]
    if max(map(len, rows)) > GRIDS.get(name, 1):
        raise DamagedFormulaError("more cells in a row than the environment has columns")
    return Grid(name, tuple(map(tuple, rows)), aligns)


def _rows(nodes: Sequence[LatexNode]) -> list[list[list[LatexNode]]]:
    rows: list[list[list[LatexNode]]] = [[[]]]
    for node in nodes:
        if isinstance(node, LatexMacroNode) and node.macroname in ("\\", "newline", "cr"):
            rows.append([[]])
        elif isinstance(node, LatexSpecialsNode) and node.specials_chars == "&":
            rows[-1].append([])
        else:
            rows[-1][-1].append(node)
    return rows


class _Reader:
    """Reads the nodes of one row from left to right."""

    def __init__(self, nodes: Sequence[LatexNode]) -> None:
        self.tokens = tokens_of(nodes)
        self.place = 0

    def read(self) -> Group:
        """Everything up to the end."""
        items = self._items(until_right=False)
        return Group(items)

    def _items(self, *, until_right: bool) -> tuple[Node, ...]:
        items: list[Node] = []
        loose = False
        while self.place < len(self.tokens):
            token = self.tokens[self.place]
            if command_of(token) == "right":
                if until_right:
                    return tuple(items)
                raise DamagedFormulaError("\\right without \\left")
            self.place += 1
            char = char_of(token)
            if char == " ":
                loose = True
                continue
            if char and char in "^_":
                self._script(items, char)
            elif char == "'":
                items.append(Sign("′", Kind.ORDINARY))
            elif command_of(token) in ("limits", "nolimits"):
                self._limits(items, command_of(token) == "limits")
            else:
                node = self._node(token, loose)
                if node is not None:
                    items.append(node)
            loose = False
        if until_right:
            raise DamagedFormulaError("\\left without \\right")
        return tuple(items)

    def _script(self, items: list[Node], mark: str) -> None:
        self._skip_spaces()
        if self.place >= len(self.tokens):
            raise DamagedFormulaError("a script with nothing in it")
        token = self.tokens[self.place]
        self.place += 1
        if char_of(token) in ("^", "_", "'") or command_of(token) in ("right", "limits"):
            raise DamagedFormulaError("a script of a script")
        script = _group(token) if isinstance(token, LatexGroupNode) else self._node(token, False)
        if script is None:
            raise DamagedFormulaError("a script with nothing in it")
        base = items.pop() if items else Group(())
        if isinstance(base, Sign) and base.kind is Kind.SPACE:
            items.append(base)
            base = Group(())
        below = script if mark == "_" else None
        above = script if mark == "^" else None
        if not isinstance(base, Scripts):
            items.append(Scripts(base, below, above, _stacks(base)))
            return
        if (base.below if mark == "_" else base.above) is not None:
            raise DamagedFormulaError("two scripts in one place")
        items.append(Scripts(base.base, base.below or below, base.above or above, base.stacked))

    def _limits(self, items: list[Node], stacked: bool) -> None:
        if not items:
            raise DamagedFormulaError("\\limits without an operator")
        base = items.pop()
        items.append(Scripts(base, None, None, stacked))

    def _skip_spaces(self) -> None:
        while self.place < len(self.tokens) and char_of(self.tokens[self.place]) == " ":
            self.place += 1

    def _delimiter(self) -> str:
        self._skip_spaces()
        if self.place >= len(self.tokens):
            raise DamagedFormulaError("a fence is missing")
        token = self.tokens[self.place]
        self.place += 1
        sign = token if isinstance(token, str) else sign_of(command_of(token))
        if not sign:
            raise DamagedFormulaError("a fence that is none")
        return _DELIMITERS.get(sign, sign)

    def _node(self, token: Token, loose: bool) -> Node | None:
        """The node of one token; None for what leaves no trace (a font switch)."""
        if isinstance(token, str):
            return self._sign(token, loose)
        if isinstance(token, LatexGroupNode):
            return Group(_group(token).items, braced=not _switched(token))
        if isinstance(token, LatexMathNode):
            return _group(token)
        if isinstance(token, LatexEnvironmentNode):
            return _environment(token)
        if isinstance(token, LatexMacroNode):
            return self._command(token, loose)
        raise DamagedFormulaError("something that is no part of a formula")

    def _command(self, node: LatexMacroNode, loose: bool) -> Node | None:
        name = node.macroname
        if name == "left":
            fence = self._delimiter()
            body = Group(self._items(until_right=True))
            self.place += 1
            return Fenced(fence, body, self._delimiter())
        if name == "middle" or name in SIZES:
            sign = self._delimiter()
            return Sign(sign, kind_of(sign) if sign else Kind.ORDINARY)
        if name == "not":
            return self._negated()
        if name in SPACES:
            return Sign(SPACES[name], Kind.SPACE)
        if name in SWITCHES or name in ("color", "label"):
            return None
        if name in ("bmod", "mod"):
            return Sign("mod", Kind.WORD, loose)
        if name in WORDS or name in LIMIT_WORDS:
            return Sign(name, Kind.WORD, loose)
        if node.nodeargd is not None and node.nodeargd.argnlist:
            return _with_arguments(node)
        sign = sign_of(name)
        if not sign:
            raise DamagedFormulaError(f"unknown command \\{name}")
        return self._sign(sign, loose)

    def _sign(self, sign: str, loose: bool) -> Sign:
        """A sign; an operator is loose only with a space on both sides of it."""
        kind = kind_of(sign)
        if kind in (Kind.RELATION, Kind.BINARY) and loose:
            loose = self.place < len(self.tokens) and char_of(self.tokens[self.place]) == " "
        return Sign(sign, kind, loose)

    def _negated(self) -> Node:
        self._skip_spaces()
        node = self._node(self.tokens[self.place], False) if self.place < len(self.tokens) else None
        self.place += 1
        if not isinstance(node, Sign) or len(node.text) != 1:
            raise DamagedFormulaError("\\not before nothing")
        return Sign(unicodedata.normalize("NFC", node.text + "\u0338"), Kind.RELATION)


def _switched(node: LatexGroupNode) -> bool:
    """Whether the braces of a group only bound a change of font."""
    first = node.nodelist[0] if node.nodelist else None
    return isinstance(first, LatexMacroNode) and (
        first.macroname in SWITCHES or first.macroname == "color"
    )


def _group(node: LatexNode | None) -> Group:
    """An argument or a group as nodes."""
    if node is None:
        return Group(())
    nodes = node.nodelist if isinstance(node, LatexGroupNode | LatexMathNode) else [node]
    return _Reader(nodes).read()


def _stacks(base: Node) -> bool:
    """Whether the scripts of a base stand over and under it."""
    if isinstance(base, Sign):
        return base.text in LIMIT_WORDS or (
            base.kind is Kind.LARGE and base.text[0] not in "∫∬∭∮∯∰"
        )
    return isinstance(base, Accent) and base.name in BRACES


def _environment(node: LatexEnvironmentNode) -> Node:
    name = node.environmentname
    if name not in GRIDS:
        raise DamagedFormulaError(f"unknown environment {name}")
    aligns = ""
    if name == "array":
        aligns = "".join(char for char in _letters(_arguments(node)[0]) if char in "lcr")
    grid = _grid(name, node.nodelist, aligns)
    if isinstance(grid, Grid) and grid.name == "array" and max(map(len, grid.rows)) > len(aligns):
        raise DamagedFormulaError("more cells in a row than the array has columns")
    return grid


def _arguments(node: LatexMacroNode | LatexEnvironmentNode) -> Sequence[LatexNode]:
    """What a command takes; as the argument of another one it has none."""
    if node.nodeargd is None or not node.nodeargd.argnlist:
        raise DamagedFormulaError("a command without its argument")
    return list(node.nodeargd.argnlist)


def _with_arguments(node: LatexMacroNode) -> Node | None:
    """A command with its arguments."""
    name = node.macroname
    arguments = _arguments(node)
    last = arguments[-1]
    if name in FRACTIONS or name in BINOMIALS:
        return Fraction(_group(arguments[0]), _group(last), name in FRACTIONS)
    if name == "sqrt":
        return Root(_group(last), _group(arguments[0]) if arguments[0] is not None else None)
    if name in ACCENTS or name in BRACES:
        return Accent(name, _group(last))
    if name in TEXTS:
        return _text(last)
    if name == "operatorname":
        word = Sign(_letters(last), Kind.WORD)
        return Scripts(word, None, None, True) if arguments[0] is not None else word
    if name in FONTS:
        return _font(name, last)
    if name in ("overset", "stackrel"):
        return Scripts(_group(last), None, _group(arguments[0]), True)
    if name == "underset":
        return Scripts(_group(last), _group(arguments[0]), None, True)
    if name in ARROWS:
        below = _group(arguments[0]) if arguments[0] is not None else None
        return Scripts(Sign(ARROWS[name], Kind.RELATION), below, _group(last), True)
    if name == "substack":
        nodes = last.nodelist if isinstance(last, LatexGroupNode) else [last]
        return _grid(name, nodes, "")
    if name == "textcolor":
        return _group(last)
    if name == "tag":
        return Words(f"  ({_letters(last)})")
    if name == "pmod":
        return Group((Words(" "), Fenced("(", Group((Words("mod "), _group(last))), ")")))
    if name == "hspace":
        return Sign(" ", Kind.SPACE)
    raise DamagedFormulaError(f"unknown command \\{name}")


def _font(name: str, argument: LatexNode) -> Node:
    """Letters are plain ones in every font; a word in one stays a word."""
    body = _group(argument)
    letters = [item.text for item in body.items if isinstance(item, Sign)]
    word = "".join(letters)
    if len(letters) == len(body.items) > 1 and word.isalnum():
        return Words(word)
    if name == "mathop":
        return Scripts(body, None, None, True)
    return body.items[0] if len(body.items) == 1 else body


def _letters(node: LatexNode) -> str:
    """The characters of an argument that holds a name."""
    body = _text(node)
    if isinstance(body, Words):
        return body.text
    if isinstance(body, Group) and not body.items:
        return ""
    raise DamagedFormulaError("a name that is none")


def _text(node: LatexNode) -> Node:
    """Text with its spaces; formulas inside it are formulas."""
    parts: list[Node] = []
    text = ""
    for part in node.nodelist if isinstance(node, LatexGroupNode) else [node]:
        if isinstance(part, LatexCharsNode):
            text += re.sub(r"\s+", " ", part.chars)
            continue
        inner: Node | None
        if isinstance(part, LatexMacroNode) and part.macroname in TEXTS:
            inner = _text(_arguments(part)[-1])
        elif isinstance(part, LatexGroupNode):
            inner = _text(part)
        elif isinstance(part, LatexSpecialsNode):
            inner = Words(" " if part.specials_chars == "~" else part.specials_chars)
        elif isinstance(part, LatexMacroNode) and part.macroname in SPACES:
            inner = Words(SPACES[part.macroname])
        else:
            inner = _group(part)
            if len(inner.items) == 1 and isinstance(inner.items[0], Sign):
                inner = Words(
                    inner.items[0].text + (" " if getattr(part, "macro_post_space", "") else "")
                )
        if isinstance(inner, Words):
            text += inner.text
            continue
        if text:
            parts.append(Words(text))
            text = ""
        parts.append(inner)
    if text:
        parts.append(Words(text))
    return parts[0] if len(parts) == 1 else Group(tuple(parts))
