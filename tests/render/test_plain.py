"""Pages as text: golden pages at three widths, ANSI that is safe and closed; headings and tables.

`VIBE_GOLDEN=1 pytest tests/render/test_plain.py` writes the golden pages anew, to be read in the
diff.
"""

from __future__ import annotations

import csv
import io
import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vibe_tui.cells import cell_width
from vibe_tui.clean import clean_line
from vibe_tui.library.split import split
from vibe_tui.render.blocks import Heading, Line, Look, Role, Run, plain_of
from vibe_tui.render.document import Document
from vibe_tui.render.layout import PageOptions
from vibe_tui.render.page import Page
from vibe_tui.render.parse import parse_blocks, tables_of
from vibe_tui.render.plain import (
    ansi_line,
    markdown_heading,
    markdown_table,
    to_ansi,
    to_csv,
    to_text,
)

TESTS = Path(__file__).parents[1]
STILL = PageOptions(scroll=False)


def page(width: int, text: str = "", name: str = "everything") -> Page:
    text = text or (TESTS / "corpus" / f"{name}.md").read_text("utf-8")
    return Page(Document(split(text)), width, options=STILL)


@pytest.mark.parametrize("name", ["everything", "neighbours"])
@pytest.mark.parametrize("width", [40, 80, 120])
def test_golden_page(width: int, name: str) -> None:
    path = TESTS / "golden" / f"{name}-{width}.txt"
    drawn = "\n".join(to_text(page(width, name=name))) + "\n"
    if os.environ.get("VIBE_GOLDEN"):
        path.write_text(drawn, "utf-8")
    assert drawn == path.read_text("utf-8")
    assert all(cell_width(line) <= width for line in drawn.split("\n"))


def test_ansi_says_what_text_says() -> None:
    bare = re.compile(r"\x1b\[[0-9;]*m|\x1b\]8;;[^\x1b]*\x1b\\")
    for drawn, plain in zip(to_ansi(page(80)), to_text(page(80)), strict=True):
        assert bare.sub("", drawn).rstrip() == plain
        assert drawn.count("\x1b[0m") == len(re.findall(r"\x1b\[[0-9;]*[1-9]m", drawn))


@pytest.mark.parametrize(
    ("target", "linked"),
    [
        ("https://e.example/路径 x", True),
        ("mailto:a@e.example", True),
        ("HTTPS://E.EXAMPLE", True),
        ("javascript:alert(1)", False),
        ("file:///etc/hosts", False),
        ("#fn-1", False),
        ("\tHTTPS://e.example", False),
    ],
)
def test_only_web_and_mail_links_are_hyperlinks(target: str, linked: bool) -> None:
    line = ansi_line(Line((Run("甲", Look(Role.LINK, link=target)),)))
    assert ("\x1b]8;;" in line) is linked
    assert line.isascii() or "路" not in line
    assert "\x1b]8" not in ansi_line(Line((Run("甲", Look(link=target)),)), links=False)


def test_a_link_cannot_end_its_own_escape() -> None:
    line = ansi_line(Line((Run("甲", Look(link="https://e.example/\x07\x1b]0;x")),)))
    assert line.count("\x07") == 0
    assert line.count("\x1b]") == 2


@pytest.mark.parametrize(
    "text",
    [
        "# 题\x1b]8;;https://evil.example\x07点此\x1b]8;;\x07",
        "\x1b[2J\x1b]52;c;eA==\x07 \x9b31m",
        "```\n\x1b]0;x\x07\n```",
        "| \x1b[2J | \x07 |\n|---|---|\n| \u202e | \x9b |",
        "$\\text{\x1b[2J}$ $$\x07$$",
        "[甲](https://e.example/\x1b]) ![\x1b](\x07)",
        "&#27;[2J &#x9b;",
        "<b title='\x1b'>\x1b</b>",
        "[^\x1b]: x",
        "\r假行",
    ],
)
def test_no_control_code_reaches_a_line(text: str) -> None:
    for row in page(40, text).all_lines():
        for run in row.line.runs:
            assert not re.search("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", run.text)


SIGNS = st.text(st.sampled_from("甲a1 \\`*_[]()<>&$~#!|^:;/.-（。“"), min_size=1, max_size=16)


def read(markdown: str) -> str:
    (block,) = parse_blocks(markdown)
    assert isinstance(block, Heading)
    return " ".join(plain_of(block).split())


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("[硅基写手] SLAI T-Rex：全参数", "# [硅基写手] SLAI T-Rex：全参数"),
        ("snake_case 与 C# 的 a*b", "# snake_case 与 C# 的 a*b"),
        ("**粗** 与 `码`", r"# \*\*粗\*\* 与 \`码\`"),
        ("<br> 与 &lt;", r"# \<br\> 与 \&lt;"),
        ("成本 $x$", r"# 成本 \$x\$"),
        ("C #", r"# C \#"),
        ("[a](b)", r"# \[a\](b)"),
    ],
)
def test_only_what_would_mean_something_is_escaped(words: str, written: str) -> None:
    assert markdown_heading(words, 1) == written
    assert read(written) == words


@given(st.one_of(SIGNS, st.text(min_size=1)), st.integers(1, 6))
def test_every_heading_reads_back_as_its_words(words: str, level: int) -> None:
    said = " ".join(clean_line(words).split())
    assert read(markdown_heading(words, level)) == said


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
