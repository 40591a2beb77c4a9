"""What is remembered of sources."""

from __future__ import annotations

from pathlib import Path

from vibe_tui.state.db import StateDatabase
from vibe_tui.state.origins import Visit, Visits
from vibe_tui.text import Text


def test_a_visit_is_kept_whole_and_by_library(tmp_path: Path) -> None:
    database = StateDatabase.open(tmp_path / "state.db")
    visits = Visits(database, tmp_path / "a")
    visit = Visit("http://e.example/f", etag='"1"', error_zh="慢", error_en="slow", items=7)
    visits.record("one", visit)
    visits.record("two", Visit())
    assert visits.get("one") == visit
    assert visits.get("one").error == Text("慢", "slow")
    assert visits.get("two").error is None
    assert visits.all() == {"one": visit, "two": Visit()}
    assert Visits(database, tmp_path / "b").get("one") == Visit()
    visits.forget("one")
    assert visits.get("one") == Visit()
    database.close()
