"""The line at the foot names keys that work where the focus is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.conftest import Person, sit_down
from vibe_tui.tui.status import StatusBar


def named(person: Person) -> list[str]:
    return [key for key, _ in person.app.screen.query_one(StatusBar).hints]


@pytest.mark.parametrize("screen", [("enter",), ("D",), ("c", "j", "c", "C")], ids=len)
@pytest.mark.parametrize(
    ("key", "keys"),
    [("f", ["enter", "↑ ↓", "esc"]), ("y", ["a…z", "↑ ↓", "esc"]), ("V", [])],
)
async def test_what_takes_the_keys_names_its_own(
    own: Path, screen: tuple[str, ...], key: str, keys: list[str]
) -> None:
    async with sit_down(own) as person:
        await person.press(*screen)
        before = named(person)
        assert "s" in before
        await person.press(key)
        assert named(person) == keys
        await person.press("escape")
        assert named(person) == before


async def test_a_table_names_those_of_its_filter_while_it_is_typed(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("enter", "8", "v")
        table = named(person)
        assert table[:3] == ["esc", "s", "f"]
        await person.press("f")
        assert named(person) == ["enter", "esc"]
        await person.press("escape")
        assert named(person) == table
        await person.press("right", "p")
        assert "← →" in named(person)
