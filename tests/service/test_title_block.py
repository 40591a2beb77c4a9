"""What is said of a report before its text."""

from __future__ import annotations

import pytest

from vibe_tui.library.opened import Opened
from vibe_tui.model.report import Paper, Report
from vibe_tui.render.blocks import Atom, Paragraph
from vibe_tui.service.opening import title_block
from vibe_tui.service.papers import named_authors

URL = "https://arxiv.org/abs/2608.00001"


@pytest.mark.parametrize(
    ("paper", "named"),
    [
        (Paper(authors=("A", "B")), "A、B"),
        (Paper(authors=("A", "B"), author_count=3), "A、B 等 3 人"),
        (Paper(authors=("A", "B", "C", "D")), "A、B、C 等 4 人"),
        (Paper(author_count=3), ""),
    ],
)
def test_authors_and_how_many_there_are(paper: Paper, named: str) -> None:
    assert named_authors(paper, "zh") == named


def test_each_address_stands_once_under_its_first_name() -> None:
    paper = Paper(links=(("abs", URL), ("code", "https://e.example/code")))
    report = Report("a", "甲", "/a.md", "2026-08-01", url=URL)
    blocks = title_block(Opened(report, "", "", (), paper=paper), (), "zh")
    atoms = [atom for one in blocks if isinstance(one, Paragraph) for atom in one.text]
    links = [atom for atom in atoms if isinstance(atom, Atom) and atom.look.link]
    assert [(atom.text, atom.look.link) for atom in links] == [
        ("原文", URL),
        ("code", "https://e.example/code"),
    ]
