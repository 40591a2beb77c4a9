"""Notes as lines: each under its report, the same whether it was laid out before or not."""

from __future__ import annotations

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from vibe_tui.cells import cell_width
from vibe_tui.model.note import Anchor, Note
from vibe_tui.model.report import Report
from vibe_tui.service.notes import Noted
from vibe_tui.tui.look.line_list import ItemLine
from vibe_tui.tui.notes.screen import NoteLayout

TODAY = dt.date(2026, 8, 12)
REPORT = Report("a", "透镜实验", "/a.md", TODAY.isoformat())


def noted(number: int, quote: str = "", words: str = "") -> Noted:
    moment = "2026-08-11T10:00:00+08:00"
    note = Note(number, "k", "a", "透镜", Anchor(("方法",), quote), words, moment, moment)
    return Noted(note, REPORT)


def layout(width: int) -> NoteLayout:
    return NoteLayout(width, TODAY, "zh", ascii_only=False)


def texts(lines: list[ItemLine]) -> list[str]:
    return ["".join(run.text for run in line.line.runs) for line in lines]


def test_a_note_stands_under_its_report_with_quote_and_words() -> None:
    lines = layout(30).lines([noted(1, "信用分配", "再想想"), noted(2)])
    shown = [text.strip() for text in texts(lines)]
    assert [line.item for line in lines] == [0, 0, 0, 0, -1, 1, 1]
    assert shown[0].startswith("透镜实验")
    assert shown[1:5] == ["方法", "│ 信用分配", "再想想", ""]


def test_a_note_is_as_wide_in_tmux_as_elsewhere() -> None:
    lines = layout(30).lines([noted(1, "⚠️ 引", "👍🏽 话")])
    assert [text.strip() for text in texts(lines)][2:4] == ["│ ⚠ 引", "👍 话"]


words = st.text(alphabet="信用 a1\n", max_size=80)
notes = st.lists(st.builds(noted, st.integers(1, 5), words, words), max_size=6)


@given(st.integers(20, 60), notes)
def test_a_layout_that_was_used_before_gives_the_same_lines(
    width: int, all_notes: list[Noted]
) -> None:
    used = layout(width)
    used.lines(all_notes[::2])
    used.lines(all_notes)
    assert used.lines(all_notes[1:]) == layout(width).lines(all_notes[1:])
    assert all(cell_width(text) <= width for text in texts(used.lines(all_notes)))


def test_a_note_is_laid_out_once() -> None:
    used = layout(40)
    first = used.lines([noted(1, "信用分配", "再想想")])
    again = used.lines([noted(2), noted(1, "信用分配", "再想想")])[-len(first) :]
    assert all(before.line is now.line for before, now in zip(first, again, strict=True))


def test_what_goes_on_says_so_and_what_ends_does_not() -> None:
    whole = texts(layout(30).lines([noted(1, words="一\n二\n三\n四")]))
    assert [text.strip() for text in whole[2:]] == ["一", "二", "三", "四"]
    cut = texts(layout(30).lines([noted(1, words="一\n二\n三\n四\n五")]))
    assert [text.strip() for text in cut[2:]] == ["一", "二", "三", "四 …"]
