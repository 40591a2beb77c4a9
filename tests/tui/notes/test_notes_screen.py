"""Highlights and notes with keys: written, shown, changed, removed, taken back, jumped to."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.geometry import Offset
from textual.selection import Selection
from textual.widgets import Static, TextArea

from tests.tui.conftest import Person, make_service, sit_down
from tests.tui.library.test_main_screen import notices
from vibe_tui.config import Config
from vibe_tui.state import db
from vibe_tui.state.disk import copy_of
from vibe_tui.tui.library.screen import MainScreen
from vibe_tui.tui.notes.screen import NoteList, NotesScreen
from vibe_tui.tui.notes.writing import NoteEditor
from vibe_tui.tui.status import StatusBar

FIRST = "library/2026/2026-08-11-透镜实验.md"


def editor(person: Person) -> NoteEditor:
    screen = person.app.screen
    assert isinstance(screen, NoteEditor)
    return screen


def listed(person: Person) -> str:
    screen = person.app.screen
    assert isinstance(screen, NotesScreen)
    notes = screen.query_one(NoteList)
    return "\n".join(notes.render_line(y).text.rstrip() for y in range(notes.size.height))


def said(person: Person) -> str:
    return str(person.app.screen.query_one("#note", Static).render())


def kept(folder: Path) -> list[tuple[str, str]]:
    service = make_service(folder)
    service.refresh()
    return [(one.note.anchor.quote, one.note.text) for one in service.notes.find()]


def tinted(person: Person) -> str:
    """The characters on screen that have a tint of a highlight under them."""
    view = person.main.pane.view
    shade = view._book.shades.note.bgcolor
    return "".join(
        segment.text
        for y in range(view.size.height)
        for segment in view.render_line(y)
        if segment.style is not None and segment.style.bgcolor == shade
    )


async def test_x_and_enter_highlight_the_current_block(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("enter", "]", "x")
        assert "执行摘要" in str(editor(person).query_one("#quote", Static).render())
        await person.press("enter")
        assert isinstance(person.app.screen, MainScreen)
        assert notices(person)[-1].startswith("已标注")
        assert "◇" in person.text
        assert tinted(person) == "1. 执行摘要"
    assert kept(own) == [("1. 执行摘要", "")]


async def test_words_in_chinese_with_a_line_break(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("enter", "]", "x")
        await person.type("先看这里")
        await person.press("ctrl+j")
        await person.type("再想想")
        await person.press("enter")
        assert "◆" in person.text
    assert kept(own) == [("1. 执行摘要", "先看这里\n再想想")]
    assert "先看这里" not in (own / FIRST).read_text("utf-8")


async def test_a_selection_is_quoted_exactly(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("enter")
        view = person.main.pane.view
        y = next(y for y in range(view.size.height) if "信用分配靠重放" in view.render_line(y).text)
        row = view.render_line(y).text
        x = view._left + 2 * row.strip().index("信用")
        view.screen.selections = {view: Selection(Offset(x, y), Offset(x + 8, y))}
        await person.press("x", "enter")
        assert tinted(person) == "信用分配"
        assert view.text_selection is None
    assert kept(own) == [("信用分配", "")]


async def test_x_again_changes_and_ctrl_r_removes(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("enter", "]", "x")
        await person.type("一")
        await person.press("enter", "x")
        assert editor(person).query_one(TextArea).text == "一"
        await person.type("二")
        await person.press("enter")
        assert kept(own) == [("1. 执行摘要", "一二")]
        await person.press("x", "ctrl+r")
        assert kept(own) == []
        assert "◆" not in person.text
        while not kept(own):
            await person.press("U")
        assert kept(own) == [("1. 执行摘要", "一二")]
        assert "◆" in person.text
        for _ in range(3):
            # Two of them are ours; in a slow run the report counts as read meanwhile.
            await person.press("U")
        assert kept(own) == []
        assert "◆" not in person.text


async def test_escape_writes_nothing(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("enter", "]", "x")
        await person.type("算了")
        await person.press("escape")
        assert isinstance(person.app.screen, MainScreen)
        assert person.main.is_reading
    assert kept(own) == []


async def test_from_the_list_the_whole_report_is_noted(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("x")
        assert "整篇报告：[硅基写手]" in str(editor(person).query_one("#quote", Static).render())
        await person.type("要重读")
        await person.press("enter")
        assert "◆" in person.text.split("\n")[0]
    assert kept(own) == [("", "要重读")]


@pytest.mark.parametrize(
    "keys", [("X",), ("/", "要", "重", "读", "down")], ids=["from the list of notes", "from search"]
)
async def test_a_note_on_a_whole_report_leads_to_its_top(own: Path, keys: tuple[str, ...]) -> None:
    async with sit_down(own) as person:
        await person.press("j", "x")
        await person.type("要重读")
        await person.press("enter", "enter", "space", "space", "escape")
        assert "第 30 段" in person.text
        await person.press(*keys, "enter")
        assert person.main.is_reading
        assert "一次访谈" in person.text.splitlines()[0]


async def test_notes_survive_an_edit_of_the_report_and_say_when_they_are_lost(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("enter", "]", "]", "]", "x", "enter")
        assert tinted(person) == "2.1 信用分配怎样做"
    path = own / FIRST
    text = path.read_text("utf-8")
    path.write_text(
        text.replace("## 1. 执行摘要", "## 0. 新的一节\n\n新话。\n\n## 1. 执行摘要"), "utf-8"
    )
    async with sit_down(own) as person:
        assert tinted(person) == "2.1 信用分配怎样做"
    path.write_text(text.replace("### 2.1 信用分配怎样做\n", ""), "utf-8")
    async with sit_down(own) as person:
        assert tinted(person) == ""
        assert notices(person)[-1].startswith("1 条标注在原文里找不到了")


async def test_all_notes_are_listed_filtered_and_opened(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("enter", "]", "x")
        await person.type("甲的话")
        await person.press("enter", "escape", "j", "enter", "G", "x", "enter", "X")
        assert said(person) == "2 条标注"
        assert listed(person).index("一次访谈") < listed(person).index("甲的话")
        assert listed(person).count("1. 执行摘要") == 1
        await person.type("甲的")
        assert said(person) == "1 条标注"
        await person.press("enter")
        assert person.selected == "[硅基写手] 每日解读：小模型的透镜实验"
        assert "▎ 1. 执行摘要" in person.text
        await person.press("escape")
        assert said(person) == "1 条标注"
        await person.press("escape", "escape")
        assert not person.main.is_reading


async def test_a_note_is_deleted_in_the_list_and_taken_back(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("enter", "]", "x", "enter", "X")
        await person.press("ctrl+r")
        assert said(person) == "还没有标注。在报告里按 x"
        await person.press("escape")
        assert tinted(person) == ""
        await person.press("U")
        assert tinted(person) == "1. 执行摘要"


async def test_a_note_whose_report_is_gone_says_so(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("enter", "]", "x", "enter")
    (own / FIRST).unlink()
    async with sit_down(own) as person:
        await person.press("X")
        assert "报告不在文库中 · 1. 执行摘要" in listed(person)
        await person.press("enter")
        assert isinstance(person.app.screen, NotesScreen)
        assert person.app.screen.query_one(StatusBar).notice == "这篇报告不在文库里了"


@pytest.mark.parametrize("size", [(40, 12), (20, 5)])
async def test_small_screens(own: Path, size: tuple[int, int]) -> None:
    async with sit_down(own, size=size, config=Config(ascii_borders=True)) as person:
        await person.press("enter", "]", "x")
        await person.type("小屏")
        await person.press("enter", "X", "down", "enter", "escape", "escape")
        assert isinstance(person.app.screen, MainScreen)
    assert kept(own) == [("1. 执行摘要", "小屏")]


async def test_a_note_is_noted_only_once_it_is_on_disk(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(db, "RETRY_SECONDS", float("inf"))
    async with sit_down(own) as person:
        await person.press("enter")
        state = person.app.service._resources.state
        in_memory = copy_of(state._connection)
        assert in_memory is not None
        state._connection, state.kept = in_memory, False
        await person.press("x", "enter")
        assert "内存" in notices(person)[-1]
        assert kept(own) == []
    person.app.service.close()
    assert len(kept(own)) == 1
