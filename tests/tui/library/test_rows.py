"""A row of the list: cut by cells, aligned, literal (CJK-07/09/10, SEC-01/02/05)."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.style import Style

from vibe_tui.cells import cell_width
from vibe_tui.model.report import Report
from vibe_tui.render.titles import shown_date
from vibe_tui.text import Language
from vibe_tui.tui.library.rows import (
    RowLook,
    RowMark,
    RowStyles,
    group_strips,
    minutes,
    report_strips,
)

TODAY = dt.date(2026, 7, 24)
STYLES = RowStyles(*[Style()] * 6)
TOPICS = {"agents": "智能体与多智能体", "evaluation": "评测与基准"}


def report(
    title: str = "甲", *, day: dt.date = TODAY, column: str = "", chars: int = 4000
) -> Report:
    return Report(
        id="a",
        title=title,
        file="/a.md",
        date=day.isoformat(),
        column=column,
        chars=chars,
        topics=("agents", "evaluation"),
    )


def draw(
    one: Report,
    width: int = 40,
    mark: RowMark | None = None,
    *,
    ascii_only: bool = False,
    language: Language = "zh",
) -> tuple[str, str]:
    look = RowLook(width, False, False, TODAY, language, ascii_only)
    first, second = report_strips(one, mark or RowMark(), look, STYLES, TOPICS, one.column)
    assert first.cell_length == second.cell_length == width
    return first.text, second.text


def test_a_formula_in_a_title_is_drawn() -> None:
    first, _ = draw(report(r"$\varphi$-DPO 与 $x_1$，$5"))
    assert "φ-DPO 与 x₁，$5 " in first


AWKWARD = [
    "全" * 60,
    "📈🇨🇳 周报",
    "⚠️ 风险 1️⃣ 👩‍🔬",
    "\u200d报告",
    "\ufe0f",
    "\u0301甲",
    "\x00甲",
    "[/年报/2024] 数据",
    "[@click=app.quit]甲[/]",
    "年报\x1b]8;;https://evil.example\x07点此",
    "\r假行\n第二行\t",
    "\u202e反",
    "",
]


@pytest.mark.parametrize("width", [1, 2, 5, 10, 20, 31, 40, 80])
@pytest.mark.parametrize("title", AWKWARD, ids=[ascii(title)[:24] for title in AWKWARD])
def test_a_row_is_as_wide_as_asked_and_harmless(title: str, width: int) -> None:
    for line in draw(report(title, column="硅基写手"), width, RowMark(True, True, 40)):
        assert cell_width(line) == width
        assert not any(ord(char) < 32 or 0x7F <= ord(char) < 0xA0 for char in line)
        assert "\u202e" not in line


@pytest.mark.parametrize(
    ("title", "shown"),
    [("⚠️ 风险 1️⃣", "⚠ 风险 1⃣"), ("👍🏽 好", "👍 好"), ("❤️‍🔥 热", "❤‍🔥 热"), ("👩‍⚕️ 医", "👩‍⚕ 医")],
)
def test_a_row_is_as_wide_in_tmux_as_elsewhere(title: str, shown: str) -> None:
    first, second = draw(report(title, column=title), 80)
    assert shown in first
    assert shown in second
    look = RowLook(40, True, True, TODAY, "zh")
    assert shown in group_strips(title, 1, True, look, STYLES)[1].text


@given(st.text(max_size=60), st.integers(min_value=1, max_value=60))
def test_any_title_fits_its_row(title: str, width: int) -> None:
    draw(report(title), width)


def test_a_long_title_is_cut_on_a_whole_character() -> None:
    first, _ = draw(report("全" * 60), 31)
    assert first.rstrip().endswith("全…")


@pytest.mark.parametrize("title", ["[/年报/2024] 数据", "[重要]", "[red]红[/red]", "[[a b] c]"])
def test_brackets_are_words(title: str) -> None:
    assert title in draw(report(title))[0]


def test_dates_stand_in_one_column_whatever_the_title() -> None:
    columns = {draw(report(title))[1].index("07-24") for title in AWKWARD}
    assert columns == {3}


def test_the_signs_of_a_row() -> None:
    first, second = draw(report(), mark=RowMark(unread=True, starred=True, progress=43))
    assert first.startswith(" ● 甲")
    assert first.rstrip().endswith("★")
    assert second.rstrip().endswith("43% · 10 分")
    assert "智能体与多" in second


def test_a_read_row_has_no_sign_and_a_finished_one_no_progress() -> None:
    first, second = draw(report(), mark=RowMark(unread=False, progress=100))
    assert first.startswith("   甲")
    assert "%" not in second


def test_ascii_only_signs_where_the_terminal_draws_others_wide() -> None:
    first, _ = draw(report(), mark=RowMark(True, True), ascii_only=True)
    assert first.startswith(" * 甲")
    assert first.rstrip().endswith("+")


def test_the_year_is_shown_where_it_is_not_this_one() -> None:
    assert shown_date("2026-01-02", TODAY) == "01-02"
    assert shown_date("2025-01-02", TODAY) == "2025-01-02"
    assert shown_date("2026-01", TODAY) == "2026-01"
    assert shown_date("", TODAY) == "—"


def test_reading_takes_a_minute_at_least() -> None:
    assert minutes(report(chars=0)) == 1
    assert minutes(report(chars=8000)) == 20


@pytest.mark.parametrize("width", [1, 3, 8, 20, 44])
def test_a_group_is_as_wide_as_asked(width: int) -> None:
    look = RowLook(width, True, True, TODAY, "zh")
    for strip in group_strips("今天", 12345, True, look, STYLES):
        assert strip.cell_length == width
        assert cell_width(strip.text) == width


def test_topics_come_before_the_badge_and_only_as_far_as_they_are_whole() -> None:
    one = replace(report("题", column="硅基写手"), topics=("agents", "evaluation"))
    lines = [draw(one, width)[1].split("  ") for width in (80, 42, 34)]
    names = [TOPICS["agents"], TOPICS["evaluation"], "硅基写手"]
    assert " · ".join(names) in [part.strip() for part in lines[0]]
    for parts in lines:
        words = next(part.strip() for part in parts if part.strip().startswith(names[0][:2]))
        assert words in (" · ".join(names[:count]) for count in (1, 2, 3))
