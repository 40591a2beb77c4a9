"""Values of front matter as words, lists and days."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vibe_tui.library.front_matter import (
    Written,
    as_written,
    day_of,
    moment_of,
    name_list,
    word_list,
    words,
)

MARCH = dt.date(2025, 3, 1)


@pytest.mark.parametrize(
    ("value", "day"),
    [
        ("2025-03-01T23:30:00+08:00", MARCH),
        ("2025-03-01", MARCH),
        ("2025-03-01 23:30", MARCH),
        ("2025年3月1日", MARCH),
        ("2025年 3 月 1 日 上午", MARCH),
        ("2025/3/1", MARCH),
        ("2025.03.01", MARCH),
        ("20250301", MARCH),
        (20250301, MARCH),
        (dt.date(2025, 3, 1), MARCH),
        (dt.datetime(2025, 3, 1, 23, 30), MARCH),
        ("Sat, 01 Mar 2025 23:30:00 GMT", MARCH),
        ("March 1, 2025", MARCH),
        ("1st March 2025", MARCH),
        ("2025-03", MARCH),
        ("2025年3月", MARCH),
        ("1601-01-01", dt.date(1601, 1, 1)),
        ("9999-12-31", dt.date(9999, 12, 31)),
        ("2025-02-30", None),
        ("2025-13-01", None),
        ("0000-01-01", None),
        ("2024", None),
        ("昨天", None),
        ("", None),
        (None, None),
        (["2025-03-01"], MARCH),
        ({"a": 1}, None),
    ],
)
def test_days_are_taken_as_written(value: object, day: dt.date | None) -> None:
    assert day_of(value) == day


@pytest.mark.parametrize(
    ("value", "iso"),
    [
        ("2026-07-24T00:00:00+00:00", "2026-07-24T00:00:00+00:00"),
        ("2026-07-24T09:30:00Z", "2026-07-24T09:30:00+00:00"),
        ("2026-07-24 09:30", "2026-07-24T09:30:00+00:00"),
        ("Sun, 03 Nov 2024 09:05:00 EST", "2024-11-03T09:05:00-05:00"),
        ("2026-07-24", ""),
        ("10:00", ""),
        ("Sun, 99 Nov 2024 99:05:00 EST", ""),
    ],
)
def test_moments(value: str, iso: str) -> None:
    found = moment_of(value)
    assert (found.isoformat() if found else "") == iso


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (2024, "2024"),
        (True, "true"),
        (None, ""),
        (["甲"], "[甲]"),
        ([["甲"], 1], "[[甲], 1]"),
        ({"a": "b"}, "{a: b}"),
        (Written("null"), "null"),
    ],
)
def test_as_written(value: object, written: str) -> None:
    assert as_written(value) == written


def test_lists() -> None:
    assert word_list("宏观, 债券、宏观") == ("宏观", "债券")
    assert word_list(["a b", 1, None]) == ("a b", "1")
    assert word_list("宏观") == ("宏观",)
    assert name_list("Smith, John；李 四") == ("Smith, John", "李 四")
    assert words(["甲", "乙"]) == "甲、乙"
    assert words(Written("~")) == ""


@given(st.recursive(st.none() | st.text() | st.integers(), st.lists))
def test_nothing_raises(value: object) -> None:
    for read in (as_written, words, word_list, name_list, day_of, moment_of):
        read(value)
