"""Columns side by side: how many there is room for, straight rules, every word in its column."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vibe_tui.cells import cell_width
from vibe_tui.render.blocks import PLAIN, Atom, Columns, Laid, Paragraph, plain_of
from vibe_tui.render.layout import COLUMN_LEAST, PageOptions, column_spans, fitting, lay
from vibe_tui.render.parse import parse_blocks
from vibe_tui.render.table import GAP

TEXTS = st.lists(
    st.text(st.sampled_from("信用分配 ab12，。（）-`*\n"), max_size=200), min_size=1, max_size=4
)


@pytest.mark.parametrize(
    ("width", "wanted", "expected"),
    [
        (200, 4, 4),
        (120, 2, 2),
        (119, 3, 2),
        (120, 4, 2),
        (2 * COLUMN_LEAST + GAP, 2, 2),
        (2 * COLUMN_LEAST + GAP - 1, 2, 1),
        (124, 7, 3),
        (20, 5, 1),
        (0, 1, 1),
    ],
)
def test_as_many_as_there_is_room_for_in_even_rows(width: int, wanted: int, expected: int) -> None:
    assert fitting(width, wanted) == expected


@given(st.integers(1, 300), st.integers(1, 8))
def test_columns_share_the_page(width: int, count: int) -> None:
    found = column_spans(width, count)
    assert len(found) == count
    assert all(cells >= 1 for _, cells in found)
    assert max(cells for _, cells in found) - min(cells for _, cells in found) <= 1
    x, cells = found[-1]
    assert x + cells == max(width, count + GAP * (count - 1))


def laid(texts: list[str], width: int, count: int) -> tuple[Columns, Laid]:
    titles = tuple([(Atom(f"标题{number}", PLAIN),) for number in range(len(texts))])
    block = Columns(titles, tuple([parse_blocks(text) for text in texts]), count)
    return block, lay(block, width, PageOptions())


@given(TEXTS, st.integers(60, 160))
def test_every_word_stands_in_its_column_at_its_offset(texts: list[str], width: int) -> None:
    block, rows = laid(texts, width, len(texts))
    plain = plain_of(block)
    places = column_spans(width, len(texts))
    ends = []
    at = 0
    for stack in block.stacks:
        at += sum(len(plain_of(inner)) + 1 for inner in stack)
        ends.append(at)
    drawn: set[int] = set()
    for line in rows.lines:
        assert line.width <= width
        x = 0
        for run in line.runs:
            if run.at >= 0:
                drawn.update(range(run.at, run.at + len(run.text)))
                column = next(number for number, end in enumerate(ends) if run.at < end)
                start, cells = places[column]
                assert start <= x
                assert x + cell_width(run.text) <= start + cells
            x += cell_width(run.text)
    assert all(char.isspace() for at, char in enumerate(plain) if at not in drawn)


def test_a_thin_rule_between_two_texts_and_a_head_that_stays() -> None:
    _, rows = laid(["甲" * 60, "乙"], 43, 2)
    assert rows.head == 2
    assert [line.text.rstrip() for line in rows.lines] == [
        "标题0                │ 标题1",
        "─────────────────────┼─────────────────────",
        f"{'甲' * 10} │ 乙",
        *[f"{'甲' * 10} │"] * 5,
    ]


def test_a_title_is_cut_to_its_column_and_is_no_word_of_the_text() -> None:
    titles = ((Atom("很长的一个标题" * 9, PLAIN),), (Atom("乙", PLAIN),))
    text = Paragraph((Atom("话", PLAIN),))
    block = Columns(titles, ((text,), (text,)), 2)
    rows = lay(block, 43, PageOptions()).lines
    assert "…" in rows[0].text
    assert rows[0].width <= 43
    assert all(run.at == -1 for run in rows[0].runs)
    assert plain_of(block) == "话\n话"


def test_ascii_borders() -> None:
    titles = ((Atom("a", PLAIN),), (Atom("b", PLAIN),))
    text = Paragraph((Atom("x", PLAIN),))
    block = Columns(titles, ((text,), (text,)), 2)
    rows = lay(block, 13, PageOptions(ascii_borders=True)).lines
    assert [row.text for row in rows] == ["a     | b", "------+------", "x     | x"]


def test_fewer_texts_than_columns_leave_room_at_the_right() -> None:
    titles = ((Atom("a", PLAIN),),)
    block = Columns(titles, ((Paragraph((Atom("x " * 30, PLAIN),)),),), 2)
    assert max(row.width for row in lay(block, 43, PageOptions()).lines) <= 20


def test_a_table_without_room_becomes_records_in_few_lines() -> None:
    numbers = "| 模型 | " + " | ".join(f"指标{at}" for at in range(6)) + " |\n|" + "---|" * 7 + "\n"
    numbers += "| 甲方法 | " + " | ".join(f"{at}.{at}" for at in range(6)) + " |\n"
    _, rows = laid([numbers, "乙"], 61, 2)
    left = [line.text.split("│")[0].strip() for line in rows.lines[2:]]
    assert left == [
        "模型：甲方法 · 指标0：0.0",
        "指标1：1.1 · 指标2：2.2",
        "指标3：3.3 · 指标4：4.4",
        "指标5：5.5",
    ]
