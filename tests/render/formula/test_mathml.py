"""Formulas for browsers: well formed, of MathML Core, with every sign of the formula in them."""

from __future__ import annotations

import re
import unicodedata
from xml.etree import ElementTree

import pytest

from tests.formulas import is_damaged
from vibe_tui.render.formula.inline import inline_formula
from vibe_tui.render.formula.mathml import formula_element

CORE = {
    *("math", "semantics", "annotation", "mrow", "mi", "mn", "mo", "mtext", "mspace", "mfrac"),
    *("msqrt", "mroot", "msub", "msup", "msubsup", "munder", "mover", "munderover"),
    *("mtable", "mtr", "mtd"),
}

FORMULAS = [
    r"x_{12}^2 + 1.5 - y'",
    r"\mathcal{L} = -\sum_{i=1}^{N} \log p_\theta(y \mid x)",
    r"\hat{y} + \underbrace{a+b}_{\text{若真}} + \overrightarrow{AB} + \bar{x} + \underline{z}",
    r"f(x)=\begin{cases}1 & x>0\\ 0 & \text{否则}\end{cases}",
    r"\left(\frac{QK^\top}{\sqrt{d_k}}\right)V",
    r"\begin{aligned}a&=b+c\\ &=d\end{aligned}",
    r"\sqrt[3]{x} + \binom{n}{k} + \begin{pmatrix}1&2\\3&4\end{pmatrix}",
    r"\max_{\theta} \mathbb{E}[r(x)] \quad \|w\| \le 1",
    r"\left\{ x \right. \left\langle y \right\rangle",
    r"A \xrightarrow[g]{f} B \overset{?}{=} C",
    r"\begin{array}{lr} a & b \end{array}",
    r"a & b",
    r"\text{x < y & z}",
    "",
]


def element(tex: str, *, display: bool = True) -> ElementTree.Element:
    return ElementTree.fromstring(formula_element(tex, display=display))


def words(root: ElementTree.Element) -> str:
    """What a browser shows: all but the source."""
    shown = root.find("semantics/mrow")
    return "" if shown is None else "".join(shown.itertext())


@pytest.mark.parametrize(
    ("tex", "inner"),
    [
        ("x_1", "<msub><mi>x</mi><mn>1</mn></msub>"),
        ("12.5", "<mn>12.5</mn>"),
        ("-x", "<mo>−</mo><mi>x</mi>"),
        ("f'", "<msup><mi>f</mi><mo>′</mo></msup>"),
        (r"\log x", '<mi>log</mi><mspace width="0.17em"></mspace><mi>x</mi>'),
        (r"\text{a }", "<mtext>a\u00a0</mtext>"),
        (r"(a)", '<mo stretchy="false">(</mo><mi>a</mi><mo stretchy="false">)</mo>'),
        (
            r"\hat{a}",
            '<mover accent="true"><mrow><mi>a</mi></mrow><mo stretchy="false">^</mo></mover>',
        ),
        (r"\frac{a}{b}", "<mfrac><mrow><mi>a</mi></mrow><mrow><mi>b</mi></mrow></mfrac>"),
        (r"\sqrt[3]{x}", "<mroot><mrow><mi>x</mi></mrow><mrow><mn>3</mn></mrow></mroot>"),
        (
            r"\sum_{i}^{n}",
            "<munderover><mo>∑</mo><mrow><mi>i</mi></mrow><mrow><mi>n</mi></mrow></munderover>",
        ),
    ],
)
def test_elements(tex: str, inner: str) -> None:
    assert f"<mrow><mrow>{inner}</mrow></mrow>" in formula_element(tex, display=False)


@pytest.mark.parametrize("tex", FORMULAS)
def test_only_elements_of_the_core_are_used(tex: str) -> None:
    if is_damaged(tex):
        return
    root = element(tex)
    assert {child.tag for child in root.iter()} <= CORE
    for child in root.iter():
        count = {"mfrac": 2, "msub": 2, "msup": 2, "msubsup": 3, "munderover": 3, "mroot": 2}
        assert len(child) == count.get(child.tag, len(child)), child.tag
    annotation = root.find("semantics/annotation")
    assert annotation is not None
    assert (annotation.text or "") == tex.strip()


@pytest.mark.parametrize("tex", FORMULAS)
def test_every_letter_of_a_formula_is_shown(tex: str) -> None:
    if is_damaged(tex):
        return

    def letters(text: str) -> str:
        return "".join(sorted(char for char in text if char.isalpha() or char.isdigit()))

    shown = words(element(tex))
    plain = inline_formula(tex)
    for name in ("binom", "underline", "overrightarrow"):
        plain = plain.replace(f"{name}(", "(")
    flat = str.maketrans("₀₁₂₃₄₅₆₇₈₉⁰¹²³⁴⁵⁶⁷⁸⁹", "01234567890123456789")
    plain = "".join(char for char in plain.translate(flat).replace("∛", "3"))
    decomposed = re.sub("[\u0300-\u036f\u20d0-\u20ff]", "", unicodedata.normalize("NFD", plain))
    assert letters(shown) == letters(decomposed)


def test_damaged_formulas_have_no_element() -> None:
    assert formula_element(r"\frac{a", display=True) == ""
    assert formula_element(r"\unknown x", display=False) == ""
