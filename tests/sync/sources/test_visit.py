"""When a source is due again, whatever became of the clock."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest

from vibe_tui.state.origins import Visit
from vibe_tui.sync.sources.listed import Source
from vibe_tui.sync.sources.visit import failed, not_now, succeeded
from vibe_tui.text import Text

NOW = dt.datetime(2026, 8, 12, 9, 0, tzinfo=dt.UTC)
HOUR = dt.timedelta(hours=1)
DAILY = Source("s", url="https://e.example/f", interval=86400)


def visited(ago: dt.timedelta) -> Visit:
    return succeeded(DAILY, NOW - ago)


@pytest.mark.parametrize(
    ("ago", "is_due"),
    [
        (0 * HOUR, False),
        (HOUR, False),
        (24 * HOUR - dt.timedelta(seconds=2), False),
        (24 * HOUR - dt.timedelta(seconds=1), True),
        (24 * HOUR, True),
        # The clock was set back since.
        (-dt.timedelta(seconds=1), True),
        (-HOUR, True),
        (-1000 * HOUR, True),
    ],
)
def test_a_source_is_due_after_its_interval_and_when_the_clock_was_set_back(
    ago: dt.timedelta, is_due: bool
) -> None:
    assert (not_now(DAILY, visited(ago), NOW, named=False) is None) is is_due
    assert not_now(DAILY, visited(ago), NOW, named=True) is None
    assert not_now(replace(DAILY, interval=0), visited(ago), NOW, named=False) is None


def test_a_source_that_is_off_is_read_when_it_is_named() -> None:
    off = replace(DAILY, enabled=False)
    assert not_now(off, Visit(), NOW, named=False) is not None
    assert not_now(off, Visit(), NOW, named=True) is None


def test_a_server_that_wants_to_be_left_alone_is_so_at_its_address_and_for_its_time() -> None:
    visit = failed(DAILY, Visit(), Text("忙", "busy"), NOW, wait=600)
    assert not_now(DAILY, visit, NOW, named=False) is not None
    assert not_now(DAILY, visit, NOW + dt.timedelta(seconds=599), named=False) is not None
    assert not_now(DAILY, visit, NOW + dt.timedelta(seconds=600), named=False) is None
    # Who names a source wants it now, and a clock that was set back puts none off.
    assert not_now(DAILY, visit, NOW, named=True) is None
    assert not_now(DAILY, visit, NOW - dt.timedelta(days=400), named=False) is None
    moved = replace(DAILY, url="https://e.example/g")
    assert not_now(moved, visit, NOW, named=True) is None
