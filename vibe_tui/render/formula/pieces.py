"""TeX → pieces: characters, names of commands, white space.

Commands that stand for other TeX are replaced: those of the table here, and those that the formula
itself defines, to its end. Length and the number of replacements are bounded, and what TeX itself
would refuse or hide (a comment, an empty line) is refused here.
"""

from __future__ import annotations

import re
from typing import NamedTuple

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


_STAND_FOR = r"""
Aboxed { \boxed{#1}
adjustlimits - -
bbox [{ #2
cancelto {{ \cancel{#2}^{#1}
ce { \text{#1}
cellcolor [{ -
centerOver {{ #1#2
columncolor [{ -
crampedsubstack { \substack{#1}
definecolor {{{ -
eqref { \text{(#1)}
framebox { \fbox{#1}
injlim - \operatorname*{inj\,lim}
intertext { \text{#1}\\
Ketbra {{ \ket{#1}\bra{#2}
ketbra {{ \ket{#1}\bra{#2}
liminf - \operatorname*{lim\,inf}
limsup - \operatorname*{lim\,sup}
mathchoice {{{{ #1
mathmakebox [[{ #3
MoveEqLeft [ -
overunderset {{{ \overset{#1}{\underset{#2}{#3}}
prescript {{{ {}^{#1}_{#2}#3
projlim - \operatorname*{proj\,lim}
pu { \text{#1}
ref { \text{#1}
rowcolor [{ -
shortintertext { \text{#1}\\
shortvdotswithin { \vdots
sideset {{{ {}#1\mathop{#3\nolimits#2}
skew {{{ #2{#3}
splitdfrac {{ {#1\atop#2}
splitfrac {{ {#1\atop#2}
stackbin {{ \overset{#1}{#2}
underoverset {{{ \underset{#1}{\overset{#2}{#3}}
varinjlim - \mathop{\underrightarrow{\lim}}
varliminf - \mathop{\underline{\lim}}
varlimsup - \mathop{\overline{\lim}}
varprojlim - \mathop{\underleftarrow{\lim}}
vdotswithin { \vdots
xmathstrut [{ -
"""
"""Commands, the arguments that they take, and what they stand for, `-` for nothing."""

_KNOWN = {
    name: _Macro(takes.strip("-"), _PIECE.findall(body if body != "-" else ""), [])
    for name, takes, body in (line.split(" ", 2) for line in _STAND_FOR.strip().split("\n"))
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
