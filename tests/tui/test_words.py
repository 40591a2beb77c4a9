"""Words of both languages: counts with the right number, sentences with the keys in force."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import vibe_tui
from vibe_tui.text import Text
from vibe_tui.tui import words
from vibe_tui.tui.actions import all_actions
from vibe_tui.tui.keys import rebind, with_keys


@pytest.mark.parametrize(
    ("count", "reports", "notes"),
    [(0, "0 reports", "0 notes"), (1, "1 report", "1 note"), (2, "2 reports", "2 notes")],
)
def test_counts(count: int, reports: str, notes: str) -> None:
    assert (words.reports(count).en, words.notes(count).en) == (reports, notes)
    assert (words.reports(count).zh, words.notes(count).zh) == (f"{count} 篇", f"{count} 条标注")


def test_sentences_name_the_keys_in_force() -> None:
    said = Text("按 ‹search› 搜索，‹quit› 退出", "‹search› searches, ‹quit› quits")
    mine, _ = rebind(all_actions(), {"search": "ctrl+f", "quit": ""}, "")
    assert with_keys(said, all_actions()).en == "/ searches, q quits"
    assert with_keys(said, mine).zh == "按 ctrl+f 搜索，– 退出"


def test_every_key_that_a_sentence_names_is_an_action() -> None:
    ids = {action.id for action in all_actions()}
    for path in (Path(vibe_tui.__file__).parent / "tui").rglob("*.py"):
        named = set(re.findall("‹([a-z-]+)›", path.read_text("utf-8")))
        assert named - {"id"} <= ids, path.name
