"""Comparing with keys: marks in the list, reports side by side, and the way to one and back."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.content import Content

from tests.tui.conftest import Person, sit_down
from vibe_tui.cells import cell_width
from vibe_tui.tui.library.list import ReportList
from vibe_tui.tui.library.screen import MainScreen
from vibe_tui.tui.reader.choices import LinkPicker
from vibe_tui.tui.search.screen import SearchScreen
from vibe_tui.tui.several.compare import CompareScreen
from vibe_tui.tui.several.digest import DigestScreen
from vibe_tui.tui.status import StatusBar
from vibe_tui.tui.tables.viewer import TableViewer

LENSES, INTERVIEW = "每日解读：小模型的透镜实验", "一次访谈"


def compare(person: Person) -> CompareScreen:
    screen = person.app.screen
    assert isinstance(screen, CompareScreen)
    return screen


def text(person: Person) -> str:
    view = compare(person).pane.view
    return "\n".join(view.render_line(y).text.rstrip() for y in range(view.size.height))


def frame(person: Person) -> tuple[str, str]:
    pane = compare(person).pane
    titles = [Content.from_markup(t or "").plain for t in (pane.border_title, pane.border_subtitle)]
    return titles[0], titles[1]


def row(person: Person, words: str) -> str:
    return next(line for line in text(person).split("\n") if words in line)


def listed(person: Person) -> str:
    reports = person.main.query_one(ReportList)
    return "\n".join(reports.render_line(y).text.rstrip() for y in range(reports.size.height))


def hints(person: Person) -> dict[str, str]:
    return dict(person.main.query_one(StatusBar).hints)


def said(person: Person) -> str:
    return person.app.screen.query_one(StatusBar).notice


def signs(person: Person) -> set[int]:
    """The cells of the sign of the column that is being read."""
    lines = [line.partition("▎") for line in text(person).split("\n")]
    return {cell_width(before) for before, sign, _ in lines if sign}


async def test_the_way_back_and_to_the_help_is_named_at_the_foot(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("c", "j", "c")
        for key in ("C", "D"):
            await person.press(key)
            named = dict(person.app.screen.query_one(StatusBar).hints)
            assert (named["esc"], named["?"]) == ("返回", "帮助")
            await person.press("escape")


# Marks


async def test_c_marks_and_unmarks_with_a_sign_and_a_count(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("c")
        assert "◇ 08-11" in listed(person)
        assert hints(person)["C"] == "对照 1 篇"
        assert "再标一篇，按 C" in said(person)
        await person.press("j", "c")
        assert "◇ 08-10" in listed(person)
        assert hints(person)["C"] == "对照 2 篇"
        await person.press("c")
        assert "◇ 08-10" not in listed(person)
        await person.press("U")
        assert hints(person)["C"] == "对照 2 篇"


async def test_fewer_than_two_say_what_to_do(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("C")
        assert isinstance(person.app.screen, MainScreen)
        assert "先用 c 标记两篇或更多报告（已标 0 篇）" in said(person)
        await person.press("c", "C")
        assert "已标 1 篇" in said(person)


async def test_all_marks_are_cleared_and_come_back(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("ctrl+x")
        assert "没有标记" in said(person)
        await person.press("c", "j", "c", "ctrl+x")
        assert "◇" not in listed(person)
        assert "C" not in hints(person)
        await person.press("U")
        assert listed(person).count("◇") == 2


async def test_marks_survive_filter_grouping_and_order(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("c", "j", "c")
        await person.press("r", "O", "f")
        await person.type("没有这样的报告")
        await person.press("enter")
        assert hints(person)["C"] == "对照 2 篇"
        await person.press("C")
        assert "A  " + LENSES in text(person)
        await person.press("escape", "escape")
        assert listed(person).count("◇") == 2


async def test_a_marked_report_that_vanishes_counts_no_more(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("c", "j", "c", "j", "c")
        next((own / "library").rglob("*没有局限.md")).unlink()
        await person.until(lambda: hints(person)["C"] == "对照 2 篇")
        await person.press("C")
        assert INTERVIEW not in text(person)
        next((own / "library").rglob("*方括号.md")).unlink()
        await person.until(lambda: len(person.main.reports.reports) == 1)
        await person.press("escape", "C")
        assert isinstance(person.app.screen, MainScreen)
        assert "已标 1 篇" in said(person)


# What is shown


async def test_facts_then_kinds_side_by_side(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("c", "j", "c", "C")
        assert f"A  {LENSES}" in row(person, "B  " + INTERVIEW)
        assert "2026-08-11" in row(person, "2026-08-10")
        assert "│" in row(person, "小模型用少量算力")
        assert "谈公司的下一步" in text(person)
        assert "这篇报告没有这一部分。" in row(person, "2. 方法详解")
        assert frame(person)[1].startswith(f"A  {LENSES} · 2 篇")


async def test_the_first_screen_begins_with_the_facts(own: Path) -> None:
    async with sit_down(own, size=(80, 14)) as person:
        await person.press("c", "j", "c", "C")
        assert "A  每日解读" in text(person).split("\n")[0]
        assert frame(person)[0] == "对照 · 概况"
        await person.press("5")
        assert frame(person)[0] == "对照 · 速读 · 概况"
        await person.press("g")
        assert "对照" in text(person).split("\n")[0]


async def test_a_lens_chooses_the_kinds_and_absence_is_honest(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("c", "j", "c", "C", "l")
        assert "对照：局限性" in text(person)
        assert "这篇报告没有这一部分。" in row(person, "只测了一种语言")
        assert "小模型用少量算力" not in text(person)
        await person.press("8")
        assert "42.5%" in text(person)
        await person.press("4")
        assert "这几篇报告都没有“结论要点”" in said(person)
        await person.press("1")
        assert "小模型用少量算力" in text(person)
        await person.press("s")
        assert "小模型用少量算力" in text(person)
        assert "只测了" not in text(person)


async def test_brackets_go_from_kind_to_kind(own: Path) -> None:
    async with sit_down(own, size=(100, 14)) as person:
        await person.press("c", "j", "c", "C", "]")
        assert frame(person)[0] == "对照 · 执行摘要"
        await person.press("]")
        assert frame(person)[0] == "对照 · 方法"
        await person.press("[")
        assert text(person).split("\n")[0].strip("▎ ") == "执行摘要"
        await person.press("z")
        assert "▸ 执行摘要" in text(person)


async def test_more_than_find_room_stand_below(own: Path) -> None:
    async with sit_down(own, size=(120, 60)) as person:
        await person.press("c", "j", "c", "j", "c", "C", "]")
        lines = text(person).split("\n")
        first = next(at for at, line in enumerate(lines) if "B  " + INTERVIEW in line)
        third = next(at for at, line in enumerate(lines) if "C  [@click=app.quit]点[/]" in line)
        assert LENSES in lines[first]
        assert first < third
        await person.press("J", "J")
        assert frame(person)[1].startswith("C  ")
        await person.press("K")
        assert frame(person)[1].startswith("B  ")


# Reading a column


async def test_keys_choose_the_column_and_enter_opens_its_report_there(own: Path) -> None:
    async with sit_down(own, size=(120, 9)) as person:
        await person.press("c", "j", "c", "C", "l", "]", "]")
        (first,) = signs(person)
        await person.press("J")
        (second,) = signs(person)
        assert second > first + 40
        assert frame(person)[1].startswith("B  " + INTERVIEW)
        await person.press("tab", "K", "enter")
        assert isinstance(person.app.screen, MainScreen)
        assert person.selected.endswith("透镜实验")
        assert "▎ 只测了一种语言。" in person.text
        assert "方法详解" not in person.text
        await person.press("escape")
        assert frame(person)[0] == "对照 · 局限性"


async def test_back_in_history_leads_to_the_comparison_too(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("c", "j", "c", "C", "]", "J", "enter")
        assert person.selected == INTERVIEW
        await person.press("H")
        assert frame(person)[1].startswith("B  " + INTERVIEW)
        await person.press("enter", "J", "H")
        assert isinstance(person.app.screen, MainScreen)
        assert person.selected == INTERVIEW


async def test_the_pointer_chooses_column_and_row(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("c", "j", "c", "C")
        view = compare(person).pane.view
        y = next(y for y, line in enumerate(text(person).split("\n")) if "谈公司" in line)
        await person.pilot.click(view, offset=(70, y))
        await person.settle()
        assert frame(person)[1].startswith("B  " + INTERVIEW)
        await person.press("enter")
        assert person.selected == INTERVIEW
        assert person.text.split("\n")[0].strip("▎ ").startswith("谈公司")


async def test_finding_goes_through_the_columns(own: Path) -> None:
    async with sit_down(own, size=(100, 20)) as person:
        await person.press("c", "j", "c", "C", "f")
        await person.type("信用分配")
        await person.press("enter")
        assert frame(person)[1].startswith("命中 1/4 · A")
        await person.press("n")
        assert frame(person)[1].startswith("命中 2/4 · B  " + INTERVIEW)
        await person.press("enter")
        assert person.selected == INTERVIEW
        await person.press("escape", "N", "escape")
        assert "命中" not in frame(person)[1]


async def test_copying_takes_the_block_of_the_column(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("c", "j", "c", "C", "]", "J", "j", "y")
        picker = person.app.screen.query_one(LinkPicker)
        assert picker.has_class("-open")
        await person.press("y")
        assert person.app.clipboard in ("概述", "谈公司的下一步，也提到信用分配。")


async def test_table_and_links_of_a_column(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("c", "j", "c", "C", "7", "]", "v")
        viewer = person.app.screen
        assert isinstance(viewer, TableViewer)
        assert viewer._grid.cells == (("甲", "42.5%"),)
        await person.press("escape", "o", "s")
        assert isinstance(person.app.screen, MainScreen)
        assert "▎ 3. 局限性" in person.text


async def test_marks_of_the_report_being_read(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("c", "j", "c", "C", "J", "u", "m")
        marks = {
            report.title: person.main._marks.of(report) for report in person.main.reports.reports
        }
        assert not marks[INTERVIEW].unread
        assert marks[INTERVIEW].starred
        await person.press("/")
        assert isinstance(person.app.screen, SearchScreen)


async def test_c_takes_a_report_out_and_the_last_pair_ends_it(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("c", "j", "c", "j", "c", "C", "J", "c")
        assert INTERVIEW not in text(person)
        assert "2 篇" in frame(person)[1]
        await person.press("c")
        assert isinstance(person.app.screen, MainScreen)
        assert hints(person)["C"] == "对照 1 篇"


async def test_c_on_a_report_whose_mark_was_taken_back_does_not_mark_it_again(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("c", "j", "c", "j", "c", "C", "J", "J", "U", "c")
        assert "2 篇" in frame(person)[1]
        await person.press("escape")
        assert hints(person)["C"] == "对照 2 篇"


async def test_marking_and_comparing_from_a_digest(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("D", "]", "c", "]", "c")
        assert isinstance(person.app.screen, DigestScreen)
        assert "共 2 篇" in said(person)
        await person.press("C")
        assert INTERVIEW in text(person)


async def test_it_is_found_as_it_was_left(own: Path) -> None:
    async with sit_down(own, size=(100, 14)) as person:
        await person.press("c", "j", "c", "C", "]", "]", "j")
        before = text(person)
        await person.press("escape", "C")
        assert text(person) == before


# Sizes


async def test_another_width_keeps_the_place(own: Path) -> None:
    long = "\n\n".join(f"第 {number} 段，" + "说得很长。" * 20 for number in range(60))
    for name in ("甲", "乙"):
        report = f"---\ntitle: 长{name}\ndate: 2026-08-12\n---\n\n## 摘要\n\n{name}：{long}\n"
        (own / "library" / f"{name}.md").write_text(report, "utf-8")
    async with sit_down(own, size=(120, 30)) as person:
        await person.press("c", "j", "c", "C", "]", *["space"] * 4)
        before = text(person)
        await person.pilot.resize_terminal(60, 30)
        await person.settle()
        assert "│" not in text(person)
        top = text(person).split("\n")[0]
        assert top.strip("▎ ")[:6] in before
        await person.pilot.resize_terminal(120, 30)
        await person.settle()
        assert text(person) == before


@pytest.mark.parametrize("size", [(40, 12), (20, 5), (3, 2)], ids=str)
async def test_small_screens(own: Path, size: tuple[int, int]) -> None:
    async with sit_down(own, size=size) as person:
        await person.press("c", "j", "c", "C", "space", "]", "J", "G", "l", "enter")
        assert isinstance(person.app.screen, MainScreen)
        await person.press("escape", "escape")
        assert isinstance(person.app.screen, MainScreen)


async def test_narrow_reports_stand_below_each_other(own: Path) -> None:
    async with sit_down(own, size=(40, 30)) as person:
        await person.press("c", "j", "c", "C", "s")
        await person.press("]")
        shown = text(person)
        assert shown.index("小模型用少量算力") < shown.rindex("B  " + INTERVIEW)
        await person.press("J", "enter")
        assert person.selected == INTERVIEW


async def test_with_one_report_left_there_is_no_comparison(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("c", "j", "c", "C", "c")
        assert isinstance(person.app.screen, MainScreen)
        assert len(person.app.service.comparing.reports) == 1
