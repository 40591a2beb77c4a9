"""The reader opens where it was left: in the report, or in the list."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.conftest import Person, make_service, sit_down
from vibe_tui.config import Config
from vibe_tui.tui.library.list import ReportList
from vibe_tui.tui.reader.view import ReaderView

LONG = "一次访谈"


async def quit_after(folder: Path, *keys: str) -> str:
    """Sit down, press these, quit; what the first row of the text said."""
    async with sit_down(folder) as person:
        await person.press(*keys)
        first = person.text.splitlines()[0]
        await person.press("q")
        return first


def row(person: Person) -> tuple[str, str]:
    return person.main.query_one(ReportList).row


async def test_who_was_reading_reads_on(own: Path) -> None:
    first = await quit_after(own, "j", "enter", "space", "space")
    async with sit_down(own) as person:
        assert person.main.is_reading
        assert person.text.splitlines()[0] == first
        assert person.selected == LONG
        await person.press("escape")
        assert not person.main.is_reading
        await person.press("g")
        assert row(person) == ("continue", "2026-08-10-没有局限")


async def test_the_lens_and_the_place_under_it_are_kept(own: Path) -> None:
    first = await quit_after(own, "enter", "l", "j")
    async with sit_down(own) as person:
        assert person.main.is_reading
        assert person.head.startswith("局限性")
        assert person.text.splitlines()[0] == first


async def test_who_was_in_the_list_is_there_again(own: Path) -> None:
    await quit_after(own, "r", "O", "j")
    async with sit_down(own) as person:
        assert not person.main.is_reading
        reports = person.main.query_one(ReportList)
        assert (reports.group_by, reports.newest_first) == ("topic", False)
        left = row(person)
        await person.press("j", "q")
    async with sit_down(own) as person:
        assert row(person) != left


async def test_a_filter_is_not_kept(own: Path) -> None:
    """It would hide what is new from who opens the reader to see that."""
    async with sit_down(own) as person:
        await person.press("f")
        await person.type("访谈")
        await person.press("enter")
        assert len(person.main.reports.reports) == 1
        await person.press("q")
    async with sit_down(own) as person:
        assert len(person.main.reports.reports) == 3
        assert person.selected == LONG


async def test_new_reports_are_seen_before_old_ones(own: Path) -> None:
    await quit_after(own, "j", "j")
    async with sit_down(own) as person:
        assert row(person)[1] == "2026-07-01-方括号"
    (own / "library" / "2026" / "2026-08-12-新.md").write_text(
        "---\ntitle: 新来的\ndate: 2026-08-12\n---\n\n正文\n", "utf-8"
    )
    make_service(own).refresh()
    async with sit_down(own) as person:
        assert person.selected == "新来的"


async def test_a_report_that_is_gone_leaves_the_list(own: Path) -> None:
    await quit_after(own, "j", "enter")
    (own / "library" / "2026" / "2026-08-10-没有局限.md").unlink()
    make_service(own).refresh()
    async with sit_down(own) as person:
        assert not person.main.is_reading
        await person.press("j")
        assert person.selected


async def test_a_named_file_is_opened_instead(own: Path) -> None:
    await quit_after(own, "j", "enter")
    start = own / "library" / "2026" / "2026-07-01-方括号.md"
    async with sit_down(own, start=start) as person:
        await person.until(lambda: person.selected.startswith("[/年报"))
        assert "方括号" in row(person)[1]


@pytest.mark.parametrize("size", [(120, 40), (60, 20)], ids=["wide", "narrow"])
async def test_the_text_is_as_wide_as_it_was_made(own: Path, size: tuple[int, int]) -> None:
    async with sit_down(own, size) as person:
        await person.press("enter", "-", "-", "q")
        width = person.main.query_one(ReaderView).text_width
    async with sit_down(own, size, Config(text_width=90)) as person:
        assert person.main.query_one(ReaderView).text_width == width + 2


async def test_a_small_window_does_not_make_the_text_of_a_large_one_narrow(own: Path) -> None:
    async with sit_down(own, (50, 20)) as person:
        await person.press("enter", "plus", "q")
    async with sit_down(own, (160, 40)) as person:
        assert person.main.query_one(ReaderView).text_width == 88


async def test_an_old_screen_that_is_not_understood_is_none(own: Path) -> None:
    await quit_after(own, "j", "enter")
    service = make_service(own)
    left = service.reading.last_screen()
    assert left is not None
    assert left.reading
    service.reading.keep_last_screen(
        type(left)("nothing", True, "no-lens", "x:y", "no-group", "no-way", True, "", 0)
    )
    async with sit_down(own) as person:
        assert person.selected
