"""Sources as lines: how many reports, when it last went well, what went wrong and where it is."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vibe_tui.cells import cell_width
from vibe_tui.clean import clean_line
from vibe_tui.service.syncing import SourceStatus
from vibe_tui.state.origins import Visit
from vibe_tui.sync.sources.listed import Source
from vibe_tui.tui.library.sources import source_lines

CHINA = dt.timezone(dt.timedelta(hours=8))
FEED = Source("good", "好源", url="https://e.example/feed")
WELL = Visit(checked="2026-08-12T00:30:00+00:00", succeeded="2026-08-11T23:05:00+00:00")
BADLY = Visit(
    checked="2026-08-12T00:30:00+00:00",
    succeeded="2026-08-11T23:05:00+00:00",
    error_zh="没有这个页面（HTTP 404）",
    error_en="no such page (HTTP 404)",
)


def texts(status: SourceStatus, width: int = 60) -> list[str]:
    return [
        "".join(run.text for run in line.line.runs).strip()
        for line in source_lines([status], width, CHINA, "zh")
    ]


CASES = {
    "went well": (FEED, WELL, ["上次成功 2026-08-12 07:05", "https://e.example/feed"]),
    "never": (FEED, Visit(), ["还没有同步过", "https://e.example/feed"]),
    "off": (
        Source("good", "好源", url="https://e.example/feed", enabled=False),
        WELL,
        ["已停用 · 上次成功 2026-08-12 07:05", "https://e.example/feed"],
    ),
    "went badly": (
        FEED,
        BADLY,
        [
            "上次成功 2026-08-12 07:05",
            "2026-08-12 08:30 没有成功：没有这个页面（HTTP 404）",
            "https://e.example/feed",
        ],
    ),
    "odd": (
        FEED,
        Visit(checked=WELL.checked, succeeded=WELL.succeeded, note_zh="补了 &", note_en="mended &"),
        ["上次成功 2026-08-12 07:05", "补了 &", "https://e.example/feed"],
    ),
    "never well": (
        FEED,
        Visit(checked=BADLY.checked, error_zh="拒绝连接", error_en="refused"),
        ["还没有成功过", "2026-08-12 08:30 没有成功：拒绝连接", "https://e.example/feed"],
    ),
    "a password": (
        Source("good", "好源", url="https://me:secret@e.example/feed"),
        WELL,
        ["上次成功 2026-08-12 07:05", "https://e.example/feed"],
    ),
}


@pytest.mark.parametrize(("source", "visit", "said"), CASES.values(), ids=CASES.keys())
def test_a_source_says_how_its_last_visit_went(
    source: Source, visit: Visit, said: list[str]
) -> None:
    head, *rest = texts(SourceStatus(source, visit, 12))
    assert head.split() == ["好源", "12", "篇"]
    assert rest == said


def test_a_folder_is_read_in_place(tmp_path: Path) -> None:
    status = SourceStatus(Source("notes", path=str(tmp_path)), Visit(), 1)
    assert texts(status, 200)[1:] == ["就地读取，不用同步", str(tmp_path)]


@given(st.text(max_size=80), st.integers(1, 60))
def test_no_line_is_too_wide_and_none_holds_control_codes(name: str, width: int) -> None:
    source = Source("s", name, url=f"https://e.example/{name}")
    status = SourceStatus(source, Visit(error_zh=name, error_en=name, checked=WELL.checked), 3)
    for line in source_lines([status, status], max(width, 24), CHINA, "zh"):
        text = line.line.text
        assert cell_width(text) <= max(width, 24)
        assert clean_line(text) == text
