"""Cells compared as what they say, rows filtered and written out."""

from __future__ import annotations

import pytest

from vibe_tui.render.sorting import (
    Order,
    folded_rows,
    is_numeric,
    matching_rows,
    number_of,
    sorted_rows,
)


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("24.9%", 24.9),
        ("2026-08-11", 20260811.0),
        ("1.2×", 1.2),
        ("3.5x", 3.5),
        ("0.8 ± 0.1", 0.8),
        ("12.4*", 12.4),
        ("12.4†", 12.4),
        ("141,006", 141006.0),
        ("31.2 ms", 0.0312),
        ("1.2 s", 1.2),
        ("1.5B", 1.5e9),
        ("3 万", 30000.0),
        ("-0.5", -0.5),
        ("−0.5", -0.5),
        ("+4.5", 4.5),
        ("~7", 7.0),
        ("≥ 3", 3.0),
        ("$12", 12.0),
        ("#1", 1.0),
        ("1e-3", 0.001),
        ("3×10⁻²", 0.03),
        ("5 × 10⁻⁵", 0.00005),
        ("2*10^6", 2e6),
        ("10⁻¹ 到 1.0", 0.1),
        ("12.4²", 12.4),
        ("35/40", 0.875),
        ("23.0 / 41.0", 23.0),
        ("3/0", 3.0),
        ("271.0 MiB", 271.0 * 2**20),
        ("12.8 GB", 12.8e9),
        ("48.2 (GPU)", 48.2),
        ("24.9% → 31.0%", 24.9),
        ("—", None),
        ("", None),
        ("无", None),
        ("GRPO", None),
        ("L1-L5", None),
        ("- 5", -5.0),
        ("约 5", 5.0),
        ("1e" + "1" * 5000, 1e300),
        ("9" * 400, None),
        (f"{'9' * 400}/{'9' * 400}", None),
        ("." + " " * 200_000 + "a", None),
    ],
)
def test_numbers(cell: str, expected: float | None) -> None:
    found = number_of(cell)
    assert found == (pytest.approx(expected) if expected is not None else None)


_ROWS = [["甲", "9.5%"], ["乙", "10.2%*"], ["丙", "—"], ["丁", "未公布"], ["戊", "-1"], ["己", ""]]


@pytest.mark.parametrize(
    ("column", "order", "expected"),
    [
        (1, Order.NONE, [0, 1, 2, 3, 4, 5]),
        (1, Order.UP, [4, 0, 1, 3, 2, 5]),
        (1, Order.DOWN, [1, 0, 4, 3, 2, 5]),
        (7, Order.UP, [0, 1, 2, 3, 4, 5]),
    ],
    ids=["as-written", "up", "down", "no-such-column"],
)
def test_dashes_come_last_in_both_directions(
    column: int, order: Order, expected: list[int]
) -> None:
    assert sorted_rows(_ROWS, column, order) == expected


def test_words_are_sorted_as_words() -> None:
    assert sorted_rows([["b"], ["A"], [""], ["c"]], 0, Order.UP) == [1, 0, 3, 2]


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (["1", "2", "—"], True),
        (["25,386 tokens", "0.8 个百分点"], True),
        (["1", "甲", "乙"], False),
        (["1.5B Naive Parallel-SFT", "7B Adapted Parallel-RL"], False),
        (["—", ""], False),
        ([], False),
    ],
)
def test_a_column_of_numbers(cells: list[str], expected: bool) -> None:
    assert is_numeric(cells) is expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [("", [0, 1, 2, 3, 4, 5]), ("乙", [1]), ("丁 公布", [3]), ("没有的", []), ("９.5%", [0])],
)
def test_filter(words: str, expected: list[int]) -> None:
    assert matching_rows(folded_rows(_ROWS), words) == expected
