"""Markdown → blocks: cases that other programs got wrong, and what must never be lost."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.render.soup import SOUP
from vibe_tui.clean import clean_text
from vibe_tui.render.blocks import (
    Atom,
    Code,
    Definition,
    Footnote,
    Formula,
    Heading,
    ListBlock,
    Look,
    Paragraph,
    Quote,
    Role,
    Rule,
    Table,
    plain_of,
)
from vibe_tui.render.html import NAMES, read_tag
from vibe_tui.render.inline import atoms_of
from vibe_tui.render.outline import outline
from vibe_tui.render.parse import inline_tokens, parse_blocks, parse_inline, parse_units, tables_of
from vibe_tui.render.rules import NO_REFERENCES, References

NOTES = References({}, frozenset({"1"}))


def words(text: str) -> list[str]:
    return [plain_of(block) for block in parse_blocks(text, NOTES)]


def looks(text: str) -> list[tuple[str, str]]:
    """Each atom's text and the letters of what it is: bold, italic, strike, link, code, math."""
    found: list[tuple[str, str]] = []
    for atom in parse_inline(text, NOTES):
        look = atom.look
        letters = "b" * look.bold + "i" * look.italic + "s" * look.strike + "l" * bool(look.link)
        letters += {Role.CODE: "c", Role.MATH: "m"}.get(look.role, "")
        found.append((atom.text, letters))
    return found


def link_of(text: str) -> list[tuple[str, str]]:
    return [(atom.text, atom.look.link) for atom in parse_inline(text) if atom.look.link]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("**增速放缓。**但利润上升", [("增速放缓。", "b"), ("但利润上升", "")]),
        ("**所谓“对齐”**RLHF", [("所谓“对齐”", "b"), ("RLHF", "")]),
        ("No**——好**", [("No", ""), ("——好", "b")]),
        ("a**“b”**c", [("a**“b”**c", "")]),
        ("已出**《年度展望》**全文", [("已出", ""), ("《年度展望》", "b"), ("全文", "")]),
        ("**净利率（24.9%）：**见表", [("净利率（24.9%）：", "b"), ("见表", "")]),
        ("*斜体（注）。*后文", [("斜体（注）。", "i"), ("后文", "")]),
        ("~~旧值（2023）。~~新值", [("旧值（2023）。", "s"), ("新值", "")]),
        ("他说**“重点”**后文", [("他说", ""), ("“重点”", "b"), ("后文", "")]),
        ("**重点**：***三***", [("重点", "b"), ("：", ""), ("三", "bi")]),
        ("2 * 3 * 4", [("2 * 3 * 4", "")]),
        ("a_b_c", [("a_b_c", "")]),
        ("**未闭合", [("**未闭合", "")]),
        ("甲~3~5 与 6~7", [("甲~3~5 与 6~7", "")]),
        ("~~~三条~~~ 与 ~一条~", [("~~~三条~~~ 与 ~一条~", "")]),
        ("`**x**` **`y`**", [("**x**", "c"), (" ", ""), ("y", "bc")]),
    ],
)
def test_emphasis_beside_chinese_punctuation(text: str, expected: list[tuple[str, str]]) -> None:
    assert looks(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('②**"采集"而非"重建"**——', [("②", ""), ('"采集"而非"重建"', "b"), ("——", "")]),
        ("1**①a**", [("1", ""), ("①a", "b")]),
        ("a**b②**c", [("a", ""), ("b②", "b"), ("c", "")]),
        ("**Which flow?**flow", [("Which flow?", "b"), ("flow", "")]),
        ("**Note:**this **too**", [("Note:", "b"), ("this ", ""), ("too", "b")]),
        ("**`Tensor`**s", [("Tensor", "bc"), ("s", "")]),
        ('word**"q"** word', [("word", ""), ('"q"', "b"), (" word", "")]),
        ("→*(a)*b", [("→", ""), ("(a)", "i"), ("b", "")]),
        ("~~old?~~new", [("old?", "s"), ("new", "")]),
        ("***x?***y", [("x?", "bi"), ("y", "")]),
        ("[**b?**c](u)", [("b?", "bl"), ("c", "l")]),
    ],
)
def test_emphasis_beside_any_mark(text: str, expected: list[tuple[str, str]]) -> None:
    assert looks(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "10**-3 与 10**-4",
        "x**(1/2)**y",
        "0.31**, 0.22**",
        "int *p,*q",
        '"*args" and "*kw"',
        "**未闭合 foo(**kw)",
        "p*-value q*-value",
        "甲 Li*†，乙 Wu‡（*同等贡献，†通讯作者）",
        "A*(搜索)和B*",
    ],
)
def test_stars_that_set_nothing_off_are_stars(text: str) -> None:
    assert looks(text) == [(text, "")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("研究\n报告", "研究报告"),
        ("模型\nAI", "模型 AI"),
        ("AI\n模型", "AI 模型"),
        ("한국\n시장", "한국 시장"),
        ("结束。\nNext", "结束。Next"),
        ("one\ntwo", "one two"),
        ("甲  \n乙\\\n丙", "甲\n乙\n丙"),
        ("**研究**\n报告", "研究报告"),
    ],
)
def test_line_breaks_of_the_source(text: str, expected: str) -> None:
    assert words(text) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("金额$100万，另$200万", [("金额$100万，另$200万", "")]),
        ("费用$5，而收入$x", [("费用$5，而收入$x", "")]),
        ("$\\text{甲，乙}，c$", [("甲，乙，c", "m")]),
        ("值 $x$。", [("值 ", ""), ("x", "m"), ("。", "")]),
        ("$100万，另$200万，又 $x$", [("$100万，另$200万，又 ", ""), ("x", "m")]),
        ("$ x$ 与 $x $", [("$ x$ 与 $x $", "")]),
        ("5$x$ 与 $x$5", [("5$x$ 与 $x$5", "")]),
        (r"95.6$\pm$1.7", [("95.6", ""), ("±", "m"), ("1.7", "")]),
        (r"2$\times$2，$\sim$100K", [("2", ""), ("×", "m"), ("2，", ""), ("∼", "m"), ("100K", "")]),
        (r"$100\%，又$200", [(r"$100%，又$200", "")]),
        ("文 $`x_1`$2", [("文 ", ""), ("x₁", "m"), ("2", "")]),
        (r"\(a\) 与 \$x\$", [("(a) 与 $x$", "")]),
        ("其中 $$x$$ 是", [("其中 ", ""), ("x", "m"), (" 是", "")]),
    ],
)
def test_dollars(text: str, expected: list[tuple[str, str]]) -> None:
    assert looks(text) == expected


def test_a_fence_of_math_is_a_formula() -> None:
    assert parse_blocks("```math\nx^2\n```\n\n~~~ math\n~~~") == (Formula("x^2"), Code("", "math"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$$ y $$", [Formula("y")]),
        ("$$\na\nb\n$$", [Formula("a\nb")]),
        ("$$ a\n= b $$", [Formula("a\n= b")]),
        ("\\[\nx\n\\]", [Formula("x")]),
        ("- 项\n\n  $$ y $$", None),
    ],
)
def test_display_formulas(text: str, expected: list[Formula] | None) -> None:
    found = list(parse_blocks(text))
    if expected is None:
        assert isinstance(found[0], ListBlock)
        assert found[0].items[0].blocks[1] == Formula("y")
    else:
        assert found == expected


def test_a_formula_that_opens_again_was_none() -> None:
    text, formula = parse_blocks("\\[\n\\[\nx\n\\]\n")
    assert (plain_of(text), formula) == ("[", Formula("x"))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (r"设 \(x^*\) 和 \(y_1^*\)，\(G\) 是矩阵", "设 x^*和y₁^*，(G)是矩阵"),
        (r"\(10\ \mathrm{s}\) and \( \{a\} \)", "10 s and {a}"),
        (r"\(\text{若 a b c} = 1\)", "若 a b c = 1"),
        (
            r"见 \(下文\)、\(see below, x=1\)、\(1\)、\(max\)",
            "见 (下文)、(see below, x=1)、(1)、(max)",
        ),
        (r"a \\(b\\) `\(c\)` \(d", r"a \(b\) \(c\) (d"),
    ],
)
def test_round_brackets_of_tex(text: str, shown: str) -> None:
    (block,) = parse_blocks(text)
    assert "".join(plain_of(block).split()) == "".join(shown.split())


@pytest.mark.parametrize("text", ["$$", "$$\na\n\nb\n$$", "$$ $$", "\\[ x \\]", "$$ a"])
def test_unfinished_formulas_stay_text(text: str) -> None:
    assert not any(isinstance(block, Formula) for block in parse_blocks(text))
    assert "".join("".join(words(text)).split()) in "".join(text.split()).replace("\\", "")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("见https://arxiv.org/abs/2608.03573。后文", ["https://arxiv.org/abs/2608.03573"]),
        ("（https://e.example/a）", ["https://e.example/a"]),
        (
            "https://e.example/a_b(c), (https://e.example/d).",
            ["https://e.example/a_b(c)", "https://e.example/d"],
        ),
        ("<https://e.example>", ["https://e.example"]),
        ("https://e.example/路径", ["https://e.example/"]),
        ("`https://e.example`", []),
    ],
)
def test_bare_links(text: str, expected: list[str]) -> None:
    assert [target for _, target in link_of(text)] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "[指数](https://e.example/wiki/Index_(finance))",
            "https://e.example/wiki/Index_(finance)",
        ),
        ("[x](/报告/(甲)-乙)", "/报告/(甲)-乙"),
        ("[y](<a b (1).md>)", "a b (1).md"),
        ("[见](第二章.md#风险)", "第二章.md#风险"),
        ("[z](javascript:x)", "javascript:x"),
        ("**[原文](https://e.example)**", "https://e.example"),
        ("www.e.example", "http://www.e.example"),
        ("写信给 a.b@e.example。", "mailto:a.b@e.example"),
        ("www.e.example/?a=b&hl;", "http://www.e.example/?a=b"),
        ("https://e.example/a);", "https://e.example/a"),
    ],
)
def test_targets_are_as_written(text: str, expected: str) -> None:
    assert [target for _, target in link_of(text)] == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("CO<sub>2</sub> 与 10<sup>-3</sup>", "CO₂ 与 10⁻³"),
        ("x<sub>头部</sub> y<sup>a b</sup>", "x_头部 y^(a b)"),
        ("甲<br>乙", "甲\n乙"),
        ("甲<!-- 注 -->乙", "甲乙"),
        ("<b>粗</b><span class='x'>体</span>", "粗体"),
        ("模型输出 <think>思考</think> 之后", "模型输出 <think>思考</think> 之后"),
        ("[red]红[/red] [@click=app.quit]x[/] [/", "[red]红[/red] [@click=app.quit]x[/] [/"),
        ("[硅基写手] [[a b] c]", "[硅基写手] [[a b] c]"),
        ("![图](a.png)", "▣ 图"),
        ("![](dir/b.png)", "▣ b.png"),
        ("![甲 ![乙](a.png)](b.png)", "▣ 甲 乙"),
        ("甲 <?php echo ?>、<![CDATA[乙]]>", "甲 <?php echo ?>、<![CDATA[乙]]>"),
        ("<?xml version='1.0'?>甲", "甲"),
        ("<input type=checkbox checked> 甲 <input type=radio> 乙", "☑ 甲 ☐ 乙"),
        ("<input type=submit value=甲> <input type=hidden value=乙>丙", "甲 丙"),
        ("甲 <video src='d/b.mp4'></video> <audio><source src=c.ogg></audio>", "甲 b.mp4 c.ogg"),
        ("<iframe src='https://e.example/a' title='题'></iframe>", "题"),
        ("&copy; &#x202e;x", "© \ufffdx"),
        ("\x1b[2J \x07 甲\x00", "␛[2J ␇ 甲␀"),
    ],
)
def test_words_of_html_and_of_odd_signs(text: str, expected: str) -> None:
    assert words(text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "以 <eos>、<PAD>、<unk> 结束，<T> 与 <|im_start|>",
        "vector<int>、List<String>、Map<K, V>、Option<Map>",
        "an <image> and <tool name='x'>, </eos>, <EOS/>, <a-b>",
        "the <s> token, the </s> token, the <p> tag, <input> and <source>",
        "序列以 <s> 开始，以 </s> 结束；<s>和</s>",
        "插入 <code> 或 <SPAN>，<object A> 在 <object B> 上",
        "a <b and c> d, x<sub>2, 斜</i>",
        "<search> 查询 </search>",
        "map<std::string, int>、int<std::string>、<role:user>、<img:1>",
        "<title> 是标题",
        "<eos>",
        "</s>",
    ],
)
def test_tags_that_shape_nothing_are_words_everywhere(text: str) -> None:
    assert words(text) == [text]
    assert words(f"# {text}\n") == [text]
    assert words(f"- {text}\n") == [text]
    (table,) = tables_of(f"| 甲 |\n|--|\n| {text.replace('|', chr(92) + '|')} |\n")
    assert plain_of(table) == f"甲\n{text}"
    assert outline(f"# {text}\n").headings[0].text == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<s>旧</s><u>甲</u><kbd>Ctrl</kbd>", "旧甲Ctrl"),
        ("<ruby>漢<rt>かん</ruby>", "漢かん"),
        ("<span id='x'/>甲<a name=top>乙", "甲乙"),
        ("甲<br>乙<wbr>丙</br>丁", "甲\n乙丙\n丁"),
        ("<svg width=3><circle r=1></circle><path d='x'/></svg>图", "图"),
        ("<p align=center>\n甲 <eos>\n</p>", "甲 <eos>"),
        ("<div>List<String>，若 a <b and c> d</div>", "List<String>，若 a <b and c> d"),
        ("<ul><li>甲<li>乙</ul>", "甲 乙"),
        ("甲<p>乙</p>丙<div>丁</div>", "甲\n乙\n丙\n丁"),
        ("甲<source srcset=x>乙<td>丙</td><td>丁</td>", "甲乙 丙 丁"),
    ],
)
def test_tags_that_shape_their_words_vanish_beside_those_that_do_not(
    text: str, expected: str
) -> None:
    assert " ".join(words(text)) == expected


@given(
    st.from_regex(r"</?[A-Za-z][A-Za-z0-9-]{0,9}( [a-z]{1,3}| ?/)?>", fullmatch=True),
    st.sampled_from(
        ["{}", "甲 {} 乙", "甲{}乙", "- {}", "> {}", "# {}", "*{}*", "| {} |\n|--|\n|x|"]
    ),
)
def test_no_name_that_html_does_not_know_is_lost(tag: str, place: str) -> None:
    shown = "".join(words(place.format(tag)))
    assert (tag in shown) or read_tag(tag).name in NAMES


def test_only_what_leads_somewhere_is_a_link() -> None:
    text = "<https://e.example/a> <x-app://b> <mailto:a@e.example> <c@e.example> <doi:10.1/x>"
    assert words(text) == [text.replace("<", "").replace(">", "")]


def test_what_wraps_blocks_is_no_word() -> None:
    text = '<a href="u">\n\n<img src="a.png" alt="图">\n\n</a>\n\n<details>\n\n甲\n\n</details>\n'
    assert words(text) == ["▣ 图", "甲"]


def test_a_word_in_pointed_brackets_begins_a_paragraph() -> None:
    text = "<image>\n**描述** $x_1$\n"
    assert words(text) == ["<image> 描述 x₁"]
    assert [block.kind for block in outline(f"{text}# 题\n").blocks] == ["text", "heading"]


def test_html_blocks_are_their_words() -> None:
    text = (
        "<div>\n<p>甲 *乙*</p><!-- 丙 -->\n<pre>a\n b</pre>\n<hr>\n<script>x()</script>丁\n</div>"
    )
    found = parse_blocks(text)
    assert [plain_of(block) for block in found] == ["甲 *乙*", "a\n b", "", "丁"]
    assert Rule() in found


def test_html_that_is_no_tag_is_shown() -> None:
    assert words('<div id="甲"\n乙') == ['<div id="甲" 乙']


def test_tables_keep_what_gfm_drops() -> None:
    (table,) = tables_of("| `a\\|b` | 值 |\n|--|--:|\n| `a|b` | 值 |\n| 甲 |\n")
    assert plain_of(table) == "a|b\t值\n`a\tb` | 值\n甲\t"
    assert table.source_header == ("`a|b`", "值")
    assert table.source_rows == (("`a", "b` | 值"), ("甲", ""))


def test_tables_are_found_inside_lists_and_quotes() -> None:
    text = "- 甲\n\n  | a | b |\n  |---|---|\n\n> | c |\n> |---|\n> | 1 | 2 |\n"
    first, second = tables_of(text)
    assert plain_of(first) == "a\tb"
    assert plain_of(second) == "c\n1 | 2"


def test_lists() -> None:
    text = "- [ ] 未核\n- [x] 已核\n  - 子\n\n正文\n\n9. 九\n10. 十\n"
    tasks, _, numbers = parse_blocks(text)
    assert isinstance(tasks, ListBlock)
    assert isinstance(numbers, ListBlock)
    assert [item.marker for item in tasks.items] == ["☐", "☑"]
    assert [item.marker for item in numbers.items] == [" 9.", "10."]
    assert isinstance(tasks.items[1].blocks[1], ListBlock)
    assert not tasks.loose


def test_loose_lists_stay_loose() -> None:
    (block,) = parse_blocks("- 甲\n\n  甲二\n\n- 乙\n\n  乙二\n")
    assert isinstance(block, ListBlock)
    assert block.loose
    assert [unit.tight for unit in parse_units("- 甲\n- 乙")] == [False, True]


def test_quotes_nest_and_admonitions_have_a_label() -> None:
    outer, note = parse_blocks("> 甲\n>> 乙\n\n<!-- -->\n\n> [!NOTE]\n> 丙\n")
    assert isinstance(outer, Quote)
    assert isinstance(outer.blocks[1], Quote)
    assert isinstance(note, Quote)
    assert (note.label, plain_of(note)) == ("note", "丙")


def test_admonitions_may_have_a_title_of_their_own() -> None:
    links = References({"A": {"href": "/u", "title": ""}})
    (note,) = parse_blocks("> [!warning]- 小心 **它** [a]\n> 正文 [a]\n", links)
    assert isinstance(note, Quote)
    assert (note.label, note.titled, plain_of(note)) == ("warning", True, "小心 它 a\n正文 a")
    title, text = note.blocks
    assert isinstance(title, Paragraph)
    assert isinstance(text, Paragraph)
    assert [atom.look.link for atom in (title.text[-1], text.text[-1])] == ["/u", "/u"]


def test_footnotes() -> None:
    mark, note = parse_blocks("数据[^1]\n\n[^1]: 来源\n")
    assert isinstance(mark, Paragraph)
    assert mark.text[1] == Atom("[1]", Look(Role.LINK, link="#fn-1"), glued=True)
    assert isinstance(note, Footnote)
    assert (note.label, plain_of(note)) == ("1", "来源")
    assert words("无此注[^2]") == ["无此注[^2]"]


def test_definitions() -> None:
    first, second = parse_blocks("术语\n: 定义\n\n  第二段\n\n另一\n: 其义\n")
    assert isinstance(first, Definition)
    assert isinstance(second, Definition)
    assert plain_of(first) == "术语\n定义\n第二段"


def test_a_term_may_have_two_definitions() -> None:
    (entry,) = parse_blocks("术语\n: 甲\n: 乙\n")
    assert plain_of(entry) == "术语\n甲\n乙"


def test_scripts_in_a_line_are_not_shown_but_what_is_not_closed_is() -> None:
    (block,) = parse_blocks("前<script>x()</script><style>b{}</style>后")
    assert plain_of(block) == "前后"
    (block,) = parse_blocks("前<style>b 后")
    assert plain_of(block) == "前<style>b 后"


def test_code() -> None:
    fence, indented = parse_blocks("```py title\nx\t= 1\n\n```\n\n# \n\n        键 q   退出\n")[::2]
    assert fence == Code("x   = 1\n", "py")
    assert indented == Code("    键 q   退出")


def test_headings_keep_brackets() -> None:
    (heading,) = parse_blocks("## 参见 [[/甲.md]] 与 [b]粗[/b]")
    assert isinstance(heading, Heading)
    assert plain_of(heading) == "参见 [[/甲.md]] 与 [b]粗[/b]"


@pytest.mark.parametrize("depth", [60, 400, 5000])
def test_words_below_deep_nesting_are_kept(depth: int) -> None:
    assert words("> " * depth + "深处")[0].endswith("深处")
    assert words("- " * min(depth, 400) + "深处")[0].endswith("深处")


def test_links_defined_elsewhere_in_the_report() -> None:
    references = References({"REF": {"href": "https://e.example", "title": ""}})
    (atom,) = parse_inline("[文][ref]", references)
    assert atom.look.link == "https://e.example"


def test_a_cluster_keeps_one_look() -> None:
    assert looks("<b>⚠</b>\ufe0f 风险") == [("⚠\ufe0f", "b"), (" 风险", "")]
    assert looks("\u200d报告") == [("\ufffd报告", "")]
    assert looks("甲\u200d<sub>**2**3</sub> 乙") == [("甲\u200d₂₃ 乙", "")]


@given(SOUP)
def test_units_are_the_blocks_item_by_item(text: str) -> None:
    whole = "".join(plain_of(block) for block in parse_blocks(text))
    apart = "".join(plain_of(unit.block) for unit in parse_units(text))
    assert whole.split() == apart.split() or "".join(whole.split()) == "".join(apart.split())


def test_tables_with_links_and_bold() -> None:
    (table,) = tables_of("| 甲 |\n|---|\n| **粗体** [原文](https://e.example/a) |\n")
    (cell,) = table.rows[0]
    assert isinstance(table, Table)
    assert [(atom.text, atom.look.bold, atom.look.link) for atom in cell] == [
        ("粗体", True, ""),
        (" ", False, ""),
        ("原文", False, "https://e.example/a"),
    ]


@pytest.mark.parametrize(
    "before", ["", "> ", "- ", "- > ", "1. ", "甲\n:   ", "甲\n: > ", "甲\n~ - ", "[^1]: "]
)
def test_a_table_that_begins_behind_a_mark_has_no_cells_too_many(before: str) -> None:
    inside = before.rpartition("\n")[2]
    below = "".join(char if char == ">" else " " for char in inside)
    (table,) = tables_of(f"{before}| a | b |\n{below}|---|---|\n{below}| c | d |\n")
    assert plain_of(table) == "a\tb\nc\td"


@given(st.text("字aB1 .,:/@w-·\t\u200d\u0301|#>\x07", max_size=12))
@example("见 https://e.example。")
@example("www.e.example a@e.example")
@example("  前后  ")
def test_a_heading_of_words_alone_needs_no_parser(text: str) -> None:
    assert parse_inline(text) == atoms_of(inline_tokens(clean_text(text), NO_REFERENCES))
