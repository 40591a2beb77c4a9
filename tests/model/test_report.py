"""A report is what it was made of."""

from __future__ import annotations

import pickle
from dataclasses import replace

from vibe_tui.model.report import Genre, Report

DAY = "2026-08-01"


def test_a_short_title_is_the_end_of_the_title() -> None:
    report = Report("a", "[栏目] 解读：甲", "/l/a.md", DAY, start=8)
    assert report.short_title == "甲"
    assert replace(report, start=0).short_title == report.title
    assert Report("a", "甲", "", DAY).short_title == "甲"


def test_a_file_is_below_its_root() -> None:
    assert Report("a", "甲", "2026/a.md", DAY, "/l").path == "/l/2026/a.md"
    assert Report("a", "甲", "", DAY).path == ""


def test_a_report_travels_to_other_processes() -> None:
    report = Report("a", "甲", "/l/a.md", DAY, topics=("agents",), genre=Genre.NEWS, chars=12)
    assert pickle.loads(pickle.dumps(report)) == report
