"""What goes on is said at the foot until it ends, whatever else ends before it."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from tests.tui.conftest import sit_down
from vibe_tui.errors import VibeError
from vibe_tui.model.report import Listing
from vibe_tui.service import Service
from vibe_tui.sync.sync import SyncResult
from vibe_tui.text import Text
from vibe_tui.tui.status import Notices, StatusBar
from vibe_tui.tui.words import SYNCING

PATIENCE = 20.0


async def test_a_list_that_fails_does_not_hide_what_goes_on(
    own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_up = threading.Event()

    def slowly(service: Service, **_: object) -> SyncResult:
        given_up.wait(PATIENCE)
        return SyncResult()

    def broken(service: Service, query: str = "") -> Listing:
        raise VibeError(Text("目录坏了", "the catalogue is damaged"))

    async with sit_down(own) as person:
        monkeypatch.setattr(Service, "sources", lambda service: (object(),))
        monkeypatch.setattr(Service, "sync", slowly)
        monkeypatch.setattr(Service, "reports", broken)
        bar = person.main.query_one(StatusBar)
        await person.pilot.press("S", "f", "x")
        while not person.main.query_one(Notices).notices:
            await person.pilot.pause()
        assert person.main.query_one(Notices).notices == ["目录坏了"]
        assert bar.status == SYNCING.zh
        given_up.set()
        await person.settle()
        assert bar.status == ""
