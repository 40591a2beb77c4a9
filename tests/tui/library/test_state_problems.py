"""What is wrong with the reading state is said when it goes wrong, once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.conftest import make_service, sit_down
from vibe_tui.errors import Problem
from vibe_tui.service import Service
from vibe_tui.text import Text
from vibe_tui.tui.status import Notices

FULL = Problem("state.db", Text("磁盘已满", "the disk is full"))


async def test_a_disk_that_fills_up_is_said(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with sit_down(own) as person:
        notices = person.main.query_one(Notices)
        assert notices.notices == []
        monkeypatch.setattr(Service, "state_problems", property(lambda service: (FULL,)))
        await person.press("m", "m")
        assert notices.notices == ["state.db: 磁盘已满"]


def test_the_reading_state_is_one_file_at_the_end(own: Path) -> None:
    service = make_service(own)
    service.refresh()
    service.reading.set_star(service.reports().reports, True)
    assert (own / "state.db-wal").exists()
    service.close()
    assert not (own / "state.db-wal").exists()
    again = make_service(own)
    again.refresh()
    assert all(again.reading.mark(report).starred for report in again.reports().reports)
