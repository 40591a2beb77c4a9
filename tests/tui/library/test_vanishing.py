"""Reports, and folders of them, that vanish while they are read."""

from __future__ import annotations

from pathlib import Path

from textual.widgets import Static

from tests.tui.conftest import sit_down
from vibe_tui.tui.status import Notices, StatusBar


async def test_a_folder_that_is_gone_is_named_and_comes_back(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("enter")
        library = own / "library"
        library.rename(own / "elsewhere")
        notices = person.main.query_one(Notices)
        await person.until(lambda: bool(notices.notices))
        assert notices.notices == [f"{library}: 文件夹不在了。它回来时报告会自己出现"]
        assert "小模型用少量算力" in person.text
        empty = person.main.query_one("#empty", Static)
        await person.until(lambda: str(empty.render()) == "文件夹不在了")
        (own / "elsewhere").rename(library)
        await person.until(lambda: len(person.main.reports.reports) == 3)
        assert person.selected.startswith("[硅基写手]")
        notices.clear()
        library.rename(own / "elsewhere")
        await person.until(lambda: bool(notices.notices))
        assert notices.notices == [f"{library}: 文件夹不在了。它回来时报告会自己出现"]


async def test_going_back_to_a_report_that_is_gone_says_so(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("enter")
        first = person.main.reports.selected
        assert first is not None
        await person.press("J")
        Path(first.path).unlink()
        await person.until(lambda: len(person.main.reports.reports) == 2)
        await person.press("H")
        assert person.main.query_one(StatusBar).notice == "那篇报告已经不在了"
        assert "谈公司的下一步" in person.text
        await person.press("L")
        assert "谈公司的下一步" in person.text
