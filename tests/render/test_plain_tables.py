"""Tables written out for other programs."""

from __future__ import annotations

import pytest

from vibe_tui.render.parse import tables_of
from vibe_tui.render.plain import markdown_table, to_csv


def test_markdown_keeps_its_columns() -> None:
    assert markdown_table(["甲", "乙"], [["`a|b`", "c"]]) == (
        "| 甲 | 乙 |\n| --- | --- |\n| `a\\|b` | c |\n"
    )


@pytest.mark.parametrize("cell", ["a|b", r"$\|x\|$", "`a|b`", "\\", ""])
def test_cells_are_read_back_as_they_were(cell: str) -> None:
    (table,) = tables_of(markdown_table(["甲", "乙"], [[cell, "末"]]))
    assert table.source_rows == ((cell, "末"),)


def test_csv_quotes_what_needs_it() -> None:
    assert to_csv(["甲"], [['x,"y"'], ["行"]]) == '甲\n"x,""y"""\n行\n'
