"""Every TeX command and environment that is known: what it takes, and what is made of it.

A command that is in no table here, in `signs` or in `pieces` is unknown, and its formula is shown
as source. To add one, put its name into the row of `COMMANDS` that says what it is.
"""

from __future__ import annotations

from enum import Enum
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
    "xRightleftharpoons": "⇌",
    "xLeftrightharpoons": "⇋",
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
    "ddddot": ("\u20dc", "⃜"),
    "check": ("\u030c", "ˇ"),
    "widecheck": ("\u030c", "ˇ"),
    "breve": ("\u0306", "˘"),
    "acute": ("\u0301", "´"),
    "grave": ("\u0300", "`"),
    "mathring": ("\u030a", "˚"),
    **{
        name: (mark, mark)
        for name, mark in (
            *zip("'`^\"~=.", "\u0301\u0300\u0302\u0308\u0303\u0304\u0307", strict=True),
            *zip("Hcruv", "\u030b\u0327\u030a\u0306\u030c", strict=True),
        )
    },
    "overparen": ("", "⏜"),
    "underparen": ("", "⏝"),
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
        "text textrm textbf textit texttt textsf textsc textnormal textmd textsl emph mbox "
        "hbox url textup textllap textrlap textclap",
    ),
    (
        Make.FONT,
        "{",
        "mathrm mathbf mathsf mathtt mathit mathnormal mathcal mathfrak mathbb mathscr mathds bm "
        "boldsymbol pmb bold mathbfit Bbb mathop mathbin mathrel mathord mathopen mathclose "
        "mathpunct mathinner mathsfit ensuremath vcenter mathclap mathllap mathrlap clap "
        "llap rlap mathreflectbox reflectbox mathmbox cramped shoveleft shoveright mathup mathbfup "
        "mathbffrak mathbfscr mathsfup mathbfsf mathbfsfup mathbfsfit mathbfcal symrm symup "
        "symnormal symbf symbfup symit symbfit symbb symfrak symbffrak symscr symbfscr symsf "
        "symsfup symbfsf symbfsfup symsfit symbfsfit symtt symcal symbfcal "
        "blue red green orange pink purple gray",
    ),
    (Make.FONT, "[{", "smash crampedllap crampedrlap crampedclap"),
    (Make.CIRCLED, "{", "textcircled"),
    (Make.FENCED, "{", " ".join(FENCES)),
    (Make.INFIX, "", "over " + " ".join(INFIXES)),
    (Make.PHANTOM, "{", "phantom hphantom"),
    (Make.SWITCH, "", "bf bfseries cal frak scr"),
    (
        Make.NOTHING,
        "",
        "displaystyle textstyle scriptstyle scriptscriptstyle rm it sf tt itshape rmfamily "
        "normalfont nonumber notag hline hdashline centering allowbreak nobreak relax mathstrut "
        "strut displaylimits tiny sixptsize scriptsize footnotesize small normalsize large Large "
        "LARGE huge Huge Tiny DOTSB DOTSI DOTSX allowdisplaybreaks noindent mit oldstyle "
        "begingroup endgroup bgroup egroup global long protect",
    ),
    (Make.NOTHING, "{", "color label vphantom cline"),
    (Make.NOTHING, "*{", "vspace"),
    (
        Make.TINTED,
        "{{",
        "textcolor colorbox href htmlClass htmlId htmlStyle htmlData raisebox class style cssId",
    ),
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
        "det gcd inf lim max min Pr sup argmax argmin plim",
    ),
    (Make.OPERATOR, "*{", "operatorname"),
    (Make.OPERATOR, "{", "operatornamewithlimits"),
    (Make.MODULUS, "{", "pmod"),
    (Make.OVER, "{{", "overset stackrel"),
    (Make.UNDER, "{{", "underset"),
    (Make.ARROW, "[{", " ".join(ARROWS)),
    (Make.STACK, "{", "substack matrix pmatrix cases eqalign eqalignno displaylines"),
    (Make.GENERAL, "{{{{{{", "genfrac"),
    (Make.RULE, "[{{", "rule"),
    (Make.RULE, "{{{", "Rule Space"),
    (Make.TAG, "*{", "tag"),
    (Make.SPACE, "*{", "hspace mspace"),
    (
        Make.SPACE,
        "",
        ", : ; > ! / thinspace medspace thickspace negthinspace negmedspace negthickspace enspace "
        "enskip space nobreakspace quad qquad hfill hfil",
    ),
)
"""What is made of commands, the arguments they take, and their names.

An argument is `{`, one that may be left out `[`, a star that may stand there `*`.
"""

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

    def starts_pair(self, column: int) -> bool:
        """Whether an equation of a row begins in a column that is not its first."""
        return self.aligns.startswith("r") and column > 0 and column % len(self.aligns) == 0

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
    "math": _LINES,
    "displaymath": _LINES,
    "subequations": _LINES,
    "multline": _LINES,
    "multline*": _LINES,
    "substack": _GATHERED,
    "gathered": _GATHERED,
    "gather": _GATHERED,
    "lgathered": _LINES,
    "rgathered": Environment(1, "r"),
    "displaylines": _GATHERED,
    "multlined": _LINES,
    "gather*": _GATHERED,
    "aligned": _ALIGNED,
    "align": _ALIGNED,
    "align*": _ALIGNED,
    "split": _ALIGNED,
    "alignedat": _ALIGNED._replace(takes="{"),
    "alignat": _ALIGNED._replace(takes="{"),
    "alignat*": _ALIGNED._replace(takes="{"),
    "xalignat": _ALIGNED._replace(takes="{"),
    "xalignat*": _ALIGNED._replace(takes="{"),
    "xxalignat": _ALIGNED._replace(takes="{"),
    "spreadlines": _ALIGNED._replace(takes="{"),
    "eqalign": _ALIGNED,
    "eqalignno": _ALIGNED,
    "flalign": _ALIGNED,
    "flalign*": _ALIGNED,
    "eqnarray": Environment(99, "rcl"),
    "eqnarray*": Environment(99, "rcl"),
    "cases": Environment(2, "l", ("{", ""), ("{", "}")),
    "dcases": Environment(2, "l", ("{", ""), ("{", "}")),
    "rcases": Environment(2, "l", ("", "}"), ("{", "}")),
    "drcases": Environment(2, "l", ("", "}"), ("{", "}")),
    "matrix": Environment(99, "c", ("", ""), ("[", "]")),
    "array": Environment(99, "c", ("", ""), ("[", "]"), "{"),
    "darray": Environment(99, "c", ("", ""), ("[", "]"), "{"),
    "subarray": Environment(1, "c", takes="{"),
    "crampedsubarray": Environment(1, "c", takes="{"),
    "pmatrix": Environment(99, "c", ("(", ")"), ("(", ")")),
    "bmatrix": Environment(99, "c", ("[", "]"), ("[", "]")),
    "Bmatrix": Environment(99, "c", ("{", "}"), ("{", "}")),
    "vmatrix": Environment(99, "c", ("|", "|"), ("|", "|")),
    "Vmatrix": Environment(99, "c", ("‖", "‖"), ("‖", "‖")),
}
ENVIRONMENTS |= {
    **{f"{name}*": ENVIRONMENTS[name] for name in ("cases", "dcases", "rcases", "drcases")},
    **{
        f"{fences}{size}matrix{star}": ENVIRONMENTS[f"{fences}matrix"]._replace(takes=takes)
        for fences in ("", "p", "b", "B", "v", "V")
        for size in ("", "small")
        for star, takes in (("", ""), ("*", "["))
    },
    "numcases": ENVIRONMENTS["cases"]._replace(takes="{"),
    "subnumcases": ENVIRONMENTS["cases"]._replace(takes="{"),
}
"""All environments; lines parted by `\\\\` alone have no name."""
