"""The place is sacred: whatever is folded or resized meanwhile, reading goes on there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.conftest import Person, make_service, sit_down
from vibe_tui.config import Config
from vibe_tui.state.reading import Mark
from vibe_tui.tui.status import StatusBar


def _paragraphs(name: str) -> str:
    return "\n\n".join(f"{name}的第 {number} 段。" for number in range(40))


PARTS = (
    ("1. 执行摘要", "摘要"),
    ("2. 方法详解", "方法"),
    ("3. 局限性", "局限"),
    ("4. 实验结果", "结果"),
    ("5. 局限与风险", "风险"),
    ("6. 结论", "结论"),
)
LONG = "---\ntitle: 长文\ndate: 2026-08-12\n---\n\n" + "\n\n".join(
    f"## {heading}\n\n{_paragraphs(name)}" for heading, name in PARTS
)
ID = "2026-08-12-长文"


@pytest.fixture
def long(own: Path) -> Path:
    """The library with a long report, the newest."""
    (own / "library" / "2026" / f"{ID}.md").write_text(LONG, encoding="utf-8")
    return own


async def choose(person: Person) -> None:
    """Put the list on the report, as soon as it is there."""
    await person.until(lambda: person.main.reports.select(ID))
    await person.settle()


async def read_to(person: Person, words: str) -> list[str]:
    """Open the report and put a paragraph near the top; what is on screen."""
    await choose(person)
    await person.press("enter", "f")
    await person.type(words)
    await person.press("enter", "escape", "down", "down")
    assert words in person.text
    return person.text.split("\n")


def mark_of(folder: Path) -> Mark:
    """What is kept of the report."""
    service = make_service(folder)
    service.reports()
    return service.reading.mark(service.report(ID))


def rows(person: Person) -> list[str]:
    """The rows without the sign of the current block, which may go out of sight meanwhile."""
    return person.text.replace("▎", " ").split("\n")


def top(person: Person) -> str:
    """The first row with words."""
    return next(row.strip(" ▎") for row in person.text.split("\n") if row.strip(" ▎"))


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 12)], ids=str)
async def test_there_and_back_again(long: Path, size: tuple[int, int]) -> None:
    async with sit_down(long, size=size) as person:
        before = await read_to(person, "结果的第 25 段")
        for keys in ("s s", "l l", "2 1", "s l 1", "8 1", "Z Z", "z z", "l 3 1", "- +"):
            first, *others = keys.split()
            await person.press(first)
            assert person.text.split("\n") != before, keys
            await person.press(*others)
            assert person.text.split("\n") == before, keys


NEAREST = (
    ("摘要的第 20 段", "l", "3. 局限性"),
    ("方法的第 30 段", "l", "3. 局限性"),
    ("结果的第 17 段", "l", "3. 局限性"),
    ("结果的第 35 段", "l", "5. 局限与风险"),
    ("结论的第 30 段", "l", "5. 局限与风险"),
    ("结论的第 30 段", "s", "1. 执行摘要"),
    ("局限的第 20 段", "l", "局限的第 20 段"),
)


async def test_a_lens_opens_at_its_nearest_part(long: Path) -> None:
    async with sit_down(long, size=(80, 24)) as person:
        for words, key, found in NEAREST:
            await read_to(person, words)
            await person.press(key)
            assert found in person.text, words
            if found != words:
                assert top(person).startswith(found), words
            await person.press("1", "escape")


async def test_who_reads_on_under_a_lens_goes_on_there(long: Path) -> None:
    async with sit_down(long, size=(80, 24)) as person:
        await read_to(person, "结果的第 25 段")
        await person.press("l", "space", "space")
        here = top(person)
        assert here.startswith("风险的")
        await person.press("l")
        assert top(person) == here


async def test_what_was_opened_by_hand_is_gone_back_to_by_nothing(long: Path) -> None:
    """A heading that is opened under a lens is read on from."""
    async with sit_down(long, size=(80, 24)) as person:
        await read_to(person, "结果的第 25 段")
        await person.press("s", "]", "enter")
        assert "方法的第 0 段" in person.text
        row = person.text.split("\n").index(
            next(r for r in person.text.split("\n") if "2. 方" in r)
        )
        await person.press("s")
        assert "2. 方法详解" in person.text.split("\n")[row]


async def test_opening_what_hides_the_place_returns_to_it(long: Path) -> None:
    async with sit_down(long, size=(80, 24)) as person:
        before = await read_to(person, "结果的第 25 段")
        await person.press("Z")
        assert "结果的" not in person.text
        await person.press("z")
        assert person.text.split("\n") == before


async def test_a_resize_returns_to_the_paragraph(long: Path) -> None:
    async with sit_down(long, size=(120, 40)) as person:
        await read_to(person, "结果的第 25 段")
        before = rows(person)
        for size in ((60, 20), (40, 12), (120, 12), (120, 40)):
            await person.pilot.resize_terminal(*size)
            await person.settle()
            assert top(person).startswith("结果的第")
        assert rows(person) == before
        await person.press("l")
        lens = rows(person)
        for size in ((60, 20), (120, 40)):
            await person.pilot.resize_terminal(*size)
            await person.settle()
            assert top(person) == "3. 局限性"
        assert rows(person) == lens
        await person.press("l")
        assert rows(person) == before


async def test_a_taller_screen_at_the_end_and_back(long: Path) -> None:
    async with sit_down(long, size=(80, 24)) as person:
        await choose(person)
        await person.press("enter", "G")
        before = person.text.split("\n")
        await person.pilot.resize_terminal(80, 50)
        await person.settle()
        await person.pilot.resize_terminal(80, 24)
        await person.settle()
        assert person.text.split("\n") == before


async def test_another_report_and_back_under_a_lens(long: Path) -> None:
    async with sit_down(long, size=(120, 40)) as person:
        await read_to(person, "结果的第 25 段")
        await person.press("l", "space")
        here = person.text.split("\n")
        await person.press("J", "K")
        assert person.text.split("\n") == here


async def test_the_kept_place_is_that_of_the_full_text(long: Path) -> None:
    async with sit_down(long, size=(80, 24)) as person:
        await read_to(person, "结果的第 25 段")
        before = rows(person)
        await person.press("l", "G", "J")
    mark = mark_of(long)
    assert mark.place.startswith("3:")
    assert 60 < mark.progress < 80
    async with sit_down(long, size=(80, 24)) as person:
        await person.press("1", "escape")
        await choose(person)
        await person.press("enter")
        assert rows(person) == before


async def test_progress_is_not_that_of_a_folded_page(long: Path) -> None:
    async with sit_down(long, size=(80, 24)) as person:
        await read_to(person, "方法的第 9 段")
        await person.press("Z", "down", "escape")
    assert 0 < mark_of(long).progress < 50


@pytest.mark.parametrize("keys", ["l G", "Z", "Z G space", "l G space"])
async def test_a_folded_report_does_not_count_as_read(long: Path, keys: str) -> None:
    async with sit_down(long, size=(80, 24), config=Config(read_after=0)) as person:
        await choose(person)
        await person.press("enter", *keys.split())
    assert mark_of(long).unread


async def test_a_report_read_to_its_end_counts_as_read(long: Path) -> None:
    async with sit_down(long, size=(80, 24), config=Config(read_after=0)) as person:
        await choose(person)
        await person.press("enter", "G")
    assert not mark_of(long).unread


async def test_of_a_text_that_is_still_to_come_nothing_is_said(own: Path) -> None:
    async with sit_down(own) as person:
        person.main.pane.view.close()
        person.main.pane.next_section(1)
        await person.settle()
        assert not person.main.query_one(StatusBar).notice
