"""Back and forward through what was read, and inside one report along its links."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.conftest import Person, sit_down
from vibe_tui.render.place import BlockId, Place
from vibe_tui.tui.reader.session import LIMIT, History, Stop
from vibe_tui.tui.reader.view import ReaderView

PLACE = Place(1, 0, 2, 30)


def ids(*stops: Stop | None) -> list[str]:
    return [stop.report_id if stop is not None else "" for stop in stops]


def test_back_and_forward() -> None:
    history = History()
    for name in "abc":
        history.visit(name)
    assert ids(history.back(), history.back(), history.back()) == ["b", "a", ""]
    assert ids(history.forward(), history.forward(), history.forward()) == ["b", "c", ""]


def test_a_new_stop_cuts_off_what_lay_ahead() -> None:
    history = History()
    for name in "abc":
        history.visit(name)
    history.back()
    history.visit("d")
    assert history.forward() is None
    assert ids(history.back(), history.back()) == ["b", "a"]


def test_the_same_report_is_one_stop() -> None:
    history = History()
    history.visit("a")
    history.visit("a")
    assert history.back() is None


def test_it_does_not_grow_for_ever() -> None:
    history = History()
    for number in range(LIMIT + 50):
        history.visit(str(number))
    assert len(history.stops) == LIMIT
    assert ids(history.back()) == [str(LIMIT + 48)]


def test_a_stop_remembers_where_it_was_left() -> None:
    history = History()
    history.visit("a")
    history.leave("a", PLACE, PLACE.block)
    history.jump("a")
    assert history.back() == Stop("a", PLACE, BlockId(1, 0, 2))
    assert history.forward() == Stop("a")


def test_a_report_that_is_only_looked_at_leaves_no_trace() -> None:
    history = History()
    history.visit("a")
    history.leave("b", PLACE, None)
    history.visit("c")
    assert history.back() == Stop("a")


LINKED = (
    """\
---
title: 相互指引
date: 2026-08-12
---

## 1. 起点

开头。

"""
    + "\n\n".join(f"前 {number} 段。" for number in range(30))
    + """

见[局限](#3-局限)与注[^n]。

"""
    + "\n\n".join(f"中 {number} 段。" for number in range(30))
    + """

[^n]: 注文在此。

## 2. 中间

"""
    + "\n\n".join(f"后 {number} 段。" for number in range(30))
    + """

## 3. 局限

再见[另一篇](2026-08-10-没有局限.md)或[中间](#2-中间)。

"""
    + "\n\n".join(f"末 {number} 段。" for number in range(60))
)


@pytest.fixture
def linked(own: Path) -> Path:
    """The library with a report, the newest, whose parts point to each other."""
    path = own / "library" / "2026" / "2026-08-12-相互指引.md"
    path.write_text(LINKED, encoding="utf-8")
    return own


async def to_the_links(person: Person) -> list[str]:
    """Go to the paragraph with the links, some rows below the top; what is on screen."""
    await person.press("enter", "f")
    await person.type("见局限与注")
    await person.press("enter", "escape", "down", "down")
    assert "见局限与注[n]" in person.text
    return person.text.split("\n")


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (40, 12)])
@pytest.mark.parametrize(("letter", "found"), [("a", "3. 局限"), ("s", "[n] 注文在此")])
async def test_back_from_a_jump_inside_a_report(
    linked: Path, size: tuple[int, int], letter: str, found: str
) -> None:
    async with sit_down(linked, size=size) as person:
        before = await to_the_links(person)
        view = person.main.query_one(ReaderView)
        block = view.current_block
        await person.press("o", letter)
        after = person.text.split("\n")
        assert found in after[0]
        await person.press("down", "down")
        moved = person.text.split("\n")
        await person.press("H")
        assert person.text.split("\n") == before
        assert view.current_block == block
        await person.press("L")
        assert person.text.split("\n") == moved
        await person.press("L")
        assert person.text.split("\n") == moved


async def test_each_jump_is_a_step_back(linked: Path) -> None:
    async with sit_down(linked) as person:
        start = await to_the_links(person)
        await person.press("o", "a")
        limits = person.text.split("\n")
        await person.press("o", "s")
        assert "2. 中间" in person.text.split("\n")[0]
        await person.press("H")
        assert person.text.split("\n") == limits
        await person.press("o", "a")
        assert "一次访谈" in person.text
        await person.press("H")
        assert person.text.split("\n") == limits
        await person.press("H")
        assert person.text.split("\n") == start
        await person.press("L", "L")
        assert "一次访谈" in person.text


async def test_back_through_the_footnote_is_another_step(linked: Path) -> None:
    async with sit_down(linked) as person:
        start = await to_the_links(person)
        await person.press("o", "s")
        note = person.text.split("\n")
        await person.press("o", "a")
        assert "见局限与注[n]" in person.text.split("\n")[0]
        await person.press("H")
        assert person.text.split("\n") == note
        await person.press("H")
        assert person.text.split("\n") == start


async def test_a_heading_of_the_outline_can_be_left_again(linked: Path) -> None:
    async with sit_down(linked) as person:
        start = await to_the_links(person)
        await person.press("t", "down", "down", "enter")
        assert "见局限与注" not in person.text
        await person.press("H")
        assert person.text.split("\n") == start
