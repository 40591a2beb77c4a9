"""Which `<` begins a tag, and which a word: what HTML does not know or what is spoken of."""

from __future__ import annotations

import pytest

from vibe_tui.render.blocks import plain_of
from vibe_tui.render.parse import parse_blocks
from vibe_tui.sync.html.convert import html_to_line, html_to_markdown
from vibe_tui.sync.html.tree import is_html


def shown(html: str) -> str:
    """The words of a page as a reader sees them."""
    return "\n".join(map(plain_of, parse_blocks(html_to_markdown(html).markdown)))


SAID = (
    "ends with <eos> or <PAD>, <unk> and <T>",
    "vector<int> and List<String>",
    "Map<K,V> stays; the <image> tag",
    "Map<String, List<Integer>> and std::map<std::string, int>",
    "class A<T extends B> and Option<Object>",
    "begin with <|im_start|> and <0x0A>",
    "<think>so</think> and <tool_call>{}</tool_call>",
    "the <s> token",
    "the </s> token",
    "from <s> to </s>, or <s> and </s>",
    "write <b> for bold, <table> for tables",
    "an <img> without a picture",
    "see <https://e.example/> and <a@e.example>",
    "<end-of-text> ends it",
    "$i<j$ and $p>2$",
    "if a <b then",
    "a <!b > c and <? d",
    "the <script> tag runs code",
)


@pytest.mark.parametrize("words", SAID)
def test_what_is_no_tag_is_a_word_of_a_page(words: str) -> None:
    plain = words.replace("$i<j$ and $p>2$", "i<j and p>2")
    assert shown(f"<p>{words}</p><p>后</p>").replace(" < ", "<").replace(" > ", ">") in (
        f"{plain}\n后".replace(" < ", "<").replace(" > ", ">"),
    )


def test_what_is_no_tag_is_a_word_of_a_table_a_list_and_a_heading() -> None:
    page = (
        "<h2>The <eos> mark</h2><table><tr><th>a<th>b<tr><td>vector<int><td><PAD></table>"
        "<ul><li>List<String><li>the <s> token</ul>"
    )
    assert shown(page) == "The <eos> mark\na\tb\nvector<int>\t<PAD>\nList<String>\nthe <s> token"


TAGS = {
    "struck words with a blank": ("<s>$6 </s>$5, <s> 7</s><s></s>", "$6 $5, 7"),
    "misnested": ("<b><i>x</b></i>", "x"),
    "left open": ("<div><p>text<p>more", "text\nmore"),
    "closed twice": ("<b>x</b></b> y", "x y"),
    "cut in a tag": ("text <a href='http://x.example/a", "text"),
    "of programs": ("<o:p>x</o:p><my-box>y</my-box><tex-math>z</tex-math>", "xyz"),
    "of programs with values": ("<qqmusic name='a'>x</qqmusic>y", "xy"),
    "a frame that XML closed": ("<p>a<iframe src='x'/></p><p>b</p>", "a\nb"),
    "attributes without values": ("<table border><td nowrap>a<p hidden>c</table>b", "a\nb"),
    "items in one line": ("<ul><li>one <li> two</ul>", "one\ntwo"),
    "drawings": ("<svg><g><path d='M1'/><text>x</text></g></svg>y", "x y"),
    "emphasis in a formula": ("<p>$x<em>i + y</em>j$", "x_i + y_j"),
}


@pytest.mark.parametrize(("html", "words"), TAGS.values(), ids=TAGS.keys())
def test_what_is_a_tag_is_none_of_the_words(html: str, words: str) -> None:
    assert shown(html) == words


@pytest.mark.parametrize("words", [one for one in SAID if "<think>" not in one])
def test_a_text_that_only_speaks_of_tags_is_no_html(words: str) -> None:
    assert not is_html(words)


@pytest.mark.parametrize(
    "text",
    [
        "from <s> to </s>",
        "R&D",
        "<!-- x --> in YAML",
        "a < b > c",
        "the <br> tag",
        "use <table> and </table>",
    ],
)
def test_a_pair_that_hugs_nothing_is_no_html(text: str) -> None:
    assert not is_html(text)


@pytest.mark.parametrize(
    "text",
    [
        "<p>a",
        "a<br>b",
        "a <br/> b",
        "x <b>y</b>",
        "<a href='x'>y</a>",
        "First.<p>Second",
        "<img src=x>",
        "<jats:p>a</jats:p>",
        "<mml:math><mml:mi>x</mml:mi></mml:math>",
        "List<String> in <code>x</code>",
        "cut <a href='http://x.example/a",
    ],
)
def test_a_text_with_well_formed_tags_is_html(text: str) -> None:
    assert is_html(text)


LINES = {
    "superscript": ("10<sup>5</sup> tokens", "10⁵ tokens"),
    "superscript that has no sign": ("x<sup>任</sup>", "x^任"),
    "subscript": ("CO<sub>2</sub> and x<sub>i,j</sub>", "CO₂ and x_(i,j)"),
    "MathML": ("On <math><msup><mi>x</mi><mn>2</mn></msup></math>", "On $x^2$"),
    "MathML with its TeX": (
        "<math><semantics><mi>φ</mi><annotation encoding='application/x-tex'>\\varphi"
        "</annotation></semantics></math>-DPO",
        "$\\varphi$-DPO",
    ),
    "MathML and italics of journals": (
        "<mml:math><mml:msup><mml:mi>x</mml:mi><mml:mn>2</mml:mn></mml:msup></mml:math> in"
        " <jats:italic>E. coli</jats:italic><jats:sup>5</jats:sup>",
        "$x^2$ in E. coli⁵",
    ),
    "a formula in words": ("The $x_i$ of <i>y</i>", "The $x_i$ of y"),
    "amounts": ("$5 and <b>$6</b>", "$5 and $6"),
    "signs of Markdown": ("a*b*c <b>_d_</b> `e` [f](g) 1. h", "a*b*c _d_ `e` [f](g) 1. h"),
    "words that are no tags": ("vector<int> <b>and</b> <eos>", "vector<int> and <eos>"),
    "pictures and scripts": ("a<img src=x><script>b</script><!-- c -->", "a"),
    "a line break": ("a<br>b\nc", "a b c"),
}


@pytest.mark.parametrize(("html", "line"), LINES.values(), ids=LINES.keys())
def test_a_line_says_what_the_page_does(html: str, line: str) -> None:
    assert html_to_line(html) == line


def test_the_title_of_a_page_keeps_its_superscript() -> None:
    converted = html_to_markdown("<h1>10<sup>5</sup> 个词元：续</h1><p>文</p>", title="10⁵ 个词元")
    assert (converted.title, converted.markdown) == ("10⁵ 个词元：续", "文\n")
