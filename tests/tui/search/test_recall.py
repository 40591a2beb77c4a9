"""Earlier queries, gone through with a key."""

from __future__ import annotations

from vibe_tui.tui.search.saved import Recall


def test_an_empty_box_begins_with_the_last_query_and_goes_back() -> None:
    recall = Recall()
    recall.entries = ["third", "second", "first"]
    assert recall.older("") == "third"
    assert recall.older("third") == "second"
    assert recall.older("second") == "first"
    assert recall.older("first") is None
    assert recall.older("") == "third"


def test_what_was_typed_is_never_replaced() -> None:
    recall = Recall()
    recall.entries = ["third"]
    assert recall.older("typed") is None
    assert recall.older("third") is None
    recall.older("")
    assert recall.older("third, changed") is None


def test_without_entries_there_is_nothing() -> None:
    assert Recall().older("") is None
