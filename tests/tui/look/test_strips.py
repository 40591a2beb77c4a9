"""Lines become strips: marks, sideways windows, selection and offsets by cell."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.style import Style
from textual.strip import Strip

from vibe_tui.cells import cell_width
from vibe_tui.render.blocks import Line, Look, Role, Run
from vibe_tui.tui.look.strips import (
    StyleBook,
    Tint,
    addressed,
    draw,
    hint_strip,
    overlay,
    select,
    span_in_cells,
    window,
)
from vibe_tui.tui.look.themes import PAPER_DARK, shipped_themes

BOOK = StyleBook(
    {
        **shipped_themes()[PAPER_DARK].to_color_system().generate(),
        **shipped_themes()[PAPER_DARK].variables,
    }
)
BOLD = Look(bold=True)


def _line(*texts: str) -> Line:
    """Runs of alternating look that follow each other in the block's text."""
    runs, at = [], 0
    for index, text in enumerate(texts):
        runs.append(Run(text, BOLD if index % 2 else Look(), at))
        at += len(text)
    return Line(tuple(runs))


def _marked(strip: Strip) -> str:
    shades = BOOK.shades
    grounds = {shades.mark.bgcolor, shades.current.bgcolor}
    return "".join(
        segment.text for segment in strip if segment.style and segment.style.bgcolor in grounds
    )


@pytest.mark.parametrize(
    ("line", "marks", "expected"),
    [
        (_line("做精准检索，净利率"), [Tint(2, 4)], "准检"),
        (_line("做精", "准检", "索"), [Tint(1, 4)], "精准检"),
        (_line("甲乙丙丁"), [Tint(0, 1), Tint(3, 4)], "甲丁"),
        (Line((Run("后半", Look(), 10),)), [Tint(5, 11)], "后"),
        (Line((Run("│ ", Look(Role.BORDER)), Run("值", Look(), 3))), [Tint(0, 9)], "值"),
        (_line("甲乙"), [Tint(7, 9)], ""),
    ],
    ids=["inside", "across-bold", "two", "from-line-before", "not-decoration", "elsewhere"],
)
def test_marks_stand_on_the_right_cells(line: Line, marks: list[Tint], expected: str) -> None:
    strip = draw(line, BOOK, marks)
    assert _marked(strip) == expected
    assert strip.text == line.text


def test_the_current_match_is_told_apart() -> None:
    strip = draw(_line("甲乙"), BOOK, [Tint(0, 1), Tint(1, 2, current=True)])
    first, second = list(strip)
    assert first.style != second.style


def test_text_is_never_markup() -> None:
    text = "[red]红[/red] [@click=app.quit]x[/] [/"
    strip = draw(_line(text), BOOK)
    assert strip.text == text
    assert not any(segment.style and segment.style.meta for segment in strip)


@pytest.mark.parametrize(
    ("frozen", "x", "width", "expected"),
    [
        (0, 0, 20, "一二三四五六"),
        (4, 0, 8, "一二三四"),
        (4, 4, 8, "一二五六"),
        (0, 2, 6, "二三四"),
        (9, 0, 4, "一二"),
    ],
    ids=["fits", "start", "moved", "nothing-frozen", "frozen-too-wide"],
)
def test_a_wide_line_moves_under_its_frozen_cells(
    frozen: int, x: int, width: int, expected: str
) -> None:
    assert window(draw(_line("一二三四五六"), BOOK), frozen, x, width).text == expected


def test_a_letter_is_drawn_over_a_cell() -> None:
    assert overlay(draw(_line("一二三"), BOOK), 2, "as", Style()).text == "一as三"


def test_a_selection_keeps_the_text() -> None:
    strip = select(draw(_line("甲乙丙"), BOOK), 2, 4, BOOK.shades.selection)
    assert strip.text == "甲乙丙"
    assert [segment.text for segment in strip if segment.style and segment.style.bgcolor] == ["乙"]


@given(st.text("ab 甲乙，。e\u0301👩\u200d🔬", max_size=20))
def test_offsets_count_cells(text: str) -> None:
    strip = addressed(draw(_line(text), BOOK), 7)
    x = 0
    for segment in strip:
        assert segment.style is not None
        assert segment.style.meta["offset"] == (x, 7)
        x += segment.cell_length
    assert strip.text == text


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        (0, 4, "甲乙"),
        (6, 10, "风险"),
        (7, 9, "风险"),
        (11, 15, "risk"),
        (5, 7, "，风"),
        (40, 50, ""),
    ],
)
def test_cells_give_characters(start: int, end: int, expected: str) -> None:
    line = _line("甲乙，", "风险", " risk")
    text = line.text
    spans = span_in_cells(line.runs, start, end)
    assert "".join(text[first:last] for first, last in spans) == expected


@given(st.text("ab 甲乙，。", max_size=20), st.integers(0, 40), st.integers(0, 40))
def test_every_selected_character_has_a_selected_cell(text: str, start: int, length: int) -> None:
    line = _line(text[:5], text[5:])
    taken = "".join(
        text[first:last] for first, last in span_in_cells(line.runs, start, start + length)
    )
    expected, x = "", 0
    for char in text:
        if x < start + length and x + cell_width(char) > start:
            expected += char
        x += cell_width(char)
    assert taken == expected


HINTS = [("enter", "打开"), ("s", "执行摘要"), ("?", "帮助"), ("q", "退出")]


@pytest.mark.parametrize(
    ("width", "shown"),
    [
        (60, "enter 打开  s 执行摘要  ? 帮助  q 退出"),
        (32, "enter 打开  s 执行摘要  ? 帮助"),
        (31, "enter 打开  ? 帮助"),
        (12, "? 帮助"),
        (3, ""),
    ],
)
def test_hints_that_find_no_room_are_left_out_help_last(width: int, shown: str) -> None:
    strip = hint_strip(HINTS, width, BOOK.shades, Style(), always="?")
    assert strip.text.strip() == shown
    assert strip.cell_length == width


def test_hints_leave_room_for_what_goes_on() -> None:
    strip = hint_strip(HINTS, 40, BOOK.shades, Style(), 20)
    assert strip.text.strip() == "enter 打开"
    assert strip.cell_length == 20
