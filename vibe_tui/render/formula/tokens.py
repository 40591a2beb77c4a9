"""Pieces of TeX → tokens: characters, commands with the arguments that `commands` declares, groups.

Nesting is bounded before anything is made of it.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from vibe_tui.render.formula.commands import ENVIRONMENTS, TAKES
from vibe_tui.render.formula.pieces import DamagedFormulaError, Pieces

MAX_DEPTH = 48


class Group(NamedTuple):
    """What stands in braces, in brackets as an option, or (`formula`) between dollars in text."""

    tokens: tuple[Token, ...]
    formula: bool = False


class Control(NamedTuple):
    """A command with its arguments; None for an option that is not there."""

    name: str
    arguments: tuple[Group | None, ...] = ()


class Surrounded(NamedTuple):
    """What stands between `\\begin` and `\\end`, with the arguments of the former."""

    name: str
    arguments: tuple[Group | None, ...]
    tokens: tuple[Token, ...]


Token: TypeAlias = str | Control | Group | Surrounded
"""A character is a string, white space of any length one blank."""


def tokens_of(tex: str) -> tuple[Token, ...]:
    """The tokens of a formula; raises `DamagedFormulaError`."""
    return _Reader(Pieces(tex)).tokens("")


class _Reader:
    """Reads pieces of TeX from left to right."""

    def __init__(self, pieces: Pieces) -> None:
        self.pieces = pieces
        self.depth = 0

    def tokens(self, end: str) -> tuple[Token, ...]:
        """Everything up to the piece `end`, which is passed; empty for the end of all."""
        tokens: list[Token] = []
        self._deeper(1)
        while (piece := self.pieces.next()) != end:
            if not piece:
                raise DamagedFormulaError(f"{end} is missing at the end")
            if piece == "~":
                tokens.append(Control("nobreakspace"))
            elif piece.isspace():
                if not tokens or tokens[-1] != " ":
                    tokens.append(" ")
            else:
                tokens.append(self._token(piece))
        self._deeper(-1)
        return tuple(tokens)

    def _deeper(self, step: int) -> None:
        self.depth += step
        if self.depth > MAX_DEPTH:
            raise DamagedFormulaError("too deep")

    def _token(self, piece: str) -> Token:
        match piece:
            case "{":
                return Group(self.tokens("}"))
            case "$":
                return Group(self.tokens("$"), formula=True)
            case "}" | "\\" | "\\end":
                raise DamagedFormulaError(f"{piece} closes nothing")
            case "\\begin":
                return self._environment()
            case "\\left" | "\\right":
                self._deeper(1 if piece == "\\left" else -1)
        if piece[0] != "\\":
            return piece
        name = piece[1:]
        if len(piece) > 6 and name.startswith("verb") and not piece[-1].isalpha():
            return Control("text", (Group(tuple(name[4:].lstrip("*")[1:-1])),))
        return Control(name, self._arguments(TAKES.get(name, "")))

    def _environment(self) -> Surrounded:
        name = self._name()
        if name not in ENVIRONMENTS:
            raise DamagedFormulaError(f"unknown environment {name}")
        arguments = self._arguments(ENVIRONMENTS[name].takes)
        tokens = self.tokens("\\end")
        if self._name() != name:
            raise DamagedFormulaError(f"{name} is not closed")
        return Surrounded(name, arguments, tokens)

    def _name(self) -> str:
        if self.pieces.next() != "{":
            raise DamagedFormulaError("an environment without its name")
        return "".join(token for token in self.tokens("}") if isinstance(token, str))

    def _arguments(self, takes: str) -> tuple[Group | None, ...]:
        return tuple([self._argument(kind) for kind in takes]) if takes else ()

    def _argument(self, kind: str) -> Group | None:
        """An argument: in braces or one token; a star or what stands in brackets may be absent."""
        pieces = self.pieces
        spaced = kind != "*" and pieces.skip_space()
        if kind == "{":
            piece = pieces.next()
            if piece in ("", "}", "&", "^", "_", "$"):
                raise DamagedFormulaError("a command without its argument")
            self._deeper(1)
            token = self._token(piece)
            self._deeper(-1)
            return token if isinstance(token, Group) else Group((token,))
        if pieces.peek() == kind:
            pieces.next()
            return Group(("*",)) if kind == "*" else Group(self.tokens("]"))
        if spaced:
            pieces.put_back(" ")
        return None


def command_name(token: Token) -> str:
    """The name of a command, empty for any other token."""
    return token.name if isinstance(token, Control) else ""


_COLUMNS = str.maketrans(":pmb", "|lll")


def array_columns(group: Group) -> str:
    """How the argument of an array sets its columns: `lcr` and bars between them."""
    columns = ""
    tokens = [token for token in group.tokens if token != " "]
    for place, token in enumerate(tokens):
        if token == "*" and len(tokens) > place + 2:
            count, part = tokens[place + 1 : place + 3]
            if isinstance(part, Group) and isinstance(count, Group):
                times = "".join(token for token in count.tokens if isinstance(token, str))
                columns += array_columns(part) * min(int(times) if times.isdecimal() else 1, 20)
        elif isinstance(token, str) and token in "lcr|:pmb":
            columns += token.translate(_COLUMNS)
    return columns
