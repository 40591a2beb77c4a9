"""How a report is known again, and what may be done to its file."""

from __future__ import annotations

import datetime as dt

import pytest

from vibe_tui.sync.incoming import Incoming
from vibe_tui.sync.place.naming import identities, titled
from vibe_tui.sync.place.renew import Fate, fate_of

DAY = dt.date(2026, 8, 11)


def test_identities_from_the_surest_on() -> None:
    report = Incoming(
        "甲：全名",
        "甲",
        "s",
        DAY,
        url="https://e.example/1",
        guid="g1",
        meta={"paper": {"arxiv": "2608.1"}},
    )
    assert identities(report) == (
        "guid:g1",
        "url:https://e.example/1",
        "title:2026-08-11 甲",
        "title:2026-08-11 甲：全名",
        "arxiv:2026-08-11 2608.1",
    )
    assert titled(report) == ("title:2026-08-11 甲", "title:2026-08-11 甲：全名")


def test_without_a_day_titles_hold_in_one_source_only() -> None:
    report = Incoming("甲", "甲", "s")
    assert identities(report) == ("title:甲",)
    assert titled(report) == ()


def test_a_file_is_known_by_its_place() -> None:
    assert identities(Incoming("甲", "甲", "", DAY, guid="file:/a.md")) == ("guid:file:/a.md",)


@pytest.mark.parametrize(
    ("current", "written", "new", "fate"),
    [
        ("", "", "n", Fate.ADD),
        ("", "w", "n", Fate.ADD),
        ("n", "n", "n", Fate.KEEP),
        ("n", "", "n", Fate.KEEP),
        ("w", "w", "n", Fate.UPDATE),
        ("e", "w", "w", Fate.KEEP),
        ("e", "w", "n", Fate.SET_BESIDE),
        ("e", "", "n", Fate.SET_BESIDE),
    ],
)
def test_fate(current: str, written: str, new: str, fate: Fate) -> None:
    assert fate_of(current=current, written=written, new=new) is fate
