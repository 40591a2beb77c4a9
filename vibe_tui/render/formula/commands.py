"""Every TeX command and environment that is known: what it takes, and what is made of it.

A command that is in no table here is unknown, and its formula is shown as source. To add one, put
its name into the row of `COMMANDS` that says what it is, or its sign into `_SIGNS`. The signs are
those of TeXicode and pylatexenc, corrected by ours where they are wrong or missing.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import cache
from typing import NamedTuple

from pylatexenc.latex2text import get_default_latex_context_db
from texicode.symbols_art import symbols

from vibe_tui.render.formula.nodes import SignKind


class Make(Enum):
    """What is made of a command."""

    ACCENT = "a mark over or under its argument"
    ARROW = "a relation with text over and under it"
    BINOMIAL = "one over the other in parentheses"
    FENCE = "a fence of a size that TeX chooses itself"
    FONT = "its argument: letters are plain ones in every font"
    FRACTION = "one over the other with a bar"
    LEFT = "the first of a pair of fences, which grow"
    LIMIT_WORD = "its own name, with scripts over and under it"
    LIMITS = "scripts over and under what stands before it, or beside"
    MODULUS = "`mod` in parentheses"
    NEGATION = "what follows, crossed out"
    NOTHING = "nothing: a change of fonts, of spacing, a label"
    OPERATOR = "the word of a function"
    OVER = "the second argument under the first"
    RADICAL = "a root, perhaps of a degree"
    RIGHT = "the second of a pair of fences"
    SPACE = "white space"
    STACK = "lines one under the other"
    TAG = "the number of an equation"
    TEXT = "text"
    TINTED = "its second argument: colours are dropped"
    UNDER = "the second argument over the first"
    WORD = "its own name, the word of a function"


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

ACCENTS = {
    "hat": ("\u0302", "^"),
    "widehat": ("\u0302", "^"),
    "tilde": ("\u0303", "~"),
    "widetilde": ("\u0303", "~"),
    "bar": ("\u0304", "‾"),
    "overline": ("\u0304", "‾"),
    "underline": ("\u0332", "_"),
    "vec": ("\u20d7", "→"),
    "overrightarrow": ("\u20d7", "→"),
    "overleftarrow": ("\u20d6", "←"),
    "dot": ("\u0307", "˙"),
    "ddot": ("\u0308", "¨"),
    "dddot": ("\u20db", "⃛"),
    "check": ("\u030c", "ˇ"),
    "widecheck": ("\u030c", "ˇ"),
    "breve": ("\u0306", "˘"),
    "acute": ("\u0301", "´"),
    "grave": ("\u0300", "`"),
    "mathring": ("\u030a", "˚"),
    "overbrace": ("", "⏞"),
    "underbrace": ("", "⏟"),
}
"""The mark that an accent puts on one sign, if any, and the sign that stands over or under more."""


COMMANDS: tuple[tuple[Make, str, str], ...] = (
    (Make.FRACTION, "{{", "frac tfrac dfrac cfrac nicefrac sfrac"),
    (Make.BINOMIAL, "{{", "binom dbinom tbinom"),
    (Make.RADICAL, "[{", "sqrt"),
    (Make.ACCENT, "{", " ".join(ACCENTS)),
    (
        Make.TEXT,
        "{",
        "text textrm textbf textit texttt textsf textsc textnormal textmd textup textsl emph mbox "
        "hbox fbox",
    ),
    (
        Make.FONT,
        "{",
        "mathrm mathbf mathsf mathtt mathit mathnormal mathcal mathfrak mathbb mathscr mathds bm "
        "boldsymbol pmb bold mathbfit Bbb mathop mathbin mathrel mathord mathopen mathclose "
        "mathpunct mathinner ensuremath boxed smash",
    ),
    (
        Make.NOTHING,
        "",
        "displaystyle textstyle scriptstyle scriptscriptstyle bf rm it sf tt cal bfseries itshape "
        "rmfamily normalfont nonumber notag hline centering allowbreak relax mathstrut strut "
        "displaylimits small large normalsize footnotesize",
    ),
    (Make.NOTHING, "{", "color label"),
    (Make.TINTED, "{{", "textcolor"),
    (
        Make.FENCE,
        "",
        "big Big bigg Bigg bigl Bigl biggl Biggl bigr Bigr biggr Biggr bigm Bigm biggm Biggm "
        "middle",
    ),
    (Make.LEFT, "", "left"),
    (Make.RIGHT, "", "right"),
    (Make.LIMITS, "", "limits nolimits"),
    (Make.NEGATION, "", "not"),
    (
        Make.WORD,
        "",
        "arccos arcsin arctan arg cos cosh cot coth csc deg dim exp hom ker lg ln log sec sin sinh "
        "tan tanh arccot arsinh bmod mod",
    ),
    (Make.LIMIT_WORD, "", "det gcd inf lim liminf limsup max min Pr sup argmax argmin"),
    (Make.OPERATOR, "*{", "operatorname"),
    (Make.MODULUS, "{", "pmod"),
    (Make.OVER, "{{", "overset stackrel"),
    (Make.UNDER, "{{", "underset"),
    (Make.ARROW, "[{", " ".join(ARROWS)),
    (Make.STACK, "{", "substack"),
    (Make.TAG, "{", "tag"),
    (Make.SPACE, "{", "hspace"),
    (
        Make.SPACE,
        "",
        ", : ; > ! / thinspace medspace thickspace negthinspace enspace enskip space nobreakspace "
        "quad qquad",
    ),
)
"""What is made of commands, the arguments they take as pylatexenc writes them, and their names."""

MADE_OF = {name: make for make, _, names in COMMANDS for name in names.split()} | {" ": Make.SPACE}

WIDTHS = {"!": "", "/": "", "negthinspace": "", "quad": "  ", "qquad": "    "}
"""White space that is not one blank wide."""


class Environment(NamedTuple):
    """The rows between `\\begin` and `\\end`.

    A row has at most so many `columns`, set as `aligns` says in turn. `fences` stand around all;
    on one line those of `flat` do.
    """

    columns: int
    aligns: str
    fences: tuple[str, str] = ("", "")
    flat: tuple[str, str] = ("", "")

    @property
    def is_lines(self) -> bool:
        """Whether its rows are lines of running formulas, which may be broken one by one."""
        return self.columns == 1 or self.aligns.startswith("r")


_ALIGNED = Environment(99, "rl")
_LINES = Environment(1, "l")
_GATHERED = Environment(1, "c")
ENVIRONMENTS = {
    "": _LINES,
    "equation": _LINES,
    "equation*": _LINES,
    "multline": _LINES,
    "multline*": _LINES,
    "substack": _GATHERED,
    "gathered": _GATHERED,
    "gather": _GATHERED,
    "gather*": _GATHERED,
    "aligned": _ALIGNED,
    "align": _ALIGNED,
    "align*": _ALIGNED,
    "split": _ALIGNED,
    "alignedat": _ALIGNED,
    "eqnarray": Environment(99, "rcl"),
    "eqnarray*": Environment(99, "rcl"),
    "cases": Environment(2, "l", ("{", ""), ("{", "}")),
    "dcases": Environment(2, "l", ("{", ""), ("{", "}")),
    "rcases": Environment(2, "l", ("", "}"), ("{", "}")),
    "matrix": Environment(99, "c", ("", ""), ("[", "]")),
    "smallmatrix": Environment(99, "c", ("", ""), ("[", "]")),
    "array": Environment(99, "c", ("", ""), ("[", "]")),
    "pmatrix": Environment(99, "c", ("(", ")"), ("(", ")")),
    "bmatrix": Environment(99, "c", ("[", "]"), ("[", "]")),
    "Bmatrix": Environment(99, "c", ("{", "}"), ("{", "}")),
    "vmatrix": Environment(99, "c", ("|", "|"), ("|", "|")),
    "Vmatrix": Environment(99, "c", ("‖", "‖"), ("‖", "‖")),
}
"""All environments; lines parted by `\\\\` alone have no name."""

_SIGNS = """
| ‖   Vert ‖   lbrace {   rbrace }   lbrack [   rbrack ]   lgroup (   rgroup )   lvert |
rvert |   vert |
parallel ∥   mid ∣   perp ⊥   bot ⊥   rhd ▷   lhd ◁   triangleleft ◁   triangleright ▷
preceq ⪯   succeq ⪰   vDash ⊨   varpropto ∝   thickapprox ≈   thicksim ∼   lll ⋘   ggg ⋙
lt <   gt >   coloneqq ≔   coloneq ≔   eqqcolon ≕   eqcolon ≕   vcentcolon :   colon :
iff ⟺   implies ⟹   impliedby ⟸   longleftarrow ⟵   longrightarrow ⟶   longleftrightarrow ⟷
longmapsto ⟼   restriction ↾   upharpoonleft ↿
setminus ∖   diamond ⋄   bigsqcup ⨆   biguplus ⨄   bigodot ⨀   bigoplus ⨁   bigotimes ⨂
idotsint ∫⋯∫   oiint ∯   oiiint ∰   dotsc …   dotsb ⋯
eth ð   ddag ‡   S §   P ¶   pounds £   copyright ©   circledR ®   checkmark ✓   degree °
bigstar ★   blacktriangleright ▸   Finv Ⅎ   Game ⅁   Bbbk 𝕜   textbackslash \\
"""
"""Commands, each with the sign that it stands for."""

_WORDS = _SIGNS.split()
_OWN = dict(zip(_WORDS[::2], _WORDS[1::2], strict=True))

LIMITS = "∑∏∐⋃⋂⋁⋀⨁⨂⨀⨄⨆"
INTEGRALS = ("∫", "∬", "∭", "∮", "∯", "∰", "∫⋯∫")

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


def sign_kind(sign: str) -> SignKind:
    """What a single sign does in a formula."""
    if sign in "([{⟨⌊⌈⟦⌜⌞〚（":
        return SignKind.OPEN
    if sign in ")]}⟩⌋⌉⟧⌝⌟〛）":
        return SignKind.CLOSE
    if sign in ",;，；、":
        return SignKind.COMMA
    if sign in LIMITS or sign in INTEGRALS:
        return SignKind.LARGE
    if _RELATION.fullmatch(sign):
        return SignKind.RELATION
    if _BINARY.fullmatch(sign):
        return SignKind.BINARY
    return SignKind.ORDINARY
