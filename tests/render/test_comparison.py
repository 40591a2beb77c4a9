"""A comparison as a document: what stands beside what, and which report an offset is in."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from vibe_tui.fold import Term
from vibe_tui.model.section import Section, SectionKind
from vibe_tui.render.blocks import PLAIN, Atom, Block, Columns, Heading, Paragraph, Table
from vibe_tui.render.comparison import (
    BAND,
    LONGEST,
    Aspect,
    ComparisonDocument,
    KeptBlock,
    Side,
    bands_of,
)
from vibe_tui.render.digest import Kept
from vibe_tui.render.document import Document
from vibe_tui.render.page import Page
from vibe_tui.render.place import BlockId, Fold, Place
from vibe_tui.render.plain import to_text


def side(name: str, *sections: tuple[str, str]) -> Side:
    made = [Section(heading, 1, SectionKind.OTHER, text) for heading, text in sections]
    return Side((Atom(name, PLAIN),), Document(made))


def whole(one: Side, untitled: tuple[int, ...] = ()) -> Kept:
    assert one.document is not None
    return Kept(one.document, [Fold.OPEN] * len(one.document.flat), frozenset(untitled))


def facts(count: int) -> Table:
    header = tuple([(Atom(str(number), PLAIN),) for number in range(count + 1)])
    return Table(header, (header,), ())


def comparison(
    *sides: Side, kept: tuple[Kept | None, ...] = (), count: int = 0
) -> ComparisonDocument:
    aspect = Aspect("方面", kept or tuple([whole(one) for one in sides]))
    return ComparisonDocument(sides, facts(len(sides)), [aspect], count=count)


def text(document: Document, width: int) -> str:
    return "\n".join(to_text(Page(document, width)))


LONG = "\n\n".join(f"第{number}段，" + "信用分配。" * 12 for number in range(120))


def test_texts_stand_beside_each_other_under_their_titles() -> None:
    shown = text(comparison(side("甲", ("一", "左")), side("乙", ("二", "右"))), 83)
    assert "甲" + " " * 39 + "│ 乙" in shown
    assert "一" + " " * 39 + "│ 二" in shown
    assert "左" + " " * 39 + "│ 右" in shown


def test_what_is_not_there_is_said() -> None:
    left = side("甲", ("一", "左"))
    gone = Side((Atom("乙", PLAIN),), None, "读不出")
    other = side("丙", ("三", "话"))
    shown = text(comparison(left, gone, other, kept=(whole(left), None, None)), 200)
    assert "读不出" in shown
    assert "没有这一部分" in shown
    assert "话" not in shown


def test_one_below_the_other_report_after_report() -> None:
    shown = text(comparison(side("甲", ("一", LONG)), side("乙", ("二", LONG)), count=1), 40)
    assert shown.rindex("第119段", 0, shown.rindex("乙")) < shown.rindex("乙")
    assert shown.count("第119段") == 2
    assert shown.count("第0段") == 2


def test_headings_of_nothing_and_those_that_repeat_the_aspect_are_left_out() -> None:
    one = side("甲", ("空", ""), ("方面", "话"), ("末", ""))
    shown = text(comparison(one, kept=(whole(one, (1,)),)), 60)
    assert "空" not in shown
    assert "末" not in shown
    assert shown.count("方面") == 1


def test_bands_are_of_bounded_height_and_lose_nothing() -> None:
    document = comparison(side("甲", ("一", LONG)), side("乙", ("二", "短")))
    bands = document.chunks(1)
    assert len(bands) > 3
    shown = text(document, 83)
    assert [shown.count(f"第{number}段") for number in range(120)] == [1] * 120
    page = Page(document, 83)
    list(page.all_lines())
    for number in range(len(bands)):
        block = document.units(1, number)[0].block
        assert isinstance(block, Columns)
        rows = [line for line in page.all_lines() if line.block == BlockId(1, number, 0)]
        assert len(rows) < 2 * BAND


def test_a_heading_stays_with_what_it_stands_over() -> None:
    sections = [(f"题{number}", "话，" * 40) for number in range(60)]
    document = comparison(side("甲", *sections))
    for number in range(len(document.chunks(1))):
        block = document.units(1, number)[0].block
        assert isinstance(block, Columns)
        assert type(block.stacks[0][-1]).__name__ == "Paragraph"


def test_what_is_very_long_is_cut_and_says_so() -> None:
    endless = "\n\n".join(["一段话，" * 100] * 2000)
    document = comparison(side("甲", ("一", endless)), side("乙", ("二", "短")))
    shown = text(document, 83)
    assert shown.count("这一部分很长") == 1
    assert sum(shown.count(char) for char in "一段话") < LONGEST


def test_an_offset_names_the_report_and_the_place_in_it() -> None:
    document = comparison(side("甲", ("一", "左一\n\n左二")), side("乙", ("二", "右一\n\n右二")))
    block = BlockId(1, 0, 0)
    plain = document.plain(block)
    for words, where in (("左一", (0, 0)), ("左二", (0, 1)), ("右一", (1, 0)), ("右二", (1, 1))):
        spot = document.spot(block, plain.index(words) + 1)
        assert spot is not None
        assert (spot.side, spot.place.unit, spot.place.at) == (*where, 1)
    assert document.offset_of(block, 1) == plain.index("二", plain.index("左二") + 2)
    assert document.spot(BlockId(0, 0, 0), 0) is None
    assert document.first_spot(1, 1).place.section == 0
    assert document.place_for(0, 1) is None


def test_what_is_found_can_be_told_to_which_report_it_belongs() -> None:
    document = comparison(
        side("甲", ("一", "词")), side("乙", ("二", "无")), side("丙", ("三", "词"))
    )
    spots = [document.spot(match.block, match.start) for match in document.find([Term("词")])]
    assert [spot.side for spot in spots if spot] == [0, 2]


@settings(max_examples=40)
@given(st.lists(st.integers(1, 40), min_size=1, max_size=5), st.integers(1, 5), st.integers(1, 5))
def test_a_place_is_the_same_with_another_number_of_columns(
    sizes: list[int], before: int, after: int
) -> None:
    sides = [
        side(str(number), ("题", "\n\n".join(f"段{at}" * 30 for at in range(size))))
        for number, size in enumerate(sizes)
    ]
    document = comparison(*sides, count=before)
    other = document.with_count(after)
    for chunk in range(len(document.chunks(1))):
        block = BlockId(1, chunk, 0)
        plain = document.plain(block)
        for at in range(0, len(plain), 61):
            moved = document.moved(Place(*block, at), other)
            assert other.spot(moved.block, moved.at) == document.spot(block, at)


def test_as_many_columns_as_there_are_is_the_same_comparison() -> None:
    document = comparison(side("甲", ("题", "文")), side("乙", ("题", "文")), count=2)
    assert document.with_count(2) is document


def test_a_heading_that_moves_on_takes_no_room_where_it_stood() -> None:
    heading = Heading(2, (Atom("题", PLAIN),))
    text = Paragraph((Atom("文", PLAIN),))
    rows: list[tuple[Block, int]] = [
        (text, BAND - 1),
        (heading, 2),
        (text, BAND - 3),
        (text, 1),
        (text, 1),
        (text, 1),
    ]
    side = [KeptBlock(Place(0, 0, 0, 0), block, count) for block, count in rows]
    assert [len(band.stacks[0]) for band in bands_of([side], 1)] == [1, 4, 1]
