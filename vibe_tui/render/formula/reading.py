"""Tokens → the nodes of a formula.

Strict: whatever is not known, cannot be placed or would have to be guessed is refused.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import replace

from vibe_tui.render.formula.commands import (
    ARROWS,
    ENVIRONMENTS,
    FENCES,
    MADE_OF,
    WIDTHS,
    Make,
    SignKind,
    circled,
    sign_kind,
    sign_of,
)
from vibe_tui.render.formula.letters import has_style, in_style
from vibe_tui.render.formula.nodes import (
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
    as_sign,
    as_word,
    as_words,
    in_font,
    kind_at,
    one_over_other,
    set_apart,
    stacks,
    styled,
)
from vibe_tui.render.formula.tokens import (
    Control,
    DamagedFormulaError,
    Group,
    Surrounded,
    Token,
    array_columns,
    command_name,
)

_DELIMITERS = {".": "", "<": "⟨", ">": "⟩"}
_SIDES = {"l": SignKind.OPEN, "r": SignKind.CLOSE, "m": SignKind.RELATION}
"""What a letter for the side makes of a fence: the last of `\\bigl`, the first of `\\lvert`."""
_NOTHING = TexRow(())


def read_grid(name: str, tokens: Sequence[Token], columns: str = "") -> TexNode:
    """Tokens that may hold rows and cells; `columns` is how an array sets them."""
    parts = _rows(tokens)
    rules = tuple([place for place, row in enumerate(parts) if _is_ruled(row[0])])
    in_words = name.endswith("cases*")
    rows = [
        [
            TexRow((_text(Group(tuple(cell))),))
            if column and in_words
            else _RowReader(cell, whole=not name).read()
            for column, cell in enumerate(row)
        ]
        for row in parts
    ]
    while len(rows) > 1 and not any(cell.items for cell in rows[-1]):
        rows.pop()
    if not name and len(rows) == len(rows[0]) == 1:
        return rows[0][0]
    aligns = columns.replace("|", "")
    widths = sorted(map(len, rows))
    most = len(aligns) if name.endswith("array") else ENVIRONMENTS[name].columns
    if widths[-1] > most and not (name.endswith("array") and widths[-2:-1] > [most]):
        # One row may have lost its end; where several are as long, the columns were miscounted.
        raise DamagedFormulaError("more cells in a row than the environment has columns")
    bars = [place - columns[:place].count("|") for place, c in enumerate(columns) if c == "|"]
    if name.endswith("array"):
        aligns = aligns.ljust(widths[-1], aligns[-1:] or "c")
    return Grid(name, tuple(map(tuple, rows)), aligns, tuple(bars), rules)


def _is_ruled(cell: Sequence[Token]) -> bool:
    """Whether a row has a line over it, which stands before its first cell."""
    return any(command_name(token) in ("hline", "hdashline", "cline") for token in cell)


def _rows(tokens: Sequence[Token]) -> list[list[list[Token]]]:
    rows: list[list[list[Token]]] = [[[]]]
    for token in tokens:
        if command_name(token) in ("\\", "newline", "cr"):
            rows.append([[]])
        elif token == "&":
            rows[-1].append([])
        else:
            rows[-1][-1].append(token)
    return rows


class _RowReader:
    """Reads the tokens of one row from left to right; `whole` for a formula's own row."""

    def __init__(self, tokens: Sequence[Token], *, whole: bool = False) -> None:
        self.tokens = tokens
        self.whole = whole
        self.place = 0

    def read(self, *, until_right: bool = False) -> TexRow:
        """Everything up to the end, or to the fence that closes the row."""
        items: list[TexNode] = []
        loose = False
        while self.place < len(self.tokens):
            token = self.tokens[self.place]
            name = command_name(token)
            if name == "right":
                if until_right:
                    return TexRow(tuple(items))
                raise DamagedFormulaError("\\right without \\left")
            self.place += 1
            made = MADE_OF.get(name)
            if token == " ":
                loose = True
                continue
            if token in ("^", "_"):
                self._script(items, below=token == "_")
            elif token == "'":
                self._prime(items)
            elif made is Make.LIMITS:
                if not items:
                    raise DamagedFormulaError("\\limits without an operator")
                items.append(replace(self._base(items), stacked=name == "limits"))
            elif made is Make.INFIX:
                return TexRow(
                    (
                        one_over_other(
                            name, TexRow(tuple(items)), self.read(until_right=until_right)
                        ),
                    )
                )
            elif made is Make.SWITCH:
                rest = self.read(until_right=until_right)
                return TexRow((*items, *[styled(item, name) for item in rest.items]))
            elif (node := self._node(token, loose=loose)) is not None:
                if isinstance(node, TexRow) and node.braced and self._only_groups(items):
                    node = replace(node, braced=False)
                spaced = loose and self._peek() == " "
                items.append(set_apart(node) if spaced else node)
            loose = False
        if until_right:
            raise DamagedFormulaError("\\left without \\right")
        return TexRow(tuple(items))

    def _only_groups(self, items: Sequence[TexNode]) -> bool:
        """Whether braces after `items` only group: no mark can have been lost before them."""
        return kind_at(items[-1]) is SignKind.OPEN if items else not self.whole

    def _peek(self) -> Token:
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def _next(self) -> Token:
        """The next token that is no space."""
        while self.place < len(self.tokens) and self.tokens[self.place] == " ":
            self.place += 1
        if self.place >= len(self.tokens):
            raise DamagedFormulaError("something is missing at the end")
        self.place += 1
        return self.tokens[self.place - 1]

    def _script(self, items: list[TexNode], *, below: bool) -> None:
        token = self._next()
        if token in ("^", "_", "'") or command_name(token) in ("right", "limits"):
            raise DamagedFormulaError("a script of a script")
        script = _row_of(token) if isinstance(token, Group) else self._node(token)
        if script is None:
            raise DamagedFormulaError("a script with nothing in it")
        base = self._base(items)
        if not below and base.above is not None and _is_primes(base.above):
            script, base = TexRow((base.above, script)), replace(base, above=None)
        if (base.below if below else base.above) is not None:
            # TeX refuses a second one; it stands behind the first.
            items += [base, Sign(" ", SignKind.SPACE)]
            base = Scripts(_NOTHING, None, None)
        items.append(replace(base, below=script) if below else replace(base, above=script))

    def _prime(self, items: list[TexNode]) -> None:
        base = self._base(items)
        if base.above is None:
            items.append(replace(base, above=Sign("′", SignKind.ORDINARY)))
        elif _is_primes(base.above) and isinstance(base.above, Sign):
            items.append(replace(base, above=replace(base.above, text=base.above.text + "′")))
        else:
            items += [base, Sign("′", SignKind.ORDINARY)]

    def _base(self, items: list[TexNode]) -> Scripts:
        """What a script belongs to, taken from the end of `items`."""
        base = items.pop() if items else _NOTHING
        if isinstance(base, Sign) and base.kind is SignKind.SPACE:
            items.append(base)
            base = _NOTHING
        return base if isinstance(base, Scripts) else Scripts(base, None, None, stacks(base))

    def delimiter(self) -> str:
        """The fence that comes next, empty for none."""
        token = self._next()
        sign = token if isinstance(token, str) else sign_of(command_name(token))
        if not sign:
            raise DamagedFormulaError("a fence that is none")
        return _DELIMITERS.get(sign, sign)

    def _node(self, token: Token, *, loose: bool = False) -> TexNode | None:
        """The node of one token; None for what leaves no trace (a font switch)."""
        match token:
            case str():
                return as_sign(token, loose, self._peek() == " ")
            case Group():
                if token.formula:
                    return _row_of(token)
                # The braces of a change of font only bound it.
                first = command_name(token.tokens[0]) if token.tokens else ""
                return TexRow(_row_of(token).items, braced=not _is_switch(first))
            case Surrounded(name=name):
                columns, label = "", _NOTHING
                if name.endswith("numcases"):
                    label = _row_of(token.arguments[0])
                elif ENVIRONMENTS[name].takes == "{" and token.arguments[0] is not None:
                    columns = array_columns(token.arguments[0])
                grid = read_grid(name, token.tokens, columns)
                return TexRow((*label.items, grid)) if label.items else grid
            case Control():
                return self._made(token, loose)

    def _made(self, token: Control, loose: bool) -> TexNode | None:
        name = token.name
        match MADE_OF.get(name):
            case Make.LEFT:
                fence = self.delimiter()
                body = self.read(until_right=True)
                self.place += 1
                return Fenced(fence, body, self.delimiter())
            case Make.FENCE:
                sign = self.delimiter()
                kind = _SIDES.get(name[-1]) or (sign_kind(sign) if sign else SignKind.ORDINARY)
                return Sign(sign, kind, big=True)
            case Make.NEGATION:
                negated = self._node(self._next())
                if not isinstance(negated, Sign) or len(negated.text) != 1:
                    raise DamagedFormulaError("\\not before nothing")
                text = unicodedata.normalize("NFC", negated.text + "\u0338")
                return Sign(text, SignKind.RELATION)
            case Make.SPACE:
                return Sign(WIDTHS.get(name, " "), SignKind.SPACE)
            case Make.NOTHING | Make.LIMITS | Make.SWITCH:
                return None
            case Make.WORD | Make.LIMIT_WORD:
                return Sign("mod" if name == "bmod" else name, SignKind.WORD, loose)
            case Make() as make if token.arguments:
                return _with_arguments(make, name, token.arguments)
        sign = sign_of(name)
        if not sign:
            raise DamagedFormulaError(f"unknown command \\{name}")
        if sign in ("|", "‖") and name[0] in _SIDES:
            return Sign(sign, _SIDES[name[0]])
        return as_sign(sign, loose, self._peek() == " ")


def _is_switch(command: str) -> bool:
    made = MADE_OF.get(command)
    return command != "label" and made in (Make.NOTHING, Make.LIMITS, Make.SWITCH)


def _is_primes(node: TexNode) -> bool:
    return isinstance(node, Sign) and not node.text.strip("′")


def _row_of(group: Group | None) -> TexRow:
    """An argument or a group as nodes."""
    return _NOTHING if group is None else _RowReader(group.tokens).read()


def _with_arguments(make: Make, name: str, arguments: Sequence[Group | None]) -> TexNode:
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
            return Accent(name, TexRow((_text(last),)) if name == "fbox" else _row_of(last))
        case Make.TEXT:
            return _text(last, name)
        case Make.OPERATOR:
            word = as_word(_text(last))
            return word if first is None else Scripts(word, None, None, True)
        case Make.FONT:
            return in_font(name, _row_of(last))
        case Make.OVER:
            return Scripts(as_words(_row_of(last)), None, _row_of(first), True)
        case Make.UNDER:
            return Scripts(as_words(_row_of(last)), _row_of(first), None, True)
        case Make.ARROW:
            below = None if first is None else _row_of(first)
            return Scripts(Sign(ARROWS[name], SignKind.RELATION), below, _row_of(last), True)
        case Make.GENERAL:
            left, right, line, _, over, under = arguments
            bar = line is None or _letters(line)[:1] != "0"
            body = one_over_other("over" if bar else "atop", _row_of(over), _row_of(under))
            fences = _fence_of(left), _fence_of(right)
            return Fenced(fences[0], body, fences[1]) if any(fences) else body
        case Make.RULE:
            sizes = [_letters(size) for size in arguments if size is not None][-2:]
            seen = name != "Space" and not any(size.startswith("0") for size in sizes)
            return Sign("▬" if seen else "", SignKind.ORDINARY if seen else SignKind.SPACE)
        case Make.STACK:
            return read_grid(name, last.tokens)
        case Make.TAG:
            number = _letters(last)
            return TextNode(f"  {number}" if first is not None else f"  ({number})")
        case Make.MODULUS:
            inner = Fenced("(", TexRow((TextNode("mod "), _row_of(last))), ")")
            return TexRow((TextNode(" "), inner))
        case Make.FENCED:
            opened, closed = FENCES[name]
            return Fenced(opened, _row_of(last), closed)
        case Make.CIRCLED:
            return TextNode(circled(_letters(last)))
        case Make.PHANTOM:
            return Sign(" " * max(1, len(_row_of(last).items)), SignKind.SPACE)
        case _:
            return _row_of(last)


def _fence_of(group: Group | None) -> str:
    """The fence in braces, empty for none."""
    return _RowReader(group.tokens).delimiter() if group and group.tokens else ""


def _letters(group: Group) -> str:
    """The characters of an argument that holds a name."""
    body = _text(group)
    if isinstance(body, TextNode):
        return body.text
    if isinstance(body, TexRow) and not body.items:
        return ""
    raise DamagedFormulaError("a name that is none")


def _text(group: Group, font: str = "") -> TexNode:
    """Text with its spaces; formulas inside it are formulas."""
    parts: list[TexNode] = []
    for place, token in enumerate(group.tokens):
        if token == " " and place and _eats_space(group.tokens[place - 1]):
            continue
        inner = _text_part(token, font)
        if isinstance(inner, TextNode) and parts and isinstance(parts[-1], TextNode):
            parts[-1] = TextNode(parts[-1].text + inner.text)
        elif inner not in (TextNode(""), _NOTHING):
            parts.append(inner)
    return parts[0] if len(parts) == 1 else TexRow(tuple(parts))


def _eats_space(token: Token) -> bool:
    """Whether white space after a command in text only ends its name."""
    made = MADE_OF.get(command_name(token))
    return made in (Make.SPACE, Make.NOTHING) and command_name(token).isalpha()


def _text_part(token: Token, font: str) -> TexNode:
    match token:
        case str():
            return TextNode(in_style(token, font))
        case Group(formula=False):
            return _text(token, font)
        case Control(name=name, arguments=arguments):
            made = MADE_OF.get(name)
            if made in (Make.TEXT, Make.FONT) and arguments and arguments[-1] is not None:
                return _text(arguments[-1], name if has_style(name) else font)
            if made is Make.SPACE and not arguments:
                return TextNode(WIDTHS.get(name, " "))
            if made is Make.ACCENT and arguments and arguments[0] is not None:
                letters = _letters(arguments[0])
                if len(letters) == 1:
                    return TextNode(accented(name, letters))
    inner = _row_of(token if isinstance(token, Group) else Group((token,)))
    if len(inner.items) == 1 and isinstance(inner.items[0], Sign):
        return TextNode(inner.items[0].text)
    return inner
