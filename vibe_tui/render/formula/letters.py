"""The styles of letters: bold, calligraphic, blackboard and Fraktur ones as Unicode's own signs.

In a tree a letter of a style is its sign of the mathematical alphabets, one character and one cell
for each. What is drawn shows bold ones as plain letters in bold and the others as their signs. The
words of a page, which are copied, found and quoted in notes, are plain letters.
"""

from __future__ import annotations

import re
import string
import unicodedata
from dataclasses import replace
from itertools import groupby

from vibe_tui.render.blocks import Atom, Look, Run

_CLUSTER = re.compile(".[\u0300-\u036f\u20d0-\u20ff]*", re.DOTALL)
_LATIN = string.ascii_uppercase + string.ascii_lowercase
_GREEK = "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡϴΣΤΥΦΧΨΩ∇αβγδεζηθικλμνξοπρςστυφχψω∂ϵϑϰϕϱϖ"


def _alphabet(first: int, plain: str) -> dict[str, str]:
    """The signs from `first` on; those that Unicode has elsewhere are left to `_ELSEWHERE`."""
    signs = {letter: chr(first + place) for place, letter in enumerate(plain)}
    return {letter: sign for letter, sign in signs.items() if unicodedata.name(sign, "")}


_BOLD = {
    **_alphabet(0x1D400, _LATIN),
    **_alphabet(0x1D6A8, _GREEK),
    **_alphabet(0x1D7CE, string.digits),
}
_SCRIPT = _alphabet(0x1D49C, _LATIN) | dict(zip("BEFHILMRego", "ℬℰℱℋℐℒℳℛℯℊℴ", strict=True))
_DOUBLE = {
    **_alphabet(0x1D538, _LATIN),
    **_alphabet(0x1D7D8, string.digits),
    **dict(zip("CHNPQRZ", "ℂℍℕℙℚℝℤ", strict=True)),
}
_FRAKTUR = _alphabet(0x1D504, _LATIN) | dict(zip("CHIRZ", "ℭℌℑℜℨ", strict=True))

_STYLES = (
    (
        "mathbf bm boldsymbol pmb bold mathbfit textbf bf bfseries mathbfup mathbfsf mathbfsfup "
        "mathbfsfit symbf symbfup symbfit symbfsf symbfsfup symbfsfit",
        _BOLD,
    ),
    ("mathcal mathscr cal scr mathbfcal mathbfscr symcal symscr symbfcal symbfscr", _SCRIPT),
    ("mathbb mathds Bbb symbb", _DOUBLE),
    ("mathfrak frak mathbffrak symfrak symbffrak", _FRAKTUR),
)
_TABLES = {name: str.maketrans(signs) for names, signs in _STYLES for name in names.split()}
_UNBOLD = str.maketrans({sign: letter for letter, sign in _BOLD.items()})

_NAMES = {
    sign: name
    for name, signs in (
        ("bold", _BOLD),
        ("script", _SCRIPT),
        ("double-struck", _DOUBLE),
        ("fraktur", _FRAKTUR),
    )
    for sign in signs.values()
}
_PLAIN = _UNBOLD | str.maketrans(
    {sign: letter for signs in (_SCRIPT, _DOUBLE, _FRAKTUR) for letter, sign in signs.items()}
)


def in_style(text: str, command: str) -> str:
    """`text` in the style that a font command sets; as it is for one that sets none."""
    table = _TABLES.get(command)
    return text.translate(table) if table is not None else text


def has_style(command: str) -> bool:
    """Whether a font command changes what letters look like here."""
    return command in _TABLES


def plain_letters(text: str) -> str:
    """`text` with a plain letter for each that has a style, as long as before."""
    return text if text.isascii() else text.translate(_PLAIN)


def style_of(text: str) -> str:
    """The style of the first letter of a text, as MathML names it; empty for a plain one."""
    return "" if text.isascii() else _NAMES.get(text[0], "")


def runs_of(atom: Atom, start: int, end: int, at: int) -> list[Run]:
    """The runs of a stretch of an atom whose text starts at `at`, -1 for one in no words."""
    at = at + start if at >= 0 else -1
    if not atom.drawn:
        return [Run(atom.text[start:end], atom.look, at)]
    return styled_runs(atom.drawn[start:end], atom.look, at)


def styled_runs(text: str, look: Look, at: int = -1) -> list[Run]:
    """The runs of a text of formulas: bold signs are plain letters in a bold look."""
    if text.isascii():
        return [Run(text, look, at)]
    runs: list[Run] = []
    start = 0
    for bold, part in groupby(
        _CLUSTER.findall(text), key=lambda cluster: ord(cluster[0]) in _UNBOLD
    ):
        stretch = "".join(part)
        shown = replace(look, bold=True) if bold else look
        runs.append(Run(stretch.translate(_UNBOLD), shown, at + start if at >= 0 else -1))
        start += len(stretch)
    return runs
