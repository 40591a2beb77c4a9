"""Nothing falls on the smallest screens, whatever is open while the window changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.conftest import sit_down

pytestmark = pytest.mark.painted

OPENED = (
    ("ctrl+p", "down", "x"),
    ("question_mark", "x"),
    ("slash", "x", "down"),
    ("D", "t"),
    ("enter", "V", "v", "w"),
    ("enter", "f", "x"),
    ("enter", "y"),
    ("enter", "o"),
    ("enter", "v"),
    ("enter", "x"),
    ("X",),
    ("R",),
    ("a",),
    ("c", "j", "c", "C"),
    ("ctrl+r",),
)
"""Keys that open something."""


@pytest.mark.parametrize("size", [(1, 1), (2, 3), (20, 5)], ids=lambda size: f"{size[0]}x{size[1]}")
async def test_everything_opens_and_closes(own: Path, size: tuple[int, int]) -> None:
    async with sit_down(own, size) as person:
        for keys in OPENED:
            await person.pilot.press(*keys)
            await person.settle()
            await person.pilot.resize_terminal(80, 24)
            await person.pilot.pause()
            await person.pilot.resize_terminal(*size)
            await person.pilot.pause()
            for _ in range(4):
                await person.press("escape")
            assert person.app.screen is person.main, keys
        assert person.app.is_running


async def test_the_palette_goes_where_it_has_no_room(own: Path) -> None:
    async with sit_down(own, (80, 24)) as person:
        await person.press("ctrl+p")
        await person.type("x")
        await person.pilot.resize_terminal(1, 1)
        await person.settle()
        assert person.app.screen is person.main
