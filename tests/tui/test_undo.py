"""Taking back: one change after the other, each named, what came by itself with what caused it."""

from __future__ import annotations

from pathlib import Path

from tests.tui.conftest import Person, sit_down
from vibe_tui.config import Config
from vibe_tui.tui.library.list import ReportList
from vibe_tui.tui.status import StatusBar


def said(person: Person) -> str:
    return person.main.query_one(StatusBar).notice


def marks(person: Person) -> tuple[bool, bool]:
    """Whether the selected report is unread, and starred."""
    report = person.main.query_one(ReportList).selected
    assert report is not None
    mark = person.app.service.reading.mark(report)
    return mark.unread, mark.starred


async def test_each_change_is_named(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("u", "m", "a", "enter")
        await person.press("U")
        assert said(person) == "已撤销 标为已读：2 篇"
        await person.press("U")
        assert said(person).startswith("已撤销 加星标：每日解读")
        await person.press("U")
        assert said(person).startswith("已撤销 标为已读：每日解读")
        await person.press("U")
        assert said(person) == "没有可撤销的改动"


async def test_what_is_read_by_itself_is_taken_back_after_what_was_done_since(
    own: Path,
) -> None:
    async with sit_down(own, config=Config(read_after=1)) as person:
        await person.press("enter", "m")
        await person.until(lambda: marks(person) == (False, True))
        await person.press("U")
        assert marks(person) == (False, False)
        await person.press("U")
        assert marks(person) == (True, False)


async def test_what_was_taken_back_does_not_come_by_itself(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("j", "enter", "G")
        assert marks(person)[0] is False
        await person.press("U", "g", "G")
        assert marks(person)[0] is True


async def test_a_report_may_count_as_read_at_its_end_alone(own: Path) -> None:
    async with sit_down(own, config=Config(read_after=0)) as person:
        await person.press("j", "enter")
        await person.pilot.pause(1.5)
        assert marks(person)[0] is True
        await person.press("G")
        assert marks(person)[0] is False
