"""The signs that commands stand for, and what a sign does in a formula.

The commands stand in `signs.txt`, each with its sign, one that shows nothing by its code point.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from vibe_tui.render.formula.nodes import SignKind

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
