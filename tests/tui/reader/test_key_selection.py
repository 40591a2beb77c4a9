"""A passage is selected by keys and copied, noted or searched."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.conftest import Person, sit_down
from vibe_tui.tui.notes.writing import NoteEditor
from vibe_tui.tui.reader.bars import SelectBar
from vibe_tui.tui.reader.view import ReaderView
from vibe_tui.tui.screens import QueryInput
from vibe_tui.tui.search.screen import SearchScreen

SENTENCE = "小模型用少量算力做到同样的准确率，关键在逐步的信用分配。"


def view(person: Person) -> ReaderView:
    return person.main.query_one(ReaderView)


async def start(person: Person) -> None:
    """A caret on the first paragraph of the first chapter."""
    await person.press("enter", "right_square_bracket", "V", "right_curly_bracket")


@pytest.mark.parametrize(
    ("keys", "copied"),
    [
        ("y", SENTENCE),
        ("v l l y", "小模型"),
        ("v e y", "小模型用少量算力做到同样的准确率"),
        ("w w v e y", "关键在逐步的信用分配"),
        ("v $ y", SENTENCE),
        ("l l l v 0 y", "小模型用"),
        ("v w o l l l y", "用少量算力做到同样的准确率，"),
        ("w b l v h y", "小模"),
        ("v v y", SENTENCE),
        ("v } y", SENTENCE + "\n2"),
    ],
)
async def test_what_is_copied(own: Path, keys: str, copied: str) -> None:
    names = {"$": "dollar_sign", "}": "right_curly_bracket"}
    async with sit_down(own) as person:
        await start(person)
        await person.press(*(names.get(key, key) for key in keys.split()))
        assert person.app.clipboard == copied
        assert not person.main.query_one(SelectBar).is_open
        assert view(person).text_selection is None
        assert view(person).has_focus


async def test_the_ends_of_the_report_are_reached(own: Path) -> None:
    async with sit_down(own) as person:
        await start(person)
        await person.press("v", "G", "y")
        assert person.app.clipboard.startswith(SENTENCE)
        assert person.app.clipboard.endswith("样本只有三十条。")
        await person.press("V", "v", "g", "y")
        assert "小模型的透镜实验" in person.app.clipboard.splitlines()[0]
        await person.press("escape", "j", "enter", "V", "G", "v", "0", "y")
        assert person.app.clipboard == "第 59 段。"


async def test_escape_leaves_nothing_behind(own: Path) -> None:
    async with sit_down(own) as person:
        await start(person)
        assert person.main.query_one(SelectBar).is_open
        await person.press("v", "w", "escape")
        assert view(person).text_selection is None
        assert person.main.is_reading
        await person.press("l")
        assert person.head.startswith("局限性")


async def test_a_note_is_on_what_was_selected(own: Path) -> None:
    async with sit_down(own) as person:
        await start(person)
        await person.press("w", "w", "v", "e", "x")
        assert isinstance(person.app.screen, NoteEditor)
        await person.type("想法")
        await person.press("enter")
        (noted,) = person.app.service.notes.find()
        assert (noted.note.anchor.quote, noted.note.text) == ("关键在逐步的信用分配", "想法")


async def test_what_was_selected_is_searched(own: Path) -> None:
    async with sit_down(own) as person:
        await start(person)
        await person.press("v", "l", "l", "asterisk")
        assert isinstance(person.app.screen, SearchScreen)
        assert person.app.screen.query_one(QueryInput).value == "小模型"


async def test_rows_keep_the_column_and_scroll(own: Path) -> None:
    async with sit_down(own, (60, 14)) as person:
        await person.press("j", "enter", "V")
        for _ in range(4):
            await person.press(*"jjjjjjjjjjjjjjj")
            caret = person.main.pane.caret
            page = view(person).page
            assert caret is not None
            assert page is not None
            cell = caret.caret_cell(page)
            assert cell is not None
            top = int(view(person).scroll_offset.y)
            assert top <= cell.row < top + view(person).size.height
        await person.press("escape")
        assert view(person).page is not None


async def test_the_caret_stays_on_its_word_when_the_window_changes(own: Path) -> None:
    async with sit_down(own) as person:
        await start(person)
        await person.press("w", "w", "v", "e")
        await person.pilot.resize_terminal(50, 16)
        await person.settle()
        await person.press("y")
        assert person.app.clipboard == "关键在逐步的信用分配"


async def test_cells_of_a_table_are_reached(own: Path) -> None:
    async with sit_down(own) as person:
        await start(person)
        for _ in range(12):
            await person.press("right_curly_bracket")
            selection = person.main.pane.caret
            page = view(person).page
            assert selection is not None
            assert page is not None
            if "模型\t" in page.document.plain(selection.caret.block):
                break
        await person.press("w", "w", "v", "y")
        assert person.app.clipboard == "甲"


async def test_who_clicks_elsewhere_leaves_selecting(own: Path) -> None:
    async with sit_down(own) as person:
        await start(person)
        bar = person.main.query_one(SelectBar)
        assert bar.is_open
        await person.pilot.click("ReportList", offset=(4, 2))
        await person.settle()
        assert not bar.is_open
        assert person.main.pane.caret is None
