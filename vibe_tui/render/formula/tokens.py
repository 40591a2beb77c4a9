"""TeX → pieces (characters, names of commands, white space) → tokens with the arguments they take.

Commands that stand for other TeX are replaced: those of `commands`, and those that the formula
itself defines, to its end. Length, nesting and the number of replacements are bounded, and what TeX
itself would refuse or hide (a comment, an empty line) is refused here.
"""

from __future__ import annotations

import re
from typing import NamedTuple, TypeAlias

from vibe_tui.render.formula.commands import ENVIRONMENTS, TAKES, rows_of

MAX_LENGTH = 5_000
MAX_REPLACED = 5_000
"""Pieces that commands may be replaced by."""

_PIECE = re.compile(
    "\\\\verb\\*?(?:\\|[^|\n]*\\||![^!\n]*!|\\+[^+\n]*\\+)"
    "|\\\\[A-Za-z]+|\\\\.|\\s+|.[\u0300-\u036f\u20d0-\u20ff]*",
    re.DOTALL,
)
_LENGTH = r"[-+]?(?:\d+\.?\d*|\.\d+)\s*(?:pt|em|ex|mu|mm|cm|in|bp|pc|px|sp)"
_MEASURES = re.compile(
    rf"(?P<skip>\\\\)\[\s*{_LENGTH}\s*\]"
    r"|(?P<begin>\\begin\{(?:array|aligned|alignedat|[lr]?gathered|multlined)\})\s*\[[tbc]\]"
    rf"|\\(?P<moved>raise|lower|moveleft|moveright)(?![A-Za-z])\s*{_LENGTH}"
    rf"|\\(?:[mh]?skip|m?kern)(?![A-Za-z])\s*{_LENGTH}|\\.",
    re.DOTALL,
)
"""Lengths after a line break, of shifts and of white space, and where an environment stands."""

# A percent sign is one where no words follow that it could comment out; so is one of an address.
_COMMENT = re.compile(r"(?<!\\)(?:\\\\)*%(?![ \t]*(?:\Z|[^\sA-Za-z%])|[0-9A-F]{2})")


class DamagedFormulaError(ValueError):
    """The formula is not TeX that can be drawn without guessing."""


class _Macro(NamedTuple):
    """The arguments that a command takes, as in `commands`, and what it stands for.

    In `body` a `#` and a number are an argument; `absent` is an option that is not there.
    """

    takes: str
    body: list[str]
    absent: list[str]


_KNOWN = {
    name: _Macro(takes, _PIECE.findall(body), []) for name, takes, body in rows_of("macro", 2)
}

_DEFINES = {
    "\\newcommand": "new",
    "\\renewcommand": "new",
    "\\providecommand": "new",
    "\\def": "def",
    "\\gdef": "def",
    "\\edef": "def",
    "\\xdef": "def",
    "\\let": "let",
    "\\DeclareMathOperator": "operator",
    "\\DeclarePairedDelimiter": "fences",
}


class Pieces:
    """The pieces of a formula from left to right."""

    def __init__(self, tex: str) -> None:
        """Raises `DamagedFormulaError` for what is too long, or has an end that TeX hides."""
        if len(tex) > MAX_LENGTH:
            raise DamagedFormulaError("too long")
        if "%" in tex and _COMMENT.search(tex):
            raise DamagedFormulaError("a comment would hide what follows it")
        if re.search(r"\n\s*\n", tex.strip()):
            raise DamagedFormulaError("an empty line ends a formula")
        self._waiting: list[str] = _PIECE.findall(_MEASURES.sub(_without_length, tex))[::-1]
        self._macros = _KNOWN
        self._left = MAX_REPLACED

    def peek(self) -> str:
        """The next piece, empty at the end."""
        while self._waiting:
            piece = self._waiting[-1]
            if piece[0] == "\\":
                if piece in _DEFINES:
                    self._waiting.pop()
                    self._define(_DEFINES[piece])
                    continue
                if piece[1:] in self._macros:
                    self._waiting.pop()
                    self._replace(self._macros[piece[1:]])
                    continue
            return piece
        return ""

    def next(self) -> str:
        """The next piece, which is passed; empty at the end."""
        piece = self.peek()
        if piece:
            self._waiting.pop()
        return piece

    def skip_space(self) -> bool:
        """Pass white space; whether there was any."""
        skipped = False
        while self.peek().isspace():
            self._waiting.pop()
            skipped = True
        return skipped

    def put_back(self, piece: str) -> None:
        """Let a piece be the next one."""
        self._waiting.append(piece)

    def _replace(self, macro: _Macro) -> None:
        arguments = [self._raw(kind, macro.absent) for kind in macro.takes]
        body: list[str] = []
        pieces = iter(macro.body)
        for piece in pieces:
            if piece == "#":
                number = next(pieces, "")
                if not (number.isdecimal() and 0 < int(number) <= len(arguments)):
                    raise DamagedFormulaError("an argument that is none")
                body += arguments[int(number) - 1]
            else:
                body.append(piece)
        self._left -= 1 + len(body)
        if self._left < 0:
            raise DamagedFormulaError("too long with its macros")
        self._waiting += reversed(body)

    def _raw(self, kind: str, absent: list[str]) -> list[str]:
        """An argument as it stands: in braces or one piece; a star or an option may be absent."""
        while self._waiting and self._waiting[-1].isspace():
            self._waiting.pop()
        if not self._waiting:
            raise DamagedFormulaError("a command without its argument")
        if kind != "{" and self._waiting[-1] != kind:
            return absent
        piece = self._waiting.pop()
        if piece == "}":
            raise DamagedFormulaError("a command without its argument")
        if piece not in "{[" or (piece == "[" and kind != "["):
            return [piece]
        found: list[str] = []
        depth, end = 0, "}" if piece == "{" else "]"
        while self._waiting:
            piece = self._waiting.pop()
            if not depth and piece == end:
                return found
            depth += (piece == "{") - (piece == "}")
            found.append(piece)
        raise DamagedFormulaError(f"{end} is missing at the end")

    def _define(self, how: str) -> None:
        """Read a definition; it holds for what follows."""
        star = self._raw("*", []) if how in ("operator", "new", "fences") else []
        name = "".join(self._raw("{", [])).strip()
        if name[:1] != "\\":
            raise DamagedFormulaError("a definition of nothing")
        takes, absent = "", []
        match how:
            case "new":
                count = "".join(self._raw("[", []))
                optional = self._waiting[-1:] == ["["]
                absent = self._raw("[", [])
                takes = "{" * int(count) if count.isdecimal() and int(count) < 10 else ""
                takes = "[" + takes[1:] if takes and optional else takes
            case "def":
                while self._waiting[-1:] == ["#"]:
                    del self._waiting[-2:]
                    takes += "{"
                if self._waiting[-1:] != ["{"]:
                    raise DamagedFormulaError("a definition that is none")
            case "let":
                while self._waiting and self._waiting[-1].strip() in ("", "="):
                    self._waiting.pop()
        body = self._raw("{", [])
        if how == "operator":
            body = ["\\operatorname", *star, "{", *body, "}"]
        elif how == "fences":
            takes = "*[{"
            body = ["\\left", *body, "#", "3", "\\right", *self._raw("{", [])]
        self._macros = {**self._macros, name[1:]: _Macro(takes, body, absent)}


def _without_length(found: re.Match[str]) -> str:
    text = found.group()
    if found["skip"]:
        return r"\\ "
    if found["moved"] or found["begin"]:
        return found["begin"] or ""
    return text if len(text) == 2 else r"\, "


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
