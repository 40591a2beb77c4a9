"""A filter with a value that its field cannot have leaves the list as it was, and says so."""

from __future__ import annotations

from pathlib import Path

from tests.tui.conftest import Person, sit_down
from tests.tui.library.test_main_screen import list_lines, side
from vibe_tui.tui.status import StatusBar

WRONG = (
    "is:bogus",
    "since:7x",
    "genre:x",
    "date:2024-13",
    "until:2024-02-30",
    "date>bogus",
    "section:bogus",
    "-is:bogus",
    "状态：胡说",
    "(is:unread OR is:bogus)",
    '局限 "未闭合 * ) is:bogus',
)


def shown(person: Person) -> tuple[str, str]:
    """What the list shows, and the words in its frame."""
    return side(person), list_lines(person).strip()


async def filter_by(person: Person, query: str) -> None:
    person.main.filter_by(query)
    await person.settle()


async def test_the_list_stays_as_it_was(own: Path) -> None:
    async with sit_down(own) as person:
        whole = shown(person)
        for wrong in WRONG:
            await filter_by(person, wrong)
            assert shown(person) == whole, wrong
            assert "列表照旧" in person.main.query_one(StatusBar).status, wrong
            await filter_by(person, "title:透镜")
            before = shown(person)
            assert "1 篇" in before[0]
            assert "列表照旧" not in person.main.query_one(StatusBar).status
            await filter_by(person, f"title:透镜 {wrong}")
            assert shown(person) == before, wrong
            assert "不认识" in person.main.query_one(StatusBar).status, wrong
            await filter_by(person, "")
            assert shown(person) == whole
            assert "列表照旧" not in person.main.query_one(StatusBar).status


async def test_what_comes_meanwhile_is_listed_by_the_filter_in_force(own: Path) -> None:
    async with sit_down(own) as person:
        await filter_by(person, "is:unread")
        await filter_by(person, "is:bogus")
        (own / "library" / "2026-08-12-new.md").write_text("# 又一篇\n\n正文。\n", "utf-8")
        person.main._library.refresh()
        await person.settle()
        assert "4 篇" in side(person)
        assert "列表照旧" in person.main.query_one(StatusBar).status


async def test_a_value_that_can_be_filters(own: Path) -> None:
    async with sit_down(own) as person:
        for right in ("is:unread", "since:7d", "topic:bogus", "is:", "is:unr OR x"):
            await filter_by(person, right)
            said = person.main.query_one(StatusBar).status
            assert ("列表照旧" in said) is (right == "is:unr OR x"), right
