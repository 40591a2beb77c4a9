"""Finding in the report and copying from it: marks and selections on exactly the right cells."""

from __future__ import annotations

import pytest
from textual.geometry import Offset
from textual.selection import Selection

from tests.tui.reader.reading_page import ReaderApp, report, row_with, rows, section
from vibe_tui.cells import cell_width
from vibe_tui.fold import Term
from vibe_tui.render.place import Fold
from vibe_tui.tui.reader.view import ReaderView

LINE = "甲乙，风险 risk"


def _marked(view: ReaderView) -> list[str]:
    """The marked text of each row on screen."""
    shades = view._book.shades
    grounds = {shades.mark.bgcolor, shades.current.bgcolor}
    found = []
    for y in range(view.size.height):
        text = "".join(
            piece.text
            for piece in view.render_line(y)
            if piece.style and piece.style.bgcolor in grounds
        )
        if text:
            found.append(text)
    return found


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [
        ("本文用结构化数据做精准检索，净利率24.9%。", 80, ["准检"]),
        ("本文用结构化数据做精准检索，净利率24.9%。", 26, ["准", "检"]),
        ("做**精准**检索", 80, ["准检"]),
        ("做精*准检*索", 80, ["准检"]),
        ("| 甲 | 乙 |\n| --- | --- |\n| 精准检索 | 无 |", 80, ["准检"]),
        ("- 一\n- 精准检索\n", 80, ["准检"]),
        ("> 精准检索", 80, ["准检"]),
    ],
    ids=["inside", "line-end", "bold-edge", "italic", "cell", "list", "quote"],
)
async def test_a_match_is_marked_wherever_it_stands(
    text: str, width: int, expected: list[str]
) -> None:
    app = ReaderApp((section("一", text),))
    async with app.run_test(size=(width, 20)) as pilot:
        view = app.view
        assert view.page is not None
        view.set_marks(view.page.document.find([Term("准检")]))
        await pilot.pause()
        assert _marked(view) == expected


async def test_folded_sections_with_a_match_open_and_n_goes_round() -> None:
    app = ReaderApp(report(5))
    async with app.run_test(size=(80, 24)) as pilot:
        view = app.view
        view.toggle_all()
        assert view.page is not None
        view.set_marks(view.page.document.find([Term("小节2的话")]))
        await pilot.pause()
        assert view.folds[2] is Fold.OPEN
        assert view.folds[0] is Fold.FOLDED
        assert _marked(view) == ["小节2的话"]
        view.next_mark(1)
        await pilot.pause()
        told = [e for e in app.said if isinstance(e, ReaderView.MarkChanged)]
        assert (told[-1].current, told[-1].total) == (1, 1)
        view.set_marks(())
        await pilot.pause()
        assert not _marked(view)


async def test_going_through_matches_shows_each() -> None:
    app = ReaderApp(report(8))
    async with app.run_test(size=(80, 24)) as pilot:
        view = app.view
        assert view.page is not None
        matches = view.page.document.find([Term("risk")])
        view.set_marks(matches)
        for index in range(40):
            await pilot.pause()
            here = view._marks.here()
            assert here == matches[index]
            row = view.page.row_of(here.place) - view.scroll_offset.y
            assert 0 <= row < view.size.height
            assert "risk" in rows(view)[row]
            view.next_mark(1)
        view.set_marks(matches, matches[0].place)
        view.next_mark(-1)
        await pilot.pause()
        assert view._marks.current == len(matches) - 1


async def test_finding_starts_from_the_section_being_read() -> None:
    app = ReaderApp(report(8))
    async with app.run_test(size=(80, 24)) as pilot:
        view = app.view
        view.go_to_section(5)
        await pilot.pause()
        assert view.page is not None
        view.set_marks(view.page.document.find([Term("重点")]))
        await pilot.pause()
        here = view._marks.here()
        assert here is not None
        assert here.section == 5


async def _drag(app: ReaderApp, first: str, last: str, *, right_halves: bool) -> str:
    """Drag over `LINE` from the cell of `first` to the cell of `last`."""
    async with app.run_test(size=(60, 12)) as pilot:
        view = app.view
        y = row_with(view, "甲乙")
        row = rows(view)[y]
        left = len(row) - len(row.lstrip(" ▎"))
        start = left + cell_width(LINE[: LINE.index(first)]) + right_halves
        end = left + cell_width(LINE[: LINE.index(last)]) + right_halves
        await pilot.mouse_down(ReaderView, offset=(start, y))
        await pilot.hover(ReaderView, offset=(end, y))
        await pilot.mouse_up(ReaderView, offset=(end, y))
        await pilot.pause()
        return view.selected_text()


@pytest.mark.parametrize("right_halves", [False, True], ids=["left", "right"])
@pytest.mark.parametrize(
    ("first", "last", "expected"),
    [("风", "险", "风险"), ("甲", "，", "甲乙，"), ("险", "风", "风险")],
)
async def test_a_drag_copies_exactly_what_it_covers(
    first: str, last: str, expected: str, right_halves: bool
) -> None:
    app = ReaderApp((section("一", LINE),))
    assert await _drag(app, first, last, right_halves=right_halves) == expected


async def test_a_selection_over_lines_gives_the_text_as_written() -> None:
    text = "第一句话在这里说完。Latin words are here as well，第二句话接着说下去。"
    app = ReaderApp((section("一", f"{text}\n\n后面的段落。"),))
    async with app.run_test(size=(34, 20)) as pilot:
        view = app.view
        y = row_with(view, "第一句")
        last = row_with(view, "后面的段落")
        app.screen.selections = {view: Selection(Offset(0, y), Offset(34, last))}
        await pilot.pause()
        assert view.selected_text() == f"{text}\n后面的段落。"
        app.screen.clear_selection()
        await pilot.pause()
        assert view.selected_text() == ""


async def test_cells_of_a_table_are_copied_with_tabs() -> None:
    app = ReaderApp((section("一", "| 甲 | 乙 |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |"),))
    async with app.run_test(size=(60, 20)) as pilot:
        view = app.view
        app.screen.selections = {view: Selection(Offset(0, row_with(view, "1")), None)}
        await pilot.pause()
        assert view.selected_text() == "1\t2\n3\t4"


async def test_a_selection_keeps_its_text_when_rows_move_and_goes_with_the_page() -> None:
    app = ReaderApp(report(20))
    async with app.run_test(size=(80, 24)) as pilot:
        view = app.view
        view.go_to_section(15)
        await pilot.pause()
        top = view.scroll_offset.y
        app.screen.selections = {view: Selection(Offset(0, top + 3), Offset(40, top + 3))}
        before = view.selected_text()
        view.scroll_lines(-40)
        await pilot.pause()
        assert view.selected_text() == before
        await pilot.resize_terminal(60, 24)
        await pilot.pause()
        assert not app.screen.selections


async def test_sections_opened_for_a_match_fold_again() -> None:
    app = ReaderApp(report(6))
    async with app.run_test(size=(80, 24)) as pilot:
        view = app.view
        view.toggle_all()
        folded = view.folds
        assert view.page is not None
        view.set_marks(view.page.document.find([Term("第1章")]))
        view.set_marks(view.page.document.find([Term("第3章")]))
        await pilot.pause()
        assert [at for at, fold in enumerate(view.folds) if fold is Fold.OPEN] == [3]
        view.go_to_section(4)
        await pilot.pause()
        view.set_marks(())
        assert view.folds == folded


async def test_the_section_being_read_stays_open_when_marks_go() -> None:
    app = ReaderApp(report(6))
    async with app.run_test(size=(80, 24)) as pilot:
        view = app.view
        view.toggle_all()
        assert view.page is not None
        view.set_marks(view.page.document.find([Term("第3章")]))
        await pilot.pause()
        view.set_marks(())
        assert [at for at, fold in enumerate(view.folds) if fold is Fold.OPEN] == [3]
