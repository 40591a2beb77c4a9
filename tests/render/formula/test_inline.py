"""Formulas on one line: compact, read in one way only; damaged ones are shown as they are."""

from __future__ import annotations

import random
import unicodedata
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.formulas import is_damaged
from vibe_tui.render.formula.display import display_formula
from vibe_tui.render.formula.inline import inline_formula


@pytest.mark.parametrize(
    ("tex", "shown"),
    [
        (r"\pi_{0.5}", "π₀.₅"),
        (r"\pi_0.5", "π₀.5"),
        (r"\pi_\theta", "π_θ"),
        (r"3\times10^{-2}", "3×10⁻²"),
        (r"5 \times 10^{-5}", "5 × 10⁻⁵"),
        (r"V + L \rightarrow A", "V + L → A"),
        (r"\mathcal T={T_1,\dots,T_N}", "T={T₁,…,T_N}"),
        (r"V(x,y)\in{0,1}", "V(x,y)∈{0,1}"),
        (r"8{,}760", "8,760"),
        (r"x_{ij}", "x_{ij}"),
        (r"x_i j", "x_i j"),
        (r"V_iV_j<M_iM_j", "V_i V_j<M_i M_j"),
        (r"W_{\text{base}}", "W_base"),
        (r"W_{b}ase", "W_b ase"),
        (r"A_{\mathrm{seq}}^{(i)}", "A_seq^(i)"),
        (r"M_i^2", "M_i²"),
        (r"x^2_i", "x_i²"),
        (r"{x_i}^2", "(x_i)²"),
        (r"x_{i^2}", "x_{i²}"),
        (r"a^{b^c}", "a^{b^c}"),
        (r"c^+", "c⁺"),
        (r"x^{10}y", "x¹⁰y"),
        (r"x^{n}y", "x^n y"),
        (r"\frac12", "1/2"),
        (r"\frac{1}{G}\sum_{k=1}^{G}a_k", "(1/G)∑_{k=1}^G a_k"),
        (r"\frac{a+b}{2c}", "(a+b)/(2c)"),
        (r"\frac{a}{b}+1", "a/b+1"),
        (r"2\frac{a}{b}", "2(a/b)"),
        (r"\frac{a}{b}^2", "(a/b)²"),
        (r"\log\frac{p(x)}{q(x)}", "log(p(x)/q(x))"),
        (r"\frac{\partial L}{\partial w}", "∂L/∂w"),
        (r"\sqrt{x}y", "√x y"),
        (r"\sqrt{x+1}", "√(x+1)"),
        (r"\sqrt[3]{x}", "∛x"),
        (r"\sqrt[n]{x}", "√[n](x)"),
        (r"\mathbb{E}_{x\sim D}[f]", "E_{x∼D}[f]"),
        (r"\lVert\delta S\rVert_2\approx10^{-2}", "‖δS‖₂≈10⁻²"),
        (r"\lvert\widetilde A_k-A\rvert\le\lambda b\lvert A\rvert", "|Ã_k-A|≤λb|A|"),
        (r"\hat{y}_i", "ŷ_i"),
        (r"\overline{XY}", "overline(XY)"),
        (r"\operatorname{sign}(A)\Delta B_k", "sign(A)ΔB_k"),
        (r"\operatorname*{arg\,max}_\theta f(\theta)", "arg max_θ f(θ)"),
        (r"O(n\log n)", "O(n log n)"),
        (r"a\not\Rightarrow b\not\in C", "a⇏b∉C"),
        (r"\text{准确率}=90\%", "准确率=90%"),
        (r"90^\circ", "90°"),
        (r"f''(x)", "f′′(x)"),
        (r"x^{\top}y", "x^⊤y"),
        (r"\begin{cases}x,&x>0\\0&\text{否则}\end{cases}", "{x, x>0; 0, 否则}"),
        (r"\begin{bmatrix}1&2\\3&4\end{bmatrix}", "[1 2; 3 4]"),
        (r"\binom{n}{k}", "binom(n,k)"),
        (r"\left.x\right|_{0}", "x|₀"),
        (r"a\quad b", "a  b"),
        ("", ""),
    ],
)
def test_inline(tex: str, shown: str) -> None:
    assert inline_formula(tex) == shown
    assert not is_damaged(tex)


@pytest.mark.parametrize(
    "tex",
    [
        r"\foo{a}",
        r"a}",
        r"{a",
        r"\frac{1}",
        r"x^",
        r"x_\limits a",
        r"\left(x",
        r"x\right)",
        r"\begin{foo}x\end{foo}",
        r"\begin{cases}x",
        r"\begin{cases}x, & i\neq u \ g(x), & i=u\end{cases}",
        r"100% x",
        r"a & b",
        "a\n\nb",
        "\\",
        r"\sqrt" * 300 + "x",
        "{" * 60 + "x" + "}" * 60,
        "x+" * 3000,
        r"\text" * 3,
        "Z_n\nP_v(f(I_n))\nE_{pos}",
        "(V_n, L_n)\n\\operatorname{F}(V, L)",
    ],
    ids=lambda tex: tex[:24],
)
def test_damaged_formulas_are_their_source(tex: str) -> None:
    assert is_damaged(tex)
    assert inline_formula(tex).split() == tex.split()
    laid = display_formula(tex, 40, scroll=True)
    assert not laid.frozen
    drawn = "".join(line.text for line in laid.lines)
    assert "".join(drawn.split()) == "".join(tex.split())


def test_what_is_unlike_does_not_look_alike() -> None:
    unlike = [r"x_{ij}", r"x_i j", r"x_{i}{}^{j}", r"x^{ij}", r"x^i j", r"{x_i}^j", r"x_{i^j}"]
    assert len({inline_formula(tex) for tex in unlike}) == len(unlike)


leaves = st.sampled_from(
    ["a", "b", "x", "7", "12", r"\pi ", r"\theta ", "数", r"\text{词 组}", r"\hat y"]
)
forms = [
    "{}{}",
    "{}+{}",
    "{}={}",
    r"\frac{{{}}}{{{}}}",
    "{{{}}}_{{{}}}",
    "{{{}}}^{{{}}}",
    r"\sqrt[{}]{{{}}}",
    r"\left({}\middle|{}\right)",
    r"\log {}\sum_{{k}}{}",
    r"\begin{{cases}}{}&{}\end{{cases}}",
    r"{},\quad {}",
    r"\underbrace{{{}}}_{{{}}}",
]
trees = st.recursive(
    leaves,
    lambda inner: st.builds(
        lambda form, a, b: form.format(a, b), st.sampled_from(forms), inner, inner
    ),
    max_leaves=12,
)
_WORDS = ("frac", "sqrt", "left", "right", "middle", "begin", "end", "cases", "underbrace", "sum")


def letters(text: str) -> Counter[str]:
    """The letters and digits of a text, whatever their size and marks."""
    plain = unicodedata.normalize("NFKD", text)
    return Counter(char for char in plain if char.isalnum())


def expected(tex: str) -> Counter[str]:
    for name, sign in (
        (r"\pi", "π"),
        (r"\theta", "θ"),
        (r"\hat", ""),
        (r"\text", ""),
        (r"\quad", ""),
    ):
        tex = tex.replace(name, sign)
    for name in _WORDS:
        tex = tex.replace(name, "")
    return letters(tex)


@given(trees)
def test_no_symbol_is_lost_in_either_form(tex: str) -> None:
    wanted = expected(tex)
    shown = inline_formula(tex)
    if is_damaged(tex):
        return
    # A cube root has a sign of its own.
    assert letters(shown.replace("∛", "3√").replace("∜", "4√")) >= wanted
    drawn = "\n".join(line.text for line in display_formula(tex, 10_000, scroll=False).lines)
    assert letters(drawn) == wanted


_PIECES = (
    "\\frac|\\sqrt|\\left|\\right|\\left(|\\right)|\\text{中文}|\\alpha|\\hat|\\sum|\\log|\\not|\\limits"
    "|\\begin{cases}|\\end{cases}|\\begin{array}|\\end{array}|\\operatorname*|\\overset|\\substack"
    "|\\tag|\\middle|\\color|\\pmod|\\\\|&|{|}|{|}|{|}|^|_|a|1|=|,|$|%|~|'|数| |\u0301|\n"
)


@given(st.integers(0, 10**6), st.integers(1, 60), st.booleans())
def test_any_mixture_is_laid_within_its_width(seed: int, width: int, scroll: bool) -> None:
    pick = random.Random(seed)
    tex = "".join(pick.choice(_PIECES.split("|")) for _ in range(pick.randint(1, 14)))
    assert "\n" not in inline_formula(tex)
    laid = display_formula(tex, width, scroll=scroll)
    if not laid.frozen:
        assert all(line.width <= max(width, 2) for line in laid.lines)


@pytest.mark.parametrize(
    "tex", ["a\n= b", "\\max_\\theta\nE[x]", "E_x\n[f(x)]", "a\n+ b", "a \\\\\nb", "n\n\\sum_i x_i"]
)
def test_lines_that_belong_together_are_drawn(tex: str) -> None:
    assert not is_damaged(tex)
