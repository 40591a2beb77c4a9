"""Tables at every width: nothing lost, borders straight, the stage that the width asks for."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vibe_tui.cells import cell_width
from vibe_tui.render.blocks import Align, Atom, Inline, Laid, Look, Role, Table, plain_of
from vibe_tui.render.parse import tables_of
from vibe_tui.render.table import WORD_CAP, Borders, Column, lay_table, share
from vibe_tui.sync.dump.read import read_dump

WIDTHS = (1, 2, 3, 7, 12, 20, 40, 60, 80, 120, 200)


def cell(text: str) -> Inline:
    return (Atom(text, Look()),) if text else ()


def table(rows: Sequence[Sequence[str]], aligns: Sequence[Align] = ()) -> Table:
    cells = [tuple(map(cell, row)) for row in rows]
    return Table(cells[0], tuple(cells[1:]), tuple(aligns) or (Align.NONE,) * len(cells[0]))


def lay(block: Table, width: int, *, scroll: bool = False) -> Laid:
    return lay_table(block, width, scroll=scroll, borders=Borders.UNICODE)


def texts(laid: Laid) -> list[str]:
    return [line.text for line in laid.lines]


def columns_of(line: str) -> list[int]:
    """The cells in which the bars of a line stand."""
    return [cell_width(line[:at]) for at, char in enumerate(line) if char in "│┼"]


def drawn(laid: Laid, plain: str) -> str:
    """What the runs say they show, put back at its place; blanks stand for what is not shown."""
    shown = [" "] * len(plain)
    for line in laid.lines:
        for run in line.runs:
            if run.at >= 0:
                assert plain[run.at : run.at + len(run.text)] == run.text
                shown[run.at : run.at + len(run.text)] = run.text
    return "".join(shown)


def test_columns_with_the_same_words_differ_by_one_cell_at_most() -> None:
    laid = lay(table([["甲", "乙", "丙", "丁"], ["季度营收 同比增长"] * 4]), 60)
    bars = [-2, *columns_of(laid.lines[1].text), laid.lines[1].width + 1]
    widths = [right - left - 3 for left, right in pairwise(bars)]
    assert max(widths) - min(widths) <= 1
    assert laid.lines[1].width == 60


def test_a_tiny_table_stays_compact_on_a_wide_page() -> None:
    laid = lay(table([["模型", "准确率"], ["TurboVLA", "24.9%"], ["a", "—"]]), 200)
    assert texts(laid) == [
        "模型     │ 准确率",
        "─────────┼───────",
        "TurboVLA │  24.9%",
        "a        │      —",
    ]
    assert laid.head == 2


@pytest.mark.parametrize("width", WIDTHS)
def test_long_cells_wrap_and_lose_nothing(width: int) -> None:
    block = table([["汉字", "Latin"], ["数据与模型" * 40, "words of latin " * 14]])
    laid = lay(block, width)
    plain = plain_of(block)
    assert drawn(laid, plain).split() == plain.split()
    assert all(line.width <= max(width, 2) for line in laid.lines)


def numbers(columns: int) -> Table:
    head = [f"c{index}" for index in range(columns)]
    return table([head, *([f"{index * 1.37:.2f}" for index in range(columns)] for _ in range(3))])


def test_many_number_columns_scroll_beside_a_frozen_first_one() -> None:
    laid = lay(numbers(15), 40, scroll=True)
    assert laid.frozen == 7
    assert laid.head == 2
    assert {line.width for line in laid.lines} == {109}


def test_many_number_columns_become_records_where_nothing_scrolls() -> None:
    laid = lay(numbers(15), 40)
    assert not laid.frozen
    assert texts(laid)[:2] == ["c0: 0.00", "c1: 1.37"]
    assert len(laid.lines) == 3 * 15 + 2


def test_a_page_too_narrow_to_scroll_gets_records() -> None:
    assert not lay(numbers(15), 12, scroll=True).frozen


@pytest.mark.parametrize(("width", "first"), [(24, "一二三四五："), (23, "一二三四五")])
def test_a_name_of_more_than_half_the_page_stands_on_its_own_line(width: int, first: str) -> None:
    laid = lay(table([["一二三四五", "乙"], ["x" * 60, "y" * 60]]), width)
    assert texts(laid)[0].rstrip("x") == first


@pytest.mark.parametrize(
    "sign", ["⚠️ 风险", "ℹ️", "1️⃣", "👩‍🔬", "🇨🇳", "✔︎", "👍🏽", "e\u0301\u0302", "한국", "ｗｉｄｅ"]
)
def test_borders_stay_straight(sign: str) -> None:
    laid = lay(table([["名", "值"], [sign, "a"], ["普通", sign], ["x", "y"]]), 60)
    assert len({tuple(columns_of(line.text)) for line in laid.lines}) == 1


@pytest.mark.parametrize(
    "values",
    [
        ["24.9%", "7.1"],
        ["3.5×", "12×"],
        ["0.52 ± 0.03", "0.61±0.1"],
        ["31.2 ms", "0.9 s"],
        ["~3", "12*"],
        ["+2.1", "-0.4", "—"],
        ["141,006", "1.2M", "N/A"],
        ["3×10⁻²", "10⁻⁵"],
        ["35万", "1.2亿"],
        ["53.2 / 61.0", "1 → 2"],
    ],
    ids=lambda values: values[0],
)
def test_numbers_are_set_right(values: list[str]) -> None:
    laid = lay(table([["名", "很长的列名在此，很长"], *(["x", value] for value in values)]), 60)
    assert len({line.width for line in laid.lines}) == 1


@pytest.mark.parametrize(
    "values", [["约三成", "2"], ["—", "-"], ["v2 与 v3", "1"]], ids=lambda values: values[0]
)
def test_words_are_set_left(values: list[str]) -> None:
    laid = lay(table([["名", "列名列名列名列名"], *(["x", value] for value in values)]), 60)
    assert all(
        f"│ {value}" in line.text for value, line in zip(values, laid.lines[2:], strict=True)
    )


def test_an_alignment_of_the_source_wins() -> None:
    block = table([["甲乙丙", "列"], ["1", "x"]], [Align.CENTER, Align.LEFT])
    assert texts(lay(block, 40))[2] == "  1    │ x"


def test_looks_links_and_formulas_stay_in_cells() -> None:
    bold, link = Look(bold=True), Look(Role.LINK, link="https://e.example/a")
    math = Look(Role.MATH)
    row = ((Atom("粗体", bold), Atom(" ", Look()), Atom("原文", link)), (Atom("π₀", math),))
    block = Table((cell("甲"), cell("乙")), (row,), (Align.NONE, Align.NONE))
    for width in (4, 8, 40):
        looks = {run.look for line in lay(block, width).lines for run in line.runs}
        assert {bold, link, math} <= looks


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize(
    "rows",
    [
        [[]],
        [["a"]],
        [["", ""]],
        [["甲"], ["乙"]],
        [["", "b"], ["c", ""]],
        [["a\nb", "c"], ["d\ne", "f"]],
    ],
    ids=["none", "header only", "no words", "one column", "gaps", "hard breaks"],
)
def test_odd_tables_are_laid(rows: list[list[str]], width: int) -> None:
    block = table(rows)
    for scroll in (False, True):
        laid = lay(block, width, scroll=scroll)
        assert drawn(laid, plain_of(block)).split() == plain_of(block).split()


def test_rows_longer_than_the_header_keep_their_cells() -> None:
    laid = lay(table([["甲"], ["a", "值"]]), 40)
    assert "值" in texts(laid)[-1]


def test_a_few_words_do_not_turn_a_column_of_numbers() -> None:
    laid = lay(
        table([["名", "帧率的列名"], ["a", "OOM"], ["b", "9.1"], ["c", "12.4"], ["d", "7"]]), 40
    )
    assert texts(laid)[2].endswith("OOM")
    assert len({line.width for line in laid.lines}) == 1


def test_words_stay_whole_where_the_page_scrolls_and_break_at_their_signs_where_not() -> None:
    head = ["模型", "BrowseComp", "GAIA", "xbench-2510", "DeepSearchQA", "WideSearch-en"]
    block = table([head, ["DeepSeek-V4-Pro", *["53.2"] * 5], ["AREX", *["70.1"] * 5]])
    assert lay(block, 74, scroll=True).frozen
    wrapped = texts(lay(block, 74))
    assert wrapped[0].startswith("模型")
    assert any(line.startswith("DeepSeek-V4- ") for line in wrapped)


def test_one_blank_row_parts_rows_of_several_lines_only() -> None:
    laid = lay(table([["甲", "乙"], ["一", "1"], ["二", "长" * 30], ["三", "3"], ["四", "4"]]), 40)
    blank = [index for index, line in enumerate(texts(laid)) if not line.replace("│", "").strip()]
    assert blank == [3, 6]


@given(
    st.lists(
        st.tuples(st.integers(1, 400), st.integers(1, 40)).map(
            lambda pair: Column(pair[0], min(pair), min(pair), Align.NONE)
        ),
        min_size=1,
        max_size=12,
    ),
    st.integers(1, 300),
)
def test_the_plan_fills_the_page_exactly(columns: list[Column], room: int) -> None:
    widths = share(columns, room, breaking=False)
    natural = [column.natural for column in columns]
    if widths is None:
        assert sum(min(column.least, WORD_CAP) for column in columns) > room
        return
    assert sum(widths) == min(room, sum(natural))
    assert all(width <= most for width, most in zip(widths, natural, strict=True))
    alike: dict[Column, list[int]] = {}
    for column, width in zip(columns, widths, strict=True):
        alike.setdefault(column, []).append(width)
    assert all(max(group) - min(group) <= 1 for group in alike.values())


def test_ascii_borders_are_ascii() -> None:
    laid = lay_table(numbers(2), 40, scroll=False, borders=Borders.ASCII)
    assert all(line.text.isascii() for line in laid.lines)


words = st.lists(
    st.sampled_from(
        [*"数据模型，。（）ab1-% ", "e\u0301", "👍🏽", "TurboVLA", "24.9%", "DeepSeek-V4-Pro"]
    ),
    max_size=20,
).map("".join)


@given(
    st.integers(1, 4).flatmap(
        lambda count: st.lists(
            st.lists(words, min_size=count, max_size=count), min_size=1, max_size=4
        )
    ),
    st.integers(1, 70),
    st.booleans(),
)
def test_every_table_keeps_its_words_and_its_width(
    rows: list[list[str]], width: int, scroll: bool
) -> None:
    block = table(rows)
    plain = plain_of(block)
    laid = lay(block, width, scroll=scroll)
    assert "".join(drawn(laid, plain).split()) == "".join(plain.split())
    if not laid.frozen:
        assert all(line.width <= max(width, 2) for line in laid.lines)
    else:
        assert laid.frozen < width
    grid = [columns_of(line.text) for line in laid.lines[: laid.head or None]]
    assert not laid.head or all(bars == grid[0] for bars in grid)


@pytest.mark.parametrize("width", [20, 40, 60, 88, 120, 160])
def test_every_table_of_the_publication(seed: Path, width: int) -> None:
    dump = read_dump(seed.read_text(encoding="utf-8"), str(seed))
    blocks = [block for item in dump.items for block in tables_of(item.body)]
    assert len(blocks) > 70
    for block in blocks:
        plain = plain_of(block)
        for scroll in (False, True):
            laid = lay(block, width, scroll=scroll)
            assert "".join(drawn(laid, plain).split()) == "".join(plain.split())
            assert laid.frozen or all(line.width <= width for line in laid.lines)
            if laid.head:
                assert len({tuple(columns_of(line.text)) for line in laid.lines}) == 1


def test_a_column_of_digits_has_room_for_its_chinese_header() -> None:
    rows = [["键", "视图", "名字"], *[[str(key), "执行摘要", "limitations"] for key in range(1, 9)]]
    for width in range(12, 40):
        assert all(line.width <= width for line in lay(table(rows), width).lines)


def test_a_word_is_as_long_as_it_is_wide() -> None:
    words = [*[f"abcdefghijk{letter}" for letter in "lmnopq"], "ABCDEFGHIJK、"]
    block = table([["名", "说明", "注"], *[[word, *["很长的一段话" * 9] * 2] for word in words]])
    for width in range(35, 60):
        assert any(line.startswith("ABCDEFGHIJK、 │") for line in texts(lay(block, width)))
