"""A list and a search that were asked before the index was there come to the whole answer."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import Mock

import pytest
from textual.widgets import Static

from tests.tui.conftest import Person, make_service, sit_down
from vibe_tui.library import scan as scanning
from vibe_tui.search import index as indexing
from vibe_tui.service.finding import Indexing
from vibe_tui.tui import jobs
from vibe_tui.tui.library.list import ReportList
from vibe_tui.tui.search.results import ResultList
from vibe_tui.tui.status import StatusBar


def said(person: Person) -> str:
    """What stands below the list and above the results."""
    main = str(person.main.query_one(StatusBar).status)
    return main + "".join(
        str(one.content) for one in person.app.screen.query("#note").results(Static)
    )


@pytest.mark.parametrize("key", ["f", "slash"])
async def test_what_is_asked_early_comes_later(
    own: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    monkeypatch.setattr(Indexing, "is_behind", lambda _: False)
    monkeypatch.setattr(indexing, "TYPING_SECONDS", -1.0)
    monkeypatch.setattr(jobs, "AGAIN_AFTER", 0.05)
    async with sit_down(own) as person:
        await person.press(key)
        await person.type("公司的下一步")

        def found() -> bool:
            if key == "slash":
                return person.app.screen.query_one(ResultList).selected is not None
            return person.app.screen.query_one(ReportList).selected is not None

        assert not found()
        assert "3 篇报告只查了标题和元数据" in said(person)
        person.main._service.indexing.update()
        await person.until(found)
        assert "只查了" not in said(person)


async def test_the_wait_grows_while_nothing_changes() -> None:
    owner = Mock()
    asker = jobs.Again(owner, Mock())
    for unread in (9, 9, 9, 4, 0):
        asker.answered(unread)
    waits = [call.args[0] for call in owner.set_timer.call_args_list]
    assert waits == [2.0, 4.0, 8.0, 2.0]


def test_the_first_list_of_a_big_library_grows(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanning, "BATCH", 1)
    monkeypatch.setattr(scanning, "_SOON", {1, 2})
    service = make_service(own)
    seen: list[int] = []
    service.refresh(some=lambda: seen.append(len(service.reports().reports)))
    assert (seen, len(service.reports().reports)) == ([1, 2], 3)
    seen.clear()
    (own / "library" / "2026" / "2026-09-09-x.md").write_text("# X\n", "utf-8")
    service.refresh(some=lambda: seen.append(0))
    assert (seen, len(service.reports().reports)) == ([], 4)
