"""What a TeX command stands for: one Unicode sign, a word, a mark or a shape.

The signs are those of TeXicode and pylatexenc, corrected where they are wrong or missing. A command
that is in none of the tables here is unknown, and its formula is shown as source.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import cache

from pylatexenc.latex2text import get_default_latex_context_db
from texicode.symbols_art import symbols


class Kind(Enum):
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


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_OWN = {
    "|": "‖",
    "parallel": "∥",
    "Vert": "‖",
    "mid": "∣",
    "perp": "⊥",
    "bot": "⊥",
    "setminus": "∖",
    "rhd": "▷",
    "lhd": "◁",
    "iff": "⟺",
    "implies": "⟹",
    "impliedby": "⟸",
    "longleftarrow": "⟵",
    "longrightarrow": "⟶",
    "longleftrightarrow": "⟷",
    "longmapsto": "⟼",
    "restriction": "↾",
    "eth": "ð",
    "diamond": "⋄",
    "triangleleft": "◁",
    "triangleright": "▷",
    "preceq": "⪯",
    "succeq": "⪰",
    "coloneqq": "≔",
    "coloneq": "≔",
    "eqqcolon": "≕",
    "eqcolon": "≕",
    "vcentcolon": ":",
    "colon": ":",
    "lt": "<",
    "gt": ">",
    "varpropto": "∝",
    "thickapprox": "≈",
    "thicksim": "∼",
    "lll": "⋘",
    "ggg": "⋙",
    "ddag": "‡",
    "S": "§",
    "P": "¶",
    "pounds": "£",
    "copyright": "©",
    "checkmark": "✓",
    "degree": "°",
    "bigstar": "★",
    "blacktriangleright": "▸",
    "bigsqcup": "⨆",
    "biguplus": "⨄",
    "bigodot": "⨀",
    "bigoplus": "⨁",
    "bigotimes": "⨂",
    "idotsint": "∫⋯∫",
    "oiint": "∯",
    "oiiint": "∰",
    "upharpoonleft": "↿",
    "circledR": "®",
    "Finv": "Ⅎ",
    "Game": "⅁",
    "Bbbk": "𝕜",
    "vDash": "⊨",
    "lbrace": "{",
    "rbrace": "}",
    "lbrack": "[",
    "rbrack": "]",
    "lgroup": "(",
    "rgroup": ")",
    "lvert": "|",
    "rvert": "|",
    "vert": "|",
    "dotsc": "…",
    "dotsb": "⋯",
    "textbackslash": "\\",
}

WORDS = _names(
    "arccos arcsin arctan arg cos cosh cot coth csc deg dim exp hom ker lg ln log sec sin sinh "
    "tan tanh arccot arsinh"
)
LIMIT_WORDS = _names("det gcd inf lim liminf limsup max min Pr sup argmax argmin")
LIMITS = "∑∏∐⋃⋂⋁⋀⨁⨂⨀⨄⨆"
INTEGRALS = ("∫", "∬", "∭", "∮", "∯", "∰", "∫⋯∫")

ACCENTS = {
    "hat": "\u0302",
    "widehat": "\u0302",
    "tilde": "\u0303",
    "widetilde": "\u0303",
    "bar": "\u0304",
    "overline": "\u0305",
    "underline": "\u0332",
    "vec": "\u20d7",
    "overrightarrow": "\u20d7",
    "overleftarrow": "\u20d6",
    "dot": "\u0307",
    "ddot": "\u0308",
    "dddot": "\u20db",
    "check": "\u030c",
    "widecheck": "\u030c",
    "breve": "\u0306",
    "acute": "\u0301",
    "grave": "\u0300",
    "mathring": "\u030a",
}
TEXTS = _names(
    "text textrm textbf textit texttt textsf textsc textnormal textmd textup textsl emph mbox "
    "hbox fbox"
)
FONTS = _names(
    "mathrm mathbf mathsf mathtt mathit mathnormal mathcal mathfrak mathbb mathscr mathds bm "
    "boldsymbol pmb bold mathbfit Bbb mathop mathbin mathrel mathord mathopen mathclose "
    "mathpunct mathinner ensuremath boxed smash"
)
SWITCHES = _names(
    "displaystyle textstyle scriptstyle scriptscriptstyle bf rm it sf tt cal bfseries itshape "
    "rmfamily normalfont limits nolimits nonumber notag hline centering allowbreak relax "
    "mathstrut strut displaylimits small large normalsize footnotesize"
)
SIZES = _names(
    "big Big bigg Bigg bigl Bigl biggl Biggl bigr Bigr biggr Biggr bigm Bigm biggm Biggm"
)
SPACES = {
    ",": " ",
    ":": " ",
    ";": " ",
    ">": " ",
    " ": " ",
    "!": "",
    "/": "",
    "thinspace": " ",
    "medspace": " ",
    "thickspace": " ",
    "negthinspace": "",
    "enspace": " ",
    "enskip": " ",
    "space": " ",
    "nobreakspace": " ",
    "quad": "  ",
    "qquad": "    ",
}
ARROWS = {
    "xrightarrow": "→",
    "xleftarrow": "←",
    "xRightarrow": "⇒",
    "xLeftarrow": "⇐",
    "xleftrightarrow": "↔",
    "xLeftrightarrow": "⇔",
    "xmapsto": "↦",
    "xlongequal": "=",
}

_RELATION = re.compile("[=<>:∈-∍∝∣-∦∴-∷∹-≿⊀-⊋⊏-⊒⊢⊣⊦-⊸⋈⋍⋐⋑⋔⋖-⋭←-⇿⟂⟵-⟿⤀-⥿⩵-⫛⊥⟺⌢⌣]")
_BINARY = re.compile("[-+±∓×÷·⋅∗*∘∙•∖⧵≀⊎⊓⊔⊕-⊡∧∨∩∪⋆⋄∔⨿⋉⋊†‡/−]")


@cache
def _pylatexenc() -> dict[str, str]:
    known: dict[str, str] = {}
    for spec in get_default_latex_context_db().iter_macro_specs():
        sign = spec.simplify_repl
        if isinstance(sign, str) and len(sign) == 1 and (not sign.isascii() or sign in "&$#_{}"):
            known.setdefault(spec.macroname, sign)
    return known


def sign_of(command: str) -> str:
    """The sign that `command` stands for, empty where it is unknown."""
    if command in _OWN:
        return _OWN[command]
    drawn = "".join(symbols.get(command, ())).strip()
    return drawn if len(drawn) == 1 else _pylatexenc().get(command, "")


def kind_of(sign: str) -> Kind:
    """What a single sign does in a formula."""
    if sign in "([{⟨⌊⌈⟦⌜⌞〚（":
        return Kind.OPEN
    if sign in ")]}⟩⌋⌉⟧⌝⌟〛）":
        return Kind.CLOSE
    if sign in ",;，；、":
        return Kind.COMMA
    if sign in LIMITS or sign in INTEGRALS:
        return Kind.LARGE
    if _RELATION.fullmatch(sign):
        return Kind.RELATION
    if _BINARY.fullmatch(sign):
        return Kind.BINARY
    return Kind.ORDINARY
