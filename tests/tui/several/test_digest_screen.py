"""The digest with keys: one lens over the listed reports, and back from a report to its place."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.content import Content

from tests.tui.conftest import REPORTS, Person, sit_down
from vibe_tui.library.opened import Opened
from vibe_tui.model.report import Report
from vibe_tui.service import Service
from vibe_tui.tui.library.screen import MainScreen
from vibe_tui.tui.reader.choices import LinkPicker
from vibe_tui.tui.screens import AskScreen
from vibe_tui.tui.search.screen import SearchScreen
from vibe_tui.tui.several.digest import DigestScreen


def digest(person: Person) -> DigestScreen:
    screen = person.app.screen
    assert isinstance(screen, DigestScreen)
    return screen


def text(person: Person) -> str:
    view = digest(person).pane.view
    return "\n".join(view.render_line(y).text.rstrip() for y in range(view.size.height))


def head(person: Person) -> str:
    return Content.from_markup(digest(person).pane.border_title or "").plain


async def test_d_shows_what_the_list_shows_under_one_lens(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("D")
        shown = text(person)
        assert "汇读：执行摘要" in shown
        assert "每日解读：小模型的透镜实验  2026-08-11" in shown
        assert "小模型用少量算力" in shown
        assert "一次访谈  2026-08-10" in shown
        assert "信用分配怎样做" not in shown
        assert "没有“执行摘要”的 1 篇" in shown
        assert "2026-07-01  [@click=app.quit]点[/] [red]红[/red]" in shown
        assert str(digest(person).pane.border_subtitle) == "2 篇"
        assert digest(person).pane.styles.border_top[0] == "round", "the head is in the frame"


async def test_the_filter_decides_what_is_in_it(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("f")
        await person.type("访谈")
        await person.press("enter", "D")
        assert "1 篇报告 · 访谈" in text(person)
        assert "小模型" not in text(person)
        await person.press("escape", "escape", "D")
        assert "小模型" in text(person)


async def test_the_first_screen_begins_with_what_is_read(own: Path) -> None:
    async with sit_down(own, size=(60, 14)) as person:
        await person.press("f")
        await person.type("分配")
        await person.press("enter", "D")
        assert "小模型的透镜实验" in text(person).split("\n")[0]
        assert "分配" in head(person)
        await person.press("g")
        assert "汇读" in text(person).split("\n")[0]


async def test_lens_keys_change_the_lens_for_all(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("D", "l")
        assert "只测了一种语言" in text(person)
        assert "没有“局限性”的 2 篇" in text(person)
        await person.press("8")
        assert "42.5%" in text(person)
        assert "只测了一种语言" not in text(person)
        await person.press("1")
        assert "样本只有三十条" in text(person)


async def test_the_lens_of_the_reader_is_that_of_the_digest(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("enter", "l", "D")
        assert "汇读：局限性" in text(person)


async def test_enter_opens_the_report_there_and_escape_comes_back(own: Path) -> None:
    async with sit_down(own, size=(100, 14)) as person:
        await person.press("D", "l", "enter")
        assert isinstance(person.app.screen, MainScreen)
        assert person.selected == "[硅基写手] 每日解读：小模型的透镜实验"
        assert "3. 局限性" in person.text
        assert "方法详解" not in person.text
        await person.press("escape")
        assert "汇读 · 局限性" in head(person)
        assert "透镜实验" in head(person)
        await person.press("escape", "escape")
        assert isinstance(person.app.screen, MainScreen)
        assert not person.main.is_reading


async def test_a_line_of_the_closing_list_opens_too(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("D", "l")
        await person.press("]", "]")
        view = digest(person).pane.view
        y = next(y for y, row in enumerate(text(person).split("\n")) if "一次访谈" in row)
        await person.pilot.click(view, offset=(30, y))
        await person.press("enter")
        assert person.selected == "一次访谈"


async def test_next_report_and_position(own: Path) -> None:
    async with sit_down(own, size=(60, 14)) as person:
        await person.press("D")
        assert "透镜实验" in head(person)
        await person.press("J")
        assert "一次访谈" in head(person)
        assert str(digest(person).pane.border_subtitle) == "2/2 篇"
        await person.press("K")
        assert str(digest(person).pane.border_subtitle) == "1/2 篇"


async def test_finding_goes_through_all_of_them(own: Path) -> None:
    async with sit_down(own, size=(60, 14)) as person:
        await person.press("D", "f")
        await person.type("信用分配")
        await person.press("enter")
        assert str(digest(person).pane.border_subtitle).startswith("命中 1/2")
        await person.press("n")
        assert "信用分配" in text(person)
        assert str(digest(person).pane.border_subtitle).startswith("命中 2/2")
        await person.press("escape")
        assert "命中" not in str(digest(person).pane.border_subtitle)


async def test_search_marks_and_links_from_a_digest(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("vibe_tui.tui.terminal.programs.needs_terminal", lambda: False)
    monkeypatch.setattr("vibe_tui.tui.terminal.programs.open_in_browser", opened.append)
    async with sit_down(own) as person:
        await person.press("D", "]", "u", "m", "7")
        assert "信用分配怎样做" in text(person)
        await person.press("o")
        await person.press("a")
        assert not isinstance(person.app.screen, AskScreen)
        assert opened == ["https://e.example/lens"]
        await person.press("D") if isinstance(person.app.screen, MainScreen) else None
        await person.press("/")
        assert isinstance(person.app.screen, SearchScreen)
        await person.press("escape")
        assert isinstance(person.app.screen, MainScreen)
        marks = person.main._marks.of(person.main.reports.reports[0])
        assert not marks.unread
        assert marks.starred


async def test_an_empty_list_has_no_digest(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("f")
        await person.type("没有这样的报告")
        await person.press("enter", "D")
        assert isinstance(person.app.screen, MainScreen)


async def test_a_thousand_reports_are_not_read_to_be_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: set[str] = set()
    really_open = Service.open

    def open_(service: Service, report: Report) -> Opened:
        read.add(report.id)
        return really_open(service, report)

    monkeypatch.setattr(Service, "open", open_)
    folder = tmp_path / "library"
    folder.mkdir()
    one = REPORTS["2026-08-11-透镜实验"]
    for number in range(1000):
        text_ = one.replace("https://e.example/lens", f"https://e.example/{number}")
        (folder / f"{number:04}.md").write_text(text_, encoding="utf-8")
    async with sit_down(tmp_path) as person:
        await person.press("D")
        document = digest(person).pane.document
        assert document is not None
        assert len(document.flat) == 1000
        assert 1 < len(read) < 40
        await person.press("G")
        at, _, total = str(digest(person).pane.border_subtitle).partition("/")
        assert int(at) > 990
        assert total == "1000 篇"
        assert len(read) < 80


async def test_small_screens(own: Path) -> None:
    for size in ((40, 12), (20, 5)):
        async with sit_down(own, size=size) as person:
            await person.press("D", "space", "]", "G", "enter", "escape", "escape", "escape")
            assert isinstance(person.app.screen, MainScreen)


async def test_the_citation_is_that_of_the_paper_of_the_report_here(own: Path) -> None:
    (own / "library" / "2026" / "2026-08-12-论文.md").write_text(
        "---\ntitle: 解读\ndate: 2026-08-12\n"
        "paper: {title: A Paper, arxiv: '2608.03573'}\n---\n\n"
        "## 执行摘要\n\n小模型。\n",
        encoding="utf-8",
    )
    async with sit_down(own) as person:
        await person.press("D", "right_square_bracket", "y")
        choices = digest(person).query_one(LinkPicker).items
        assert any("A Paper" in one.target and "arXiv:2608.03573" in one.target for one in choices)


async def test_without_the_report_here_a_digest_goes_to_the_next_of_that_day(own: Path) -> None:
    for day, name in (("2026-08-10", "同一天"), ("2026-07-15", "更早")):
        (own / "library" / "2026" / f"{day}-{name}.md").write_text(
            f"---\ntitle: {name}\ndate: {day}\n---\n\n## 局限\n\n{name}的局限。\n", encoding="utf-8"
        )
    async with sit_down(own) as person:
        await person.until(lambda: len(person.main.reports.reports) == 5)
        await person.press("D", "right_square_bracket", "right_square_bracket")
        before = digest(person).pane.report_here
        assert before is not None
        assert before.title == "一次访谈"
        await person.press("l")
        pane = digest(person).pane
        assert pane.digest is not None
        assert pane.place is not None
        assert pane.digest.reports[pane.place.section].title == "同一天"
