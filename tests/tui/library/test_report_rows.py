"""The rows of the list: which group a row is in, and which rows are headings."""

from __future__ import annotations

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
