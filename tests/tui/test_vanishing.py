"""A folder of reports that vanishes and comes back while it is read."""

from __future__ import annotations

from pathlib import Path

from textual.widgets import Static

from tests.tui.conftest import sit_down
from vibe_tui.tui.widgets.notices import Notices


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
