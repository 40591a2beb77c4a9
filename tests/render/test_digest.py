"""Many reports as one document: read when seen, traced back to where they stand."""

from __future__ import annotations

from functools import partial

import pytest

from vibe_tui.errors import VibeError
from vibe_tui.fold import Term
from vibe_tui.model.section import Section, SectionKind
from vibe_tui.render.blocks import PLAIN, Atom
from vibe_tui.render.digest import KEPT, Chapter, Closing, DigestDocument, Kept
from vibe_tui.render.document import Document
from vibe_tui.render.page import Page
from vibe_tui.render.place import HEADING, BlockId, Fold, Place
from vibe_tui.text import Text

TABLE = "前文。\n\n| 甲 | 乙 |\n| --- | --- |\n| 1 | 2 |"


class Shelf:
    """Chapters that count how often they are read."""

    def __init__(self, count: int, table: bool = False) -> None:
        self.read: list[int] = []
        self.table = table
        self.chapters = [
            Chapter(f"报告{at} [b]x[/b]", "2026-08-11", 100 + at, partial(self.load, at))
            for at in range(count)
        ]

    def load(self, at: int) -> Kept:
        self.read.append(at)
        text = (
            "前文。\n\n| 甲 | 乙 |\n| --- | --- |\n| 1 | 2 |" if self.table else f"只测了{at}种。"
        )
        document = Document(
            [
                Section("1. 摘要", 1, SectionKind.SUMMARY, "摘要的话。"),
                Section(
                    "2. [局限][l]", 1, SectionKind.LIMITATIONS, f"{text}\n\n[l]: #{at}", 9, (), 11
                ),
            ]
        )
        return Kept(document, [Fold.HIDDEN, Fold.TABLES if self.table else Fold.OPEN])


def rows(document: DigestDocument, top: int = 0, count: int = 40) -> list[str]:
    return [line.line.text.rstrip() for line in Page(document, 60).lines(top, count)]


def test_a_heading_line_then_what_is_kept() -> None:
    document = DigestDocument(Shelf(2).chapters)
    text = "\n".join(rows(document))
    assert "报告0 [b]x[/b]  2026-08-11\n" in text
    assert "2. 局限\n\n只测了0种。" in text
    assert "摘要" not in text


def test_only_what_is_seen_is_read() -> None:
    shelf = Shelf(1000)
    document = DigestDocument(shelf.chapters)
    page = Page(document, 60)
    page.lines(0, 30)
    assert 1 <= len(shelf.read) < 12
    page.section_row(700)
    assert 700 in shelf.read
    assert len(shelf.read) < 24


def test_a_block_leads_back_to_its_report() -> None:
    document = DigestDocument(Shelf(3).chapters)
    assert document.origin(BlockId(2, 1, 0)) == Place(1, 0, 0, 0)
    assert document.origin(BlockId(2, 0, 0)) == Place(1, HEADING, 0, 0)
    assert document.origin(BlockId(2, HEADING, 0)) == Place(1, HEADING, 0, 0)
    assert document.file_line(BlockId(2, 1, 0)) == 11
    assert document.source(BlockId(2, 1, 0)) == "只测了2种。"


def test_tables_only_keep_their_headings_and_their_place() -> None:
    document = DigestDocument(Shelf(1, table=True).chapters)
    text = "\n".join(rows(document))
    assert "前文" not in text
    assert "2. 局限" in text
    assert document.origin(BlockId(0, 1, 0)) == Place(1, 0, 1, 0)


def test_every_chapter_is_searched_and_none_of_those_is_kept() -> None:
    shelf = Shelf(30)
    document = DigestDocument(shelf.chapters)
    matches = document.find([Term("只测了7种")])
    assert [(match.section, match.block.chunk) for match in matches] == [(7, 1)]
    assert shelf.read == list(range(30))
    assert document.plain(matches[0].block) == "只测了7种。"
    assert shelf.read[30:] == [7]


def test_links_of_two_reports_do_not_mix() -> None:
    document = DigestDocument(Shelf(2).chapters)
    page = Page(document, 60)
    links = [run.look.link for row in page.lines(0, 40) for run in row.line.runs if run.look.link]
    assert links == ["#0", "#1"]


def test_what_has_nothing_is_gathered_and_said() -> None:
    lines = [(Atom(f"没有的{at}", PLAIN),) for at in range(70)]
    document = DigestDocument(Shelf(1).chapters, closing=Closing("没有“局限性”的 70 篇", lines))
    text = rows(document, 0, 200)
    assert [row for row in text if row.startswith("没有的")] == [f"没有的{at}" for at in range(70)]
    assert document.closing_line(BlockId(1, 1, 3)) == 53
    assert document.closing_line(BlockId(0, 1, 0)) == -1
    assert [match.section for match in document.find([Term("没有的69")])] == [1]


def test_a_report_that_cannot_be_read_says_so_and_harms_no_other() -> None:
    def broken() -> Kept:
        raise VibeError(Text("\x1b[2J读不了", "\x1b[2Jcannot be read"))

    def nothing() -> Kept:
        return Kept(Document([]), [])

    chapters = [Chapter("坏", "", 0, broken), Chapter("空", "", 0, nothing), *Shelf(1).chapters]
    text = "\n".join(rows(DigestDocument(chapters, empty="这篇没有")))
    assert "␛[2J读不了" in text
    assert "这篇没有" in text
    assert "只测了0种。" in text


@pytest.mark.parametrize("block", [BlockId(0, 9, 0), BlockId(0, 1, 9), BlockId(5, 0, 0)])
def test_blocks_that_are_gone_lead_to_the_top(block: BlockId) -> None:
    document = DigestDocument(Shelf(1).chapters)
    assert document.origin(block).section in (0, 1)


def test_the_chapter_read_last_is_kept() -> None:
    shelf = Shelf(KEPT + 5)
    document = DigestDocument(shelf.chapters)
    document.load(range(KEPT + 5))
    document.load([KEPT + 4])
    assert shelf.read == list(range(KEPT + 5))


def test_of_a_text_without_tables_a_lens_on_tables_keeps_the_heading() -> None:
    document = Document([Section("节", 1, SectionKind.OTHER, "没有表。")])
    assert list(Kept(document, [Fold.TABLES]).parts()) == [(0, HEADING)]
