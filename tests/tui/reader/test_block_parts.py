"""Tables and formulas of a block, for the keys that act on them."""

from __future__ import annotations

import pytest

from tests.tui.reader.reading_page import ReaderApp, report, section
from vibe_tui.render.document import Document
from vibe_tui.render.parse import tables_of
from vibe_tui.render.place import BlockId
from vibe_tui.tui.reader.choices import formulas_at, table_at, table_below
from vibe_tui.tui.tables.grid import GridRows


def _table(rows: int) -> str:
    return "| 甲 | 乙 |\n| --- | --- |\n" + "".join(f"| {at} | x |\n" for at in range(rows))


@pytest.mark.parametrize("rows", [3, 399, 400, 401, 1300])
@pytest.mark.parametrize("before", ["", "前面的话。\n\n"], ids=["first", "after-text"])
def test_a_table_is_whole_wherever_it_is_cut(rows: int, before: str) -> None:
    document = Document((section("一", before + _table(rows) + "\n后面的话。"),))
    for chunk in range(len(document.chunks(0))):
        for unit in range(len(document.units(0, chunk))):
            table = table_at(document, BlockId(0, chunk, unit))
            if table is not None:
                parts = list(table.tables())
                assert sum(len(part.rows) for part in parts) == rows
                assert sum(len(part.source_rows) for part in parts) == rows


def test_a_block_without_a_table() -> None:
    document = Document((section("一", "文"),))
    assert table_at(document, BlockId(0, 0, 0)) is None
    assert table_at(document, BlockId(0, -1, 0)) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$$\na^2\n$$", ["a^2"]),
        ("由 $x_i$ 与 $y$ 及 $x_i$ 得", ["x_i", "y"]),
        ("- 一 $a$\n", ["a"]),
        ("> 引 $b$", ["b"]),
        ("| $c$ | 乙 |\n| --- | --- |\n| $d$ | 1 |", ["c", "d"]),
        ("没有", []),
    ],
)
def test_formulas(text: str, expected: list[str]) -> None:
    document = Document((section("一", text),))
    assert formulas_at(document, BlockId(0, 0, 0)) == expected


@pytest.mark.parametrize(
    ("text", "block", "expected"),
    [
        ("甲\n\n乙\n\n| a |\n| - |\n| 1 |", BlockId(0, -1, 0), BlockId(0, 0, 2)),
        ("甲\n\n乙\n\n| a |\n| - |\n| 1 |", BlockId(0, 0, 1), BlockId(0, 0, 2)),
        ("| a |\n| - |\n| 1 |\n\n甲", BlockId(0, 0, 1), None),
        ("甲 | 乙", BlockId(0, -1, 0), None),
        ("甲", BlockId(-1, 0, 0), None),
    ],
)
def test_the_next_table_of_a_section(text: str, block: BlockId, expected: BlockId | None) -> None:
    assert table_below(Document((section("一", text),)), block) == expected


async def test_the_table_on_screen_is_found() -> None:
    app = ReaderApp(report(1))
    async with app.run_test(size=(80, 24)) as pilot:
        assert app.view.table_here() is None
        app.view.go_to_section(1)
        await pilot.pause()
        found = app.view.table_here()
        assert found is not None
        assert found.title == "99. 表"
        assert len(found.part.rows) == 60


def test_a_long_table_is_parsed_part_by_part_when_its_rows_are_asked_for() -> None:
    lines = [f"| 行 {number} | **{number}** | [链接][a] |" for number in range(2_000)]
    text = "\n".join(["[a]: https://e.example", "", "| 名 | 数 | 处 |", "| - | -: | - |", *lines])
    document = Document((section("表", text),))
    found = table_at(document, BlockId(0, 1, 0)) or table_at(document, BlockId(0, 0, 1))
    assert found is not None
    assert len(found.chunks) > 4
    assert document.units.cache_info().misses <= 2
    rows = GridRows.of_parts(found.tables(), document.references)
    whole = GridRows.of_table(tables_of(text)[0])
    assert (rows.header, tuple(rows.cells)) == (whole.header, whole.cells)
    assert tuple(rows.source_rows) == whole.source_rows
    assert [tuple(rows.draw(at)) for at in (0, 1_999)] == [whole.draw(at) for at in (0, 1_999)]
