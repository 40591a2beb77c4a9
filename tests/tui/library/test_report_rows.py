"""The rows of the list: which group a row is in, and which rows are headings."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from vibe_tui.library.groups import ReportGroup
from vibe_tui.model.report import Report
from vibe_tui.text import Text
from vibe_tui.tui.library.rows import ReportRows

DAY = "2026-08-12"


def group(key: str, count: int) -> ReportGroup:
    ids = [f"{key}{number}" for number in range(count)]
    return ReportGroup(key, Text(key, key), [Report(id_, id_, "", DAY) for id_ in ids])


@given(st.lists(st.tuples(st.integers(1, 4), st.booleans()), min_size=1, max_size=6))
def test_each_row_is_in_the_group_whose_heading_is_above_it(
    sizes: list[tuple[int, bool]],
) -> None:
    groups = [group(f"g{at}-", count) for at, (count, _) in enumerate(sizes)]
    rows = ReportRows()
    rows.set_groups(groups)
    for one, (_, is_open) in zip(groups, sizes, strict=True):
        rows.set_open(one, is_open)
    expected = [
        (one, at == 0)
        for one, (count, is_open) in zip(groups, sizes, strict=True)
        for at in range(1 + count if is_open else 1)
    ]
    found = [(rows.group_of(at), rows.is_heading(at)) for at in range(len(rows))]
    assert found == expected
    assert not rows.is_heading(-1)
    assert not rows.is_heading(len(rows))


def folders() -> tuple[ReportRows, list[ReportGroup]]:
    """`a` with one report and two groups inside it, then `b`."""
    groups = [
        replace(group("a", 1), below=5),
        replace(group("a/x", 2), inside="a"),
        replace(group("a/y", 3), inside="a"),
        group("b", 1),
    ]
    rows = ReportRows()
    rows.set_groups(groups)
    return rows, groups


def test_folding_a_group_hides_those_inside_it_and_keeps_how_they_were() -> None:
    rows, (outer, x, y, b) = folders()
    rows.set_open(x, False)
    assert [rows.find(one.key) for one in (outer, x, y, b)] == [0, 2, 3, 7]
    rows.set_open(outer, False)
    assert len(rows) == 3
    assert [rows.find(one.key) for one in (outer, x, y, b)] == [0, 0, 0, 1]
    assert rows.find("a/y", "a/y1") == 0
    assert [rows.group_of(at).key for at in range(3)] == ["a", "b", "b"]
    rows.set_open(outer, True)
    assert not rows.is_open(x)
    assert rows.is_open(y)


def test_a_report_in_a_hidden_group_is_brought_with_both_groups_open() -> None:
    rows, (outer, x, y, _) = folders()
    rows.set_open(y, False)
    rows.set_open(outer, False)
    at = rows.bring("a/y2", 0)
    assert rows.name_of(at) == ("a/y", "a/y2")
    assert rows.is_open(outer)
    assert rows.is_open(x)


def test_a_badge_stands_where_it_tells_a_row_from_those_beside_it() -> None:
    columns = ["甲", "甲", "甲", "乙", ""]
    reports = [Report(f"r{n}", "t", "", DAY, column=name) for n, name in enumerate(columns)]
    rows = ReportRows()
    rows.set_groups([ReportGroup("g", Text("g", "g"), reports)])
    assert [rows.badge(at) for at in range(len(rows))] == ["", "", "", "甲", "乙", ""]
