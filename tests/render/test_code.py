"""Code blocks: every character kept, at any width, with or without a known language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vibe_tui.cells import cell_width
from vibe_tui.render.blocks import Code, Laid, Role
from vibe_tui.render.code import MAX_HIGHLIGHTED, lay_code
from vibe_tui.render.parse import parse_blocks

PYTHON = 'def f(x):  # 注释\n    return "字符串" + str(0.5)\n'


def shown(laid: Laid, text: str) -> str:
    """The characters that the runs show, at their places; line breaks are given."""
    out = [char if char == "\n" else "" for char in text]
    for line in laid.lines:
        for run in line.runs:
            if run.at >= 0:
                out[run.at : run.at + len(run.text)] = run.text
    return "".join(out)


@pytest.mark.parametrize("language", ["python", "", "不存在", "json"])
@pytest.mark.parametrize("width", [1, 2, 9, 20, 80])
@pytest.mark.parametrize("scroll", [False, True])
def test_nothing_of_the_source_is_lost(language: str, width: int, scroll: bool) -> None:
    laid = lay_code(Code(PYTHON, language), width, scroll=scroll)
    assert shown(laid, PYTHON) == PYTHON
    if not laid.frozen:
        assert all(line.width <= max(width, 2) for line in laid.lines)


def test_a_known_language_is_coloured() -> None:
    laid = lay_code(Code(PYTHON, "python"), 80, scroll=False)
    roles = {run.text.strip(): run.look.role for line in laid.lines for run in line.runs}
    assert roles["def"] is Role.CODE_KEYWORD
    assert roles["# 注释"] is Role.CODE_COMMENT
    assert roles["0.5"] is Role.CODE_NUMBER
    assert roles["f"] is Role.CODE_NAME


def test_tabs_reach_the_next_stop() -> None:
    (block,) = parse_blocks("```\na\tb\n\tc\n```")
    assert isinstance(block, Code)
    laid = lay_code(block, 80, scroll=False)
    assert [line.text for line in laid.lines] == ["  a   b", "      c"]


def test_long_lines_scroll_where_they_can_and_wrap_where_not() -> None:
    code = Code("甲" * 100 + "\nx")
    scrolled = lay_code(code, 40, scroll=True)
    assert len(scrolled.lines) == 2
    assert scrolled.frozen == 2
    wrapped = lay_code(code, 40, scroll=False)
    assert len(wrapped.lines) == 7
    assert not wrapped.frozen


def test_where_it_wraps_words_stay_whole() -> None:
    code = Code("return argument_one + argument_two")
    wrapped = lay_code(code, 32, scroll=False)
    assert [line.text for line in wrapped.lines] == ["  return argument_one + ", "  argument_two"]


def test_a_huge_block_is_plain() -> None:
    text = "x = 1\n" * MAX_HIGHLIGHTED
    laid = lay_code(Code(text, "python"), 80, scroll=True)
    assert {run.look.role for line in laid.lines for run in line.runs} <= {Role.CODE, Role.TEXT}
    assert len(laid.lines) == MAX_HIGHLIGHTED + 1


@given(
    st.text(st.sampled_from("ab \n\"'#数👍🏽\u0301（"), max_size=60),
    st.sampled_from(["python", "bash", ""]),
    st.integers(1, 30),
    st.booleans(),
)
def test_any_text_comes_back(text: str, language: str, width: int, scroll: bool) -> None:
    laid = lay_code(Code(text, language), width, scroll=scroll)
    assert shown(laid, text) == text
    if not laid.frozen:
        assert all(line.width <= max(width, 2) for line in laid.lines)


@pytest.mark.parametrize("text", ["x👩\u200d🔬汉", "a \u200d|", "甲\u0301 = 1", "🇨🇳"])
def test_no_cluster_is_taken_apart_by_its_colours(text: str) -> None:
    (line,) = lay_code(Code(text, "python"), 80, scroll=False).lines
    assert line.width == cell_width(line.text)
