"""Bars on one scale, whatever their sign, beside names of any script."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.tui.tables.test_table_viewer import ViewerApp
from vibe_tui.tui.tables.viewer import BarChart, bars_of, draw_bars


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([4.0, 2.0, 1.0], ["████", "██  ", "█   "]),
        ([1.0, 0.5, None], ["████", "██  ", "    "]),
        ([0.0, 0.0], ["    ", "    "]),
        ([2.0, 0.25], ["████", "▌   "]),
        ([1.0, -1.0], ["  │█", "██│ "]),
        ([], []),
    ],
    ids=["whole", "missing", "zeros", "eighths", "negative", "none"],
)
def test_bars(values: list[float | None], expected: list[str]) -> None:
    assert draw_bars(values, 4) == expected


@given(
    st.lists(st.one_of(st.none(), st.floats(-1e9, 1e9)), max_size=8),
    st.integers(8, 60),
)
def test_every_bar_has_the_width_asked_for(values: list[float | None], width: int) -> None:
    assert all(len(bar) == width for bar in draw_bars(values, width))


def test_cells_are_read_as_numbers() -> None:
    assert [bar.value for bar in bars_of(["甲", "乙"], ["24.9%", "—"])] == [24.9, None]


async def test_a_key_shows_the_column_as_bars_and_back() -> None:
    app = ViewerApp()
    async with app.run_test(size=(80, 20)) as pilot:
        await pilot.press("p")
        assert not app.screen.has_class("-chart")
        await pilot.press("right", "s", "p")
        await pilot.pause()
        chart = app.screen.query_one(BarChart)
        rows = [chart.render_line(y) for y in range(chart.size.height)]
        assert rows[0].text.startswith("模型")
        assert "█" in rows[0].text
        assert rows[0].text.rstrip().endswith("19.5%")
        assert {row.cell_length for row in rows} == {chart.scrollable_content_region.width}
        await pilot.press("escape")
        assert not app.screen.has_class("-chart")


def test_the_smallest_negative_number_has_a_bar_too() -> None:
    least, small, most = draw_bars([-10.0, -0.1, 5.0], 20)
    assert small.count("█") == 1
    assert small.index("│") == least.index("│") == most.index("│")
