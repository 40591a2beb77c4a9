"""The table viewer: a cell cursor, sorting, filtering, copying."""

from __future__ import annotations

import re

import pytest
from textual.app import App
from textual.widgets import Static

from vibe_tui.render.parse import tables_of
from vibe_tui.tui.look.themes import PAPER_DARK, shipped_themes
from vibe_tui.tui.status import StatusBar
from vibe_tui.tui.tables.grid import GridRows, TableGrid
from vibe_tui.tui.tables.viewer import BarChart, TableViewer

TABLE = "| 模型 | 准确率 | 说明 |\n| --- | --- | --- |\n" + "".join(
    f"| **模型{at}** | {at * 7 % 20}.5% | {'很长的说明' * 12}{at} |\n" for at in range(30)
)


class ViewerApp(App[None]):
    """Only the viewer."""

    def __init__(self, markdown: str = TABLE, title: str = "[red]表 1") -> None:
        super().__init__()
        self._table = tables_of(markdown)[0]
        self._table_title = title

    def on_mount(self) -> None:
        self.register_theme(shipped_themes()[PAPER_DARK])
        self.theme = PAPER_DARK
        self.push_screen(TableViewer(GridRows.of_table(self._table), self._table_title, "zh"))


def _rows(grid: TableGrid) -> list[str]:
    return [grid.render_line(y).text for y in range(grid.size.height)]


@pytest.mark.parametrize("size", [(120, 40), (40, 12), (20, 5)], ids=str)
async def test_rows_fit_the_screen(size: tuple[int, int]) -> None:
    app = ViewerApp()
    async with app.run_test(size=size) as pilot:
        await pilot.press("right", "right", "down", "G", "end", "home", "g")
        grid = app.screen.query_one(TableGrid)
        for y in range(grid.size.height):
            assert grid.render_line(y).cell_length == grid.scrollable_content_region.width


async def test_sorting_goes_down_up_and_back() -> None:
    app = ViewerApp()
    async with app.run_test(size=(100, 20)) as pilot:
        grid = app.screen.query_one(TableGrid)
        await pilot.press("right", "s")
        assert "▼" in _rows(grid)[0]
        assert [grid.cells[at][1] for at in grid.shown[:2]] == ["19.5%", "18.5%"]
        await pilot.press("s")
        assert "▲" in _rows(grid)[0]
        assert grid.cells[grid.shown[0]][1] == "0.5%"
        await pilot.press("s")
        assert list(grid.shown) == list(range(30))


async def test_the_first_column_and_the_header_stay() -> None:
    app = ViewerApp()
    async with app.run_test(size=(40, 12)) as pilot:
        grid = app.screen.query_one(TableGrid)
        await pilot.press("G", "end")
        rows = _rows(grid)
        assert rows[0].startswith("模型")
        assert any(row.startswith("模型29") for row in rows)
        assert "说明" in rows[0]


async def test_filter_and_copy() -> None:
    app = ViewerApp()
    async with app.run_test(size=(100, 20)) as pilot:
        grid = app.screen.query_one(TableGrid)
        await pilot.press("f", "2", "9", "enter")
        assert list(grid.shown) == [29]
        await pilot.press("y")
        assert app.clipboard.splitlines()[0] == "| 模型 | 准确率 | 说明 |"
        assert app.clipboard.splitlines()[2].startswith("| **模型29** |")
        await pilot.press("Y")
        assert app.clipboard.splitlines()[1].startswith("模型29,3.5%,")
        await pilot.press("c")
        assert app.clipboard == "模型29"
        await pilot.press("escape")
        assert len(grid.shown) == 30
        await pilot.press("escape")
        assert not isinstance(app.screen, TableViewer)


async def test_the_whole_cell_is_shown_below_and_nothing_is_markup() -> None:
    app = ViewerApp("| [b]x[/b] |\n| --- |\n| [@click=app.quit]甲[/] |\n")
    async with app.run_test(size=(100, 20)):
        cell = str(app.screen.query_one("#cell", Static).render())
        assert "[@click=app.quit]甲[/]" in cell
        assert "[b]x[/b]" in cell
        assert "[red]表 1" in str(app.screen.query_one("#title", Static).render())


async def test_a_click_sets_the_cursor_and_a_header_sorts() -> None:
    app = ViewerApp()
    async with app.run_test(size=(100, 20)) as pilot:
        grid = app.screen.query_one(TableGrid)
        await pilot.click(TableGrid, offset=(12, 4))
        assert (grid.row, grid.column) == (2, 1)
        await pilot.click(TableGrid, offset=(12, 0))
        assert grid.sorted_by == 1
        assert "▼" in _rows(grid)[0]


async def test_no_row_matches() -> None:
    app = ViewerApp()
    async with app.run_test(size=(100, 20)) as pilot:
        await pilot.press("f", "z", "z", "down", "down", "up", "s", "y", "Y", "c", "G")
        assert list(app.screen.query_one(TableGrid).shown) == []


SCORES = """\
| 能力 | 基准 | 得分 | 说明 |
| --- | --- | --- | --- |
| 编码 | 甲 | 77.8 | b |
| 编码 | 乙 | 88.3* | a |
| 推理 | 丙 | — | c |
"""


def chart_lines(app: ViewerApp) -> list[str]:
    chart = app.screen.query_one(BarChart)
    return [chart.render_line(y).text.rstrip() for y in range(chart.size.height)]


async def test_bars_name_rows_apart_and_follow_the_grid() -> None:
    app = ViewerApp(SCORES)
    async with app.run_test(size=(60, 12)) as pilot:
        title = app.screen.query_one("#title", Static)
        await pilot.press("end", "left", "p")
        assert [line.split("  ")[0] for line in chart_lines(app)[:3]] == [
            "编码 · 甲",
            "编码 · 乙",
            "推理 · 丙",
        ]
        assert str(title.render()).startswith("得分 · ")
        assert ("esc", "回到表格") in app.screen.query_one(StatusBar).hints
        await pilot.press("s")
        assert [line.split("  ")[0] for line in chart_lines(app)[:3]] == [
            "编码 · 乙",
            "编码 · 甲",
            "推理 · 丙",
        ]
        await pilot.press("f", "编", "码", "enter")
        assert not chart_lines(app)[2]
        await pilot.press("escape")
        assert not app.screen.has_class("-chart")
        assert str(title.render()).startswith("2/3 行 · ")
        assert ("p", "条形图") in app.screen.query_one(StatusBar).hints


async def test_words_are_sorted_from_the_first_one() -> None:
    app = ViewerApp(SCORES)
    async with app.run_test(size=(60, 12)) as pilot:
        grid = app.screen.query_one(TableGrid)
        await pilot.press("end", "s")
        assert [grid.cells[at][3] for at in grid.shown] == ["a", "b", "c"]
        await pilot.press("s")
        assert [grid.cells[at][3] for at in grid.shown] == ["c", "b", "a"]
        await pilot.press("s")
        assert [grid.cells[at][3] for at in grid.shown] == ["b", "a", "c"]


async def test_no_numbers_no_bars() -> None:
    app = ViewerApp(SCORES)
    async with app.run_test(size=(60, 12)) as pilot:
        await pilot.press("end", "p")
        assert not app.screen.has_class("-chart")
        assert "没有数字" in str(app.screen.query_one("#cell", Static).render())


LONG = f"| 项 | 内容 | 又 |\n| --- | --- | --- |\n| 甲 | {'长' * 30} | {'文' * 60} |\n"


@pytest.mark.parametrize(
    ("room", "widths"),
    [
        (20, [4, 40, 40]),
        (94, [4, 45, 45]),
        (124, [4, 60, 60]),
        (154, [4, 60, 90]),
        (999, [4, 60, 120]),
    ],
)
def test_columns_take_the_room_there_is(room: int, widths: list[int]) -> None:
    assert GridRows.of_table(tables_of(LONG)[0]).widths(room) == widths


async def test_a_wide_screen_cuts_nothing() -> None:
    app = ViewerApp(LONG)
    async with app.run_test(size=(200, 12)) as pilot:
        grid = app.screen.query_one(TableGrid)
        assert "文" * 60 in _rows(grid)[2]
        await pilot.resize_terminal(100, 12)
        await pilot.pause()
        assert "…" in _rows(grid)[2]


async def test_columns_out_of_sight_have_a_sign() -> None:
    app = ViewerApp(f"| 名 | 一 | 二 |\n| --- | --- | --- |\n| 甲 | {'乙' * 12} | {'丙' * 8} |\n")
    async with app.run_test(size=(40, 12)) as pilot:
        grid = app.screen.query_one(TableGrid)
        head, _, row = _rows(grid)[:3]
        assert head.endswith("›")
        assert row.endswith("›")
        await pilot.press("end")
        assert _rows(grid)[2].rstrip().endswith("丙" * 8)
        assert "›" not in "".join(_rows(grid))


async def test_a_first_column_that_is_cut_says_so() -> None:
    app = ViewerApp(f"| 名 | 一 | 二 |\n| --- | --- | --- |\n| {'甲' * 15} | {'乙' * 12} | 丙 |\n")
    async with app.run_test(size=(40, 12)) as pilot:
        grid = app.screen.query_one(TableGrid)
        for _ in range(3):
            assert re.match("甲+ ?…  ", _rows(grid)[2])
            await pilot.press("right")
