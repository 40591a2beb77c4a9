"""HTML to Markdown: one case for each oddity that users of other programs reported, and its kin."""

from __future__ import annotations

import re

import pytest
from markdown_it import MarkdownIt

from vibe_tui.render.blocks import Code, Formula, Heading, ListBlock, Paragraph, Table
from vibe_tui.render.parse import parse_blocks, tables_of
from vibe_tui.sync.html.convert import html_to_line, html_to_markdown
from vibe_tui.sync.html.tree import MAX_LENGTH


def md(html: str, base: str = "") -> str:
    return html_to_markdown(html, base=base).markdown


CELLS = {
    "HT-01 paragraphs": ("<td><p>甲</p><p>乙</p></td><td>丙</td>", "| 甲<br>乙 | 丙 |"),
    "HT-01 list": ("<td>头<ul><li>一</li><li>二</li></ul></td><td/>", "| 头<br>• 一<br>• 二 |"),
    "HT-01 numbered": ("<td><ol start=3><li>一<li>二</ol></td><td/>", "| 3. 一<br>4. 二 |"),
    "numbered from a value": ("<td><ol><li value=7>一<li>二</ol></td><td/>", "| 7. 一<br>8. 二 |"),
    "HT-01 breaks": ("<td>甲<br/>乙<br>丙</td><td/>", "| 甲<br>乙<br>丙 |"),
    "HT-01 heading": ("<th><h3>甲</h3>乙</th><td/>", "| 甲<br>乙 |"),
    "HT-01 code block": ("<td><pre>a|b\nc</pre></td><td>x</td>", "| `a\\|b`<br>`c` | x |"),
    "HT-02 pipe": ("<td>涨|跌</td><td>x</td>", "| 涨\\|跌 | x |"),
    "HT-02 backslash and pipe": ("<td>左\\|右</td><td>x</td>", "| 左\\\\\\|右 | x |"),
    "HT-02 pipe in code": ("<td><code>a|b</code></td><td>x</td>", "| `a\\|b` | x |"),
    "HT-02 pipe in a formula": ("<td>$|x|$</td><td>y</td>", "| $\\|x\\|$ | y |"),
    "HT-02 pipe in a link": (
        '<td><a href="https://e.example/a|b">c|d</a></td><td>y</td>',
        "| [c\\|d](https://e.example/a%7Cb) | y |",
    ),
    "marks": ("<td><b>甲</b> <i>乙</i></td><td/>", "| **甲** *乙* |"),
    "signs that begin blocks": ("<td># 1</td><td>- 2</td>", "| # 1 | - 2 |"),
}


@pytest.mark.parametrize(("cells", "line"), CELLS.values(), ids=CELLS.keys())
def test_cells_stay_in_their_row(cells: str, line: str) -> None:
    text = md(f"<table><tr>{cells}</tr><tr><td>1</td><td>2</td></tr></table>")
    assert text.split("\n")[0].startswith(line)
    (table,) = tables_of(text)
    assert {len(table.header), *map(len, table.rows)} <= {1, 2}
    assert len(table.rows) == 1


TABLES = {
    "spans over columns": (
        "<tr><th colspan=2>甲</th><th>乙</th></tr><tr><td>1</td><td>2</td><td>3</td></tr>",
        [["甲", "甲", "乙"], ["1", "2", "3"]],
    ),
    "spans over rows": (
        "<tr><th>A</th><th>B</th></tr><tr><td rowspan=2>甲</td><td>1</td></tr><tr><td>2</td></tr>",
        [["A", "B"], ["甲", "1"], ["甲", "2"]],
    ),
    "spans both ways": (
        "<tr><th>A<th>B<th>C</tr><tr><td rowspan=2 colspan=2>x<td>1</tr><tr><td>2</tr>",
        [["A", "B", "C"], ["x", "x", "1"], ["x", "x", "2"]],
    ),
    "a row of one cell": (
        "<tr><th>A<th>B</tr><tr><td colspan=2>组一</td></tr><tr><td>1<td>2</tr>",
        [["A", "B"], ["组一", ""], ["1", "2"]],
    ),
    "rowspan to the end": (
        "<tr><th>A<th>B</tr><tr><td rowspan=0>x<td>1</tr><tr><td>2</tr>",
        [["A", "B"], ["x", "1"], ["x", "2"]],
    ),
    "span past the end": (
        "<tr><th>A<th>B</tr><tr><td rowspan=99>x<td>1</tr>",
        [["A", "B"], ["x", "1"]],
    ),
    "rows of different length": (
        "<tr><td>a<td>b<td>c</tr><tr><td>1</tr>",
        [["a", "b", "c"], ["1", "", ""]],
    ),
    "head last in the source": (
        "<tfoot><tr><td>f<td>g</tr></tfoot><tbody><tr><td>1<td>2</tr></tbody>"
        "<thead><tr><th>A<th>B</tr></thead>",
        [["A", "B"], ["1", "2"], ["f", "g"]],
    ),
    "nonsense spans": (
        "<tr><td colspan=-1>a<td colspan=x>b</tr><tr><td rowspan=1e9>1<td>2</tr>",
        [["a", "b"], ["1", "2"]],
    ),
    "a title over more columns than there are": (
        "<tr><th colspan=20>甲</tr><tr><td>1<td>2<td>3</tr><tr><td>4<td colspan=20>5</tr>",
        [["甲", "", ""], ["1", "2", "3"], ["4", "5", "5"]],
    ),
    "a table inside a cell": (
        "<tr><th>A<th>B</tr><tr><td><ul><li>x</ul><td>y</tr>",
        [["A", "B"], ["• x", "y"]],
    ),
}


@pytest.mark.parametrize(("rows", "wanted"), TABLES.values(), ids=TABLES.keys())
def test_tables(rows: str, wanted: list[list[str]]) -> None:
    (table,) = tables_of(md(f"<table>{rows}</table>"))
    assert [list(table.source_header), *map(list, table.source_rows)] == wanted


def test_a_table_of_spans_does_not_explode() -> None:
    row = "<td colspan=1000 rowspan=60000>x</td>" * 30
    text = md(f"<table><tr>{row}</tr>{'<tr><td>1<td>2</tr>' * 300}</table>")
    assert text.count("1") >= 300
    assert len(text) < 5_000_000


@pytest.mark.parametrize(
    "html",
    [
        "<table><tr><td><h2>甲</h2><p>乙</p></td></tr></table>",
        "<table role=presentation><tr><td><h2>甲</h2></td><td>乙</td></tr></table>",
        "<table><tr><td>x</td><td><table><tr><td><h2>甲</h2>乙</td></tr></table></td></tr></table>",
    ],
)
def test_tables_that_arrange_a_page_are_none(html: str) -> None:
    text = md(html)
    assert "## 甲" in text
    assert "|" not in text


CODE = {
    "HT-05 underscores": (
        "<div><pre><code><span>net_profit_ratio</span></code></pre></div>",
        ("", "net_profit_ratio"),
    ),
    "language of the code": (
        '<pre><code class="hljs language-python">x = 1\n  y</code></pre>',
        ("python", "x = 1\n  y"),
    ),
    "language of the box": ('<div class="highlight-source-js"><pre>y</pre></div>', ("js", "y")),
    "language beside its wrapper": (
        '<div class="sourceCode"><pre class="sourceCode rust"><code>z</code></pre></div>',
        ("rust", "z"),
    ),
    "language as data": ('<figure data-lang="C++"><pre>z</pre></figure>', ("c++", "z")),
    "signs and blank lines": ("<pre>*a*\n\n\n\\b &lt;c&gt; `</pre>", ("", "*a*\n\n\n\\b <c> `")),
    "fences inside": ("<pre>```\nx\n```</pre>", ("", "```\nx\n```")),
    "breaks": ("<pre>a<br>b</pre>", ("", "a\nb")),
    "a box a line": ("<pre><div>a</div><div>b</div></pre>", ("", "a\nb")),
    "a span a line": (
        '<pre><code><span class="line">a</span><span class="line"> b</span></code></pre>',
        ("", "a\n b"),
    ),
    "a span a line with line breaks": (
        '<pre><span class="line">a</span>\n<span class="line">b</span></pre>',
        ("", "a\nb"),
    ),
    "an item a line": ("<pre><ol><li>a</li><li>b</li></ol></pre>", ("", "a\nb")),
    "numbers beside": (
        '<table class="highlight"><tr><td class="gutter"><pre>1\n2</pre></td>'
        '<td class="code"><pre>x = 3\ny</pre></td></tr></table>',
        ("", "x = 3\ny"),
    ),
    "numbers inside": (
        '<pre><code><span class="lineno">1</span>a\n<span class="lineno">2</span>b</code></pre>',
        ("", "a\nb"),
    ),
}


@pytest.mark.parametrize(("html", "wanted"), CODE.values(), ids=CODE.keys())
def test_code_is_as_it_was(html: str, wanted: tuple[str, str]) -> None:
    (block,) = parse_blocks(md(html))
    assert isinstance(block, Code)
    assert (block.language, block.text) == wanted


def test_inline_code() -> None:
    text = md("<p><code>a_b*c</code> <kbd>`</kbd> <tt>x  y</tt><code></code> <code> </code>z</p>")
    assert text == "`a_b*c` `` ` `` `x y` z\n"


FORMULAS = {
    "text": ("<p>有 $a_1 &lt; b*c*d$ 和</p>", "有 $a_1 < b*c*d$ 和\n"),
    "money": ("<p>金额$100万，另$200万</p>", "金额\\$100万，另\\$200万\n"),
    "parentheses": (r"<p>有 \(a_1\) 和 \(b\)</p>", "有 $a_1$ 和 $b$\n"),
    "brackets": (r"<p>\[ a_1 = b \]</p>", "$$\na_1 = b\n$$\n"),
    "display in text": ("<p>前 $$a^2$$ 后</p>", "前\n\n$$\na^2\n$$\n\n后\n"),
    "display alone": ("<p>$$<br>\na_1\n<br/>$$</p>", "$$\na_1\n$$\n"),
    "emphasis inside": ("<p>$x<em>i + y</em>j$ 与 <em>z</em></p>", "$x_i + y_j$ 与 *z*\n"),
    "KaTeX": (
        '<p>得 <span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi>'
        '</mrow><annotation encoding="application/x-tex">x_{1}</annotation></semantics></math>'
        '</span><span class="katex-html" aria-hidden="true">x1</span></span>。</p>',
        "得 $x_{1}$。\n",
    ),
    "KaTeX display": (
        '<span class="katex-display"><span class="katex"><math display="block"><semantics><mi>y'
        '</mi><annotation encoding="application/x-tex">y^2</annotation></semantics></math>'
        '<span class="katex-html">y2</span></span></span>',
        "$$\ny^2\n$$\n",
    ),
    "MathJax 2": (
        '<p>得<span class="MathJax_Preview">E</span><span class="MathJax">E</span>'
        '<script type="math/tex">E=mc^2</script>。</p>',
        "得$E=mc^2$。\n",
    ),
    "MathJax 2 display": (
        '<div class="MathJax_Display">E</div><script type="math/tex; mode=display">E</script>',
        "$$\nE\n$$\n",
    ),
    "MathJax 4": (
        '<p><mjx-container display="true"><mjx-math data-latex="a+b">ab</mjx-math>'
        "</mjx-container></p>",
        "$$\na+b\n$$\n",
    ),
    "MathML with alternative text": ('<p><math alttext="\\pi"><mi>π</mi></math></p>', "$\\pi$\n"),
    "MathML alone": (
        "<p><math><msub><mi>x</mi><mn>1</mn></msub><mo>≤</mo><mfrac><mi>a</mi><mi>b</mi></mfrac>"
        "</math></p>",
        "$x_1\\le \\frac{a}{b}$\n",
    ),
    "Pandoc": ('<p><span class="math inline">\\(a\\)</span></p>', "$a$\n"),
    "a picture of Wikipedia": (
        '<img class="mwe-math-fallback-image-inline" alt="{\\displaystyle x^2}" src="x.svg">',
        "$x^2$\n",
    ),
    "a picture of Zhihu": (
        '<p><img src="https://www.zhihu.com/equation?tex=a%5E2" alt="[公式]"></p>',
        "$a^2$\n",
    ),
    "digits beside it": (
        "<p>3<math><annotation encoding=TeX>x</annotation></math>4</p>",
        "3 $x$ 4\n",
    ),
    "in a cell": (
        "<table><tr><th>a<th>b</tr><tr><td>$$x|y$$<td>c</tr></table>",
        "| a | b |\n| --- | --- |\n| $x\\|y$ | c |\n",
    ),
    "in a heading": ("<h2>$\\pi_{0.5}$ 模型</h2>", "## $\\pi_{0.5}$ 模型\n"),
}


@pytest.mark.parametrize(("html", "wanted"), FORMULAS.values(), ids=FORMULAS.keys())
def test_formulas_from_their_source(html: str, wanted: str) -> None:
    assert md(html) == wanted


SILENT = {
    "SEC-15": "前<script>x()</script><style>b{}</style><iframe src='javascript:x'></iframe>后",
    "SEC-15 in paragraphs": "<p>前<script>x('<p>y</p>')</script></p><style>p{}</style><p>后</p>",
    "templates": "前<template><b>模板</b></template><noscript><img src=t width=1 height=1>后",
    "comments": "前<!-- 注 --><![CDATA[x]]>后",
    "hidden": "前<span hidden>x</span><span style='display: none'>y</span>后",
    "trackers": "前<img width=1 height=1 src=x.gif><img src='//b.scorecardresearch.com/b.gif'>后",
    "frames and forms": "前<object data=x></object><embed src=y><input type=hidden value=z>后",
    "head": "<head><title>x</title><meta content=y></head><body>前后",
    "anchors of headings": "<h2>前后<a class='headerlink' href='#x'>¶</a></h2>",
}


@pytest.mark.parametrize("html", SILENT.values(), ids=SILENT.keys())
def test_what_no_reader_sees_leaves_no_word(html: str) -> None:
    assert "".join(md(html).split()).lstrip("#") == "前后"


LINKS = {
    "FD-19 relative": ('<a href="../a?b=1">x</a>', "[x](https://e.example/a?b=1)"),
    "FD-19 without a scheme": ('<img src="//cdn.example/x.png">', "![](https://cdn.example/x.png)"),
    "FD-19 picture": ('<img src="t.png" alt="图 [1]">', "![图 \\[1\\]](https://e.example/r/t.png)"),
    "inside the page": ('<a href="#x">y</a>', "[y](https://e.example/r/p#x)"),
    "SEC-08 scripts": ('<a href="JaVaScRiPt:x()">y</a>', "y"),
    "SEC-08 with a tab": ('<a href=" \tjava&#9;script:x()">y</a>', "y"),
    "SEC-08 data": ('<a href="data:text/html,x">y</a>', "y"),
    "SEC-07 quotes": ('<a href="https://x/a\'b%22c">y</a>', "[y](https://x/a'b%22c)"),
    "MD-10 parentheses": ('<a href="https://x/I_(f)">y</a>', "[y](https://x/I_(f))"),
    "unpaired parenthesis": ('<a href="https://x/I_(f">y</a>', "[y](https://x/I_%28f)"),
    "blanks": ('<a href="https://x/a b">y</a>', "[y](https://x/a%20b)"),
    "brackets in words": ('<a href="https://x/">[1] a]b</a>', "[\\[1\\] a\\]b](https://x/)"),
    "its own words": ('<a href="https://x/y">https://x/y</a>', "<https://x/y>"),
    "mail": ('<a href="mailto:a@b.example">a@b.example</a>', "<a@b.example>"),
    "bare": ("见 https://x.example/a。后", "见 <https://x.example/a>。后"),
    "empty": ('<a href=""></a><a name="q">y</a>', "y"),
    "code": ('<a href="https://x/"><code>y</code></a>', "[`y`](https://x/)"),
    "picture": (
        '<a href="https://x/"><img src="/i.png" alt="y"></a>',
        "[![y](https://e.example/i.png)](https://x/)",
    ),
    "no address": (
        '<a href="http://[x">y</a><img src="http://[z">',
        "[y](http://%5Bx)![](http://%5Bz)",
    ),
    "picture put off": (
        '<img src="data:image/gif;base64,R0" data-src="/i.png">',
        "![](https://e.example/i.png)",
    ),
    "a picture of sources only": (
        '<picture><source srcset="/a.webp 2x, /b.webp"><source srcset="/c.png"></picture>',
        "![](https://e.example/a.webp)",
    ),
    "a picture and its sources": (
        '<picture><source srcset="/a.webp"><img src="/c.png" alt="图"></picture>',
        "![图](https://e.example/c.png)",
    ),
    "around a block": ('<a href="/x"><h3>t</h3></a>', "## [t](https://e.example/x)"),
}


@pytest.mark.parametrize(("html", "wanted"), LINKS.values(), ids=LINKS.keys())
def test_links(html: str, wanted: str) -> None:
    assert md(html, base="https://e.example/r/p").strip() == wanted


def test_links_to_headings_stay_inside_the_report() -> None:
    html = (
        '<p><a href="#s1">一</a> <a href="https://e.example/p#h">二</a> <a href="#x">三</a></p>'
        '<section id="s1"><h2>1. 执行摘要</h2><p id="x">文</p></section><h2 id="h">局限</h2>'
    )
    first = md(html, base="https://e.example/p").split("\n")[0]
    assert first == "[一](#1-执行摘要) [二](#局限) [三](https://e.example/p#x)"
    assert md(html).startswith("[一](#1-执行摘要) [二](https://e.example/p#h) 三\n")


def test_the_base_of_the_page_wins() -> None:
    html = '<base href="https://o.example/b/"><a href="x">y</a>'
    assert md(html, base="https://e.example/") == "[y](https://o.example/b/x)\n"


MARKS = {
    "CJK-01": ("<b>重点。</b>后文", "**重点**。后文"),
    "colon": ("<b>标签：</b>后文", "**标签**：后文"),
    "blanks outside": ("a<em> b </em>c", "a *b* c"),
    "one after the other": ("<b>x</b><strong>y</strong>", "**xy**"),
    "inside itself": ("<b>a<strong>b</strong></b>", "**ab**"),
    "empty": ("a<b></b><i> </i><em><br></em>b", "a \\\nb"),
    "break at the edge": ("<b>a<br></b>b", "**a**\\\nb"),
    "plain signs": ("2 * 3 * 4 a_b_c _d_", "2 \\* 3 \\* 4 a_b_c \\_d\\_"),
    "looks like Markdown": ("[x](y) ![z] `q` <b>k</b>", "\\[x](y) !\\[z] \\`q\\` **k**"),
    "scripts": ("CO<sub>2</sub> x<sup>n</sup>", "CO<sub>2</sub> x<sup>n</sup>"),
    "strike": ("<s>旧</s><del>值</del>", "~~旧值~~"),
    "quotes": ("<q>甲</q>", "“甲”"),
    "ruby": ("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>", "漢(kan)"),
    "angle brackets": ("&lt;甲&gt; x &lt;b&gt; &lt;3 a&lt;b", "<甲> x \\<b> <3 a\\<b"),
    "made-up tags": ("先 <think>想</think> 再", "先 \\<think>想\\</think> 再"),
    "entities": ("R&amp;D &amp;amp; &amp;lt;", "R&D \\&amp; \\&lt;"),
    "line breaks between Han": ("研究\n报告 a\nb", "研究报告 a b"),
    "SEC-02": ("a\x1b[2J\x07\u202eb", "a␛\\[2J␇\ufffdb"),
}


@pytest.mark.parametrize(("html", "wanted"), MARKS.values(), ids=MARKS.keys())
def test_marks_and_signs(html: str, wanted: str) -> None:
    assert md(f"<p>{html}</p>").strip() == wanted


@pytest.mark.parametrize(
    "html", ["<p>{}</p>", "<pre>{}</pre>", "<a href='http://x/{}'>y</a>", "<div>" * 6000 + "{}"]
)
def test_sec_02_control_codes_by_number(html: str) -> None:
    text = md(html.format("a&#27;[2J&#x202e;&#155;&#7;b"))
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e]", text)
    assert text.strip()


STARTS = [
    "1. x",
    "1) x",
    "- x",
    "+ x",
    "* x",
    "# x",
    "> x",
    "---",
    "===",
    "***",
    "~~~",
    "    x",
    "$$",
    "|a|b|",
    ": x",
]


@pytest.mark.parametrize("words", STARTS)
@pytest.mark.parametrize("where", ["<p>{}</p>", "<ul><li>{}</li></ul>", "<p>a<br>{}</p>"])
def test_words_begin_no_block(words: str, where: str) -> None:
    blocks = parse_blocks(md(where.format(words)))
    if where.startswith("<ul>"):
        assert isinstance(blocks[0], ListBlock)
        blocks = blocks[0].items[0].blocks
    assert [type(block) for block in blocks] == [Paragraph]
    assert isinstance(blocks[0], Paragraph)
    assert "".join(atom.text for atom in blocks[0].text).endswith(words.strip())


def test_headings_begin_at_the_second_level() -> None:
    text = md("<h3>1. 甲 #</h3><p>x</p><h5>乙</h5><h6><br></h6>")
    assert text == "## 1. 甲 \\#\n\nx\n\n#### 乙\n"
    assert [
        b.level for b in parse_blocks(md("<h1>a</h1><h6>b</h6>")) if isinstance(b, Heading)
    ] == [2, 6]


def test_the_title_is_no_part_of_the_text() -> None:
    html = "<div><h1> 甲：<b>全名</b></h1><h2>概述</h2>x</div>"
    found = html_to_markdown(html, title="甲")
    assert (found.title, found.markdown) == ("甲：全名", "## 概述\n\nx\n")
    assert html_to_markdown(html, title="乙").title == ""
    assert html_to_markdown("<p>x</p><h1>甲</h1>", title="甲").title == ""


TITLES = {
    "the same": ("<h1>甲报告</h1>", "甲报告", "甲报告"),
    "goes on": ("<h2>甲报告：全名</h2>", "甲报告", "甲报告：全名"),
    "goes on without a sign": ("<h1>甲报告的背景</h1>", "甲报告", ""),
    "a paragraph": ("<p><b>甲报告: x</b></p>", "甲报告", "甲报告: x"),
    "a sentence": ("<p>甲报告说了很多。</p>", "甲报告", ""),
    "without the column": (
        "<h1>每日解读：甲报告</h1>",
        "[栏] 每日解读：甲报告",
        "每日解读：甲报告",
    ),
    "without the site": ("<h1>一份年度报告</h1>", "一份年度报告 | 站", "一份年度报告"),
    "a part of a word": ("<h1>背景</h1>", "背景与动机", ""),
    "signs of other widths": ("<h1>多 Agent（上）</h1>", "多Agent(上)", "多 Agent（上）"),
    "after a picture": ("<img src=x><h1>甲报告</h1>", "甲报告", ""),
}


@pytest.mark.parametrize(("html", "title", "found"), TITLES.values(), ids=TITLES.keys())
def test_what_says_the_title(html: str, title: str, found: str) -> None:
    converted = html_to_markdown(f"<div>{html}</div><p>文</p>", title=title)
    assert converted.title == found
    assert converted.markdown.endswith("文\n")
    assert (converted.markdown == "文\n") == bool(found)


def test_a_text_that_is_only_its_title_is_kept() -> None:
    converted = html_to_markdown("<p>甲报告</p>", title="甲报告")
    assert (converted.title, converted.markdown) == ("", "甲报告\n")


def test_headings_inside_other_blocks_are_no_sections() -> None:
    text = md("<h2>甲</h2><blockquote><h1>乙</h1></blockquote><ul><li><h4>丙</h4>x</li></ul>")
    assert [b for b in text.split("\n") if b.startswith("#")] == ["### 甲"]
    assert "> **乙**" in text
    assert "- **丙**" in text


LISTS = {
    "HT-07 three kinds": (
        "<ul><li>一<ol><li>二<ul><li>三</li></ul></li></ol></li></ul>",
        "- 一\n  1. 二\n     - 三\n",
    ),
    "HT-07 list beside its item": ("<ul><li>一</li><ul><li>二</li></ul></ul>", "- 一\n  - 二\n"),
    "HT-09 closed twice": ("<ul><li>甲</ul></ul>", "- 甲\n"),
    "HT-06 without a list": ("<p>a</p><li>x</li><li>y</li>", "a\n\n- x\n- y\n"),
    "counted from nine": ("<ol start=9><li>a<li>b</ol>", "9. a\n10. b\n"),
    "two paragraphs": ("<ul><li><p>a</p><p>b</p></li><li>c</li></ul>", "- a\n\n  b\n\n- c\n"),
    "code in an item": (
        "<ul><li>a<pre>x\n\ny</pre></li></ul>",
        "- a\n\n  ```\n  x\n\n  y\n  ```\n",
    ),
    "table in an item": (
        "<ol><li>a<table><tr><th>x<th>y</tr></table></li></ol>",
        "1. a\n\n   | x | y |\n   | --- | --- |\n",
    ),
    "table that begins an item": (
        "<ol><li><table><tr><th>x<th>y</tr></table></li></ol>",
        "1. | x | y |\n   | --- | --- |\n",
    ),
    "formula in an item": ("<ul><li>有 $$x$$</li></ul>", "- 有\n\n  $$\n  x\n  $$\n"),
    "tasks": (
        "<ul><li><input type=checkbox> a</li><li><input type=checkbox checked disabled>b</li></ul>",
        "- [ ] a\n- [x] b\n",
    ),
    "counted lists in a row": (
        "<ol><li>a</ol><ol><li>b<p>c</ol><ol><li>d</ol>",
        "1. a\n\n1) b\n\n   c\n\n1. d\n",
    ),
    "counted from five below words": ("<ul><li>a<ol start=5><li>b</ol></ul>", "- a\n\n  5. b\n"),
    "a rule that begins an item": ("<ul><li><hr>a</li><li><hr></ul>", "- ___\n\n  a\n\n- ___\n"),
    "line breaks in bold words": ("<ul><li>a<br><b>b<br>c</b></ul>", "- a\\\n  **b\\\n  c**\n"),
    "empty items": ("<ul><li></li><li>a</li></ul>", "- a\n"),
    "quote in an item": (
        "<ul><li><blockquote>a<p>b</blockquote>c</ul>",
        "- > a\n  >\n  > b\n\n  c\n",
    ),
}


@pytest.mark.parametrize(("html", "wanted"), LISTS.values(), ids=LISTS.keys())
def test_lists(html: str, wanted: str) -> None:
    assert md(html) == wanted


@pytest.mark.parametrize("depth", [2, 6, 9])
def test_nested_lists_keep_their_depth_in_two_renderers(depth: int) -> None:
    html = "".join(f"<{'uo'[n % 2]}l><li>{n}" for n in range(depth))
    text = md(html)
    inner = parse_blocks(text)
    found = 0
    while inner and isinstance(inner[-1], ListBlock):
        inner = inner[-1].items[0].blocks
        found += 1
    assert found == depth
    rendered = MarkdownIt("commonmark").render(text)
    assert rendered.count("<ul>") + rendered.count("<ol") == depth


BLOCKS = {
    "figure": (
        '<figure><img src="https://x/a.png" alt="图"><figcaption>图：<b>甲</b></figcaption>',
        "![图](https://x/a.png)\n\n*图：**甲***\n",
    ),
    "quote": ("<blockquote><p>a</p><ul><li>b</ul>c</blockquote>d", "> a\n>\n> - b\n>\n> c\n\nd\n"),
    "definitions": (
        "<dl><dt>甲</dt><dd>乙</dd><dd><p>丙</p><p>丁</p></dd></dl>",
        "甲\n:   乙\n:   丙\n\n    丁\n",
    ),
    "term like a heading": ("<dl><dt># a</dt><dd>b</dd></dl>", "\\# a\n:   b\n"),
    "mark before a colon": (
        '<p><sup id="r"><a href="#n">1</a></sup>: a</p><ol><li id="n">b <a href="#r">↩</a></ol>',
        "[^1]\\: a\n\n[^1]: b\n",
    ),
    "details": ("<details><summary>标题</summary>正文</details>", "**标题**\n\n正文\n"),
    "rule": ("a<hr>b", "a\n\n---\n\nb\n"),
    "caption": (
        "<table><caption>表 1</caption><tr><th>a<th>b</tr></table>",
        "*表 1*\n\n| a | b |\n| --- | --- |\n",
    ),
    "alignment": (
        "<table><tr><th>a<th align=right>b</tr><tr><td>x<td style='text-align:right'>1</table>",
        "| a | b |\n| --- | ---: |\n| x | 1 |\n",
    ),
    "loose text": ("a<p>b</p>c<div>d</div>e", "a\n\nb\n\nc\n\nd\n\ne\n"),
    "blanks only": ("<p>&nbsp;</p><p>\u3000\u3000a</p><div> </div>", "a\n"),
    "media": ('<video src="https://x/v.mp4">no</video>', "[v.mp4](https://x/v.mp4)\n"),
    "nothing": ("", ""),
}


@pytest.mark.parametrize(("html", "wanted"), BLOCKS.values(), ids=BLOCKS.keys())
def test_blocks(html: str, wanted: str) -> None:
    assert md(html) == wanted


NOTES = {
    "Markdown writers": (
        '<p>甲<sup id="fnref:1"><a href="#fn:1" class="footnote">1</a></sup>。</p>'
        '<div class="footnotes"><ol><li id="fn:1"><p>注 <b>一</b>'
        '<a href="#fnref:1">↩</a></p><p>二</p></li></ol></div>'
    ),
    "GitHub": (
        '<p>甲<sup><a href="#user-content-fn-1" id="user-content-fnref-1">1</a></sup>。</p>'
        '<section class="footnotes"><h2 class="sr-only" hidden>Footnotes</h2><ol>'
        '<li id="user-content-fn-1"><p>注 <b>一</b> <a href="#user-content-fnref-1">↩</a></p>'
        "<p>二</p></li></ol></section>"
    ),
    "anchors": (
        '<p>甲<a name="r1" href="#n1">[1]</a>。</p>'
        '<p><a name="n1" href="#r1">[1]</a>注 <b>一</b></p>'
    ),
}


@pytest.mark.parametrize("html", NOTES.values(), ids=NOTES.keys())
def test_footnotes(html: str) -> None:
    text = md(html)
    assert text.startswith("甲[^1]。\n\n[^1]: 注 **一**")
    assert "↩" not in text
    assert ("\n\n    二\n" in text) == ("二" in html)


def test_links_that_do_not_lead_back_are_no_footnotes() -> None:
    text = md('<p><a href="#s">1</a></p><ul><li id="s">甲</li></ul>', base="https://e.example/")
    assert text == "[1](https://e.example/#s)\n\n- 甲\n"


def test_a_note_that_stands_before_its_mark_is_none() -> None:
    html = (
        '<ul><li id="t"><a href="#s">很长很长很长的一节题</a></li></ul>'
        '<p id="s"><a href="#t">1</a> 文</p>'
    )
    text = md(html, base="https://e.example/")
    assert text.endswith("\n\n[1](https://e.example/#t) 文\n")
    assert "[^" not in text


DEEP = {
    "HT-06 boxes": "<div>" * 3000 + "结论" + "</div>" * 3000,
    "HT-06 more boxes than can be looked at": "<div>" * 200_000 + "结论",
    "lists": "<ul><li>" * 3000 + "结论",
    "quotes": "<blockquote>" * 3000 + "结论",
    "marks": "<b><i>" * 3000 + "结论",
    "tables": "<table><tr><td>" * 1000 + "结论",
    "links": '<a href="x"><span>' * 2000 + "结论",
}


@pytest.mark.parametrize("html", DEEP.values(), ids=DEEP.keys())
def test_deep_pages_keep_their_words(html: str) -> None:
    assert "结论" in md(html)


def test_a_cell_with_very_many_items() -> None:
    text = md(f"<table><tr><td><ol>{'<li>x' * 20_000}</ol><td>y</table>")
    assert "<br>20000. x |" in text


def test_many_items_that_nobody_closed_are_not_deep() -> None:
    assert md("<ul>" + "<li>x<p>y" * 6000).count("- x\n\n  y") == 6000


def test_a_huge_page_becomes_plain_text() -> None:
    html = "<p>结论 <b>甲</b> &amp; 乙</p><script>x()</script>" + " " * MAX_LENGTH
    assert md(html) == "结论 甲 & 乙\n"


def test_the_words_of_a_title() -> None:
    assert html_to_line("A &amp; <i>B</i>\n<script>x</script> <甲>") == "A & B <甲>"


def test_display_formula_splits_a_paragraph() -> None:
    blocks = parse_blocks(
        md("<p><b>前<math display=block><annotation encoding=TeX>x</annotation></math>后</b></p>")
    )
    assert [type(block) for block in blocks] == [Paragraph, Formula, Paragraph]


def test_a_table_is_a_table_in_our_parser() -> None:
    (block,) = parse_blocks(md("<table><tr><td>a</td><td>b</td></tr></table>"))
    assert isinstance(block, Table)


COUNTED = {
    "backwards": ("<ol reversed><li>甲<li>乙</ol>", "- 2\\. 甲\n- 1\\. 乙"),
    "backwards from": ("<ol reversed start=10><li>甲<li>乙</ol>", "- 10\\. 甲\n- 9\\. 乙"),
    "letters": ("<ol type=a start=26><li>甲<li>乙</ol>", "- z. 甲\n- aa. 乙"),
    "Roman": ("<ol type=I start=3><li><p>甲</p><p>乙</p></ol>", "- III. 甲\n\n  乙"),
    "by style": ("<ol style='list-style-type: lower-roman'><li>甲<li>乙</ol>", "- i. 甲\n- ii. 乙"),
    "with a gap": ("<ol><li>甲<li value=5>乙<li>丙</ol>", "- 1\\. 甲\n- 5\\. 乙\n- 6\\. 丙"),
    "from below one": ("<ol start=-1><li>甲<li>乙</ol>", "- -1. 甲\n- 0\\. 乙"),
    "as Markdown counts": ("<ol start=3><li>甲<li>乙</ol>", "3. 甲\n4. 乙"),
    "nested": ("<ol><li>甲<ol type=A><li>乙</ol></ol>", "1. 甲\n   - A. 乙"),
    "in a cell": (
        "<table><tr><th>甲<th>乙<tr><td><ol reversed><li>x<li>y</ol><td><ol type=i><li>z</ol>"
        "</table>",
        "| 甲 | 乙 |\n| --- | --- |\n| 2. x<br>1. y | i. z |",
    ),
}


@pytest.mark.parametrize(("html", "markdown"), COUNTED.values(), ids=COUNTED.keys())
def test_items_keep_the_markers_that_a_browser_shows(html: str, markdown: str) -> None:
    assert html_to_markdown(html).markdown.strip() == markdown


@pytest.mark.parametrize(
    "line",
    ["class=line", "class='code-line'", "class='x token-line'", "style='display: block'"],
)
def test_code_of_which_each_line_is_an_element_has_its_lines(line: str) -> None:
    html = f"<pre><code><span {line}>a</span><span {line}>  b</span></code></pre>"
    assert html_to_markdown(html).markdown == "```\na\n  b\n```\n"


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<picture><source srcset='/a.png'><img alt='图'></picture>", "![图](/a.png)"),
        ("<picture><source srcset='/a.png'><img src='/b.png' alt='图'></picture>", "![图](/b.png)"),
        ("<picture><source data-srcset='/a.png 1x, /b.png 2x'></picture>", "![](/a.png)"),
    ],
)
def test_a_picture_is_shown_whatever_names_its_file(html: str, markdown: str) -> None:
    assert html_to_markdown(html).markdown.strip() == markdown
