"""What formulas of strangers' notes lost: signs, lines, styles, spaces, places of breaks."""

from __future__ import annotations

import pytest

from tests.formulas import is_damaged
from tests.render.formula.test_display import drawn, rows
from vibe_tui.render.blocks import Line, Paragraph, plain_of
from vibe_tui.render.formula.display import display_formula
from vibe_tui.render.formula.inline import inline_formula
from vibe_tui.render.formula.mathml import formula_element
from vibe_tui.render.layout import PageOptions, lay
from vibe_tui.render.parse import parse_blocks
from vibe_tui.render.wrap import wrap


@pytest.mark.parametrize(
    ("tex", "shown"),
    [
        ("a\\\\\n[b]c", ["a", "[b]c"]),
        ("a\\\\\n*c", ["a", "*c"]),
        ("a\\\\ [b,\n c]", ["a", "[b, c]"]),
        (r"\begin{matrix}*&*\\*&*\end{matrix}", ["*  *", "*  *"]),
        (r"\begin{aligned}a\\[2pt] b\\[-0.5em]c\end{aligned}", ["a", "b", "c"]),
        ("a+b\\\\", ["a + b"]),
        ("\\begin{cases}a\\\\\nb\\\\\n\\end{cases}", ["⎧a", "⎩b"]),
        ("a\\\n=b", ["a = b"]),
    ],
)
def test_the_end_of_a_line_eats_nothing(tex: str, shown: list[str]) -> None:
    assert drawn(tex) == shown


@pytest.mark.parametrize(
    ("tex", "shown"),
    [
        (r"\textcircled{1}\textcircled{a}\textcircled{10}\textcircled{ab}", "①ⓐ⑩(ab)"),
        (r"\R^4\subset\N", "R⁴⊂N"),
        (r"n\choose k", "binom(n,k)"),
        (r"{n \brack k}+{n\brace k}", "[n; k]+{n; k}"),
        (r"\sum_{i \atop j}", "∑_{i; j}"),
        (r"{a+b\over c}", "(a+b)/c"),
        (r"\operatorname{\mathbf{sg}}(x)", "sg(x)"),
        (r"\operatorname{\text{KL}}(p)", "KL(p)"),
        (r"\operatorname{arg\,max}x", "arg max x"),
        (r"\geq 90%", "≥90%"),
        (r"\approx 34.3%, 1%\pm2", "≈34.3%, 1%±2"),
        (r"p%,(1-\alpha) %", "p%,(1-α)%"),
        (r"\operatorname{\rm tr}A", "tr A"),
        (r"\mathcal{S}^\*", "S^*"),
        (r"a\in\[0,1\]", "a∈[0,1]"),
        (r"a\phantom{bc}d", "a  d"),
        (r"\hphantom{x}\vphantom{\frac ab}y", "y"),
        (r"\LaTeX\TeX", "LaTeXTeX"),
        (r"\cancel{x}+\bcancel{yz}", "x̸+cancel(yz)"),
        (r"\llbracket x\rrbracket", "⟦x⟧"),
        (r"a\eqsim b \And c", "a≂b&c"),
        (r"x \pod{3}", "x(3)"),
        (r"a\npreceq b\nsucceq c", "a⋠b⋡c"),
        (r"\infin\exist\empty\sube\isin\rarr", "∞∃∅⊆∈→"),
        (r"a\Coloneqq b\approxcolon c", "a∷=b≈:c"),
        (r"\sqrt\frac{2}{n}", "√(2/n)"),
        (r"\Large x\tiny y", "xy"),
        (r"\braket{x}\set{y}\norm{z}", "⟨x⟩{y}‖z‖"),
        (r"\tg x+\cosec y", "tg x+cosec y"),
        (r"a\xrightharpoonup{f}b", "a⇀^f b"),
        (r"a\mkern-3mu b\hspace*{1cm}c", "a b c"),
        (r"\begin{array}{l}a&b\\c&d\end{array}", "[a b; c d]"),
        (r"\begin{pmatrix*}[r]1&2\end{pmatrix*}", "(1 2)"),
        (r"\mathop{\rm argmin}\limits_x f", "argmin_x f"),
        (r"H^{(i)}^{-1}+x_a_b", "H^(i) ⁻¹+x_a _b"),
        (r"\liminf_n \varlimsup_n \injlim x", "lim inf_n overline(lim)_n inj lim x"),
        (r"\varinjlim\shortvdotswithin{=}", "underrightarrow(lim)⋮"),
        (r"\sideset{_a^b}{'}\sum_i x", "_a^b(∑′)_i x"),
        (r"\prescript{14}{6}{C}\cancelto{0}{x}", "₆¹⁴Cx̸⁰"),
        (r"\genfrac(){0pt}{}{n}{k}\genfrac{}{}{}{0}{a}{b}", "(n; k)(a/b)"),
        (r"\rule{1em}{1pt}a\rule{0pt}{2ex}b", "▬ab"),
        (r"\begin{numcases}{f=}1&x>0\\0&\text{else}\end{numcases}", "f={1, x>0; 0, else}"),
        (r"\begin{dcases*}a & if $x>0$\\b & else\end{dcases*}", "{a, if x>0; b, else}"),
        (r"\matrix{a&b\cr c&d}\pmatrix{a\\b}\cases{a\cr b}", "[a b; c d](a; b){a; b}"),
        (r"\text{Schr\"odinger, Poincar\'e, \c{c}}", "Schrödinger, Poincaré, ç"),
        (r"\verb|a_b$c|\href{http://x.y/%20z}{w}", "a_b$c w"),
        (r"\ce{2H2 + O2 -> 2H2O}", "2H2 + O2 -> 2H2O"),
        (r"\begin{aligned}a&=b\\\intertext{so}c&=d\end{aligned}", "a=b; so; c=d"),
        (r"\raise 2pt{x}\lower.5ex\hbox{y}\mathchoice{a}{b}{c}{d}", "x y a"),
        (r"\text{a}\mathscr{l}\neq l\frac{\part f}{\part x}", "a l≠l(∂f/∂x)"),
    ],
)
def test_commands_that_were_unknown(tex: str, shown: str) -> None:
    assert inline_formula(tex) == shown
    assert not is_damaged(tex)


@pytest.mark.parametrize(
    ("tex", "shown"),
    [
        (r"\newcommand{\E}[2][p]{E_{#1}[#2]}\E{x}+\E[q]{y}", "E_p[x]+E_q[y]"),
        (r"\def\f#1#2{#1(#2)}\let\eps\varepsilon \f{g}{\eps}", "g(ε)"),
        (r"\DeclareMathOperator*{\amax}{arg\,max}\amax_x f", "arg max_x f"),
        (r"\DeclarePairedDelimiter{\abs}{\lvert}{\rvert}\abs*{x}\abs{y}", "|x||y|"),
        (r"\renewcommand{\vec}[1]{\mathbf{#1}}\vec{x}", "x"),
    ],
)
def test_definitions_hold_in_their_formula(tex: str, shown: str) -> None:
    assert inline_formula(tex) == shown
    assert not is_damaged(tex)


@pytest.mark.parametrize(
    "tex",
    [
        r"x_\limits{a}",
        r"a %% and b",
        "x=1% one\n+2",
        r"\begin{array}{ll}a&b \ c&d \ e&f\end{array}",
        r"\newcommand{\x}{y}",
        r"\def\a{\a\a}\a",
        r"\begin{matrix}a\end{pmatrix}",
    ],
)
def test_what_tex_refuses_or_hides_stays_source(tex: str) -> None:
    assert is_damaged(tex)
    assert inline_formula(tex).split() == tex.split()


def looks(line: Line) -> list[tuple[str, bool]]:
    return [(run.text, run.look.bold) for run in line.runs if run.text.strip()]


@pytest.mark.parametrize(
    ("tex", "shown"),
    [
        (r"\mathcal{S}=\{S\}", "𝒮 = {S}"),
        (r"\mathbb{E}[E]", "𝔼[E]"),
        (r"\mathscr L\ne{\cal L}\ne L", "ℒ ≠ ℒ ≠ L"),
        (r"\mathfrak{g}g\mathbb{1}", "𝔤g𝟙"),
    ],
)
def test_letters_of_two_styles_stay_two_in_a_display(tex: str, shown: str) -> None:
    assert drawn(tex) == [shown]


@pytest.mark.parametrize(
    ("tex", "bold"),
    [
        (r"\mathbf{x}\ne x", [("x", True), (" ≠ x", False)]),
        (r"\boldsymbol{\theta}-\theta", [("θ", True), (" - θ", False)]),
        (r"{\bf ab}c", [("ab", True), ("c", False)]),
        (r"a\hat{\bm{y}}", [("a", False), ("y\u0302", True)]),
    ],
)
def test_bold_letters_are_plain_ones_in_bold(tex: str, bold: list[tuple[str, bool]]) -> None:
    (line,) = display_formula(tex, 40, scroll=False).lines
    stripped = [
        (text.strip() if not at else text, is_bold)
        for at, (text, is_bold) in enumerate(looks(line))
    ]
    assert stripped == bold


def test_running_text_shows_the_styles_of_letters_and_its_words_are_plain() -> None:
    (block,) = parse_blocks(r"见 $\mathbf{x}\in\mathcal{X}$。")
    assert isinstance(block, Paragraph)
    text = block.text
    assert "".join(atom.text for atom in text) == "见 x∈X。"
    (line,) = wrap(text, 40)
    assert line.text == "见 x∈𝒳。"
    assert [run.text for run in line.runs if run.look.bold] == ["x"]
    assert [run.at for run in line.runs] == [0, 2, 3, 5]


@pytest.mark.parametrize(
    "source",
    [
        r"$\mathcal{S}=\{S\}$",
        r"**$\mathcal{S}=\{S\}$**",
        r"> $\mathcal{S}=\{S\}$",
        r"# $\mathcal{S}=\{S\}$",
        "|  |\n|--|\n" + r"| $\mathcal{S}=\{S\}$ |",
    ],
)
@pytest.mark.parametrize("width", [7, 60])
def test_letters_of_two_styles_stay_two_wherever_a_formula_stands(source: str, width: int) -> None:
    (block,) = parse_blocks(source)
    assert "𝒮={S}" in "".join(line.text for line in lay(block, width, PageOptions()).lines)
    assert "S={S}" in plain_of(block)


def test_a_browser_is_told_the_style_of_a_letter() -> None:
    element = formula_element(r"\mathbf{x}\mathcal{S}", display=True)
    assert 'font-weight: bold; font-style: normal">x<' in element
    assert 'mathvariant="script">S<' in element


@pytest.mark.parametrize(
    ("tex", "shown"),
    [
        (r"(S, A, s_0, G)", "(S, A, s₀, G)"),
        (r"\{x_i, \hat y, \frac12, \text{甲}\}", "{x_i, ŷ, 1/2, 甲}"),
        (r"f(x,y_1)", "f(x,y₁)"),
        (r"a \stackrel{d}{=} b", "a =^d b"),
        (r"a \overset{!}{\le} b\xrightarrow{f}c", "a ≤^! b→^f c"),
        (r"s_{t+1}'", "s′_{t+1}"),
        (r"x'_i+f'^2", "x′_i+f′²"),
        (r"\mathop{\arg\min}_x f", "arg min_x f"),
        (r"\tag*{A}", "A"),
        (r"\tag{1}", "(1)"),
        (r"\boxed{a+b}\boxed{}", "boxed(a+b)boxed()"),
        (r"\begin{array}{c|c}a&b\end{array}", "[a | b]"),
        (r"\begin{array}[t]{c*{2}{c}}a&b&c\end{array}", "[a b c]"),
        (r"\begin{align}a&=b&c&=d\\e&=f&g&=h\end{align}", "a=b  c=d; e=f  g=h"),
        (r"\begin{aligned}[b]a&=b\end{aligned}", "a=b"),
        (r"x~y\text{s.t.~z}\mspace{3mu}w", "x y s.t. z w"),
    ],
)
def test_spaces_and_places_on_one_line(tex: str, shown: str) -> None:
    assert inline_formula(tex) == shown


@pytest.mark.parametrize(
    ("tex", "shown"),
    [
        (r"a:=b==c+=d", ["a := b == c += d"]),
        (r"a\mathrel{:=}b->c", ["a := b -> c"]),
        (r"x_i'=f''(x)", ["x′ = f′′(x)", " i"]),
        (r"\mathop{\arg\min}_x f", ["arg min f", "   x"]),
        (r"a\stackrel{def}{=}b", ["  def", "a  =  b"]),
        (r"a\overset{!}{\le}b", ["  !", "a ≤ b"]),
        (r"x=1\tag*{A}", ["x = 1  A"]),
        (r"\frac ab\bigg|_{x}", [" a │", "╶─╴│", " b │x"]),
        (r"\Big(\frac ab\Big)^2", ["⎛ a ⎞2", "⎜╶─╴⎟", "⎝ b ⎠"]),
        (r"\bigl|\frac ab\bigr|x|", ["│ a │", "│╶─╴│x|", "│ b │"]),
        (r"\boxed{x}", ["┌─┐", "│x│", "└─┘"]),
        (r"\fbox{甲 b}", ["┌────┐", "│甲 b│", "└────┘"]),
        (
            r"\begin{array}{|c|c|}\hline a&b\\\hline c&d\\\hline\end{array}",
            ["┌───┬───┐", "│ a │ b │", "├───┼───┤", "│ c │ d │", "└───┴───┘"],
        ),
        (r"\left[\begin{array}{c|c}a&b\\c&d\end{array}\right]", ["⎡a │ b⎤", "⎣c │ d⎦"]),
        (r"\begin{array}{cc}a&b\\\hline c&d\end{array}", ["a  b", "────", "c  d"]),
        (r"\cancel{x+y}", ["x̶ ̶+̶ ̶y̶"]),
        (r"\frac ab\bigg|_x\frac cd\bigg|_y", [" a │  c │", "╶─╴│ ╶─╴│", " b │x d │y"]),
        (r"\frac ab\bigg/\frac cd", [" a   ╱ c", "╶─╴ ╱ ╶─╴", " b ╱   d"]),
        (r"\Big\langle\frac ab\Big\rangle", [" ╱ a ╲", "⟨ ╶─╴ ⟩", " ╲ b ╱"]),
        (r"\left\uparrow\frac ab\right\Downarrow", ["↑ a ║", "│╶─╴║", "│ b ⇓"]),
        (r"a\mathrel{\mathop:}=b", ["a := b"]),
        (r"\underset{x}{\arg\min}\mu", ["arg min μ", "   x"]),
        (r"\begin{array}{c||c}a&b\end{array}", ["a ││ b"]),
        (r"\begin{array}{c:c}a&b\\\hdashline c&d\end{array}", ["a │ b", "──┼──", "c │ d"]),
        (r"\begin{align}a&=b&c&=d\end{align}", ["a = b  c = d"]),
        (r"\xrightarrow{ab}\xmapsto[cd]{}", ["ab", "→  ↦", "   cd"]),
        (r"\exp({\sum_i a}),{b}", ["exp(∑ a), b", "    i"]),
    ],
)
def test_spaces_and_places_in_a_display(tex: str, shown: list[str]) -> None:
    assert drawn(tex) == shown


@pytest.mark.parametrize(
    "tex",
    [
        r"x=\left(aaaaaaaaaaaaaaaaa+bbbbbbbbbbbbbbbbbbb+\frac{c}{ddddddddddd}\right)^2",
        r"\mathbb{E}\left[\sum_{t=1}^T\left\|\epsilon-\epsilon_\theta(\sqrt{a}x_0+\sqrt{1-a}\epsilon,t)"
        r"\right\|^2\right]",
        r"L = \left\{ aaaaaaaaaaaaaaaaaaaa, bbbbbbbbbbbbbbbbbbbbbb, ccccccccccc \right\}",
        r"\begin{aligned}a&=\left(bbbbbbbbbbbbbbbbbbbbbbb+ccccccccccccccccccc\right)\end{aligned}\tag{3}",
    ],
)
def test_a_line_may_break_between_fences_that_grow(tex: str) -> None:
    laid = display_formula(tex, 40, scroll=False)
    assert all(run.at < 0 for line in laid.lines for run in line.runs)
    assert all(line.width <= 40 for line in laid.lines)
    assert len(laid.lines) > 1


@pytest.mark.parametrize(
    ("tex", "starts"),
    [
        (
            r"L=f(a+b,c+d)+g(eeeeeeee,ffffffff)+h(iiiiiiii,jjjjj)",
            ["L = f(a + b, c + d)", "+ g", "+ h"],
        ),
        (r"x=\left(a+b\right)(cccccc+ddddd)+eeeeeeeeeeeee+ffff", ["x = (a + b)", "+ eee"]),
        (r"p(aaaaaa,bbbbbbb|ccccc)=q(aaaaaa,bbbbbbb|ddddddd)", ["p(", "= q("]),
        (r"x=\left(aaaaaaa+bbbbbbb\right)\left(ccccccc-dddddddd\right)", ["x = (", "(ccc"]),
        (r"K=a+\|bbbbbbbbb-cccccccccc\|-\|dddddddddddd-e\|", ["K = a + ‖b", "- ‖"]),
        (r"p(aaaa|bbbb)p(cccc|dddd)p(eeee|ffff)p(gggg|hhhh)", ["p(a", "p(gggg"]),
        (r"f(aaaa,bbbb,cccc)g(dddd,eeee,ffff)h(iiii,jjjj)", ["f(a", "h("]),
        (r"[p(aaaa|bbbb)p(cccc|dddd)p(eeee|ffff)p(gggg|hhhh)]", ["[p(a", "p(gggg"]),
    ],
)
def test_a_line_breaks_outside_of_fences_before_inside(tex: str, starts: list[str]) -> None:
    lines = [row.strip() for row in rows(tex, 40)]
    assert [line.startswith(start) for line, start in zip(lines, starts, strict=True)] == [
        True
    ] * len(starts)


@pytest.mark.parametrize(
    ("tex", "shown"),
    [
        (r"x=\underline{\qquad}", ["x =", "    ────"]),
        (r"A\overline{\quad\quad}B", [" ────", "A    B"]),
        (r"\underbrace{\qquad}_n", ["", "╰┬─╯", " n"]),
    ],
)
def test_a_line_over_or_under_a_blank_is_drawn(tex: str, shown: list[str]) -> None:
    assert drawn(tex) == shown


def test_what_cannot_break_is_written_as_on_one_line() -> None:
    tex = (
        r"w_t=u+\begin{cases}\frac ab&\text{if the call was successful}\\-b&\text{else}\end{cases}"
    )
    assert rows(tex, 30) == ["w  = u + {a/b, if the call", " t", "", "  was successful; -b, else}"]
