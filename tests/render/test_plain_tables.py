"""Tables written out for other programs."""

from __future__ import annotations

import csv
import io

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


@pytest.mark.parametrize(
    "cell",
    [
        '=HYPERLINK("https://evil.example","x")',
        " =1+1",
        "\t=1",
        "@SUM(1)",
        "+cmd|' /C calc'!A0",
        "-2+3+cmd|' /C calc'!A0",
        '＝HYPERLINK("x")',
        "+WEBSERVICE(1)",
    ],
)
def test_a_cell_that_a_spreadsheet_would_run_is_text_in_csv(cell: str) -> None:
    ((shown,),) = csv.reader(io.StringIO(to_csv([cell], [])))
    assert shown == f"'{cell}"


@pytest.mark.parametrize("cell", ["-0.5", "+3.2%", "-", "- (无)", "a=b", "−1", "-1.2 ± 0.3", "+甲"])
def test_a_number_or_word_is_as_it_stands_in_csv(cell: str) -> None:
    ((shown,),) = csv.reader(io.StringIO(to_csv([cell], [])))
    assert shown == cell
