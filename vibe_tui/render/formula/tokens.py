"""TeX → tokens: characters, commands with the arguments that `commands` declares, groups.

Length and nesting are bounded before anything is read, and what TeX itself would refuse or hide
(a comment, an empty line) is refused here.
"""

from __future__ import annotations

import re
from typing import NamedTuple, TypeAlias

from vibe_tui.render.formula.commands import ENVIRONMENTS, TAKES

MAX_LENGTH = 5_000
MAX_DEPTH = 24

_PIECE = re.compile("\\\\[A-Za-z]+|\\\\.|\\s+|.[\u0300-\u036f\u20d0-\u20ff]*", re.DOTALL)
_LENGTH = r"[-+]?(?:\d+\.?\d*|\.\d+)\s*(?:pt|em|ex|mu|mm|cm|in|bp|pc|px|sp)"
_MEASURES = re.compile(
    rf"(?P<skip>\\\\)\[\s*{_LENGTH}\s*\]|\\(?:[mh]?skip|m?kern)(?![A-Za-z])\s*{_LENGTH}|\\.",
    re.DOTALL,
)
"""Lengths after a line break, which part lines, and those of white space."""

# A percent sign is one after a number, where no words follow that it could comment out.
_COMMENT = re.compile(r"(?<!\\)(?:\\\\)*(?:(?<!\d)%|%(?![ \t]*(?:\Z|[^\sA-Za-z%])))")


class DamagedFormulaError(ValueError):
    """The formula is not TeX that can be drawn without guessing."""


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
    if len(tex) > MAX_LENGTH or _depth(tex) > MAX_DEPTH:
        raise DamagedFormulaError("too long or too deep")
    if "%" in tex and _COMMENT.search(tex):
        raise DamagedFormulaError("a comment would hide what follows it")
    if re.search(r"\n\s*\n", tex.strip()):
        raise DamagedFormulaError("an empty line ends a formula")
    reader = _Reader(_PIECE.findall(_MEASURES.sub(_without_length, tex)))
    return reader.tokens("")


def _without_length(found: re.Match[str]) -> str:
    text = found.group()
    if found["skip"]:
        return r"\\ "
    return text if len(text) == 2 else r"\, "


def _depth(tex: str) -> int:
    """How deeply braces, environments and fences nest, at most."""
    depth = deepest = 0
    for sign in re.findall(
        r"\\\\|\\[{}]|[{}]|\\begin|\\end|\\left\b|\\right\b|\\[A-Za-z]+(?=\\)", tex
    ):
        if sign in ("{", "\\begin", "\\left"):
            depth += 1
            deepest = max(deepest, depth)
        elif sign in ("}", "\\end", "\\right"):
            depth -= 1
    chain = max((m.count("\\") for m in re.findall(r"(?:\\[A-Za-z]+ ?){8,}", tex)), default=0)
    return max(deepest, chain // 4)


class _Reader:
    """Reads pieces of TeX from left to right."""

    def __init__(self, pieces: list[str]) -> None:
        self.pieces = pieces
        self.place = 0

    def tokens(self, end: str) -> tuple[Token, ...]:
        """Everything up to the piece `end`, which is passed; empty for the end of all."""
        tokens: list[Token] = []
        while (piece := self._next()) != end:
            if not piece:
                raise DamagedFormulaError(f"{end} is missing at the end")
            if piece.isspace() or piece == "~":
                if not tokens or tokens[-1] != " ":
                    tokens.append(" ")
            else:
                tokens.append(self._token(piece))
        return tuple(tokens)

    def _next(self) -> str:
        self.place += 1
        return self.pieces[self.place - 1] if self.place <= len(self.pieces) else ""

    def _peek(self) -> str:
        return self.pieces[self.place] if self.place < len(self.pieces) else ""

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
        if piece[0] != "\\":
            return piece
        name = piece[1:]
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
        if self._next() != "{":
            raise DamagedFormulaError("an environment without its name")
        return "".join(token for token in self.tokens("}") if isinstance(token, str))

    def _arguments(self, takes: str) -> tuple[Group | None, ...]:
        return tuple([self._argument(kind) for kind in takes]) if takes else ()

    def _argument(self, kind: str) -> Group | None:
        """An argument: in braces or one token; a star or what stands in brackets may be absent."""
        start = self.place
        while kind != "*" and self._peek().isspace():
            self.place += 1
        piece = self._next()
        if kind == "{":
            if piece in ("", "}", "&", "^", "_", "$"):
                raise DamagedFormulaError("a command without its argument")
            token = self._token(piece)
            return token if isinstance(token, Group) else Group((token,))
        if piece == kind:
            return Group(("*",)) if kind == "*" else Group(self.tokens("]"))
        self.place = start
        return None


def command_name(token: Token) -> str:
    """The name of a command, empty for any other token."""
    return token.name if isinstance(token, Control) else ""
