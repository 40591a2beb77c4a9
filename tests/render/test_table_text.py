"""Tables written out for other programs."""

from __future__ import annotations

from vibe_tui.render.table_text import to_csv, to_markdown


def test_markdown_keeps_its_columns() -> None:
    assert to_markdown(["甲", "乙"], [["`a\\|b`", "c|d"]]) == (
        "| 甲 | 乙 |\n| --- | --- |\n| `a\\|b` | c\\|d |\n"
    )


def test_csv_quotes_what_needs_it() -> None:
    assert to_csv(["甲"], [['x,"y"'], ["行"]]) == '甲\n"x,""y"""\n行\n'
