"""Every TeX command and environment that is known: what it takes, and what is made of it.

A command that is in no table here is unknown, and its formula is shown as source. To add one, put
its name into the row of `COMMANDS` that says what it is, or its sign into `_SIGNS`. The signs are
those of pylatexenc, corrected by ours where they are wrong or missing.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import cache
from typing import NamedTuple

from pylatexenc.latex2text import get_default_latex_context_db

from vibe_tui.render.formula.nodes import SignKind


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
    SPACE = "white space"
    STACK = "lines one under the other"
    SWITCH = "a style for the rest of the group"
    TAG = "the number of an equation"
    TEXT = "text"
    TINTED = "its last argument: colours and addresses are dropped"
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
    "xhookleftarrow": "↩",
    "xhookrightarrow": "↪",
    "xtwoheadleftarrow": "↞",
    "xtwoheadrightarrow": "↠",
    "xleftharpoonup": "↼",
    "xleftharpoondown": "↽",
    "xrightharpoonup": "⇀",
    "xrightharpoondown": "⇁",
    "xleftrightharpoons": "⇋",
    "xrightleftharpoons": "⇌",
    "xrightleftarrows": "⇄",
    "xtofrom": "⇄",
    "xleftequilibrium": "⇋",
    "xrightequilibrium": "⇌",
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
    "underbar": ("\u0332", "_"),
    "underlinesegment": ("\u0332", "_"),
    "overlinesegment": ("\u0304", "‾"),
    "utilde": ("\u0330", "~"),
    "overrightarrow": ("\u20d7", "→"),
    "overleftarrow": ("\u20d6", "←"),
    "overleftrightarrow": ("\u20e1", "↔"),
    "Overrightarrow": ("", "⇒"),
    "overrightharpoon": ("\u20d1", "⇀"),
    "overleftharpoon": ("\u20d0", "↼"),
    "underrightarrow": ("\u20ef", "→"),
    "underleftarrow": ("\u20ee", "←"),
    "underleftrightarrow": ("\u034d", "↔"),
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
    "overbracket": ("", "⎴"),
    "underbracket": ("", "⎵"),
    "overgroup": ("", "⏠"),
    "undergroup": ("", "⏡"),
    "cancel": ("\u0338", "cancel"),
    "bcancel": ("\u20e5", "cancel"),
    "xcancel": ("\u0338", "cancel"),
    "sout": ("\u0336", "cancel"),
    "boxed": ("", "boxed"),
    "fbox": ("", "boxed"),
}
"""The mark that an accent puts on one sign, if any, and the sign that stands over or under more.

What crosses out or frames has the word that says so on one line instead."""

FENCES = {
    "pod": ("(", ")"),
    "set": ("{", "}"),
    "Set": ("{", "}"),
    "bra": ("⟨", "|"),
    "Bra": ("⟨", "|"),
    "ket": ("|", "⟩"),
    "Ket": ("|", "⟩"),
    "braket": ("⟨", "⟩"),
    "Braket": ("⟨", "⟩"),
    "abs": ("|", "|"),
    "norm": ("‖", "‖"),
}
"""What stands around the argument of a command."""

INFIXES = {"choose": ("(", ")"), "brack": ("[", "]"), "brace": ("{", "}"), "atop": ("", "")}
"""What stands around two things of which one is over the other; `over` has a bar."""


COMMANDS: tuple[tuple[Make, str, str], ...] = (
    (Make.FRACTION, "{{", "frac tfrac dfrac cfrac nicefrac sfrac"),
    (Make.BINOMIAL, "{{", "binom dbinom tbinom"),
    (Make.RADICAL, "[{", "sqrt"),
    (Make.ACCENT, "{", " ".join(ACCENTS)),
    (
        Make.TEXT,
        "{",
        "text textrm textbf textit texttt textsf textsc textnormal textmd textup textsl emph mbox "
        "hbox url",
    ),
    (
        Make.FONT,
        "{",
        "mathrm mathbf mathsf mathtt mathit mathnormal mathcal mathfrak mathbb mathscr mathds bm "
        "boldsymbol pmb bold mathbfit Bbb mathop mathbin mathrel mathord mathopen mathclose "
        "mathpunct mathinner mathsfit ensuremath smash vcenter mathclap mathllap mathrlap clap "
        "llap rlap mathreflectbox reflectbox",
    ),
    (Make.CIRCLED, "{", "textcircled"),
    (Make.FENCED, "{", " ".join(FENCES)),
    (Make.INFIX, "", "over " + " ".join(INFIXES)),
    (Make.PHANTOM, "{", "phantom hphantom"),
    (Make.SWITCH, "", "bf bfseries cal frak"),
    (
        Make.NOTHING,
        "",
        "displaystyle textstyle scriptstyle scriptscriptstyle rm it sf tt itshape rmfamily "
        "normalfont nonumber notag hline hdashline centering allowbreak nobreak relax mathstrut "
        "strut displaylimits tiny sixptsize scriptsize footnotesize small normalsize large Large "
        "LARGE huge Huge DOTSB DOTSI DOTSX allowdisplaybreaks noindent",
    ),
    (Make.NOTHING, "{", "color label vphantom"),
    (Make.NOTHING, "*{", "vspace"),
    (Make.TINTED, "{{", "textcolor colorbox href htmlClass htmlId htmlStyle htmlData raisebox"),
    (Make.TINTED, "{{{", "fcolorbox"),
    (
        Make.FENCE,
        "",
        "big Big bigg Bigg bigl Bigl biggl Biggl bigr Bigr biggr Biggr bigm Bigm biggm Biggm "
        "middle",
    ),
    (Make.LEFT, "", "left"),
    (Make.RIGHT, "", "right"),
    (Make.LIMITS, "", "limits nolimits"),
    (Make.NEGATION, "", "not centernot"),
    (
        Make.WORD,
        "",
        "arccos arcsin arctan arg cos cosh cot coth csc deg dim exp hom ker lg ln log sec sin sinh "
        "tan tanh arccot arsinh bmod mod arcctg arctg ch cosec cotg ctg cth sh tg th",
    ),
    (
        Make.LIMIT_WORD,
        "",
        "det gcd inf lim liminf limsup max min Pr sup argmax argmin plim injlim projlim varliminf "
        "varlimsup varinjlim varprojlim",
    ),
    (Make.OPERATOR, "*{", "operatorname"),
    (Make.OPERATOR, "{", "operatornamewithlimits"),
    (Make.MODULUS, "{", "pmod"),
    (Make.OVER, "{{", "overset stackrel"),
    (Make.UNDER, "{{", "underset"),
    (Make.ARROW, "[{", " ".join(ARROWS)),
    (Make.STACK, "{", "substack"),
    (Make.TAG, "*{", "tag"),
    (Make.SPACE, "*{", "hspace"),
    (
        Make.SPACE,
        "",
        ", : ; > ! / thinspace medspace thickspace negthinspace negmedspace negthickspace enspace "
        "enskip space nobreakspace quad qquad hfill hfil",
    ),
)
"""What is made of commands, the arguments they take as pylatexenc writes them, and their names."""

MADE_OF = {name: make for make, _, names in COMMANDS for name in names.split()} | dict.fromkeys(
    " \n\t", Make.SPACE
)
TAKES = {name: takes for _, takes, names in COMMANDS for name in names.split()}

WIDTHS = {
    **dict.fromkeys(("!", "/", "negthinspace", "negmedspace", "negthickspace"), ""),
    **dict.fromkeys(("quad", "hfil", "hfill"), "  "),
    "qquad": "    ",
}
"""White space that is not one blank wide."""


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
    "alignedat": _ALIGNED._replace(takes="{"),
    "alignat": _ALIGNED._replace(takes="{"),
    "alignat*": _ALIGNED._replace(takes="{"),
    "flalign": _ALIGNED,
    "flalign*": _ALIGNED,
    "eqnarray": Environment(99, "rcl"),
    "eqnarray*": Environment(99, "rcl"),
    "cases": Environment(2, "l", ("{", ""), ("{", "}")),
    "dcases": Environment(2, "l", ("{", ""), ("{", "}")),
    "rcases": Environment(2, "l", ("", "}"), ("{", "}")),
    "drcases": Environment(2, "l", ("", "}"), ("{", "}")),
    "matrix": Environment(99, "c", ("", ""), ("[", "]")),
    "smallmatrix": Environment(99, "c", ("", ""), ("[", "]")),
    "array": Environment(99, "c", ("", ""), ("[", "]"), "{"),
    "darray": Environment(99, "c", ("", ""), ("[", "]"), "{"),
    "subarray": Environment(1, "c", takes="{"),
    "pmatrix": Environment(99, "c", ("(", ")"), ("(", ")")),
    "bmatrix": Environment(99, "c", ("[", "]"), ("[", "]")),
    "Bmatrix": Environment(99, "c", ("{", "}"), ("{", "}")),
    "vmatrix": Environment(99, "c", ("|", "|"), ("|", "|")),
    "Vmatrix": Environment(99, "c", ("‖", "‖"), ("‖", "‖")),
}
ENVIRONMENTS |= {
    f"{name}matrix*": ENVIRONMENTS[f"{name}matrix"]._replace(takes="[")
    for name in ("", "p", "b", "B", "v", "V")
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
* *   [ [   ] ]   ( (   ) )   And &   LaTeX LaTeX   TeX TeX   KaTeX KaTeX
llbracket ⟦   rrbracket ⟧   lBrace ⦃   rBrace ⦄   lang ⟨   rang ⟩   lparen (   rparen )
lq ‘   rq ’   R ℝ   N ℕ   Z ℤ   Q ℚ   C ℂ   reals ℝ   Reals ℝ   natnums ℕ   cnums ℂ
Complex ℂ   sub ⊂
sube ⊆   supe ⊇   isin ∈   notni ∌   exist ∃   empty ∅   infin ∞   plusmn ±   sdot ⋅
real ℜ   image ℑ   weierp ℘   alef ℵ   alefsym ℵ   thetasym ϑ   sect §   yen ¥   bull •   Dagger ‡
clubs ♣   diamonds ♢   hearts ♡   spades ♠   maltese ✠   diagdown ╲   varvdots ⋮   angl ∠
larr ←   rarr →   uarr ↑   darr ↓   harr ↔   lrarr ↔   lArr ⇐   rArr ⇒   uArr ⇑   dArr ⇓   hArr ⇔
lrArr ⇔   Larr ⇐   Rarr ⇒   Uarr ⇑   Darr ⇓   Harr ⇔   Lrarr ⇔   mapsfrom ↤
dashleftarrow ⇠   dashrightarrow ⇢   origof ⊶   imageof ⊷   minuso ⦵
eqsim ≂   approxcolon ≈:   colonapprox :≈   Colonapprox ∷≈   colonsim :∼   Colonsim ∷∼   simcolon ∼:
approxcoloncolon ≈∷   coloncolonapprox ∷≈   coloncolonsim ∷∼   simcoloncolon ∼∷
colonequals ≔   coloncolonequals ∷=   Coloneqq ∷=   Coloneq ∷−   coloncolonminus ∷−   colonminus :−
equalscolon ≕   equalscoloncolon =∷   Eqqcolon =∷   Eqcolon −∷   minuscolon ∹   minuscoloncolon −∷
coloncolon ∷   dblcolon ∷   ratio :   ordinarycolon :   Doteq ≑   gggtr ⋙   llless ⋘
ncong ≆   nsim ≁   nleqq ≰   nleqslant ≰   ngeqq ≱   ngeqslant ≱   npreceq ⋠   nsucceq ⋡
nshortmid ∤   nshortparallel ∦   shortmid ∣   shortparallel ∥   nsubseteqq ⊈   nsupseteqq ⊉
lvertneqq ≨   gvertneqq ≩   precnsim ⋨   varsubsetneq ⊊   varsupsetneq ⊋   varsubsetneqq ⫋
varsupsetneqq ⫌   smallfrown ⌢   smallsmile ⌣   doublebarwedge ⩞   doublecap ⋒   doublecup ⋓
% %   divides ∣   backslash \\   Box □   bullet •   cdot ⋅   clubsuit ♣   ddagger ‡   Diamond ◇
diamondsuit ♢   gets ←   hbar ℏ   heartsuit ♡   Im ℑ   imath ı   Join ⨝   jmath ȷ   land ∧
leadsto ⇝   lor ∨   models ⊨   ne ≠   neg ¬   owns ∋   prime ′   Re ℜ   smallint ∫   spadesuit ♠
triangle △   unlhd ⊴   unrhd ⊵   mathdollar $   mathparagraph ¶   mathsection §   mathsterling £
mathunderscore _
cdotp ⋅   centerdot ⋅   ldotp .   mathellipsis …   dotsx …   intop ∫
varGamma Γ   varDelta Δ   varTheta Θ   varLambda Λ   varXi Ξ   varPi Π   varSigma Σ   varUpsilon Υ
varPhi Φ   varPsi Ψ   varOmega Ω
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
    return _OWN.get(command) or _pylatexenc().get(command, "")


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
