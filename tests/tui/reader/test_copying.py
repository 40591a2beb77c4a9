"""What `y` offers for a block, and how a report is cited."""

from __future__ import annotations

import pytest

from tests.tui.reader.reading_page import section
from vibe_tui.model.report import NO_PAPER, Paper, Report
from vibe_tui.render.document import Document
from vibe_tui.render.parse import parse_blocks
from vibe_tui.render.place import FRONT, BlockId
from vibe_tui.service.papers import bibtex, citation
from vibe_tui.tui.reader.choices import ScreenLink, copy_choices

DAY = "2026-08-11"
PLAIN = Report("r", "标题", "/r.md", DAY, author="甲", url="https://e.example/r")
ABOUT = Report("p", "[硅基写手] 标题", "/p.md", DAY)
PAPER = Paper("SFT Conflicts", "2608.03573", "v2", authors=("A", "B", "C", "D"))


@pytest.mark.parametrize(
    ("report", "paper", "expected"),
    [
        (PLAIN, NO_PAPER, "甲. 标题. 2026-08-11. https://e.example/r"),
        (
            ABOUT,
            PAPER,
            "A, B, C 等. SFT Conflicts. arXiv:2608.03573v2. https://arxiv.org/abs/2608.03573",
        ),
        (Report("q", "无名", "/q.md", DAY), NO_PAPER, "无名. 2026-08-11"),
    ],
)
def test_citation(report: Report, paper: Paper, expected: str) -> None:
    assert citation(report, paper, "zh") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("只有话。", ["只有话。", "甲. 标题. 2026-08-11. https://e.example/r"]),
        ("**重** $x_i$", ["重 x_i", "x_i", "**重** $x_i$"]),
        ("$$\na^2\n$$", ["a^2"]),
    ],
)
def test_choices_are_the_words_then_what_stands_in_them(text: str, expected: list[str]) -> None:
    document = Document((section("一", text),))
    links = [ScreenLink(0, 0, 2, "原文", "https://e.example/a")]
    choices = copy_choices(document, BlockId(0, 0, 0), links, (PLAIN, NO_PAPER), "zh")
    targets = [choice.target for choice in choices if choice.target != "https://e.example/a"]
    assert [target.strip() for target in targets][: len(expected)] == expected
    assert choices[-1].text == "引文"
    assert ("原文", "https://e.example/a") in [(choice.text, choice.target) for choice in choices]


@pytest.mark.parametrize(
    ("report", "paper", "offered"),
    [
        (PLAIN, NO_PAPER, ["标题", "链接", "BibTeX", "引文"]),
        (ABOUT, PAPER, ["标题", "arXiv", "BibTeX", "引文"]),
    ],
)
def test_the_title_block_offers_what_the_report_is_called_and_where_it_is(
    report: Report, paper: Paper, offered: list[str]
) -> None:
    document = Document((), front=tuple(parse_blocks("题与作者")))
    choices = copy_choices(document, BlockId(FRONT, 0, 0), [], (report, paper), "zh")
    assert [choice.text for choice in choices] == ["文字", *offered]
    assert choices[1].target == report.title
    assert choices[2].target == (report.url or "https://arxiv.org/abs/2608.03573")


def test_bibtex() -> None:
    paper = Paper("100% of A & B_{c}", "2608.03573", authors=("Ada Löw", "B C"), author_count=5)
    assert bibtex(ABOUT, paper).splitlines() == [
        "@misc{l2026100,",
        r"  title = {100\% of A \& B\_c},",
        "  author = {Ada Löw and B C and others},",
        "  year = {2026},",
        "  eprint = {2608.03573},",
        "  archivePrefix = {arXiv},",
        "  url = {https://arxiv.org/abs/2608.03573},",
        "}",
    ]
    assert bibtex(PLAIN, NO_PAPER).startswith("@misc{2026,\n  title = {标题},\n  author = {甲},")
