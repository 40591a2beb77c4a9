"""Syntax of other programs: what is taken, what stays text, and where its links lead."""

from __future__ import annotations

from pathlib import Path

import pytest

from vibe_tui.library.split import split
from vibe_tui.render.blocks import (
    Code,
    Formula,
    Quote,
    Role,
    Table,
    own_texts,
    plain_of,
    walk_blocks,
)
from vibe_tui.render.document import Document
from vibe_tui.render.outline import BlockKind, headings_of, outline
from vibe_tui.render.parse import parse_blocks, tables_of

GALLERY = (Path(__file__).parents[1] / "corpus" / "neighbours.md").read_text("utf-8")


def words(source: str) -> str:
    return "\n".join(map(plain_of, parse_blocks(source)))


@pytest.mark.parametrize(
    ("source", "label", "expected"),
    [
        ("> [!faq]- 问\n> 答", "faq", "问\n答"),
        ("> [!自己的词]\n> 答", "", "自己的词\n答"),
        ("> [!note|red]+\n> 答", "note", "答"),
        ('!!! note "题"\n    文\n\n    文二', "note", "题\n文\n文二"),
        ("???+ tip\n    文", "tip", "文"),
        ("!!! note inline end\n    文", "note", "文"),
        ("::: tip 题\n文\n\n文二\n:::", "tip", "题\n文\n文二"),
        (":::tip[题]\n文\n:::", "tip", "题\n文"),
        (":::{note} 题\n文\n:::", "note", "题\n文"),
        ('::: {.callout-warning title="题"}\n文\n:::', "warning", "题\n文"),
        ("```{warning} 题\n:class: x\n\n文\n```", "warning", "题\n文"),
        ("```{admonition} 题\n文\n```", "", "题\n文"),
    ],
)
def test_asides(source: str, label: str, expected: str) -> None:
    for wrapped in (source, "- x\n\n  " + source.replace("\n", "\n  ")):
        quotes = [
            block
            for top in parse_blocks(wrapped)
            for block in walk_blocks(top)
            if isinstance(block, Quote)
        ]
        assert [(quote.label, plain_of(quote)) for quote in quotes] == [(label, expected)]
        assert [mark.stop for mark in outline(source).blocks][-1] == source.count("\n") + 1


@pytest.mark.parametrize(
    "source",
    [
        "!!! note",
        "!!! 注意身体\n    好",
        "???\n\n    x",
        "::: tip\n没有结尾",
        "::: tip\n## 标题\n:::",
        "x==1 而 y==2",
        "a == b == c",
        "涨 100%%，跌 50%%",
        "[[1]] [[2, 3]] [[ -f x ]] [[/甲.md]]",
        "a:b:c 10:30:45 ::x:: :没有这个名字: :no_such_name:",
        "集合 {a, b} 与 {x=1}",
        "函数 {#1} 完",
    ],
)
def test_what_only_looks_like_it_stays_text(source: str) -> None:
    assert "".join(words(source).split()) == "".join(source.replace("## ", "").split())


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("这是==高 **亮**==的", "这是高 亮的"),
        ("前 %%藏%% 后，%%藏\n藏%%。", "前 后，。"),
        ("[a](b){.c} ![d](e){width=3} `f`{.py}", "a ▣ d f"),
        ("段 {#id .c key=v}", "段"),
        ("完成:rocket:，:+1: `:rocket:`", "完成🚀，👍 :rocket:"),
        ("见 [[笔记#节]]、[[x|别名]]、[[#节]]", "见 笔记 › 节、别名、节"),
        ("![[图.png|300]] ![[a/图.png|说 *明*]] ![[笔记]]", "▣ 图.png ▣ 说 明 笔记"),
    ],
)
def test_inline_forms(source: str, expected: str) -> None:
    assert words(source) == expected


def test_wiki_links_lead_to_notes_and_highlights_are_told() -> None:
    (block,) = parse_blocks("[[笔记#节|名]] ==亮== [x](y){#z}")
    atoms = [atom for text in own_texts(block) for atom in text]
    assert [atom.look.link for atom in atoms if atom.look.link] == ["笔记#节", "y"]
    assert [atom.text for atom in atoms if atom.look.role is Role.HIGHLIGHT] == ["亮"]


def test_code_of_other_programs() -> None:
    assert words('```python title="a.py"\nx\n```') == "a.py\nx"
    assert parse_blocks("```{code-block} python\n:linenos:\nx\n```") == (Code("x", "python"),)
    assert parse_blocks("```{math}\nx^2\n```") == (Formula("x^2"),)
    assert words("```{figure} a.png\n:width: 3\n图注\n```") == "▣ a.png\n图注"


@pytest.mark.parametrize(
    ("source", "tex"),
    [
        (r"\[ E = mc^2 \]", "E = mc^2"),
        ("甲\n\\[x_1\\]\n乙", "x_1"),
        (r"\[硅基写手\]", None),
        (r"\[see the = sign\]", None),
        (r"\[x\]", None),
    ],
)
def test_display_formulas_on_one_line(source: str, tex: str | None) -> None:
    found = [block.tex for block in parse_blocks(source) if isinstance(block, Formula)]
    assert found == ([] if tex is None else [tex])
    kinds = [block.kind for block in outline(source).blocks]
    assert (BlockKind.FORMULA in kinds) is (tex is not None)


def test_bars_of_formulas_end_no_cell() -> None:
    source = "| $P(A|B)$ | b |\n| - | - |\n| $|x|$ | 1 |\n| c | d | 多 |\n| $5 | 6$ |"
    (table,) = tables_of(source)
    assert table.source_header == ("$P(A|B)$", "b")
    assert table.source_rows == (("$|x|$", "1"), ("c", "d | 多"), ("$5", "6$"))
    assert outline(source).blocks[0].stop == 5
    assert "\\" not in words(f"```\n{source}\n```")


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (
            "<tr><th>a<th colspan=2>b</tr><tr><td rowspan=9>c<td>d<td>e</tr><tr><td>f<td>g</tr>",
            ["a b ", "c d e", " f g"],
        ),
        ("<tr><td>a</td><td colspan=9000>b</td></tr>", [" ", "a b"]),
        ("<tr></tr>", None),
    ],
)
def test_tables_of_html(rows: str, expected: list[str] | None) -> None:
    blocks = parse_blocks(f"<table>{rows}</table>")
    found = [block for block in blocks if isinstance(block, Table)]
    drawn = [plain_of(table).replace("\t", " ").split("\n") for table in found]
    assert drawn == ([] if expected is None else [expected])


@pytest.mark.parametrize(
    ("target", "section"),
    [("#小结", 4), ("#小结-1", 5), ("#锚", 4), ("#%E9%94%9A", 4), ("#自定", 2)],
)
def test_anchors(target: str, section: int) -> None:
    document = Document(split(GALLERY, title="邻居：别的程序的写法"))
    place = document.place_of(target)
    assert place is not None
    assert place.section == section


def test_the_gallery_has_its_headings() -> None:
    assert headings_of(GALLERY) == outline(GALLERY).headings
    assert [mark.level for mark in headings_of(GALLERY)] == [1, 2, 2, 3, 2, 2, 2]
