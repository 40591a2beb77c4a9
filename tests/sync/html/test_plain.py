"""Pages as well-known programs write them: LaTeXML, WeChat, Zhihu, WordPress, Hugo, Substack."""

from __future__ import annotations

import pytest

from vibe_tui.sync.html.convert import convert_page, html_to_markdown
from vibe_tui.sync.html.tree import parse_html


def md(html: str) -> str:
    return html_to_markdown(html, base="https://e.example/p/").markdown


LATEXML_NOTE = (
    '<p>文<span class="ltx_note ltx_role_footnote"><sup class="ltx_note_mark">1</sup>'
    '<span class="ltx_note_outer"><span class="ltx_note_content">'
    '<sup class="ltx_note_mark">1</sup><span class="ltx_tag ltx_tag_note">1</span>注 <em>一</em>。'
    "</span></span></span>后</p>"
)
LATEXML_EQUATION = (
    '<table class="ltx_equation ltx_eqn_table"><tbody><tr><td></td><td>'
    '<math alttext="\\displaystyle y" display="inline"></math></td><td>'
    '<math alttext="\\displaystyle=x"></math></td><td rowspan="1">'
    '<span class="ltx_tag ltx_tag_equation">(1)</span></td></tr></tbody></table>'
)
WECHAT_CODE = (
    '<section class="code-snippet__fix"><ul class="code-snippet__line-index"><li></li></ul>'
    '<pre class="code-snippet__js" data-lang="python"><code><span>a</span></code>'
    "<code><span>  b</span></code></pre></section>"
)
HUGO_CODE = (
    '<table><tr><td><pre><code><span class="lnt">1\n</span><span class="lnt">2\n</span></code>'
    '</pre></td><td><pre><code class="language-go"><span>a\n</span>b\n</code></pre></td></tr>'
    "</table>"
)
PAGES = {
    "a footnote of LaTeXML": (LATEXML_NOTE, "文[^1]后\n\n[^1]: 注 *一*。\n"),
    "an equation of LaTeXML": (LATEXML_EQUATION, "$$\ny =x \\qquad \\text{(1)}\n$$\n"),
    "a table of equations that holds more": (
        '<table class="ltx_eqn_table"><td><table class="ltx_eqn_table"><td>甲</table></table>',
        "甲\n",
    ),
    "environments of MathJax": (
        "<p>见 \\begin{align}a_1&amp;=b\\\\c&amp;=d\\end{align} 后 \\begin{other}x\\end{other}</p>",
        "见\n\n$$\n\\begin{align}a_1&=b\\\\c&=d\\end{align}\n$$\n\n"
        "后 \\\\begin{other}x\\\\end{other}\n",
    ),
    "a reference of LaTeXML": (
        '<li><span class="ltx_tag ltx_tag_bibitem">[1]</span><span class="ltx_bibblock">甲.</span>'
        '<span class="ltx_bibblock">乙.</span></li>',
        "- \\[1] 甲. 乙.\n",
    ),
    "a citation of LaTeXML": ('<p><cite class="ltx_cite">甲</cite></p>', "甲\n"),
    "an article that a script shows": (
        '<div style="visibility: hidden; opacity: 0;"><p>文</p></div>',
        "文\n",
    ),
    "what is invisible in a line": ('<p>文<span style="visibility:hidden">无</span></p>', "文\n"),
    "bold by style": (
        '<p><span style="color:red; font-weight: 700">粗</span>，<span style="font-style:italic">斜'
        '</span>，<span style="text-decoration-line: line-through">删</span></p>',
        "**粗**，*斜*，~~删~~\n",
    ),
    "blocks bold by style": ('<section style="font-weight:bold"><p>甲</p></section>', "**甲**\n"),
    "no bold by style": ('<b style="font-weight:normal"><p>甲</p></b>', "甲\n"),
    "a bold heading": ("<h2><span><strong>一、标题</strong></span></h2>", "## 一、标题\n"),
    "code in lines of code": (WECHAT_CODE, "```python\na\n  b\n```\n"),
    "code beside its numbers": (HUGO_CODE, "```go\na\nb\n```\n"),
    "a language of Enlighter": (
        '<pre class="EnlighterJSRAW" data-enlighter-language="python">x</pre>',
        "```python\nx\n```\n",
    ),
    "a picture that loads late": (
        '<figure><noscript><img src="a_b.jpg"></noscript><img class="lazy" src="data:image/gif,x"'
        ' data-actualsrc="a_b.jpg" data-original="a_r.jpg"></figure>',
        "![](https://e.example/p/a_b.jpg)\n",
    ),
    "a film": (
        '<figure><iframe title="片" src="//www.youtube.com/embed/x"></iframe></figure>',
        "[片](https://www.youtube.com/embed/x)\n",
    ),
    "another frame": ('<p>前<iframe src="https://ads.example/x"></iframe>后</p>', "前后\n"),
    "a frame that runs": ('<p>前<iframe src="javascript:x"></iframe>后</p>', "前后\n"),
    "the sign of a heading": ('<h2>题 <a href="#t">¶</a></h2>', "## 题\n"),
    "the way back from a note": ('<ol><li><a href="#r">^</a>甲</li></ol>', "1. 甲\n"),
    "paragraphs by line breaks": ("一<br>二<br><br>三<br> <br><br><b>四<br><br>五</b>",
        "一\\\n二\n\n三\n\n**四**\n\n**五**\n"),
    "line breaks as XML writes them": ("<p>一<br></br>二<br ></br>三</p>", "一\\\n二\\\n三\n"),
    "a table in a table": (
        "<table><tr><th>甲</th><th>乙</th></tr><tr><td>1</td><td><table><tr><td>a</td><td>b</td></tr>"
        "<tr><td>c</td><td>d</td></tr></table></td></tr></table>",
        "| 甲 | 乙 |\n| --- | --- |\n| 1 | a b<br>c d |\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("html", "wanted"), PAGES.values(), ids=PAGES.keys())
def test_pages_of_known_programs(html: str, wanted: str) -> None:
    assert md(html) == wanted


@pytest.mark.parametrize("html", [html for html, _ in PAGES.values()], ids=PAGES.keys())
def test_a_page_can_be_converted_twice(html: str) -> None:
    page = parse_html(html)
    assert convert_page(page).markdown == convert_page(page).markdown
