"""Chunks: all of a section's text, in pieces that none is too long to lay out at once."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.render.soup import SOUP
from vibe_tui.cells import cell_width
from vibe_tui.library.split import split
from vibe_tui.render.blocks import Code, ListBlock, Table, plain_of
from vibe_tui.render.chunks import BRACKETS, LONGEST, PIECE, ROWS, TABLE, TARGET, chunks_of
from vibe_tui.render.document import Document
from vibe_tui.render.page import Page
from vibe_tui.render.parse import parse_blocks


def squeezed(text: str) -> str:
    return "".join(text.split())


@given(st.lists(SOUP, min_size=1, max_size=60).map("\n\n".join))
def test_chunks_say_what_the_whole_says(text: str) -> None:
    doc = Document(split("# 题\n\n" + text))
    for number, section in enumerate(doc.flat):
        whole = "".join(plain_of(block) for block in parse_blocks(section.text, doc.references))
        chunks = range(len(doc.chunks(number)))
        units = [unit for chunk in chunks for unit in doc.units(number, chunk)]
        assert squeezed("".join(plain_of(unit.block) for unit in units)) == squeezed(whole)


@given(st.lists(SOUP, min_size=1, max_size=60).map("\n\n".join))
def test_chunks_know_their_lines(text: str) -> None:
    lines = text.split("\n")
    for chunk in chunks_of(text):
        count = chunk.source.count("\n") + 1
        assert "\n".join(lines[chunk.first : chunk.first + count]) == chunk.source


def test_paragraphs_make_chunks_of_about_the_same_size() -> None:
    chunks = chunks_of("\n\n".join(["一段话。" * 40] * 100))
    assert len(chunks) > 5
    assert all(len(chunk.source) <= TARGET for chunk in chunks)


def test_a_long_table_is_cut_between_rows_under_its_header() -> None:
    rows = "".join(f"| {number} | 值 |\n" for number in range(3 * ROWS))
    chunks = chunks_of(f"前文。\n\n| 序 | 值 |\n|---|---|\n{rows}\n后文。")
    tables = [
        block
        for chunk in chunks
        for block in parse_blocks(chunk.source)
        if isinstance(block, Table)
    ]
    assert len(tables) == 3
    assert all(plain_of(table).startswith("序\t值\n") for table in tables)
    numbers = [row[0][0].text for table in tables for row in table.rows]
    assert numbers == [str(number) for number in range(3 * ROWS)]


def test_the_longer_the_rows_of_a_table_the_fewer_are_laid_out_together() -> None:
    row = "|" + " 十二个汉字的一格内容 |" * 12 + "\n"
    chunks = chunks_of("|甲" * 12 + "|\n" + "|-" * 12 + "|\n" + row * 300)
    assert len(chunks) == 3
    assert all(len(chunk.source) < 1.1 * TABLE for chunk in chunks)
    assert sum(chunk.source.count("十二") for chunk in chunks) == 12 * 300


def test_the_pieces_of_a_long_table_have_the_same_columns() -> None:
    rows = [
        f"| {number} | {'长' * (number // 100)}的说明 | {number * 7} |" for number in range(1500)
    ]
    doc = Document(split("# 题\n\n| 序 | 说明 | 值 |\n|---|---|---|\n" + "\n".join(rows)))
    assert len(doc.chunks(0)) > 2
    shown = [row.line.text for row in Page(doc, 60).all_lines()]
    bars = {tuple(at for at, cell in enumerate(_cells(line)) if cell == "│") for line in shown}
    assert len(bars - {()}) == 1
    assert any(line.startswith("1499 │") for line in shown)


def _cells(line: str) -> str:
    """The line with one character for each cell."""
    return "".join(char + " " * (cell_width(char) - 1) for char in line)


@pytest.mark.parametrize("fence", ["```py\n{}```\n", "~~~\n{}~~~", "```\n{}", "{}"])
def test_long_code_is_cut_between_lines(fence: str) -> None:
    indent = "" if fence != "{}" else "    "
    body = "".join(f"{indent}x = {number}\n" for number in range(3 * ROWS))
    chunks = chunks_of(fence.format(body))
    blocks = [block for chunk in chunks for block in parse_blocks(chunk.source)]
    assert all(isinstance(block, Code) for block in blocks)
    lines = "\n".join(plain_of(block) for block in blocks).split("\n")
    assert [line for line in lines if line] == [f"x = {number}" for number in range(3 * ROWS)]


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("汉" * 1_000_000, id="a-line-of-a-million"),
        pytest.param("*_" * 40_000, id="emphasis"),
        pytest.param("[" * 20_000, id="brackets"),
        pytest.param("![" * 15_000, id="pictures"),
        pytest.param("[a](" * 9_000, id="links"),
        pytest.param("\n".join(">" * depth + " 字" for depth in range(1, 400)), id="quotes"),
        pytest.param("| a |\n|---|\n| " + "[" * 3_000 + " |", id="a-cell-of-brackets"),
        pytest.param("```\n" + "\tx" * 50_000 + "\n```", id="a-line-of-code"),
        pytest.param("| a |\n|---|\n| " + "字" * 50_000 + " |", id="a-row"),
        pytest.param("> " * 5_000 + "字", id="quotes-in-one-line"),
    ],
)
def test_what_is_too_long_is_shown_as_written_and_says_so(text: str) -> None:
    doc = Document(split("# 题\n\n" + text))
    chunks = doc.chunks(0)
    assert all(chunk.raw and len(chunk.source) <= PIECE for chunk in chunks)
    assert squeezed("".join(chunk.source for chunk in chunks)) == squeezed(text)
    shown = "".join(row.line.text for row in Page(doc, 60).lines(0, 6))
    assert "照原文显示" in shown
    assert "as it is written" not in shown
    english = Document(split("# 题\n\n" + text), language="en")
    shown = "".join(row.line.text for row in Page(english, 60).lines(0, 6))
    assert "as it is written" in shown
    assert "照原文显示" not in shown


def test_what_is_only_long_is_still_parsed() -> None:
    (chunk,) = chunks_of("**重点。**" * (LONGEST // 10))
    assert not chunk.raw
    (links,) = chunks_of("[a](b) " * (BRACKETS - 1))
    assert not links.raw


def test_long_lists_are_cut_between_items_and_go_on() -> None:
    text = "\n".join(f"{number}. 第 {number} 项，几个字" for number in range(1, 900))
    doc = Document(split("# 题\n\n" + text))
    assert len(doc.chunks(0)) > 1
    lines = [row.line.text for row in Page(doc, 40).all_lines()][3:]
    assert len(lines) == 899
    assert [line.split(".")[0].strip() for line in lines] == [str(n) for n in range(1, 900)]
    first = doc.units(0, 1)[0].block
    assert isinstance(first, ListBlock)
