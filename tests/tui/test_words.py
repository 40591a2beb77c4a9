"""Counts are words of both languages, in English with the right number."""

from __future__ import annotations

import pytest

from vibe_tui.tui import words


@pytest.mark.parametrize(
    ("count", "reports", "notes"),
    [(0, "0 reports", "0 notes"), (1, "1 report", "1 note"), (2, "2 reports", "2 notes")],
)
def test_counts(count: int, reports: str, notes: str) -> None:
    assert (words.reports(count).en, words.notes(count).en) == (reports, notes)
    assert (words.reports(count).zh, words.notes(count).zh) == (f"{count} 篇", f"{count} 条标注")
