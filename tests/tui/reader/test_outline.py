"""The outline: rows that fit, the section being read, jumping by key and by mouse."""

from __future__ import annotations

import pytest
from textual.app import App, ComposeResult

from vibe_tui.library.split import split
from vibe_tui.render.document import Document
from vibe_tui.tui.look.themes import PAPER_DARK, shipped_themes
from vibe_tui.tui.reader.outline import OutlineList, OutlineRow, outline_rows

ENTRIES = (
    OutlineRow(0, 0, "1. 执行摘要"),
    OutlineRow(1, 0, "4. 方法详解"),
    OutlineRow(2, 1, "4.1 一个很长的标题，长到在窄窄的面板里放不下"),
    OutlineRow(4, 0, "[b]粗[/b] [[/甲.md]]", "其他"),
)


class OutlineApp(App[None]):
    """One outline of a given width."""

    AUTO_FOCUS = None

    def __init__(self, width: int) -> None:
        super().__init__()
        self._outline_width = width
        self.jumps: list[int] = []

    def compose(self) -> ComposeResult:
        outline = OutlineList()
        outline.styles.width = self._outline_width
        yield outline

    def on_mount(self) -> None:
        self.register_theme(shipped_themes()[PAPER_DARK])
        self.theme = PAPER_DARK
        self.query_one(OutlineList).show(ENTRIES)

    def on_outline_list_jumped(self, event: OutlineList.Jumped) -> None:
        self.jumps.append(event.section)


@pytest.mark.parametrize("width", [5, 24, 40, 60])
async def test_rows_fit(width: int) -> None:
    app = OutlineApp(width)
    async with app.run_test(size=(80, 10)):
        outline = app.query_one(OutlineList)
        for y in range(10):
            assert outline.render_line(y).cell_length == outline.scrollable_content_region.width


async def test_headings_are_words_and_kinds_stand_at_the_end() -> None:
    app = OutlineApp(40)
    async with app.run_test(size=(80, 10)):
        outline = app.query_one(OutlineList)
        rows = [outline.render_line(y).text.rstrip() for y in range(4)]
        assert rows[0].startswith("  1. 执行摘要")
        assert rows[1].endswith("4. 方法详解")
        assert rows[3].endswith("其他")
        assert rows[2].startswith("    4.1 一个")
        assert rows[2].endswith("…")
        assert "[b]粗[/b] [[/甲.md]]" in rows[3]


async def test_the_cursor_starts_at_the_section_being_read_and_jumps() -> None:
    app = OutlineApp(40)
    async with app.run_test(size=(80, 10)) as pilot:
        outline = app.query_one(OutlineList)
        outline.set_current(3)
        outline.focus()
        await pilot.pause()
        assert outline.index == 2
        assert "▎" in outline.render_line(2).text
        grounds = [
            {piece.style.bgcolor for piece in outline.render_line(y) if piece.style}
            for y in range(4)
        ]
        assert grounds[2].isdisjoint(grounds[1])
        await pilot.press("enter", "left", "enter", "G", "enter", "j", "g", "k", "enter")
        assert app.jumps == [2, 1, 4, 0]


async def test_a_click_jumps() -> None:
    app = OutlineApp(40)
    async with app.run_test(size=(80, 10)) as pilot:
        await pilot.click(OutlineList, offset=(4, 1))
        await pilot.click(OutlineList, offset=(4, 8))
        assert app.jumps == [1]


async def test_an_empty_outline_takes_keys() -> None:
    app = OutlineApp(40)
    async with app.run_test(size=(80, 10)) as pilot:
        outline = app.query_one(OutlineList)
        outline.show(())
        outline.focus()
        await pilot.press("j", "k", "G", "left", "right", "enter")
        assert not app.jumps


def test_a_kind_is_said_where_it_tells_something_new() -> None:
    text = "## 执行摘要\n\n甲\n\n## 怎么做\n\n### 方法细节\n\n乙\n\n## 局限与不足\n\n丙"
    rows = outline_rows(Document(split(text)), "zh")
    assert [(row.title, row.depth) for row in rows][1:3] == [("怎么做", 0), ("方法细节", 1)]
    assert all(row.kind not in row.title or not row.kind for row in rows)
