"""From one report to all of them: `*` searches a word everywhere, `R` shows what is related."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.geometry import Offset
from textual.selection import Selection
from textual.widgets import Static

from tests.tui.conftest import Person, sit_down
from vibe_tui.search.query import query_for
from vibe_tui.tui.reader.choices import LinkPicker
from vibe_tui.tui.reader.view import ReaderView
from vibe_tui.tui.screens import QueryInput
from vibe_tui.tui.search.results import ResultList
from vibe_tui.tui.search.results_screen import Preview, RelatedScreen
from vibe_tui.tui.search.screen import SearchScreen

pytestmark = pytest.mark.painted


def query(person: Person) -> str:
    screen = person.app.screen
    assert isinstance(screen, SearchScreen)
    return screen.query_one(QueryInput).value


async def test_a_word_of_the_block_is_picked_by_letter(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("enter", "]", "]", "]", "asterisk")
        picker = person.main.query_one(LinkPicker)
        assert person.app.focused is picker
        words = [picker.render_line(y).text.split() for y in range(picker.size.height)]
        letter = next(row[0] for row in words if row[1:] == ["信用分配怎样做"[:4]])
        assert f"{letter}用分配怎样做" in person.text.replace(" ", "")
        await person.press(letter)
        assert query(person) == "信用分配"
        results = person.app.screen.query_one(ResultList)
        await person.until(lambda: len({r.report.id for r in results.items}) == 2)


async def test_what_is_selected_is_looked_for_as_it_stands(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("enter")
        view = person.main.query_one(ReaderView)
        rows = [view.render_line(y).text for y in range(view.size.height)]
        y = next(y for y, row in enumerate(rows) if "小模型用少量算力" in row)
        person.app.screen.selections = {view: Selection(Offset(0, y), Offset(200, y))}
        await person.press("asterisk")
        assert query(person) == '"小模型用少量算力做到同样的准确率，关键在逐步的信用分配。"'


async def test_escape_picks_no_word(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("enter", "]", "]", "asterisk", "escape")
        assert person.app.screen is person.main
        assert isinstance(person.app.focused, ReaderView)
        await person.press("slash")
        assert query(person) == ""


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        ("信用分配", "信用分配"),
        ("GRPO", "GRPO"),
        ("SWE-bench", "SWE-bench"),
        ("24.9%", "24.9%"),
        ("-x", '"-x"'),
        ("title:x", '"title:x"'),
        ("a (b", '"a (b"'),
        ("two\nlines", '"two lines"'),
        ("“引文” 后", '"引文 后"'),
        (" \n", ""),
        ("长" * 200, "长" * 80),
    ],
)
def test_words_become_a_query_that_says_the_same(words: str, asked: str) -> None:
    assert query_for(words) == asked


async def test_related_reports_open_and_come_with_the_reason(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("R")
        screen = person.app.screen
        assert isinstance(screen, RelatedScreen)
        results = screen.query_one(ResultList)
        await person.until(lambda: bool(results.items))
        text = "\n".join(results.render_line(y).text for y in range(results.size.height))
        assert "一次访谈" in text
        assert "都讲 信用分配" in text
        preview = screen.query_one(Preview)
        await person.until(lambda: preview.count[1] > 0)
        await person.press("enter")
        assert person.app.screen is person.main
        assert person.selected == "一次访谈"
        assert isinstance(person.app.focused, ReaderView)


async def test_where_nothing_is_related_the_screen_says_so(tmp_path: Path) -> None:
    folder = tmp_path / "library"
    folder.mkdir()
    (folder / "2026-08-01-one.md").write_text("# 一\n\n只有一篇。\n", "utf-8")
    async with sit_down(tmp_path) as person:
        await person.press("R")
        screen = person.app.screen
        await person.until(
            lambda: "没有找到相关的报告" in str(screen.query_one("#note", Static).visual)
        )
        await person.press("enter", "escape")
        assert person.app.screen is person.main
