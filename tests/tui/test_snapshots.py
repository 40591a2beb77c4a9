"""The whole screen as it was last looked at: both languages, both papers, from vast to tiny.

`pytest --snapshot-update` takes new ones; look at them before they are committed.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.tui.conftest import Person, make_service
from vibe_tui.config import Config
from vibe_tui.text import Language
from vibe_tui.tui.app import VibeApp

Compare = Callable[..., bool]


KEYS = {
    (160, 40): ("enter",),
    (120, 40): ("enter", "l"),
    (100, 30): (),
    (80, 24): ("enter",),
    (40, 12): (),
}
"""The sizes, and what is pressed before the screen is looked at."""


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("size", KEYS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_screen(
    own: Path,
    snap_compare: Compare,
    size: tuple[int, int],
    language: Language,
    theme: str,
) -> None:
    app = VibeApp(make_service(own, Config(language=language, theme=theme)))

    async def arrive(pilot: Pilot[int]) -> None:
        person = Person(app, pilot)
        await person.arrive()
        await person.press(*KEYS[size])

    assert snap_compare(app, terminal_size=size, run_before=arrive)
