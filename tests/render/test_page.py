"""Pages: rows on demand that are the rows of the whole, places that stay, folds, links, matches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.render.soup import SOUP
from vibe_tui.fold import Term
from vibe_tui.library.split import split
from vibe_tui.render.blocks import Atom, Formula, Look, Paragraph, Role, Table, plain_of
from vibe_tui.render.document import Document
from vibe_tui.render.formula.letters import plain_letters
from vibe_tui.render.layout import PageOptions
from vibe_tui.render.page import KEPT, Page, PageLine
from vibe_tui.render.place import FRONT, BlockId, Fold, Place
from vibe_tui.sync.dump.read import read_dump

EVERYTHING = (Path(__file__).parents[1] / "corpus" / "everything.md").read_text("utf-8")
STILL = PageOptions(scroll=False)


def document(text: str = EVERYTHING) -> Document:
    return Document(split(text))


def rows(page: Page) -> list[PageLine]:
    return list(page.all_lines())


def squeezed(text: str) -> str:
    return "".join(text.split())


def check_page(doc: Document, width: int) -> None:
    """No line is wider than the page, and every block's words are drawn."""
    by_block: dict[BlockId, list[PageLine]] = defaultdict(list)
    for row in Page(doc, width, options=STILL).all_lines():
        assert row.line.width <= max(width, 2), row.line.text
        if row.block is not None:
            by_block[row.block].append(row)
    for block, lines in by_block.items():
        check_words(doc, block, lines)


def check_words(doc: Document, block: BlockId, lines: Sequence[PageLine]) -> None:
    plain = plain_letters(doc.plain(block))
    drawn = [" "] * len(plain)
    at_last = -1
    ordered = True
    for line in lines:
        for run in line.line.runs:
            if run.at < 0:
                continue
            text = plain_letters(run.text)
            assert plain[run.at : run.at + len(text)] == text
            drawn[run.at : run.at + len(text)] = text
            ordered = ordered and run.at >= at_last
            at_last = run.at
    content = doc.block(block)
    if isinstance(content, Formula):
        return
    assert ordered or "|" in doc.source(block)
    shown = "".join(drawn)
    missing = [
        char
        for char, there in zip(plain, shown, strict=True)
        if not char.isspace() and there != char
    ]
    assert not missing or "$$" in doc.source(block), (block, missing[:20])


@pytest.mark.parametrize("width", range(20, 161, 10))
def test_nothing_is_lost_or_too_wide_on_a_page_with_everything(width: int) -> None:
    check_page(document(), width)


@settings(max_examples=200)
@given(SOUP, st.integers(2, 90))
def test_nothing_is_lost_or_too_wide_in_soup(text: str, width: int) -> None:
    check_page(document(text), width)


@pytest.mark.parametrize("width", [20, 47, 88, 160])
def test_nothing_is_lost_or_too_wide_in_real_reports(seed: Path, width: int) -> None:
    for item in read_dump(seed.read_text("utf-8"), str(seed)).items:
        check_page(document(item.body), width)


@pytest.mark.torture
@pytest.mark.parametrize("width", range(20, 161))
def test_nothing_is_lost_or_too_wide_in_any_report_at_any_width(seed: Path, width: int) -> None:
    bodies = [item.body for item in read_dump(seed.read_text("utf-8"), str(seed)).items]
    shelf = (Path(__file__).parents[2] / "content").rglob("*.md")
    for body in (*bodies, *(path.read_text("utf-8") for path in sorted(shelf))):
        check_page(document(body), width)


@pytest.mark.parametrize("width", [40, 80, 120])
def test_rows_on_demand_are_those_of_the_whole_page(width: int) -> None:
    whole = rows(Page(document(), width))
    page = Page(document(), width)
    assert page.lines(0, 10_000) == whole
    assert page.height == len(whole)
    jumping = Page(document(), width)
    jumping.lines(0, 10_000)
    for top in (70, 3, 40, 0, len(whole) - 5):
        assert jumping.lines(top, 9) == whole[top : top + 9]
    assert page.lines(len(whole), 5) == []


@pytest.mark.parametrize("width", [40, 80, 120])
def test_places_and_rows_are_each_other(width: int) -> None:
    page = Page(document(), width)
    page.lines(0, 10_000)
    for row, line in enumerate(page.lines(0, 10_000)):
        if line.block is not None and any(run.at >= 0 for run in line.line.runs):
            found = page.row_of(page.place_at(row))
            same = page.lines(found, 1)[0]
            assert found == row or same.block == line.block


def test_a_place_survives_forty_columns() -> None:
    doc = document()
    wide = Page(doc, 120)
    for row in range(0, 60, 7):
        place = wide.place_at(row)
        narrow = Page(doc, 40)
        assert narrow.place_at(narrow.row_of(place)).block == place.block
        assert wide.row_of(place) in (row, row + 1, row + 2)


def test_going_up_through_text_not_laid_out_keeps_the_top(seed: Path) -> None:
    bodies = [item.body for item in read_dump(seed.read_text("utf-8"), str(seed)).items]
    page = Page(document("\n\n".join(bodies)), 70)
    top = page.prepare(page.height // 2, 40)
    for _ in range(200):
        before = page.lines(top, 1)[0]
        top = page.prepare(top, 40)
        assert page.lines(top, 1)[0] == before
        top -= 1
        assert page.lines(top + 1, 1)[0] == before


def folded(doc: Document, open_: int) -> list[Fold]:
    return [Fold.OPEN if number == open_ else Fold.FOLDED for number in range(len(doc.flat))]


def test_folded_sections_are_one_line_with_counts() -> None:
    doc = document()
    folds = [Fold.FOLDED, *[Fold.HIDDEN] * 6, Fold.OPEN]
    page = Page(doc, 60, folds)
    first, gap, *_ = rows(page)
    assert first.line.text.startswith("▸ 1. 一页里的一切 · 6 节 · ")
    assert first.line.text.endswith(" 字")
    assert first.line.runs[0].look.role is Role.FOLD
    assert gap.block is None
    english = rows(Page(doc, 60, folds, options=PageOptions(language="en")))[0]
    assert " · 6 sections · " in english.line.text
    assert "words" in english.line.text
    for width in range(1, 60):
        assert rows(Page(doc, width, folds))[0].line.width <= width


def test_a_fold_line_counts_only_what_is_behind_it() -> None:
    doc = Document(split("## 甲\n\n一二三\n\n### 乙\n\n四五\n\n### 丙\n\n六七\n"))
    (first, *_) = rows(Page(doc, 60, [Fold.FOLDED, Fold.OPEN, Fold.HIDDEN]))
    assert first.line.text == "▸ 甲 · 1 节 · 7 字"
    (first, *_) = rows(Page(doc, 60, [Fold.FOLDED, Fold.OPEN, Fold.FOLDED]))
    assert first.line.text == "▸ 甲 · 4 字"


def test_places_in_folded_and_hidden_sections_lead_to_what_hides_them() -> None:
    doc = document()
    open_ = Page(doc, 60)
    place = open_.place_at(open_.section_row(3) + 3)
    assert place.section == 3
    page = Page(doc, 60, [Fold.FOLDED, *[Fold.HIDDEN] * 6, Fold.OPEN])
    assert page.row_of(place) == 0
    assert page.section_row(7) > 0


def test_only_tables() -> None:
    doc = document()
    folds = [Fold.TABLES if "|" in section.text else Fold.HIDDEN for section in doc.flat]
    page = Page(doc, 80, folds)
    blocks = {row.block for row in rows(page) if row.block and row.block.chunk >= 0}
    assert blocks
    assert all(isinstance(doc.block(block), Table) for block in blocks)


def test_tables_inside_lists_are_kept_by_the_tables_lens() -> None:
    doc = document("# 甲\n\n- 项\n\n  | a | b |\n  |---|---|\n  | 1 | 2 |\n")
    text = "\n".join(row.line.text for row in rows(Page(doc, 40, [Fold.TABLES])))
    assert "项" not in text
    assert "1" in text


def test_wide_tables_scroll_beside_a_frozen_column_and_say_so() -> None:
    head = "|".join(f"column {number}" for number in range(15))
    text = f"|{head}|\n|{'---|' * 15}\n|{'12345|' * 15}\n"
    page = Page(document(text), 40)
    lines = rows(page)
    assert lines[0].frozen > 0
    assert lines[0].head > 0
    assert [line.offset for line in lines] == list(range(len(lines)))
    assert all(line.line.width <= 40 for line in rows(Page(document(text), 40, options=STILL)))


def test_matches_in_bold_in_cells_across_breaks_and_in_folded_sections() -> None:
    doc = document()
    page = Page(doc, 40, folded(doc, 0))
    found = page.document.find(
        [Term("样例报告（共 24.9%）"), Term("不需要"), Term("假设"), Term("局限性")]
    )
    assert [doc.plain(match.block)[match.start : match.end] for match in found] == [
        "样例报告（共 24.9%）",
        "假设",
        "不需要",
        "局限性",
    ]
    opened = Page(doc, 40)
    for match in found:
        row = opened.row_of(match.place)
        drawn = "".join(
            run.text
            for run in opened.lines(row, 1)[0].line.runs
            if run.at <= match.start < run.at + len(run.text)
        )
        assert doc.plain(match.block)[match.start] in drawn


def test_the_title_of_an_admonition_stands_behind_its_label() -> None:
    doc = document("# 一\n\n> [!WARNING] 小心超参\n> 正文\n")
    shown = [row.line.text for row in rows(Page(doc, 40))]
    assert shown[-2:] == ["│ 警告 · 小心超参", "│ 正文"]
    (match,) = doc.find([Term("超参")])
    assert doc.plain(match.block)[match.start : match.end] == "超参"


def test_targets_inside_the_report() -> None:
    doc = document()
    assert doc.place_of("#fn-1") == Place(7, 0, 1, 0)
    mark = doc.place_of("#fnref-1")
    assert mark is not None
    assert "脚注[1]" in doc.plain(mark.block)
    heading = doc.place_of("#1-1-列表")
    assert heading is not None
    assert doc.title(heading.section) == "1.1 列表"
    assert doc.place_of("#nowhere") is None
    assert doc.place_of("#fn-9") is None


@pytest.mark.parametrize(
    ("text", "target", "words", "at"),
    [
        ("长段落甲[^1]乙\n\n[^1]: 注", "#fnref-1", "长段落甲[1]乙", 4),
        ("## 标题[^a]\n\n[^a]: 注", "#fnref-a", "标题[a]", 2),
        ("- 列[^a]\n- [^a]: 注", "#fn-a", "注", 0),
        ("- 列[^a]\n- [^a]: 注", "#fnref-a", "列[a]", 1),
        ("> [^a]: 注\n\n甲[^a]", "#fn-a", "注", 0),
    ],
    ids=["row of the mark", "in a heading", "note in a list", "mark in a list", "in a quote"],
)
def test_notes_lead_both_ways(text: str, target: str, words: str, at: int) -> None:
    doc = Document(split(text))
    place = doc.place_of(target)
    assert place is not None
    assert (doc.plain(place.block), place.at) == (words, at)


def test_every_target_of_a_report_with_thousands_is_found() -> None:
    many = range(3_000)
    doc = Document(split("\n\n".join(f"## 第{n}节\n\n甲[^{n}]\n\n[^{n}]: 注" for n in many)))
    for prefix, unit in (("第", -1), ("fn-", 1), ("fnref-", 0)):
        suffix = "节" if unit < 0 else ""
        found = [doc.place_of(f"#{prefix}{n}{suffix}") for n in many]
        assert [place and (place.section, place.unit) for place in found] == [
            (n, max(unit, 0)) for n in many
        ]


def test_a_mark_in_a_comment_leads_to_where_it_stands() -> None:
    doc = Document(split("<!-- [^1] -->\n\n[^1]: 注"))
    assert doc.place_of("#fnref-1") == Place(0, 0, 0, 0)
    assert Document(split("<!-- [^1] -->")).place_of("#fnref-1") == Place(0, 0, 0, 0)


def test_offsets_of_the_source_lead_to_blocks() -> None:
    doc = document()
    for number, section in enumerate(doc.flat):
        for word in ("同一项的第二段", "第二层引用", "TIES 合并", "合并任务增量"):
            offset = section.text.find(word)
            if offset >= 0:
                assert word in doc.plain(doc.place_in(number, offset).block)


def test_the_line_of_the_file() -> None:
    lines = EVERYTHING.split("\n")
    doc = document()
    page = Page(doc, 80)
    for row, line in enumerate(page.lines(0, 10_000)):
        block = line.block
        if block and isinstance(content := doc.block(block), Paragraph):
            first = plain_of(content)[:4]
            source = lines[page.document.file_line(page.place_at(row).block) - 1]
            assert first[:2] in source or "!" in source


def test_the_line_of_a_text_that_follows_its_heading_at_once() -> None:
    page = Page(document("# 一\n正文\n## 二\n\n\n别的\n"), 40)
    shown = page.lines(0, 100)
    lines = [
        page.document.file_line(page.place_at(at).block)
        for at, row in enumerate(shown)
        if row.block
    ]
    assert sorted(set(lines)) == [1, 2, 3, 6]


def test_blocks_are_copied_as_words_and_as_source() -> None:
    doc = document()
    page = Page(doc, 80)
    (match,) = doc.find([Term("TIES 合并")])
    assert doc.source(match.block).startswith("| 方法 | 准确率 | 说明 |\n")
    assert page.document.plain(match.block).startswith("方法\t准确率\t说明\nParallel-RL\t94.2%")
    formula = next(
        row.block for row in rows(page) if row.block and isinstance(doc.block(row.block), Formula)
    )
    assert doc.source(formula).startswith("g_i(x)=")


def test_what_stands_before_the_text() -> None:
    front = [
        Paragraph((Atom("题", Look(Role.TITLE)),)),
        Paragraph((Atom("日期", Look(Role.META)),)),
    ]
    doc = Document(split("# 甲\n\n乙"), front=front)
    page = Page(doc, 20, [Fold.FOLDED])
    lines = rows(page)
    assert [line.line.text for line in lines][:4] == ["题", "", "日期", ""]
    assert lines[0].section == FRONT
    assert page.lines(0, 99) == lines
    assert page.section_row(0) == 4
    assert page.place_at(2).block == BlockId(FRONT, 0, 1)


@pytest.mark.parametrize("text", ["", "\n\n", "[a]: /u\n", "# \n", "<!-- x -->\n"])
def test_empty_documents_have_pages(text: str) -> None:
    page = Page(document(text), 40)
    assert page.height == len(rows(page)) or page.lines(0, 9) == []
    assert page.row_of(page.place_at(0)) == 0
    assert page.prepare(0, 10) == 0


def test_a_new_report_is_not_laid_out_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "\n\n".join(f"# 第 {number} 章\n\n" + "一段话。" * 200 for number in range(300))
    doc = document(text)
    parsed: list[tuple[int, int]] = []
    units = doc.units

    def counted(section: int, chunk: int) -> object:
        parsed.append((section, chunk))
        return units(section, chunk)

    monkeypatch.setattr(doc, "units", counted)
    page = Page(doc, 80)
    page.lines(0, 40)
    assert len(set(parsed)) <= 4
    page.lines(page.height - 40, 40)
    assert len(set(parsed)) <= 12


def test_a_page_in_ascii_draws_no_sign_of_uncertain_width() -> None:
    doc = document("# 甲\n\n- a\n  - b\n- [x] c\n\n> d\n\n---\n\n| e | f |\n|---|---|\n| 1 | 2 |\n")
    options = PageOptions(ascii_borders=True)
    text = "".join(row.line.text for row in Page(doc, 40, options=options).all_lines())
    assert text.replace("甲", "").isascii()
    folded_line = rows(Page(doc, 40, [Fold.FOLDED], options=options))[0].line.text
    assert folded_line.startswith("> ")


class Counted(Document):
    """Counts how often a block is laid out."""

    laid = 0

    def sample(self, section: int, chunk: int) -> Table | None:
        self.laid += 1
        return super().sample(section, chunk)


def test_what_was_shown_last_is_not_laid_out_again() -> None:
    doc = Counted(split("\n\n".join(f"# {at}\n\n文" for at in range(2 * KEPT))))
    page = Page(doc, 40)
    for _ in range(3):
        page.lines(0, page.height)
    top = page.height - 20
    page.lines(top, 20)
    before = doc.laid
    page.lines(top, 20)
    assert doc.laid == before


@pytest.mark.parametrize(("body", "rows"), [("# 乙", 2), ("## 乙", 1)])
def test_a_chapter_stands_further_apart_than_a_section(body: str, rows: int) -> None:
    shown = [row.line.text for row in Page(document(f"# 甲\n\n文\n\n{body}"), 40).all_lines()]
    assert shown[shown.index("文") + 1 : shown.index("乙")] == [""] * rows


@pytest.mark.parametrize(("width", "first"), [(12, "• 字"), (11, "•")])
def test_a_text_hangs_from_its_marker_while_ten_cells_are_left(width: int, first: str) -> None:
    assert next(Page(document("- 字\n"), width).all_lines()).line.text == first
