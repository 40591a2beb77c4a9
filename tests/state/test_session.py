"""Queries that are kept: the last ones, and those with a name."""

from __future__ import annotations

from pathlib import Path

from vibe_tui.state.db import StateDatabase
from vibe_tui.state.session import MOST, Search, Searches


def test_the_last_query_is_first_and_stands_once(tmp_path: Path) -> None:
    searches = Searches(StateDatabase.open(tmp_path / "state.db"))
    for query in ("GRPO", "局限:置信区间", "GRPO"):
        searches.remember(query)
    assert searches.all() == (Search("GRPO"), Search("局限:置信区间"))


def test_named_queries_come_first_by_name_and_stay_when_asked(tmp_path: Path) -> None:
    searches = Searches(StateDatabase.open(tmp_path / "state.db"))
    searches.remember("MCP")
    searches.save("is:unread since:7d", "本周未读")
    searches.save("topic:agents", "agents")
    searches.remember("is:unread since:7d")
    assert searches.all() == (
        Search("topic:agents", "agents"),
        Search("is:unread since:7d", "本周未读"),
        Search("MCP"),
    )


def test_a_name_belongs_to_one_query_and_an_empty_one_takes_it_away(tmp_path: Path) -> None:
    searches = Searches(StateDatabase.open(tmp_path / "state.db"))
    searches.save("a", "mine")
    searches.save("b", "mine")
    assert searches.all() == (Search("b", "mine"), Search("a"))
    searches.save("b", "")
    assert [search.name for search in searches.all()] == ["", ""]


def test_only_queries_without_a_name_are_forgotten(tmp_path: Path) -> None:
    searches = Searches(StateDatabase.open(tmp_path / "state.db"))
    searches.save("kept", "name")
    for number in range(MOST + 5):
        searches.remember(f"q{number}")
    found = searches.all()
    assert len(found) == MOST + 1
    assert found[0] == Search("kept", "name")
    assert found[1].query == f"q{MOST + 4}"
