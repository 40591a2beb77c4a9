"""The whole screen as it was last looked at: both languages, both papers, four widths.

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


@pytest.mark.parametrize(
    ("size", "language", "theme", "keys"),
    [
        ((160, 40), "zh", "dark", ("enter",)),
        ((120, 40), "en", "light", ("enter", "l")),
        ((80, 24), "zh", "light", ("enter",)),
        ((80, 24), "en", "dark", ()),
        ((40, 12), "zh", "dark", ()),
    ],
    ids=["160-zh-dark", "120-en-light", "80-zh-light", "80-en-dark-list", "40-zh-dark-list"],
)
def test_the_screen(
    own: Path,
    snap_compare: Compare,
    size: tuple[int, int],
    language: Language,
    theme: str,
    keys: tuple[str, ...],
) -> None:
    app = VibeApp(make_service(own, Config(language=language, theme=theme)))

    async def arrive(pilot: Pilot[int]) -> None:
        person = Person(app, pilot)
        await person.arrive()
        await person.press(*keys)

    assert snap_compare(app, terminal_size=size, run_before=arrive)
