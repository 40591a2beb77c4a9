"""The window on a page: moving by exact rows, whatever was laid out before."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tui.reader.reading_page import report
from vibe_tui.render.document import Document
from vibe_tui.render.page import Page
from vibe_tui.render.place import Fold
from vibe_tui.tui.reader.viewport import Viewport

SECTIONS = report(15)
OPEN = [Fold.OPEN] * sum(1 for section in SECTIONS for _ in section.walk())
ROWS = [line.line.text for line in Page(Document(SECTIONS), 60, OPEN).all_lines()]
STEPS = st.integers(-50, 50)


def _viewport(width: int = 60, height: int = 12) -> Viewport:
    view = Viewport(Page(Document(SECTIONS), width, OPEN), height)
    view.start(None)
    return view


def _texts(view: Viewport) -> list[str]:
    return [row.line.text for row in view.rows]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 15), st.lists(STEPS, max_size=12))
def test_steps_add_up_from_anywhere(section: int, steps: list[int]) -> None:
    view = _viewport()
    view.move_to(view.page.section_row(section))
    view.look_around()
    start = _find(_texts(view))
    for step in steps:
        view.move_by(step)
        expected = max(0, min(start + step, len(ROWS) - view.height))
        if 0 <= start + step <= len(ROWS) - 2 * view.height:
            assert _texts(view) == ROWS[expected : expected + view.height]
            start = expected
        else:
            start = _find(_texts(view))


def _find(texts: list[str]) -> int:
    """Where these rows stand among all rows; their words are unlike any others'."""
    return next(at for at in range(len(ROWS)) if ROWS[at : at + len(texts)] == texts)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 200), st.lists(st.integers(20, 120), min_size=1, max_size=4))
def test_other_widths_and_back_change_nothing(row: int, widths: list[int]) -> None:
    view = _viewport()
    view.move_to(row)
    view.look_around()
    view.move_to(view.top)
    before, place = _texts(view), view.place
    for width in widths:
        view.change_page(Page(view.page.document, width, OPEN), 12)
        shown = next(line for line in view.rows if line.block is not None)
        assert shown.block == place.block or view.top == 0 or view.at_end
    view.change_page(Page(view.page.document, 60, OPEN), 12)
    assert _texts(view) == before
    assert view.place == place


def test_the_end_is_the_end() -> None:
    view = _viewport()
    view.move_to_end()
    assert view.at_end
    assert _texts(view) == ROWS[-12:]
    view.move_by(5)
    assert _texts(view) == ROWS[-12:]


def test_a_page_shorter_than_the_screen() -> None:
    view = _viewport(height=5000)
    view.look_around()
    view.move_to_end()
    assert view.top == 0
    assert view.at_end
    assert _texts(view) == ROWS
    assert view.row(len(ROWS)) is None


def test_whole_blocks_are_told_from_cut_ones() -> None:
    view = _viewport(height=7)
    spans = list(view.spans())
    assert [(span.start, span.end, span.whole) for span in spans] == [
        (0, 2, True),
        (3, 5, True),
        (6, 7, False),
    ]
    view.move_by(1)
    first = view.first_whole()
    assert first is not None
    assert first.start == 2


def test_what_is_near_is_laid_out_again_after_half_a_screen() -> None:
    view = _viewport()
    assert view.at_edge
    view.move_to(60)
    view.look_around()
    assert not view.at_edge
    view.move_by(6)
    assert not view.at_edge
    view.move_by(1)
    assert view.at_edge
    view.look_around()
    assert not view.at_edge
    view.move_by(-7)
    assert view.at_edge
    view.look_around()
    view.change_page(Page(view.page.document, 40, OPEN), 12)
    assert view.at_edge


def test_what_is_shown_for_now_is_not_what_is_read() -> None:
    view = _viewport()
    view.move_to(60)
    before, place = _texts(view), view.place
    view.peek(5)
    assert view.is_away
    assert view.place == place != view.top_place
    there = _texts(view)
    view.change_page(Page(view.page.document, 40, OPEN), 12)
    view.change_page(Page(view.page.document, 60, OPEN), 12)
    assert _texts(view) == there
    view.come_back()
    assert not view.is_away
    assert _texts(view) == before
    view.peek(5)
    view.move_by(1)
    assert not view.is_away
    assert view.place == view.top_place != place


def test_the_header_of_a_table_stands_over_it_only_where_it_began_above() -> None:
    view = _viewport()
    view.move_to(view.page.section_row(len(OPEN) - 1))
    view.look_around()
    view.move_by(next(y for y, row in enumerate(view.rows) if row.head and not row.offset))
    rows = view.rows[0].head
    assert rows
    assert not view.head
    view.move_by(rows + 1)
    assert [row.offset for row in view.head] == list(range(rows))
