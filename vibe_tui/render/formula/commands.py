"""Every TeX command, environment and sign that is known, and what is made of it.

They stand in `commands.txt`, a row for each group of names: `make`, what is made of commands (a
name of `Make`), the arguments that they take, and they; `rows`, an environment's columns, aligns,
fences, flat fences and arguments; `accent`, the mark that it puts on one sign and the sign that
stands over or under more; `arrow`; `fenced` and `infix`, what stands around; `space`, how many
blanks; `macro`, what is to be read in place of a command. An argument is `{`, one that may be left
out `[`, a star that may stand there `*`. Signs that show nothing are code points, and `-` stands
for nothing. What is neither there nor in `signs.txt`, where commands stand that are one sign, is
unknown, and its formula is shown as source.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import cache
from pathlib import Path
from typing import NamedTuple


class Make(Enum):
    """What is made of a command."""

    ACCENT = "a mark over or under its argument"
    ARROW = "a relation with text over and under it"
    BINOMIAL = "one over the other in parentheses"
    CIRCLED = "its argument in a circle"
    FENCE = "a fence of a size that TeX chooses itself"
    FENCED = "its argument between fences of its own"
    FONT = "its argument, whose letters may have a style"
    FRACTION = "one over the other with a bar"
    GENERAL = "one over the other, with fences and a bar or none"
    INFIX = "what stands before it in the group over what stands behind"
    LEFT = "the first of a pair of fences, which grow"
    LIMIT_WORD = "its own name, with scripts over and under it"
    LIMITS = "scripts over and under what stands before it, or beside"
    MODULUS = "`mod` in parentheses"
    NEGATION = "what follows, crossed out"
    NOTHING = "nothing: a change of fonts, of spacing, a label"
    OPERATOR = "the word of a function"
    OVER = "the second argument under the first"
    PHANTOM = "white space as wide as its argument"
    RADICAL = "a root, perhaps of a degree"
    RIGHT = "the second of a pair of fences"
    RULE = "a line, or the height of one that is not seen"
    SPACE = "white space"
    STACK = "lines one under the other"
    SWITCH = "a style for the rest of the group"
    TAG = "the number of an equation"
    TEXT = "text"
    TINTED = "its last argument: colours and addresses are dropped"
    UNDER = "the second argument over the first"
    WORD = "its own name, the word of a function"


_DATA = Path(__file__).with_name("commands.txt").read_text("utf-8").splitlines()


def rows_of(kind: str, fields: int = -1) -> list[list[str]]:
    """The rows of `commands.txt` of a kind, as at most so many fields and the rest of the line."""
    start = f"{kind} "
    rows = [line.removeprefix(start) for line in _DATA if line.startswith(start)]
    return [[_field(part) for part in row.split(" ", fields)] for row in rows]


def _field(text: str) -> str:
    return chr(int(text[2:], 16)) if text.startswith("U+") else "" if text == "-" else text


ARROWS = dict(rows_of("arrow"))
ACCENTS = {name: (mark, sign) for name, mark, sign in rows_of("accent")}
FENCES = {name: (left, right) for name, left, right in rows_of("fenced")}
INFIXES = {name: (left, right) for name, left, right in rows_of("infix")}
WIDTHS = {name: " " * int(cells) for cells, *names in rows_of("space") for name in names}
"""White space that is not one blank wide."""

_COMMANDS = [
    *[(Make[make], takes, names) for make, takes, *names in rows_of("make")],
    (Make.ACCENT, "{", [*ACCENTS]),
    (Make.ARROW, "[{", [*ARROWS]),
    (Make.FENCED, "{", [*FENCES]),
    (Make.INFIX, "", [*INFIXES]),
]
MADE_OF = {name: make for make, _, names in _COMMANDS for name in names}
MADE_OF |= dict.fromkeys(" \n\t", Make.SPACE)
TAKES = {name: takes for _, takes, names in _COMMANDS for name in names}


class Environment(NamedTuple):
    """The rows between `\\begin` and `\\end`.

    A row has at most so many `columns`, set as `aligns` says in turn. `fences` stand around all;
    on one line those of `flat` do. `takes` are its arguments, as in `COMMANDS`.
    """

    columns: int
    aligns: str
    fences: tuple[str, str] = ("", "")
    flat: tuple[str, str] = ("", "")
    takes: str = ""

    def starts_pair(self, column: int) -> bool:
        """Whether an equation of a row begins in a column that is not its first."""
        return self.aligns.startswith("r") and column > 0 and column % len(self.aligns) == 0

    @property
    def is_lines(self) -> bool:
        """Whether its rows are lines of running formulas, which may be broken one by one."""
        return self.columns == 1 or self.aligns.startswith("r")


def _fences(pair: str) -> tuple[str, str]:
    return _field(pair[:1]), _field(pair[1:])


ENVIRONMENTS = {
    name: Environment(int(columns), aligns, _fences(fences), _fences(flat), takes)
    for columns, aligns, fences, flat, takes, *names in rows_of("rows")
    for name in names
}
ENVIRONMENTS[""] = ENVIRONMENTS["equation"]
"""All environments; lines parted by `\\\\` alone have no name."""


class SignKind(Enum):
    """What a sign does in a formula, which decides the space beside it and where lines break."""

    ORDINARY = "ordinary"
    WORD = "word"
    LARGE = "large"
    BINARY = "binary"
    RELATION = "relation"
    OPEN = "open"
    CLOSE = "close"
    COMMA = "comma"
    SPACE = "space"


LIMITS = "∑∏∐⋃⋂⋁⋀⨁⨂⨀⨄⨆"
INTEGRALS = ("∫", "∬", "∭", "∮", "∯", "∰", "∫⋯∫")

_RELATION = re.compile("[=<>:∈-∍∝∣-∦∴-∷∹-≿⊀-⊋⊏-⊒⊢⊣⊦-⊸⋈⋍⋐⋑⋔⋖-⋭←-⇿⟂⟵-⟿⤀-⥿⩵-⫛⊥⟺⌢⌣]")
_BINARY = re.compile("[-+±∓×÷·⋅∗*∘∙•∖⧵≀⊎⊓⊔⊕-⊡∧∨∩∪⋆⋄∔⨿⋉⋊†‡/−]")


@cache
def _signs() -> dict[str, str]:
    words = Path(__file__).with_name("signs.txt").read_text("utf-8").split()
    signs = (chr(int(sign[2:], 16)) if sign.startswith("U+") else sign for sign in words[1::2])
    return dict(zip(words[::2], signs, strict=True))


def sign_of(command: str) -> str:
    """The sign that `command` stands for, empty where it is unknown."""
    return _signs().get(command, "")


def sign_kind(sign: str) -> SignKind:
    """What a single sign does in a formula."""
    if sign in "([{⟨⌊⌈⟦⌜⌞〚（⦃":
        return SignKind.OPEN
    if sign in ")]}⟩⌋⌉⟧⌝⌟〛）⦄":
        return SignKind.CLOSE
    if sign in ",;，；、":
        return SignKind.COMMA
    if sign in LIMITS or sign in INTEGRALS:
        return SignKind.LARGE
    if _RELATION.match(sign) or _RELATION.match(sign[-1]):
        return SignKind.RELATION
    if _BINARY.fullmatch(sign):
        return SignKind.BINARY
    return SignKind.ORDINARY


def circled(text: str) -> str:
    """A letter or a number in a circle; anything else in parentheses."""
    if text.isdecimal() and 0 < int(text) <= 20:
        return chr(0x245F + int(text))
    if len(text) == 1 and text.isascii() and text.isalpha():
        return chr((0x24B6 - 65 if text.isupper() else 0x24D0 - 97) + ord(text))
    return f"({text})"
