"""Passages are found again: as they are, moved, reflowed, edited; or they are said to be lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vibe_tui.library.split import split
from vibe_tui.model.note import Anchor
from vibe_tui.render.anchors import AnchorState, anchor_of, find_anchor
from vibe_tui.render.blocks import PLAIN, Atom, Paragraph
from vibe_tui.render.document import Document
from vibe_tui.render.place import FRONT, BlockId, Match, Place

BODY = """\
## 1. 执行摘要

多阶段 SFT 平均下降 23.1%，多阶段 RL 却平均提升 24.9%。这是全文最重要的一句话。

## 7. 局限与批判性分析

### 7.1 反例

合并使数学下降 4.0%、游戏下降 6.0%；代码下降 3.3%。因此不能把正交当作默认事实。

- 只测了同一模型族的 1.5B 与 7B。
- 没有报告多随机种子的置信区间。

| 模型 | 准确率 |
| --- | --- |
| 甲 | 42.5% |

### 7.2 理论依赖理想化条件

只测了同一模型族的 1.5B 与 7B，因此结论有限。后面还有一句话。
"""


def document(body: str = BODY) -> Document:
    return Document(split(body), front=(Paragraph((Atom("标题", PLAIN),)),))


def words(paper: Document, spans: tuple[Match, ...]) -> list[str]:
    return [paper.plain(span.block)[span.start : span.end] for span in spans]


def mark(paper: Document, quote: str, nth: int = 0) -> Anchor:
    """The anchor of the nth place where `quote` stands in one block."""
    found = [
        Match(BlockId(section, chunk, unit), at, at + len(quote))
        for section in range(len(paper.flat))
        for chunk in range(len(paper.chunks(section)))
        for unit in range(len(paper.units(section, chunk)))
        if (at := paper.plain(BlockId(section, chunk, unit)).find(quote)) >= 0
    ]
    return anchor_of(paper, found[nth : nth + 1])


def test_an_anchor_names_headings_words_and_what_is_around() -> None:
    anchor = mark(document(), "代码下降 3.3%")
    assert anchor.path == ("7. 局限与批判性分析", "7.1 反例")
    assert anchor.quote == "代码下降 3.3%"
    assert anchor.before.endswith("游戏下降 6.0%；")
    assert anchor.after.startswith("。因此不能把正交")


EDITS = {
    "nothing changed": lambda body: body,
    "a chapter put before": lambda body: "## 0. 导读\n\n先读这里。\n\n" + body,
    "chapters numbered anew": lambda body: body.replace("## 7. ", "## 8. ").replace("7.1", "8.1"),
    "the paragraph cut in two": lambda body: body.replace("；代码下降", "。\n\n代码下降"),
    "other quotes and spaces": lambda body: body.replace("3.3%。因此", "3.3% 。  因此"),
    "the chapter moved to the front": lambda body: (
        body[body.index("## 7") :] + "\n" + body[: body.index("## 7")]
    ),
    "the chapter called otherwise": lambda body: body.replace("7.1 反例", "7.1 明确的反例"),
    "set bold": lambda body: body.replace("代码下降 3.3%", "**代码**下降 3.3%"),
}


@pytest.mark.parametrize("edit", EDITS.values(), ids=EDITS.keys())
def test_a_passage_is_found_when_what_is_around_it_changes(edit: object) -> None:
    assert callable(edit)
    anchor = mark(document(), "代码下降 3.3%")
    after = document(edit(BODY))
    found = find_anchor(after, anchor)
    assert found.state is AnchorState.FOUND
    assert words(after, found.spans) == ["代码下降 3.3%"]


@pytest.mark.parametrize(
    ("old", "new", "left"),
    [
        ("代码下降 3.3%", "代码只下降了 2.8%", "代码只下降了 2.8%"),
        ("代码下降 3.3%。因此不能", "代码持平。可见不能", "代码持平。可见不能"),
    ],
)
def test_what_was_edited_is_found_between_its_neighbours(old: str, new: str, left: str) -> None:
    anchor = mark(document(), old)
    after = document(BODY.replace(old, new))
    found = find_anchor(after, anchor)
    assert found.state is AnchorState.CHANGED
    assert words(after, found.spans) == [left]


def test_a_whole_paragraph_that_was_edited_is_found_by_a_sentence_of_it() -> None:
    paper = document()
    anchor = mark(paper, paper.plain(BlockId(0, 0, 0)))
    after = document(BODY.replace("多阶段 SFT 平均下降 23.1%，", "").replace("## 1. 执", "## 导"))
    found = find_anchor(after, anchor)
    assert found.state is AnchorState.CHANGED
    assert words(after, found.spans) == ["这是全文最重要的一句话"]


def test_a_paragraph_written_anew_is_found_by_its_likeness() -> None:
    paper = document()
    whole = paper.plain(BlockId(0, 0, 0))
    after = document(BODY.replace("平均", "总体").replace("最重要的一句话", "重要的一句"))
    found = find_anchor(after, mark(paper, whole))
    assert found.state is AnchorState.CHANGED
    assert found.spans[0].block == BlockId(0, 0, 0)


def test_what_is_gone_is_lost_and_leads_to_its_chapter() -> None:
    anchor = mark(document(), "没有报告多随机种子的置信区间")
    gone = document(BODY.replace("- 没有报告多随机种子的置信区间。\n", ""))
    found = find_anchor(gone, anchor)
    assert found.state is AnchorState.LOST
    assert found.spans == ()
    assert found.place == Place(2, -1, 0, 0)
    assert find_anchor(document("## 别的\n\n别的话。"), anchor).place is None


@pytest.mark.parametrize("nth", [0, 1])
def test_of_two_places_the_one_in_its_chapter_is_meant(nth: int) -> None:
    paper = document()
    anchor = mark(paper, "只测了同一模型族的 1.5B 与 7B", nth)
    found = find_anchor(document("前言。\n\n" + BODY), anchor)
    assert found.spans[0].section == (3, 4)[nth]


def test_of_two_places_in_one_chapter_the_words_around_decide() -> None:
    body = "## 一\n\n甲甲说：很好。乙乙说：很好。丙丙说：很好。\n"
    paper = document(body)
    text = paper.plain(BlockId(0, 0, 0))
    at = text.index("很好", text.index("乙乙"))
    anchor = anchor_of(paper, [Match(BlockId(0, 0, 0), at, at + 2)])
    after = document("## 一\n\n序。" + text)
    assert find_anchor(after, anchor).spans == (Match(BlockId(0, 0, 0), at + 2, at + 4),)


def test_a_passage_over_several_blocks_is_one() -> None:
    paper = document()
    item = paper.plain(BlockId(2, 0, 2))
    first = paper.plain(BlockId(2, 0, 1))
    table = paper.plain(BlockId(2, 0, 3))
    anchor = anchor_of(
        paper,
        [
            Match(BlockId(2, 0, 1), 2, len(first)),
            Match(BlockId(2, 0, 2), 0, len(item)),
            Match(BlockId(2, 0, 3), 0, len(table)),
        ],
    )
    after = document("前言。\n\n" + BODY)
    found = find_anchor(after, anchor)
    assert found.state is AnchorState.FOUND
    assert words(after, found.spans) == [first[2:], item, table]


def test_the_title_block_stands_for_the_report() -> None:
    paper = document()
    anchor = anchor_of(paper, [Match(BlockId(FRONT, 0, 0), 0, 2)])
    assert anchor == Anchor()
    assert find_anchor(paper, anchor).state is AnchorState.FOUND


@given(st.data())
def test_any_passage_of_an_unchanged_report_is_where_it_was(data: st.DataObject) -> None:
    paper = document()
    blocks = [(0, 0, 0), (2, 0, 0), (2, 0, 1), (2, 0, 3), (3, 0, 0)]
    block = BlockId(*data.draw(st.sampled_from(blocks)))
    text = paper.plain(block)
    start = data.draw(st.integers(0, len(text) - 1))
    end = data.draw(st.integers(start + 1, len(text)))
    found = find_anchor(paper, anchor_of(paper, [Match(block, start, end)]))
    quote = text[start:end].strip()
    if quote:
        assert found.state is AnchorState.FOUND
    if len(quote) > 3:
        assert found.spans[0].block == block


def test_of_equal_places_the_first_is_meant() -> None:
    paper = document("## 甲\n\n同样的一句话。\n\n同样的一句话。\n")
    found = find_anchor(paper, Anchor(("甲",), "同样的一句话。", "", ""))
    assert found.place == Place(0, 0, 0, 0)


def test_at_the_edge_of_a_block_its_neighbours_are_around_it() -> None:
    anchor = mark(document("## 甲\n\n前一段。\n\n这里。\n\n后一段。\n"), "这里。")
    assert (anchor.before, anchor.after) == ("前一段。\n", "\n后一段。")
