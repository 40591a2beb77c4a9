"""The list as a widget: moving, folding, regrouping, and a selection that survives them all."""

from __future__ import annotations

import datetime as dt

import pytest
from textual.app import App, ComposeResult

from vibe_tui.library.groups import GroupBy
from vibe_tui.model.report import Report
from vibe_tui.tui.library.list import ReportList
from vibe_tui.tui.library.rows import ROW_HEIGHT, RowMark
from vibe_tui.tui.look.themes import PAPER_DARK, shipped_themes

pytestmark = pytest.mark.painted

TODAY = dt.date(2026, 7, 24)


def make(count: int) -> list[Report]:
    return [
        Report(
            id=f"r{number}",
            title=f"报告 {number}",
            file=f"/r{number}.md",
            date=(TODAY - dt.timedelta(days=number // 3)).isoformat(),
            source=f"s{number % 2}",
            topics=("agents",) if number % 3 else ("evaluation", "agents"),
        )
        for number in range(count)
    ]


class ListApp(App[None]):
    """One list of some reports."""

    def __init__(self, reports: list[Report]) -> None:
        super().__init__()
        for theme in shipped_themes().values():
            self.register_theme(theme)
        self.theme = PAPER_DARK
        self.given = reports
        self.opened: list[str] = []

    def compose(self) -> ComposeResult:
        yield ReportList(today=lambda: TODAY)

    def on_mount(self) -> None:
        self.query_one(ReportList).show(self.given)
        self.query_one(ReportList).focus()

    def on_report_list_open_requested(self, event: ReportList.OpenRequested) -> None:
        self.opened.append(event.report.id)

    @property
    def list(self) -> ReportList:
        return self.query_one(ReportList)

    @property
    def selected(self) -> str:
        report = self.list.selected
        return report.id if report is not None else ""


def lines(app: ListApp) -> list[str]:
    height = app.list.size.height
    return [app.list.render_line(y).text.rstrip() for y in range(height)]


async def test_the_first_report_is_selected_and_keys_move() -> None:
    app = ListApp(make(30))
    async with app.run_test(size=(44, 20)) as pilot:
        assert app.selected == "r0"
        await pilot.press("j", "down")
        assert app.selected == "r2"
        await pilot.press("k")
        assert app.selected == "r1"
        await pilot.press("G")
        assert app.selected == "r29"
        await pilot.press("g", "k")
        assert app.selected == "r0"
        await pilot.press("ctrl+d")
        assert app.selected == "r4"


async def test_keys_pass_over_the_heading_of_an_open_group_and_stop_at_a_folded_one() -> None:
    app = ListApp(make(9))
    async with app.run_test(size=(44, 20)) as pilot:
        await pilot.press("j", "j", "j")
        assert app.selected == "r3"
        await pilot.press("left")
        assert app.selected == ""
        await pilot.press("k")
        assert app.selected == "r2"
        await pilot.press("j", "j")
        assert app.selected == "r6"


async def test_enter_opens_a_report_and_folds_a_group() -> None:
    app = ListApp(make(9))
    async with app.run_test(size=(44, 20)) as pilot:
        await pilot.press("enter")
        assert app.opened == ["r0"]
        await pilot.press("left")
        assert "▸ 今天" in "\n".join(lines(app))
        assert "报告 1" not in "\n".join(lines(app))
        await pilot.press("enter")
        assert "报告 1" in "\n".join(lines(app))


async def test_left_folds_the_group_of_a_report() -> None:
    app = ListApp(make(9))
    async with app.run_test(size=(44, 20)) as pilot:
        await pilot.press("j", "left")
        assert app.selected == ""
        await pilot.press("j")
        assert app.selected == "r3"


async def test_left_again_folds_the_folder_around_and_the_selection_opens_it() -> None:
    reports = [
        Report(f"r{n}", f"报告 {n}", f"{'ab'[n % 2]}/x/{n}.md", root="/notes") for n in range(6)
    ]
    app = ListApp(reports)
    async with app.run_test(size=(44, 24)) as pilot:
        app.list.regroup(group_by=GroupBy.FOLDER)
        await pilot.press("left")
        assert "▾ a" in "\n".join(lines(app))
        assert "  ▸ x" in "\n".join(lines(app))
        await pilot.press("left")
        assert "▸ a" in "\n".join(lines(app))
        assert "▸ x" not in "\n".join(lines(app))
        assert app.list.select("r2")
        assert app.selected == "r2"


async def test_selection_survives_grouping_order_filter_and_new_reports() -> None:
    reports = make(60)
    app = ListApp(reports)
    async with app.run_test(size=(44, 20)) as pilot:
        await pilot.press(*["j"] * 20)
        chosen = app.selected
        for by in (*GroupBy, GroupBy.DATE):
            app.list.regroup(group_by=by)
            assert app.selected == chosen
        app.list.regroup(newest_first=False)
        assert app.selected == chosen
        fresh = Report("new", "新", "/new.md", reports[0].date)
        app.list.show([fresh, *reports])
        assert app.selected == chosen
        app.list.show([report for report in reports if report.id in (chosen, "r1")])
        assert app.selected == chosen
        await pilot.pause()
        text = "\n".join(lines(app))
        assert f"报告 {chosen[1:]}" in text


async def test_a_selected_report_that_goes_away_leaves_a_neighbour_selected() -> None:
    reports = make(9)
    app = ListApp(reports)
    async with app.run_test(size=(44, 20)) as pilot:
        await pilot.press("j")
        app.list.show([report for report in reports if report.id != "r1"])
        assert app.selected == "r2"
        app.list.show([])
        assert app.selected == ""
        await pilot.press("j", "k", "enter", "left", "right", "G", "g")


async def test_a_report_with_another_title_is_drawn_anew() -> None:
    reports = make(3)
    app = ListApp(reports)
    async with app.run_test(size=(40, 20)) as pilot:
        assert any("报告 1" in line for line in lines(app))
        other = Report(
            id="r1",
            title="改了题目",
            file="/r1.md",
            date=TODAY.isoformat(),
            source="s1",
            topics=("agents",),
        )
        app.list.show([reports[0], other, reports[2]])
        await pilot.pause()
        assert any("改了题目" in line for line in lines(app))


async def test_select_opens_the_group_of_what_it_selects() -> None:
    app = ListApp(make(9))
    async with app.run_test(size=(44, 20)) as pilot:
        await pilot.press("left")
        assert app.list.select("r2")
        assert app.selected == "r2"
        assert not app.list.select("nowhere")


async def test_neighbours() -> None:
    app = ListApp(make(9))
    async with app.run_test(size=(44, 20)):
        after = app.list.neighbour(1)
        assert after is not None
        assert after.id == "r1"
        assert app.list.neighbour(-1) is None
        wanted = app.list.neighbour(1, lambda report: report.id == "r7")
        assert wanted is not None


@pytest.mark.parametrize("size", [(120, 40), (40, 12), (20, 5), (3, 2)])
async def test_any_size_draws(size: tuple[int, int]) -> None:
    app = ListApp(make(9))
    async with app.run_test(size=size) as pilot:
        await pilot.press("j", "G", "g")
        assert all(isinstance(line, str) for line in lines(app))


async def test_a_click_selects_and_a_second_opens() -> None:
    app = ListApp(make(9))
    async with app.run_test(size=(44, 20)) as pilot:
        await pilot.click(ReportList, offset=(10, 4))
        assert (app.selected, app.opened) == ("r1", [])
        await pilot.click(ReportList, offset=(10, 5))
        assert app.opened == ["r1"]


async def test_the_selected_row_is_always_on_screen() -> None:
    app = ListApp(make(300))
    async with app.run_test(size=(44, 11)) as pilot:
        for key in ["space"] * 7 + ["b"] * 3 + ["G", "g"] + ["j"] * 9:
            await pilot.press(key)
            top = app.list.index * 2 - app.list.scroll_offset.y
            assert 0 <= top <= app.list.size.height - 2


async def test_ten_thousand_rows_paint_only_what_is_seen() -> None:
    asked: list[str] = []
    reports = make(10_000)
    app = ListApp(reports)
    async with app.run_test(size=(44, 20)) as pilot:
        await pilot.pause()
        marks = app.list._marks

        def counted(report: Report) -> RowMark:
            asked.append(report.id)
            return marks(report)

        app.list._marks = counted
        app.list.refresh()
        await pilot.pause()
        assert 0 < len(set(asked)) <= 12


async def test_the_heading_above_the_selection_comes_into_sight_with_it() -> None:
    app = ListApp(make(30))
    async with app.run_test(size=(44, 10)) as pilot:
        await pilot.press(*"jjjjjjjj")
        await pilot.press(*"kkkkk")
        assert app.selected == "r3"
        assert app.list.scroll_offset.y == app.list.index * ROW_HEIGHT - ROW_HEIGHT
        assert "昨天" in lines(app)[1]


async def test_a_row_stays_where_it_is_on_screen_when_others_come_above_it() -> None:
    app = ListApp(make(30)[3:])
    async with app.run_test(size=(44, 10)) as pilot:
        await pilot.press(*"jjjjjjjj", *"kk")
        selected = app.selected
        place = app.list.index * ROW_HEIGHT - app.list.scroll_offset.y
        app.list.show(make(30))
        await pilot.pause()
        assert app.selected == selected
        assert app.list.index * ROW_HEIGHT - app.list.scroll_offset.y == place
