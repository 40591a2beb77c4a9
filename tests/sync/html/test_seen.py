"""What a browser shows of elements that few pages hold is in the page, too."""

from __future__ import annotations

import pytest

from vibe_tui.render.blocks import plain_of
from vibe_tui.render.parse import parse_blocks
from vibe_tui.sync.html.convert import html_to_markdown


def shown(html: str) -> str:
    return "\n".join(map(plain_of, parse_blocks(html_to_markdown(html).markdown)))


KATEX = '<span class="katex"><span class="katex-html" aria-hidden="true"><i>x</i>1</span></span>'
MATHML = "<math><mi>q</mi></math>"
DRAWN = '<span class="MathJax_Preview">[math]</span><span class="MathJax" id="M-Frame"><i>xq</i>'
SEEN = {
    "words between definitions": ("<dl>a<dt>b</dt>c<dd>d</dd><p>e</p></dl>", "a\nb\nc\nd\ne"),
    "groups of definitions": (
        "<dl><div><dt>a<dd>b</div><div>c<dt>d<dd>e</div></dl>",
        "a\nb\nc\nd\ne",
    ),
    "a heading of a list": ("<ul><lh>a</lh><li>b</ul>", "a\nb"),
    "an object": ("<object data='x.pdf'><p>a <a href='x.pdf'>b</a></p></object>", "a b"),
    "a map": ("<map name=m><p>a</p><area alt=b></map>", "a"),
    "a frame with a title": ("<p>a<iframe title='b' src='https://e.example/w'></iframe>", "a\nb"),
    "a frame without": ("<p>a<iframe src='https://e.example/w'></iframe>", "a"),
    "a frame that counts": (
        "a<iframe title=b src='https://e.example' width=1 height=1></iframe>",
        "a",
    ),
    "a recording with words": ("<audio><source src='b.mp3'><p>no audio</p></audio>", "b.mp3"),
    "a film without an address": ("<video><p>a</p></video>", "a"),
    "choices": ("<input type=radio checked> a <input type=radio> b", "[x] a [ ] b"),
    "a picture with a title": ("<img src='a.png' title='b'>", "▣ b"),
    "KaTeX without its source": (f"a {KATEX} b", "a x1 b"),
    "MathJax without its source": (f"a {DRAWN}</span> b", "a [math]xq b"),
    "MathJax with MathML": (f"{DRAWN}<b class='MJX_Assistive_MathML'>{MATHML}</b></span>", "q"),
    "MathJax with its source": (f"{DRAWN}{MATHML}</span><script type='math/tex'>p</script>", "p"),
    "MathJax in glyphs": (
        "<mjx-container class=MathJax><mjx-c class='mjx-c1D465 TEX-I'></mjx-c></mjx-container>"
        "<mjx-container class=MathJax><svg><use data-c='2264'></use></svg></mjx-container>",
        "x ≤",
    ),
    "a picture of a formula": (r"<img src=a.png alt='\(\alpha_1\)'>", "α₁"),
    "a picture of money": ("<img src=a.png alt='$5 or $'>", "▣ $5 or $"),
    "a script in italics": ("10<sup><i>n</i></sup>, x<sub><i>i</i>,<b>j</b></sub>", "10ⁿ, x_(i,j)"),
    "a script of a script": ("x<sub>i<sub>j</sub></sub>", "x_(iⱼ)"),
    "pictures and scripts in code": (
        "<p><code>a<img src=a.png alt=b>10<sup>5</sup>x<sub>i</sub></code></p>"
        "<pre>c <img src=b.png alt=d>\ne<math><mi>f</mi></math></pre>",
        "ab10⁵xᵢ\nc d\nef",
    ),
    "code in lines without a frame": (
        "a <code>b<br>\n\xa0 c(<b>d</b>)</code> e",
        "a\nb\n  c(d)\ne",
    ),
    "code in lines with a frame": ("<pre><b><code>a<br>  b\n\nc</code></b></pre>", "a\n  b\n\nc"),
    "code that keeps its lines": ("<code style='white-space: pre-wrap'>a\n  b</code>", "a\n  b"),
    "lines that a style keeps": (
        "<p style='white-space:pre-line'>a\n<b>b</b>\nc</p><div>d\ne</div>",
        "a\nb\nc\nd e",
    ),
    "a picture of AMP": ("<amp-img src='a.png' alt='b'></amp-img>", "▣ b"),
    "formulas below each other": ("<p>\\[a\\]\n\\[b \\\\[2pt] c\\]</p>", "a\nb \\\\[2pt] c"),
    "lines of code with ends": ("<pre><code>a</code>\n<code>b</code></pre>", "a\nb"),
    "numbers of Crayon": (
        "<table><td><div class=crayon-num>1</div><td><pre><div>a</div><div>b</div></pre></table>",
        "a\nb",
    ),
    "an address with commas": (
        "<picture><source srcset='a/w_1,h_2/b.png 1x, c.png'></picture>",
        "▣ b.png",
    ),
    "a picture in place of code": ("<pre><img src=a.png></pre>", "▣ a.png"),
    "blanks at the ends of code": ("a<code> b </code>c<code>d</code><code>e</code>", "a b cde"),
    "buttons, fields and choices": (
        "<input type=submit value=a> <input value=b> <input type=image alt=c src=c.png>"
        "<select><optgroup label=d><option>e<option label=f></optgroup></select>"
        "<input type=hidden value=x><input type=password value=x>",
        "a b c d e f",
    ),
    "a page of frames": (
        "<title>x</title><frameset cols='1,2'><frame src='https://e.example/a' title=a>"
        "<noframes><body><p>b</p></body></noframes></frameset>",
        "a\nb",
    ),
    "a table by its roles": (
        "<div role=table><div role=row><b role=columnheader>a</b><b role=columnheader>b</b></div>"
        "<div role=row><i role=cell>c</i><i role=cell>d</i></div></div>",
        "a\tb\nc\td",
    ),
    "words beside cells of roles": ("<div role=grid>a<i role=cell>b</i></div>", "ab"),
    "a hidden cell": ("<table><tr><td hidden>a<td>b<td>c<tr><td>d<td>e</table>", "b\tc\nd\te"),
    "lines that the style around them keeps": (
        "<figure style='white-space:pre-wrap'><ul>\n<li>a\nb</li>\n</ul><div>c\nd</div></figure>",
        "a\nb\nc\nd",
    ),
    "lines that the style of the page keeps": (
        "<style>h1, body { margin: 0; white-space: pre-wrap; }</style>"
        "<body><p>a\nb</p>\n\n<p style='white-space: normal'>c\nd</p></body>",
        "a\nb\nc d",
    ),
    "raised by a style": (
        "10<span style='font-size:70%;vertical-align: super'>5</span>"
        "H<span style='vertical-align:sub'>2</span>",
        "10⁵H₂",
    ),
    "raised by a class": (
        "<style>ol.x{margin:0}.c1{vertical-align:super;font-size:9pt}.c2 { vertical-align: sub }"
        "</style><p>10<span class=c1>5</span>H<span class='c0 c2'>2</span></p>",
        "10⁵H₂",
    ),
    "boxes of Notion": (
        "<p><i class='checkbox checkbox-on'></i> a</p><p><i class='checkbox checkbox-off'></i> b",
        "[x] a\n[ ] b",
    ),
    "chosen values beside each other": (
        "<span class=selected-value>a</span><span class=selected-value>b</span>",
        "a b",
    ),
    "lines in a cell of arXiv": (
        "<table><td>x<td><span class=ltx_inline-block><span class=ltx_p>a</span>"
        "<span class=ltx_p>b</span></span></table>",
        "x\ta\nb",
    ),
    "markers of arXiv": (
        "<ol><li class=ltx_item style='list-style-type:none;'><span class=ltx_tag_item>(i)</span>"
        "<div><p>a</p></div></ol><ul><li class=ltx_item style='list-style-type:none;'>"
        "<span class=ltx_tag_item>•</span><p>b</p></ul><ol><li class=ltx_item "
        "style='list-style-type:none;'><span class=ltx_tag_item>4.</span><p>c</p></ol>",
        "(i) a\nb\nc",
    ),
    "a note with brackets around its number": (
        "a<a id=b href='#c'>[1]</a><aside id=c role=note><span>[<a href='#b'>1</a>]</span>"
        "<p>d</p></aside>",
        "a[1]\nd",
    ),
    "a citation": ("a<sup><a href='https://e.example'>1</a></sup>", "a1"),
}


@pytest.mark.parametrize(("html", "words"), SEEN.values(), ids=SEEN.keys())
def test_what_a_browser_shows_is_in_the_page(html: str, words: str) -> None:
    assert shown(html) == words


DRAWN_BY_MATHJAX = """
<mjx-container><mjx-math><mjx-munderover><mjx-over><mjx-mi><mjx-c class="mjx-c1D45B"></mjx-c>
</mjx-mi></mjx-over><mjx-box><mjx-munder><mjx-row><mjx-base><mjx-mo><mjx-c class="mjx-c2211">
</mjx-c></mjx-mo></mjx-base></mjx-row><mjx-row><mjx-under><mjx-mi><mjx-c class="mjx-c69"></mjx-c>
</mjx-mi></mjx-under></mjx-row></mjx-munder></mjx-box></mjx-munderover><mjx-msubsup><mjx-mi>
<mjx-c class="mjx-c78"></mjx-c></mjx-mi>
<mjx-script><mjx-mn><mjx-c class="mjx-c32"></mjx-c></mjx-mn>
<mjx-mi><mjx-c class="mjx-c69"></mjx-c></mjx-mi></mjx-script></mjx-msubsup></mjx-math>
</mjx-container>
"""
DRAWN_IN_SVG = """
<svg><g data-mml-node="math">
<g data-mml-node="munderover"><g data-mml-node="mo"><path data-c="2211"/>
</g><g data-mml-node="mi" transform="translate(0,-1087.9) scale(0.7)"><path data-c="69"/></g><g
data-mml-node="mi" transform="translate(9,1150) scale(0.7)"><path data-c="1D45B"/></g></g><g
data-mml-node="msubsup"><g data-mml-node="mi"><path data-c="1D465"/></g><g data-mml-node="mn"
transform="translate(523,369)"><path data-c="32"/></g><g data-mml-node="mi"
transform="translate(523,-297)"><path data-c="69"/></g></g><g data-mml-node="mfrac"><g
data-mml-node="mi"><path data-c="1D53C"/></g><g data-mml-node="msqrt"><g data-mml-node="mtext">
<text>字</text></g><g data-mml-node="mo"><path data-c="221A"/></g></g><rect/></g></g></svg>
"""
WRITTEN = {
    "drawn by MathJax": (DRAWN_BY_MATHJAX, r"\sum_i^nx_i^2"),
    "drawn in SVG": (DRAWN_IN_SVG, r"\sum_i^nx_i^2\frac{\mathbb{E}}{\sqrt{\text{字}}}"),
    "drawn in SVG from TeX that is kept": ("<span data-formula='E=m'><svg></svg></span>", "E=m"),
    "drawn later from TeX that is kept": ("<span data-katex='k^8'></span>", "k^8"),
    "in the data of Substack": (
        "<b data-attrs='{&quot;persistentExpression&quot;:&quot;a^2&quot;}'></b>",
        "a^2",
    ),
    "of Distill": ("<d-math>d^6</d-math>", "d^6"),
    "in code of Markdown": ("<code class='language-math'>a_b</code>", "a_b"),
    "a picture of GitHub": (
        "<img src='https://render.githubusercontent.com/render/math?math=e^{i}%20%3D%201'>",
        "e^{i} = 1",
    ),
    "a picture of WordPress": ("<img src='//s0.wp.com/latex.php?latex=%5Cbeta&bg=f'>", r"\beta"),
}


@pytest.mark.parametrize(("html", "tex"), WRITTEN.values(), ids=WRITTEN.keys())
def test_a_formula_is_found_however_it_is_kept(html: str, tex: str) -> None:
    assert html_to_markdown(f"<p>a {html} b</p>").markdown == f"a ${tex}$ b\n"


FORMULAS = {
    "blanks around words": ("<mtext>&nbsp;for all </mtext>", r"\text{ for all }"),
    "scripts on both sides": (
        "<mmultiscripts><mi>X</mi><mi>a</mi><none/><mprescripts/><mi>c</mi><mi>d</mi>"
        "</mmultiscripts>",
        "{}_c^dX_a",
    ),
    "a frame": ("<menclose notation='box'><mi>x</mi></menclose>", r"\boxed{x}"),
    "a number of an equation": (
        "<mtable><mlabeledtr><mtd><mtext>(1)</mtext></mtd><mtd><mi>x</mi></mtd></mlabeledtr></mtable>",
        r"\begin{matrix}x & \text{(1)}\end{matrix}",
    ),
    "fences": (
        "<mfenced open='{' close='' separators=';'><mi>a</mi><mi>b</mi></mfenced>",
        r"\{ a; b",
    ),
    "words with signs": ("<mtext>if {x}_$ 5%</mtext>", r"\text{if \{x\}\_\$ 5\%}"),
    "words alone": ("plain words", r"\text{plain words}"),
    "signs of TeX": ("<mo>\\</mo><mo>_</mo><mo>^</mo><mo>~</mo>", r"\backslash \_ \text{^} \sim"),
    "accents": (
        "<mover><mi>x</mi><mo>^</mo></mover><mover><mi>y</mi><mo>~</mo></mover>",
        r"\hat{x}\tilde{y}",
    ),
    "no line": ("<mfrac linethickness='0pt'><mi>n</mi><mi>k</mi></mfrac>", r"{n \atop k}"),
    "letters of a style": ("<mi mathvariant='bold-fraktur'>g</mi>", r"\mathfrak{g}"),
    "a sign of its own": ("<mglyph alt='gl'/>", r"\text{gl}"),
    "said twice": (
        "<semantics><mi>x</mi><annotation-xml><ci>x</ci></annotation-xml></semantics>",
        "x",
    ),
}


@pytest.mark.parametrize(("mathml", "tex"), FORMULAS.values(), ids=FORMULAS.keys())
def test_mathml_keeps_its_signs(mathml: str, tex: str) -> None:
    assert html_to_markdown(f"<math>{mathml}</math>").markdown == f"${tex}$\n"
