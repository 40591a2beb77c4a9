"""Pages as text: golden pages at three widths, and ANSI that is safe and closed.

`VIBE_GOLDEN=1 pytest tests/render/test_plain.py` writes the golden pages anew, to be read in the
diff.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from vibe_tui.cells import cell_width
from vibe_tui.library.split import split
from vibe_tui.render.blocks import Line, Look, Role, Run
from vibe_tui.render.document import Document
from vibe_tui.render.layout import PageOptions
from vibe_tui.render.page import Page
from vibe_tui.render.plain import ansi_line, to_ansi, to_text

TESTS = Path(__file__).parents[1]
STILL = PageOptions(scroll=False)


def page(width: int, text: str = "", name: str = "everything") -> Page:
    text = text or (TESTS / "corpus" / f"{name}.md").read_text("utf-8")
    return Page(Document(split(text)), width, options=STILL)


@pytest.mark.parametrize("name", ["everything", "neighbours"])
@pytest.mark.parametrize("width", [40, 80, 120])
def test_golden_page(width: int, name: str) -> None:
    path = TESTS / "golden" / f"{name}-{width}.txt"
    drawn = "\n".join(to_text(page(width, name=name))) + "\n"
    if os.environ.get("VIBE_GOLDEN"):
        path.write_text(drawn, "utf-8")
    assert drawn == path.read_text("utf-8")
    assert all(cell_width(line) <= width for line in drawn.split("\n"))


def test_ansi_says_what_text_says() -> None:
    bare = re.compile(r"\x1b\[[0-9;]*m|\x1b\]8;;[^\x1b]*\x1b\\")
    for drawn, plain in zip(to_ansi(page(80)), to_text(page(80)), strict=True):
        assert bare.sub("", drawn).rstrip() == plain
        assert drawn.count("\x1b[0m") == len(re.findall(r"\x1b\[[0-9;]*[1-9]m", drawn))


@pytest.mark.parametrize(
    ("target", "linked"),
    [
        ("https://e.example/路径 x", True),
        ("mailto:a@e.example", True),
        ("HTTPS://E.EXAMPLE", True),
        ("javascript:alert(1)", False),
        ("file:///etc/hosts", False),
        ("#fn-1", False),
        ("\tHTTPS://e.example", False),
    ],
)
def test_only_web_and_mail_links_are_hyperlinks(target: str, linked: bool) -> None:
    line = ansi_line(Line((Run("甲", Look(Role.LINK, link=target)),)))
    assert ("\x1b]8;;" in line) is linked
    assert line.isascii() or "路" not in line
    assert "\x1b]8" not in ansi_line(Line((Run("甲", Look(link=target)),)), links=False)


def test_a_link_cannot_end_its_own_escape() -> None:
    line = ansi_line(Line((Run("甲", Look(link="https://e.example/\x07\x1b]0;x")),)))
    assert line.count("\x07") == 0
    assert line.count("\x1b]") == 2


@pytest.mark.parametrize(
    "text",
    [
        "# 题\x1b]8;;https://evil.example\x07点此\x1b]8;;\x07",
        "\x1b[2J\x1b]52;c;eA==\x07 \x9b31m",
        "```\n\x1b]0;x\x07\n```",
        "| \x1b[2J | \x07 |\n|---|---|\n| \u202e | \x9b |",
        "$\\text{\x1b[2J}$ $$\x07$$",
        "[甲](https://e.example/\x1b]) ![\x1b](\x07)",
        "&#27;[2J &#x9b;",
        "<b title='\x1b'>\x1b</b>",
        "[^\x1b]: x",
        "\r假行",
    ],
)
def test_no_control_code_reaches_a_line(text: str) -> None:
    for row in page(40, text).all_lines():
        for run in row.line.runs:
            assert not re.search("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", run.text)
