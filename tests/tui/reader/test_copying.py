"""What `y` offers for a block, and how a report is cited."""

from __future__ import annotations

import pytest

from tests.tui.reader.reading_page import section
from vibe_tui.model.report import NO_PAPER, Paper, Report
from vibe_tui.render.document import Document
from vibe_tui.render.place import BlockId
from vibe_tui.tui.reader.choices import ScreenLink, citation, copy_choices

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
