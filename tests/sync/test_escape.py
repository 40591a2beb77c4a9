"""Plain text as Markdown: every word shows, and addresses lead where they should."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vibe_tui.sync.dump.markdown import dump_to_markdown
from vibe_tui.sync.escape import as_heading, as_inline, as_paragraph

Words = Callable[[str], str]

SIGNS = [
    *"*_~`$\\[]()<>!#&|:-+=.\"'",
    "**",
    "__",
    "~~",
    "$$",
    "``",
    "==",
    "%%",
    "{#a}",
    " ",
    " ",
    "1.",
    "2)",
    "&amp;",
]
WORDS = [
    "甲",
    "乙。",
    "“丙”",
    "（丁）",
    "word",
    "x",
    "9",
    "$x_1$",
    "`code`",
    "<agent>",
    "https://e.example/a_b*c",
]
PIECES = st.lists(st.sampled_from(SIGNS + WORDS), min_size=1, max_size=14).map("".join)


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("[硅基写手] 解读", r"\[硅基写手] 解读"),
        ("一次 search[...] 动作", r"一次 search\[...] 动作"),
        ("loom team <agent> 或 .wasm", r"loom team \<agent> 或 .wasm"),
        ("每个 <script> 标签", r"每个 \<script> 标签"),
        ("with <1 GB VRAM", "with <1 GB VRAM"),
        ("字段 claim_type 与 by_reaction_type", "字段 claim_type 与 by_reaction_type"),
        ("_强调_ 与 __粗__", r"\_强调\_ 与 \_\_粗\_\_"),
        ("GRPO* 与 GRPO*", r"GRPO\* 与 GRPO\*"),
        ("带 * 的方法", "带 * 的方法"),
        ("==a== x==1 :x: 10:30:45", r"\==a== x==1 \:x: 10:30:45"),
        ("%%a%% 100% {#id} {a}", r"\%%a%% 100% \{#id} {a}"),
        ("~3.1×", "~3.1×"),
        ("S., & Cho, K.", "S., & Cho, K."),
        ("R&amp;D &lt; &#35;", r"R\&amp;D \&lt; \&#35;"),
        ("详情页标注 #1 Paper", "详情页标注 #1 Paper"),
        ("`#1 Paper of the day`", "`#1 Paper of the day`"),
        ("单个 ` 反引号", r"单个 \` 反引号"),
        (r"C:\path\to", r"C:\\path\\to"),
        (r"$\pi_{0.5}$ 与 $L_1$", r"$\pi_{0.5}$ 与 $L_1$"),
        ("金额$100万，另$200万", r"金额\$100万，另\$200万"),
        ("花费 $5 到 $6", r"花费 \$5 到 \$6"),
        ("甲$元和$乙", r"甲\$元和\$乙"),
        (r"$乙。\*$", r"\$乙。\\*\$"),
        (r"费用$5，收入\alpha$x", r"费用\$5，收入\\alpha\$x"),
        (r"$\text{甲。}$", r"$\text{甲。}$"),
        ("见https://arxiv.org/abs/2608.03573。后文", "见<https://arxiv.org/abs/2608.03573>。后文"),
        ("（https://e.example/a）", "（<https://e.example/a>）"),
        ("(https://e.example/a_(b)).", "(<https://e.example/a_(b)>)."),
        ("https://e.example/?q=1&lt=2", "<https://e.example/?q=1&lt=2>"),
        ("![图](u) [x](javascript:a)", r"!\[图](u) \[x](javascript:a)"),
    ],
)
def test_inline(text: str, markdown: str) -> None:
    assert as_inline(text) == markdown


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("# 不是标题", r"\# 不是标题"),
        ("#1 Paper", "#1 Paper"),
        ("- 不是列表", r"\- 不是列表"),
        ("+ 也不是", r"\+ 也不是"),
        ("-1 分", "-1 分"),
        ("* 表示完整", r"\* 表示完整"),
        ("> 不是引用", r"\> 不是引用"),
        ("1. Engine 负责", r"1\. Engine 负责"),
        ("2) 第二", r"2\) 第二"),
        ("14.7 万篇", "14.7 万篇"),
        ("2026. 年", r"2026\. 年"),
        ("---", r"\---"),
        ("===", r"\==="),
        ("* * *", r"\* \* \*"),
        (": 定义", r"\: 定义"),
        ("~~~", r"\~\~\~"),
        ("[", "&#91;"),
    ],
)
def test_start_of_a_block(text: str, markdown: str) -> None:
    assert as_paragraph(text) == markdown


@pytest.mark.parametrize(
    ("text", "markdown"),
    [
        ("a|b", r"a\|b"),
        ("$|x|$", r"$\|x\|$"),
        ("`x|y`", r"`x\|y`"),
        ("+ AskChem", "+ AskChem"),
        ("-", "-"),
    ],
)
def test_cell(text: str, markdown: str) -> None:
    assert as_inline(text, cell=True) == markdown


def test_a_heading_keeps_signs_at_its_end() -> None:
    assert as_heading(1, "从 C 到 C #") == r"## 从 C 到 C \#"
    assert as_heading(3, "C#") == "#### C#"


@given(PIECES)
def test_no_word_of_a_paragraph_is_lost(
    squeezed_words: Words, shown_words: Words, text: str
) -> None:
    shown = shown_words(f"前文\n\n{as_paragraph(text)}\n\n后文")
    assert shown == "前文" + squeezed_words(text) + "后文"


@given(st.lists(st.lists(PIECES, min_size=2, max_size=2), min_size=2, max_size=3))
def test_no_word_of_a_cell_is_lost(
    squeezed_words: Words, shown_words: Words, rows: list[list[str]]
) -> None:
    body = "\n".join("\t".join(f"格{cell}" for cell in row) for row in rows)
    assert shown_words(dump_to_markdown(body)) == squeezed_words(body)


@given(st.lists(PIECES, min_size=2, max_size=4))
def test_no_word_of_a_list_is_lost(
    squeezed_words: Words, shown_words: Words, items: list[str]
) -> None:
    body = "\n".join(f"项{item}" for item in items)
    assert shown_words(dump_to_markdown(body)) == squeezed_words(body)


@example([r"$乙。\*$"])
@example(["$$`$$`&amp;$$"])
@example(["*\n*$$`$$`&amp;$$"])
@given(st.lists(st.lists(PIECES, min_size=1, max_size=3).map("\n".join), max_size=5))
def test_no_word_of_a_text_is_lost(
    squeezed_words: Words, shown_words: Words, blocks: list[str]
) -> None:
    body = "\n\n".join(blocks)
    without_marks = body.replace("&#91;", "[")
    assert letters(shown_words(dump_to_markdown(body))) == letters(squeezed_words(without_marks))


def letters(text: str) -> str:
    """Only the words: the signs of lists and quotes are read as such, not shown."""
    return "".join(char for char in text if char.isalnum())
