"""The signs that commands stand for, and what a sign does in a formula.

The signs are those of pylatexenc, corrected by ours where they are wrong or missing.
"""

from __future__ import annotations

import re
from functools import cache

from pylatexenc.latex2text import get_default_latex_context_db

from vibe_tui.render.formula.nodes import SignKind

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
part ∂   and ∧   or ∨   ang ∠   iiiint ⨌   arrowvert ⏐   Arrowvert ‖   bracevert ⎪
ohm Ω   celsius ℃   perthousand ‰   permil ‰   micro µ
bigtimes ⨉   centercolon :   nuparrow ⇞   ndownarrow ⇟   longrightleftharpoons ⇌
longRightleftharpoons ⇌   longLeftrightharpoons ⇋   longleftrightarrows ⇄   tripledash ┄
textasciitilde ~   textbar |   textbraceleft {   textbraceright }   textgreater >   textless <
textunderscore _   textminus −   textlbrackdbl ⟦   textrbrackdbl ⟧   textbardbl ‖
upalpha α   upbeta β   upgamma γ   updelta δ   upepsilon ϵ   upzeta ζ   upeta η   uptheta θ
upiota ι   upkappa κ   uplambda λ   upmu μ   upnu ν   upxi ξ   upomicron ο   uppi π   uprho ρ
upsigma σ   uptau τ   upupsilon υ   upphi ϕ   upchi χ   uppsi ψ   upomega ω   upvarepsilon ε
upvartheta ϑ   upvarpi ϖ   upvarrho ϱ   upvarsigma ς   upvarphi φ   Upgamma Γ   Updelta Δ
Uptheta Θ   Uplambda Λ   Upxi Ξ   Uppi Π   Upsigma Σ   Upupsilon Υ   Upphi Φ   Uppsi Ψ   Upomega Ω
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
