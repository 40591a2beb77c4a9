"""The papers view with keys: a table of the papers behind the list, and the way to one and back."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from textual.content import Content
from textual.widgets import Static

from tests.service.test_comparison import PAPER
from tests.tui.conftest import Person, sit_down
from vibe_tui.tui.library.screen import MainScreen
from vibe_tui.tui.reader.choices import LinkPicker
from vibe_tui.tui.screens import AskScreen
from vibe_tui.tui.several.papers import PapersScreen


@pytest.fixture
def shelf(own: Path) -> Path:
    """Our own library with three papers in it."""
    for number, (name, day) in enumerate((("甲", "01"), ("乙", "03"), ("丙", "02"))):
        text = PAPER.replace("{words}", f"{name}的话。").replace("甲的论文", f"{name}的论文")
        text = text.replace("2026-08-01", f"2026-08-{day}")
        text = text.replace("2608.00002", f"2608.0000{number}")
        (own / "library" / f"{name}.md").write_text(text, "utf-8")
    return own


def papers(person: Person) -> PapersScreen:
    screen = person.app.screen
    assert isinstance(screen, PapersScreen)
    return screen


def rows(person: Person) -> list[str]:
    grid = papers(person)._grid
    return [grid.cells[at][0] for at in grid.shown]


def said(person: Person, where: str = "#cell") -> str:
    return Content.from_rich_text(str(papers(person).query_one(where, Static).render())).plain


async def test_p_shows_the_papers_behind_the_list(shelf: Path) -> None:
    async with sit_down(shelf) as person:
        await person.press("P")
        assert rows(person) == ["乙的论文", "丙的论文", "甲的论文"]
        grid = papers(person)._grid
        names = "报告 论文 arXiv 版本 日期 作者 机构 分类 代码 主题"
        assert list(grid.header) == names.split()
        values = "Paper of A|2608.00001|v2|2026-08-03|A One 等 9 人|甲大学|cs.CL|有"
        assert "|".join(grid.cells[0][1:9]) == values
        assert "3/3 行" in said(person, "#title")


async def test_the_filter_of_the_list_decides_what_is_in_it(shelf: Path) -> None:
    async with sit_down(shelf) as person:
        await person.press("f")
        await person.type("title:甲")
        await person.press("enter", "P")
        assert rows(person) == ["甲的论文"]
        await person.press("escape", "escape", "P")
        assert len(rows(person)) == 3


async def test_it_is_sorted_and_filtered_and_stays_so(shelf: Path) -> None:
    async with sit_down(shelf) as person:
        await person.press("P", *["right"] * 4, "s", "s")
        assert rows(person) == ["甲的论文", "丙的论文", "乙的论文"]
        await person.press("f", "丙", "enter")
        assert rows(person) == ["丙的论文"]
        await person.press("enter")
        assert person.selected == "丙的论文"
        await person.press("escape")
        assert rows(person) == ["丙的论文"]
        await person.press("escape")
        assert rows(person) == ["甲的论文", "丙的论文", "乙的论文"]
        await person.press("escape")
        assert isinstance(person.app.screen, MainScreen)


async def test_enter_opens_the_report_and_h_comes_back(shelf: Path) -> None:
    async with sit_down(shelf) as person:
        await person.press("P", "j", "enter")
        assert isinstance(person.app.screen, MainScreen)
        assert person.main.is_reading
        assert person.selected == "丙的论文"
        assert "丙的话。" in person.text
        await person.press("H")
        assert papers(person)._grid.row == 1


async def test_links_are_picked_by_letter(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("vibe_tui.tui.terminal.programs.open_in_browser", opened.append)
    monkeypatch.setattr("vibe_tui.tui.terminal.programs.needs_terminal", lambda: False)
    async with sit_down(shelf) as person:
        await person.press("P", "o")
        choices = papers(person).query_one(LinkPicker)._choices
        assert [choice.text for choice in choices] == ["arXiv 摘要页", "PDF", "代码"]
        await person.press("escape")
        assert papers(person)._grid.has_focus
        await person.press("o", "d")
        assert opened == ["https://code.example/a"]
        assert not isinstance(person.app.screen, AskScreen)


async def test_copying_the_rows_shown(shelf: Path) -> None:
    async with sit_down(shelf) as person:
        await person.press("P", "f", "甲", "的", "enter", "y")
        assert person.app.clipboard.startswith("| 报告 | 论文 | arXiv |")
        assert person.app.clipboard.count("\n") == 3
        await person.press("Y")
        header, row = csv.reader(io.StringIO(person.app.clipboard))
        assert header[0] == "报告"
        assert row[0] == "甲的论文"
        await person.press("c")
        assert person.app.clipboard == "甲的论文"


async def test_a_list_without_papers_says_so(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("P")
        assert rows(person) == []
        assert "都不是关于论文的" in said(person)
        await person.press("s", "f", "x", "enter", "y", "o", "enter", "p", "P")
        assert isinstance(person.app.screen, MainScreen)
        await person.press("f")
        await person.type("没有这样的报告")
        await person.press("enter", "P")
        assert isinstance(person.app.screen, MainScreen)


@pytest.mark.parametrize("size", [(40, 12), (20, 5), (3, 2)], ids=str)
async def test_small_screens(shelf: Path, size: tuple[int, int]) -> None:
    async with sit_down(shelf, size=size) as person:
        await person.press("P", "right", "s", "G", "o", "escape", "enter")
        assert isinstance(person.app.screen, MainScreen)
        await person.press("escape", "escape")
        assert isinstance(person.app.screen, MainScreen)


async def test_thousands_of_rows_are_worked_out_in_a_worker(own: Path) -> None:
    text = PAPER.replace("{words}", "话。")
    for number in range(600):
        one = text.replace("2608.00002", f"2608.{number:05}").replace("甲的", f"{number} 的")
        (own / "library" / f"p{number:03}.md").write_text(one, "utf-8")
    async with sit_down(own) as person:
        await person.press("P")
        assert len(rows(person)) == 600
        folded = papers(person)._grid.rows._folded
        assert folded is not None
        assert len(folded) == 600
        await person.press("right", "right", "s")
        assert papers(person)._grid.cells[papers(person)._grid.shown[0]][2] == "2608.00599"
