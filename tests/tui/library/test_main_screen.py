"""What each key does on the main screen, on a small library of our own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import current_thread, main_thread

import pytest
from textual import events
from textual.command import CommandList
from textual.widgets import Input, Static

from tests.tui.conftest import Person, make_service, sit_down
from vibe_tui.config import Config
from vibe_tui.errors import Problem, VibeError
from vibe_tui.model.section import LENSES, Lens, SectionKind
from vibe_tui.render.place import Fold
from vibe_tui.service import Service
from vibe_tui.sync.sync import SyncResult
from vibe_tui.text import Language, Text
from vibe_tui.tui.help import HelpScreen, KeySheet
from vibe_tui.tui.library import loader as library_loader
from vibe_tui.tui.library.list import ReportList
from vibe_tui.tui.library.list_screen import LOOK_EVERY
from vibe_tui.tui.library.screen import MainScreen
from vibe_tui.tui.messages import WentWrong
from vibe_tui.tui.reader import outline
from vibe_tui.tui.reader.attention import KEEP_AFTER
from vibe_tui.tui.reader.outline import OutlineList
from vibe_tui.tui.reader.pane import ReaderPane
from vibe_tui.tui.reader.view import ReaderView
from vibe_tui.tui.screens import AskScreen
from vibe_tui.tui.search.screen import SearchScreen
from vibe_tui.tui.status import MOST, Notices, StatusBar
from vibe_tui.tui.tables.grid import GridRows, TableGrid
from vibe_tui.tui.tables.viewer import TableViewer
from vibe_tui.tui.words import SCANNING


def list_lines(person: Person) -> str:
    reports = person.main.query_one(ReportList)
    return "\n".join(reports.render_line(y).text.rstrip() for y in range(reports.size.height))


def side(person: Person) -> str:
    pane = person.main.query_one("#side")
    return f"{pane.border_title} | {pane.border_subtitle}"


def notices(person: Person) -> list[str]:
    said = person.main.query_one(StatusBar).notice
    return [*person.main.query_one(Notices).notices, *([said] if said else [])]


async def test_the_list_counts_and_hints(own: Path) -> None:
    async with sit_down(own) as person:
        assert side(person) == "报告 · 按日期 | 3 篇 · 3 未读"
        hints = dict(person.main.query_one(StatusBar).hints)
        assert hints["/"] == "搜索"
        assert hints["q"] == "退出"


async def test_titles_from_outside_are_words(own: Path) -> None:
    async with sit_down(own) as person:
        assert "[@click=app.quit]点[/] [red]红[/red]" in list_lines(person)
        await person.press("G", "enter")
        assert "[/年报/2024] [@click=app.quit]点[/] [red]红[/red]" in person.text
        assert "[b]作者[/b]" in person.text
        assert "[[/甲.md]] 与 [b]粗[/b]" in person.text
        await person.press("]")
        assert "[@click=app.quit]点[/]" in person.head
        await person.press("t")
        outline = person.main.query_one(OutlineList)
        assert "[[/甲.md]] 与 [b]粗[/b]" in outline.render_line(0).text


async def test_unread_and_star_for_the_selected_report(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("u", "m")
        assert side(person).endswith("3 篇 · 2 未读")
        assert "★" in list_lines(person)
        await person.press("u")
        assert side(person).endswith("3 篇 · 3 未读")
        await person.press("m")
        assert "★" not in list_lines(person)


async def test_the_table_viewer_opens_while_the_list_has_the_keys(own: Path) -> None:
    async with sit_down(own) as person:
        assert isinstance(person.app.focused, ReportList)
        await person.press("v")
        assert isinstance(person.app.screen, TableViewer)


async def test_what_takes_long_is_done_in_jobs(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[tuple[str, bool]] = []

    def watched(name: str, done: Callable[..., object]) -> Callable[..., object]:
        def work(*args: object) -> object:
            threads.append((name, current_thread() is main_thread()))
            return done(*args)

        return work

    monkeypatch.setattr(outline, "outline_rows", watched("outline", outline.outline_rows))
    monkeypatch.setattr(GridRows, "of_parts", watched("table", GridRows.of_parts))
    rows = "".join(f"| {number} | 甲 |\n" for number in range(900))
    text = f"---\ntitle: 长表\ndate: 2026-08-12\n---\n\n## 表\n\n| 数 | 字 |\n| - | - |\n{rows}"
    (own / "library" / "2026" / "2026-08-12-长表.md").write_text(text, "utf-8")
    async with sit_down(own) as person:
        await person.press("enter", "v")
        await person.settle()
        viewer = person.app.screen
        assert isinstance(viewer, TableViewer)
        assert len(viewer.query_one(TableGrid).cells) == 900
    assert ("table", False) in threads
    assert ("outline", False) in threads
    assert not any(on_screen for _, on_screen in threads)


async def test_of_many_broken_files_a_few_are_named_and_the_rest_counted(own: Path) -> None:
    for number in range(40):
        path = own / "library" / "2026" / f"2026-08-12-坏{number}.md"
        path.write_text("---\ntitle: [\n---\n\n正文\n", "utf-8")
    async with sit_down(own) as person:
        notices = person.main.query_one(Notices).notices
    assert len(notices) == MOST
    assert notices[-1].startswith(f"+ {40 - MOST + 1}")


async def test_a_link_to_a_part_of_another_report_leads_to_that_part(own: Path) -> None:
    more = "---\ntitle: 丙\ndate: 2026-08-12\n---\n\n[见](2026-08-11-透镜实验.md#3-局限性)\n"
    (own / "library" / "2026" / "2026-08-12-丙.md").write_text(more, "utf-8")
    async with sit_down(own) as person:
        await person.press("enter", "o", "a")
        view = person.main.query_one(ReaderView)
        assert view.document is not None
        assert view.document.title(view.current_section) == "3. 局限性"


async def test_undo_takes_back_one_change_after_the_other(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("u", "m")
        await person.press("U")
        assert "★" not in list_lines(person)
        assert side(person).endswith("2 未读")
        await person.press("U")
        assert side(person).endswith("3 未读")
        await person.press("U")
        assert notices(person)[-1] == "没有可撤销的改动"


async def test_all_read_asks_first(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("a")
        assert isinstance(person.app.screen, AskScreen)
        assert "3 篇未读" in str(person.app.screen.query_one("#subject", Static).render())
        await person.press("escape")
        assert side(person).endswith("3 未读")
        await person.press("a", "enter")
        assert side(person).endswith("3 篇")
        await person.press("U")
        assert side(person).endswith("3 未读")


async def test_marks_are_kept_for_the_next_time(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("j", "u", "m")
    async with sit_down(own) as person:
        assert side(person).endswith("2 未读")
        assert "★" in list_lines(person)


async def test_a_report_is_read_when_its_end_was_seen(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("j", "enter")
        assert side(person).endswith("3 未读")
        await person.press("G")
        assert side(person).endswith("2 未读")


async def test_a_preview_at_its_end_is_not_read(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("G")
        assert side(person).endswith("3 未读")


async def test_reading_goes_on_where_it_stopped(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("j", "enter", "ctrl+d", "ctrl+d", "j")
        before = person.text
        await person.press("escape")
    async with sit_down(own) as person:
        assert "继续阅读" in list_lines(person)
        assert person.selected == "一次访谈"
        await person.press("g", "enter")
        assert person.text == before
        await person.press("J")
        assert "透镜实验" in person.selected


async def test_the_place_is_kept_while_reading(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("j", "enter", "ctrl+d", "ctrl+d")
        await person.pilot.pause(KEEP_AFTER + 0.2)
        await person.settle()
        report = person.main.query_one(ReportList).selected
        assert report is not None
        assert person.app.service.reading.mark(report).place
        assert person.app.service.reading.mark(report).seconds > 0


async def test_the_place_is_kept_at_the_end(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("j", "enter", "ctrl+d", "ctrl+d", "q")
        report = person.app.service.find("没有局限")
        assert 0 < person.app.service.reading.mark(report).progress < 100


async def test_what_another_vibe_marks_is_seen(own: Path) -> None:
    async with sit_down(own) as person:
        other = make_service(own)
        other.refresh()
        other.reading.set_star([other.find("透镜")], True)
        await person.pilot.pause(LOOK_EVERY + 0.3)
        await person.settle()
        assert "★" in list_lines(person)


async def test_grouping_and_order(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("r")
        assert side(person).startswith("报告 · 按主题")
        assert "智能体与多智能体" in list_lines(person)
        assert "透镜实验" in person.selected
        await person.press("r", "r")
        assert side(person).startswith("报告 · 按文件夹")
        assert "2026" in list_lines(person)
        await person.press("r", "O")
        assert side(person).startswith("报告 · 按日期 · 旧的在前")
        assert "透镜实验" in person.selected


async def test_a_filter_is_named_and_so_is_the_key_that_clears_it(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("f")
        side, bar = person.main.query_one("#side"), person.main.query_one(StatusBar)
        assert [key for key, _ in bar.hints] == ["enter", "ctrl+r", "ctrl+s"]
        await person.type("访谈")
        assert [key for key, _ in bar.hints] == ["enter", "esc", "ctrl+r", "ctrl+s"]
        await person.press("enter")
        assert "s" in dict(bar.hints)
        assert str(side.border_title).endswith("筛选")
        assert dict(bar.hints)["esc"] == "清除筛选"
        await person.press("enter")
        assert "esc" not in dict(bar.hints)
        await person.press("escape", "escape")
        assert not str(side.border_title).endswith("筛选")
        assert "esc" not in dict(bar.hints)


async def test_the_filter_takes_the_query_language(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("f")
        await person.type("title:访谈")
        assert side(person).endswith("1 篇 · 1 未读")
        await person.press("enter")
        assert isinstance(person.app.focused, ReportList)
        assert person.selected == "一次访谈"
        await person.press("f")
        await person.type("没有这个词")
        assert "没有符合" in str(person.main.query_one("#empty", Static).render())
        await person.press("escape")
        assert side(person).endswith("3 篇 · 3 未读")
        assert isinstance(person.app.focused, ReportList)


async def test_the_lens_stays_on_from_report_to_report(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("enter", "l")
        assert person.head.startswith("局限性")
        await person.press("J")
        assert person.selected == "一次访谈"
        notice = str(person.main.query_one("#notice", Static).render())
        assert "没有“局限性”" in notice
        assert "▸ 概述" in person.text
        await person.press("1")
        assert not person.main.query_one("#notice").display
        assert "谈公司的下一步" in person.text
        await person.press("K", "8")
        assert "42.5%" in person.text
        assert "样本只有三十条" not in person.text


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("2", "执行摘要"),
        ("3", "局限性"),
        ("4", "结论要点"),
        ("5", "速读"),
        ("6", "结果"),
        ("7", "方法"),
    ],
)
async def test_lens_keys(own: Path, key: str, name: str) -> None:
    async with sit_down(own) as person:
        await person.press("enter", key)
        assert person.head.startswith(name)


async def test_sections_and_folds(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("enter", "]", "]", "z")
        assert "▸ 2. 方法详解" in person.text
        await person.press("z")
        assert "▸ 2. 方法详解" not in person.text
        await person.press("Z")
        assert "▸ 1. 执行摘要" in person.text
        assert "▸ 3. 局限性" in person.text
        await person.press("Z", "[")
        assert "▸" not in person.text


async def test_the_outline_jumps(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("enter", "t")
        assert isinstance(person.app.focused, OutlineList)
        await person.press("G", "enter")
        assert isinstance(person.app.focused, ReaderView)
        assert "3.1 样本量" in person.text
        await person.press("t", "t")
        assert isinstance(person.app.focused, ReaderView)


async def test_find_in_the_report(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("enter", "f")
        await person.type("局限")
        assert person.foot.startswith("命中 1/2")
        await person.press("enter")
        assert isinstance(person.app.focused, ReaderView)
        assert person.foot.startswith("命中 1/2")
        await person.press("n")
        assert person.foot.startswith("命中 2/2")
        await person.press("n")
        assert person.foot.startswith("命中 1/2")
        await person.press("N")
        assert person.foot.startswith("命中 2/2")
        await person.press("escape")
        assert "命中" not in person.foot
        assert isinstance(person.app.focused, ReaderView)


async def test_history(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("enter", "J", "J", "H")
        assert person.selected == "一次访谈"
        await person.press("H")
        assert "透镜实验" in person.selected
        await person.press("H")
        assert notices(person)[-1] == "前面没有读过的地方了"
        await person.press("L")
        assert person.selected == "一次访谈"
        assert "谈公司的下一步" in person.text


async def test_the_next_unread(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("j", "u", "k", "enter", ".")
        assert person.selected.startswith("[/年报/2024]")
        await person.press(".")
        assert "透镜实验" in person.selected


async def test_space_at_the_end_goes_to_the_next_unread(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("enter", "G", "space")
        assert person.selected == "一次访谈"
        assert isinstance(person.app.focused, ReaderView)


async def test_a_report_that_fits_is_read_once_its_end_was_passed(own: Path) -> None:
    async with sit_down(own, size=(120, 160), config=Config(read_after=0)) as person:
        await person.press("j", "enter")
        assert person.main.query_one(ReaderView).at_end
        assert side(person).endswith("3 未读")
        await person.press("space")
        assert side(person).endswith("2 未读")


async def test_the_ends_of_the_list_are_told(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("g", "K")
        assert notices(person) == ["已经是列表里第一篇"]
        await person.press("G", "J")
        assert notices(person) == ["已经是列表里最后一篇"]


async def test_a_link_shows_its_target_before_it_opens(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("vibe_tui.tui.terminal.programs.needs_terminal", lambda: False)
    monkeypatch.setattr("vibe_tui.tui.terminal.programs.open_in_browser", opened.append)
    async with sit_down(own) as person:
        await person.press("enter")
        person.main.query_one(ReaderPane).post_message(
            ReaderPane.LinkChosen("https://e.example/lens", seen=False)
        )
        await person.settle()
        assert isinstance(person.app.screen, AskScreen)
        subject = str(person.app.screen.query_one("#subject", Static).render())
        assert "https://e.example/lens" in subject
        assert opened == []
        await person.press("enter")
        assert opened == ["https://e.example/lens"]


async def test_links_are_picked_by_letter(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("vibe_tui.tui.terminal.programs.needs_terminal", lambda: False)
    monkeypatch.setattr("vibe_tui.tui.terminal.programs.open_in_browser", opened.append)
    async with sit_down(own) as person:
        await person.press("enter", "o", "a")
        assert opened == ["https://e.example/lens"]


async def test_a_target_in_brackets_is_words(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("enter")
        pane = person.main.query_one(ReaderPane)
        pane.post_message(ReaderPane.LinkChosen("[red]x:y[/]", seen=False))
        await person.settle()
        assert "[red]x:y[/]" in notices(person)[-1]


@pytest.mark.parametrize("target", ["javascript:x", "file:///etc/hosts", "x:[red]y[/]"])
async def test_other_links_are_refused_by_name(own: Path, target: str) -> None:
    async with sit_down(own) as person:
        await person.press("enter")
        person.main.query_one(ReaderPane).post_message(ReaderPane.LinkChosen(target, seen=True))
        await person.settle()
        assert isinstance(person.app.screen, AskScreen)
        assert str(person.app.screen.query_one("#subject", Static).render()) == target
        await person.press("enter")
        assert isinstance(person.app.screen, AskScreen)
        await person.press("y")
        assert len(person.app.screen_stack) == 1
        assert person.app.clipboard == target


async def test_a_link_inside_goes_there(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("enter")
        pane = person.main.query_one(ReaderPane)
        pane.post_message(ReaderPane.LinkChosen("#3-局限性", seen=False))
        await person.settle()
        assert person.text.lstrip("▎ ").startswith("3. 局限性") or "3.1 样本量" in person.text
        pane.post_message(ReaderPane.LinkChosen("2026-08-10-没有局限.md", seen=False))
        await person.settle()
        assert person.selected == "一次访谈"
        pane.post_message(ReaderPane.LinkChosen("缺失.md#x", seen=False))
        await person.settle()
        assert "缺失.md#x" in notices(person)[-1]


async def test_the_help_sheet_finds_keys(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("question_mark")
        sheet = person.app.screen.query_one(KeySheet)
        await person.type("星标")
        assert any("m" in sheet.render_line(y).text for y in range(4))
        await person.press("escape")
        assert person.app.screen is person.main


async def test_text_only(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("w")
        assert isinstance(person.app.focused, ReaderView)
        assert not person.main.query_one("#side").display
        assert not person.main.query_one(StatusBar).display
        await person.press("w")
        assert person.main.query_one("#side").display
        await person.press("w", "escape")
        assert person.main.query_one("#side").display


async def test_text_width(own: Path) -> None:
    async with sit_down(own, (160, 40)) as person:
        await person.press("enter")
        view = person.main.query_one(ReaderView)
        before = view.text_width
        await person.press("minus")
        assert view.text_width == before - 4
        await person.press("plus", "plus")
        assert view.text_width == before + 4


async def test_own_keys(own: Path) -> None:
    config = Config(keys={"outline": "T", "star": "ctrl+t"})
    async with sit_down(own, config=config) as person:
        await person.press("enter", "t")
        assert isinstance(person.app.focused, ReaderView)
        await person.press("T")
        assert isinstance(person.app.focused, OutlineList)
        await person.press("escape", "ctrl+t")
        assert "★" in list_lines(person)


async def test_a_key_taken_from_the_list_is_the_users(own: Path) -> None:
    async with sit_down(own, config=Config(keys={"star": "j", "outline": "g,home"})) as person:
        await person.press("j")
        assert "★" in list_lines(person)
        assert "透镜实验" in person.selected
        assert any("star" in notice and "line-down" in notice for notice in notices(person))
        await person.press("down", "enter", "g")
        assert isinstance(person.app.focused, OutlineList)


async def test_a_key_of_ones_own_lens_is_the_lens_s(own: Path) -> None:
    risks = Lens("risks", Text("风险", "Risks"), "u", frozenset({SectionKind.LIMITATIONS}))
    async with sit_down(own, config=Config(lenses=(*LENSES, risks))) as person:
        assert any("lens-risks" in one and "read" in one for one in notices(person))
        await person.press("enter", "u")
        assert "风险" in person.head


async def test_keys_are_meant_while_an_input_method_is_on(own: Path) -> None:
    async with sit_down(own) as person:
        first = person.selected
        await person.press("ｊ")
        assert person.selected != first

        async def type_wide(text: str) -> None:
            for character in text:
                # As a terminal sends it; the pilot knows no such characters.
                person.app.post_message(events.Key(f"key_{character}", character))
                await person.settle()

        await type_wide("、。ｊ")
        assert isinstance(person.app.screen, SearchScreen)
        assert person.app.screen.query_one(Input).value == "。ｊ"
        await person.press("escape")
        await type_wide("？")
        assert isinstance(person.app.screen, HelpScreen)


async def test_the_editor_opens_at_the_current_block(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines: list[int] = []
    monkeypatch.setattr(
        "vibe_tui.tui.terminal.programs.Opener.edit",
        lambda _, path, line, environ: lines.append(line),
    )
    async with sit_down(own) as person:
        await person.press("slash")
        await person.type("只测了一种语言")
        await person.press("enter", "e")
        text = (own / "library" / "2026" / "2026-08-11-透镜实验.md").read_text("utf-8")
        assert text.splitlines()[lines[0] - 1] == "只测了一种语言。"


async def test_english(own: Path) -> None:
    async with sit_down(own, config=Config(language="en")) as person:
        assert side(person) == "Reports · by date | 3 reports · 3 unread"
        hints = dict(person.main.query_one(StatusBar).hints)
        assert hints["q"] == "Quit"


async def test_an_empty_library_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "library").mkdir()
    async with sit_down(tmp_path) as person:
        assert "vibe import" in str(person.main.query_one("#empty", Static).render())
        await person.press("j", "enter", "l", "u", "m", "t", "o", "n", "z", "]", "y", "e", "w", "w")
        await person.press("slash")
        await person.type("x")
        await person.press("enter", "escape")
        assert person.app.screen is person.main


@pytest.mark.parametrize("size", [(80, 24), (40, 12), (20, 5)])
async def test_one_pane_at_a_time_when_narrow(own: Path, size: tuple[int, int]) -> None:
    async with sit_down(own, size) as person:
        side_pane, pane = person.main.query_one("#side"), person.main.query_one(ReaderPane)
        assert (side_pane.display, pane.display) == (True, False)
        await person.press("enter")
        assert (side_pane.display, pane.display) == (False, True)
        assert person.text.strip()
        for key in ("l", "t", "enter", "z", "f"):
            await person.press(key)
        await person.press("escape", "escape", "escape")
        assert side_pane.display


async def test_going_from_wide_to_narrow_and_back_keeps_the_pane_and_the_place(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("j", "enter", "ctrl+d", "ctrl+d")
        before = person.text
        await person.pilot.resize_terminal(40, 12)
        await person.settle()
        assert person.main.query_one(ReaderPane).display
        assert not person.main.query_one("#side").display
        await person.pilot.resize_terminal(120, 40)
        await person.settle()
        assert person.text == before


@pytest.mark.parametrize("keys", ["slash", "f", "ctrl+p", "question_mark", "enter f"])
async def test_what_is_pasted_into_any_box_is_one_harmless_line(own: Path, keys: str) -> None:
    async with sit_down(own) as person:
        await person.press(*keys.split())
        await person.until(lambda: isinstance(person.app.focused, Input))
        await person.type("[")
        person.app.post_message(events.Paste("年报\x1b]52;c;eA==\x07\n第二行\n"))
        await person.settle()
        box = person.app.focused
        assert isinstance(box, Input)
        assert box.value == "[年报␛]52;c;eA==␇ 第二行"


@pytest.mark.parametrize("way", ["{file}", "{folder}/../2026/{name}", "{link}"])
async def test_the_one_file_that_was_asked_for_is_open_at_once(own: Path, way: str) -> None:
    path, link = own / "library" / "2026" / "2026-08-10-没有局限.md", own / "link.md"
    link.symlink_to(path)
    start = way.format(file=path, folder=path.parent, name=path.name, link=link)
    async with sit_down(own, start=Path(start)) as person:
        assert person.selected == "一次访谈"
        assert isinstance(person.app.focused, ReaderView)
        assert "谈公司的下一步" in person.text


async def test_a_file_that_was_asked_for_and_is_gone_leaves_the_list(own: Path) -> None:
    async with sit_down(own, start=own / "library" / "没有.md") as person:
        assert person.app.focused is person.main.reports
        assert notices(person) == []


async def test_files_that_appear_and_change_show_without_losing_the_place(own: Path) -> None:
    library = own / "library" / "2026"
    async with sit_down(own) as person:
        await person.press("j", "enter", "ctrl+d", "ctrl+d")
        before = person.text
        (library / "2026-08-12-新来的.md").write_text(
            "---\ntitle: 新来的\ndate: 2026-08-12\n---\n\n正文\n", encoding="utf-8"
        )
        await person.until(lambda: "新来的" in list_lines(person))
        assert person.selected == "一次访谈"
        assert person.text == before
        path = library / "2026-08-10-没有局限.md"
        path.write_text(path.read_text("utf-8").replace("第 20 段", "改过的一段"), encoding="utf-8")
        await person.until(lambda: "改过的一段" in person.text)
        assert person.text == before.replace("第 20 段", "改过的一段")


async def test_a_change_keeps_what_was_marked_and_folded(own: Path) -> None:
    path = own / "library" / "2026" / "2026-08-11-透镜实验.md"
    async with sit_down(own) as person:
        view = person.main.query_one(ReaderView)
        await person.press("slash")
        await person.type("信用分配")
        await person.press("enter", "z")
        seen = view.folds, person.foot
        assert "命中" in person.foot and Fold.FOLDED in view.folds
        path.write_text(path.read_text("utf-8") + "\n\n添上的一段。\n", encoding="utf-8")
        await person.until(lambda: "添上的一段" in person.text)
        assert (view.folds, person.foot) == seen


async def test_what_goes_wrong_is_said_in_full_and_literally(own: Path) -> None:
    words = "搜索索引写不进去：[red]检查[/] 磁盘空间与权限；搜索会直接查原文" * 3
    async with sit_down(own) as person:
        person.app.post_message(WentWrong(VibeError(Text(words, words))))
        await person.settle()
        place = person.main.query_one(Notices)
        shown = "".join(place.render_line(y).text[2:].rstrip() for y in range(place.size.height))
        assert shown.replace(" ", "") == words.replace(" ", "")
        assert place.size.height == 2
        await person.pilot.click(Notices)
        await person.settle()
        assert place.size.height == 0


async def test_sync_says_what_came(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with sit_down(own) as person:
        await person.press("S")
        assert "还没有来源" in notices(person)[-1]
        broken = Problem("[red]源[/]", Text("连不上", "no answer"))
        monkeypatch.setattr(person.app.service, "sources", lambda: (object(),))
        monkeypatch.setattr(
            person.app.service,
            "sync",
            lambda **_: SyncResult(added=("a", "b"), updated=("c",), errors=(broken,)),
        )
        await person.press("S")
        assert notices(person) == ["[red]源[/]: 连不上", "同步完成：新增 2 篇，更新 1 篇"]


@pytest.mark.parametrize("size", [(120, 40), (40, 12), (20, 5)], ids=["wide", "narrow", "tiny"])
async def test_the_help_sheet_says_when_no_key_matches(own: Path, size: tuple[int, int]) -> None:
    async with sit_down(own, size=size) as person:
        await person.press("?")
        sheet = person.app.screen.query_one(KeySheet)
        assert sheet.size.height >= 1
        await person.type("zzqq")
        assert sheet.render_line(0).text.strip() == "没有这样的按键"
        await person.press(*["backspace"] * 4)
        await person.type("大纲")
        assert "大纲" in sheet.render_line(1).text


async def test_a_narrow_help_sheet_names_keys_without_stumps_of_explanations(own: Path) -> None:
    async with sit_down(own, size=(40, 12)) as person:
        await person.press("?")
        sheet = person.app.screen.query_one(KeySheet)
        lines = [sheet.render_line(y).text.rstrip() for y in range(sheet.size.height)]
        assert lines[1].split() == ["j", "↓", "ctrl+e", "下移"]


async def test_an_empty_list_is_not_called_empty_before_the_disk_was_looked_at(own: Path) -> None:
    async with sit_down(own) as person:
        side = person.main.query_one("#side")
        side.remove_class("-true")
        person.main._refreshed()
        assert not side.has_class("-true")
        person.main.reports.show(())
        await person.press("f")
        await person.type("没有这样的报告")
        assert side.has_class("-true")


async def test_a_question_can_be_read_on_the_smallest_screen(own: Path) -> None:
    async with sit_down(own, size=(20, 5)) as person:
        await person.press("a")
        screen = person.app.screen
        for name in ("#subject", "#choices"):
            assert screen.region.contains_region(screen.query_one(name).region)
            assert screen.query_one(name).region.height


async def test_the_palette_begins_as_the_help_sheet_does(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("ctrl+p")
        await person.until(lambda: person.app.screen.query_one(CommandList).option_count > 20)
        shown = person.app.screen.query_one(CommandList).options[:2]
        assert [str(one.prompt).split("  ")[0] for one in shown] == ["下一篇", "上一篇"]


@pytest.mark.parametrize(
    ("language", "asked"), [("zh", "输入以查找操作…"), ("en", "Type to find an action…")]
)
async def test_the_palette_asks_in_the_language_of_the_reader(
    own: Path, language: Language, asked: str
) -> None:
    async with sit_down(own, config=Config(language=language)) as person:
        await person.press("ctrl+p")
        screen = person.app.screen
        assert screen.query_one(Input).placeholder == asked
        assert not screen.query_one("SearchIcon").display


async def test_the_palette_says_in_the_language_of_the_reader_that_there_is_nothing(
    own: Path,
) -> None:
    async with sit_down(own) as person:
        await person.press("ctrl+p")
        await person.type("qqqq")
        options = person.app.screen.query_one(CommandList)
        assert options.option_count == 1
        assert "没有匹配" in str(options.get_option_at_index(0).prompt)


async def test_a_long_look_at_the_library_says_how_far_it_is(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    look = Service.refresh

    def slowly(
        service: Service, progress: Callable[[int, int], None], some: Callable[[], object]
    ) -> bool:
        progress(3, 9)
        progress(9, 9)
        return look(service)

    def status(screen: MainScreen, text: Text | None) -> None:
        said.append(text.zh if text is not None else "")

    monkeypatch.setattr(library_loader, "TELL_EVERY", 0)
    monkeypatch.setattr(Service, "refresh", slowly)
    monkeypatch.setattr(MainScreen, "_status", status)
    async with sit_down(own):
        assert said[:3] == ["正在查看文库…", "正在查看文库… 3/9", ""]


async def test_a_list_that_comes_does_not_hide_what_goes_on(own: Path) -> None:
    async with sit_down(own) as person:
        person.main._status(SCANNING)
        person.main._listed(person.app.service.reports())
        assert person.main.query_one(StatusBar).status == SCANNING.zh


async def test_a_report_without_text_says_so_below_its_title(own: Path) -> None:
    (own / "library" / "2026" / "2026-08-12-空.md").write_text(
        "---\ntitle: 空的报告\ndate: 2026-08-12\n---\n", "utf-8"
    )
    async with sit_down(own) as person:
        await person.press("g", "enter", "l")
        shown = [line.strip(" ▎│") for line in person.text.splitlines() if line.strip(" ▎│")]
        assert shown[0] == "空的报告"
        assert shown[-1] == "这篇报告没有正文"
        assert not person.main.query_one("#notice").display


async def test_a_report_without_headings_has_no_outline_and_says_so(own: Path) -> None:
    bare = "---\ntitle: 短\ndate: 2026-08-12\n---\n\n一段话。\n"
    (own / "library" / "2026" / "2026-08-12-短.md").write_text(bare, encoding="utf-8")
    async with sit_down(own) as person:
        await person.press("g", "enter")
        await person.press("t")
        assert person.selected == "短"
        assert not person.main.has_class("-outline")
        assert person.main.query_one(StatusBar).notice == "这篇报告没有标题"
