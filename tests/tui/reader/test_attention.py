"""What counts as reading: time before the text itself, and no passing by."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual import events

from tests.tui.conftest import Person, sit_down
from vibe_tui.config import Config
from vibe_tui.library.walk import Root
from vibe_tui.service import Service
from vibe_tui.state.reading import Mark
from vibe_tui.tui.reader.session import ReadingSession


class Clock:
    """Time that passes when the test says so."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def session_of(person: Person) -> ReadingSession:
    session = person.main.session
    assert session is not None
    return session


def marks(person: Person) -> list[Mark]:
    reading = person.app.service.reading
    return [reading.mark(report) for report in person.main.reports.reports]


@pytest.mark.parametrize(
    ("seconds", "keys", "begun"),
    [(2.9, (), [False, False]), (3.1, (), [True, False]), (0.5, ("down",), [True, False])],
)
async def test_who_passes_by_begins_nothing(
    own: Path, seconds: float, keys: tuple[str, ...], begun: list[bool]
) -> None:
    async with sit_down(own, size=(80, 12), config=Config(read_after=0)) as person:
        session_of(person).attention.clock = clock = Clock()
        await person.press("j", "enter", *keys)
        clock.now += seconds
        await person.press("J", "K", "J", "escape")
        found = marks(person)[1:]
        assert [bool(mark.opened) for mark in found] == begun
        assert [bool(mark.place) for mark in found] == begun
        assert [mark.progress > 0 for mark in found] == begun


@pytest.mark.parametrize(
    ("away", "back"),
    [
        ("?", "escape"),
        ("ctrl+p", "escape"),
        ("x", "escape"),
        ("slash", "escape"),
        ("blur", "focus"),
    ],
)
async def test_time_elsewhere_is_not_spent_reading(own: Path, away: str, back: str) -> None:
    async def go(key: str) -> None:
        window = {"blur": events.AppBlur, "focus": events.AppFocus}.get(key)
        if window is None:
            await person.press(key)
        else:
            person.app.post_message(window())
            await person.pilot.pause()

    async with sit_down(own, config=Config(read_after=60)) as person:
        session_of(person).attention.clock = clock = Clock()
        await person.press("j", "enter")
        clock.now += 5
        await go(away)
        clock.now += 100
        await go(back)
        clock.now += 2
        await person.press("escape")
        clock.now += 100
        await person.press("j", "k")
        assert marks(person)[1].seconds == 7
        assert marks(person)[1].unread


def test_what_is_done_with_piped_text_is_gone_with_it(own: Path) -> None:
    def open_text(text: str) -> Service:
        root = Root(Path("stdin.md"), "text", text=text)
        service = Service(paths, Config(), roots=[root])
        service.refresh()
        return service

    from tests.tui.conftest import make_service

    paths = make_service(own).paths
    first = open_text("# 甲\n\n正文。\n")
    first.reading.set_star(first.reports().reports, True)
    first.reading.set_place(first.reports().reports[0], "0:0:0:0", 40)
    assert first.reading.mark(first.reports().reports[0]).starred
    first.close()
    second = open_text("# 乙\n\n别的。\n")
    assert second.reading.mark(second.reports().reports[0]) == Mark()
    second.close()
    assert not paths.state.exists()
