"""The main job with keys: start on a library, move, open, narrow, search, open a hit, leave."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import Input

from tests.tui.conftest import sit_down
from vibe_tui.tui.library.list import ReportList
from vibe_tui.tui.reader.view import ReaderView
from vibe_tui.tui.search.results import ResultList
from vibe_tui.tui.search.screen import SearchScreen

pytestmark = pytest.mark.painted


async def test_the_whole_job_on_our_own_library(own: Path) -> None:
    async with sit_down(own) as person:
        assert "透镜实验" in person.selected
        assert "执行摘要" in person.text
        await person.press("j")
        assert person.selected == "一次访谈"
        assert "谈公司的下一步" in person.text
        await person.press("k", "enter")
        assert isinstance(person.app.focused, ReaderView)

        await person.press("l")
        assert "只测了一种语言" in person.text
        assert "▸ 1. 执行摘要" in person.text
        assert person.head.startswith("局限性")
        await person.press("s")
        assert "小模型用少量算力" in person.text
        assert "▸ 3. 局限性" in person.text
        await person.press("s")
        assert "▸" not in person.text

        await person.press("slash")
        await person.type("信用分配")
        screen = person.app.screen
        assert isinstance(screen, SearchScreen)
        results = screen.query_one(ResultList)
        assert {result.report.date[-2:] for result in results.items} == {"10", "11"}
        chosen = results.selected
        assert chosen is not None
        await person.press("enter")
        assert person.app.screen is person.main
        assert chosen.report.title == person.selected
        assert "信用分配" in person.text
        assert person.foot.startswith("命中")
        first = person.foot
        await person.press("n")
        assert person.foot != first

        await person.press("escape")
        assert person.app.screen.query_one(ResultList).selected == chosen
        await person.press("escape", "escape")
        assert isinstance(person.app.focused, ReportList)
        await person.press("slash")
        assert person.app.screen.query_one(Input).value == "信用分配"
        await person.press("escape", "q")
    assert person.app.return_code == 0


async def test_the_whole_job_on_the_publication(imported: Path) -> None:
    async with sit_down(imported) as person:
        assert len(person.main.query_one(ReportList).reports) == 15
        await person.press("j", "j", "enter")
        assert isinstance(person.app.focused, ReaderView)
        await person.press("l")
        assert "10. 局限与证据边界" in person.text
        await person.press("s")
        assert "▸ 10. 局限与证据边界" not in person.head
        assert person.head.startswith("执行摘要")
        await person.press("slash")
        await person.type("信用分配")
        await person.press("enter")
        assert "信用分配" in person.text
        assert person.foot.startswith("命中")
        for _ in range(4):
            await person.press("n")
        assert "MerchantBench" in person.selected
        await person.press("escape", "escape", "q")
    assert person.app.return_code == 0
