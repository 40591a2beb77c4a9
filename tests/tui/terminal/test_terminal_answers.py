"""A terminal that says whether it is dark: in time, late, not at all; keys stay keys."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.tui.terminal.test_terminal import assert_clean, run
from vibe_tui.tui.look.themes import PAPER_DARK, PAPER_LIGHT, shipped_themes

TITLE = "样例报告"
QUESTION = "\x1b]11;?"
LIGHT = "\x1b]11;rgb:ffff/ffff/ffff\x1b\\"
DARK = "\x1b]11;rgb:0000/0000/0000\x07"
_COLOUR = re.compile(r"\x1b\[[\d;]*[34]8;")
DEVICE = "\x1b[?62;4c"


def ground(colour: str | None) -> str:
    """How a background of that colour is written."""
    assert colour is not None
    return "48;2;" + ";".join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))


ON_LIGHT, ON_DARK = (
    ground(shipped_themes()[PAPER_LIGHT].background),
    ground(shipped_themes()[PAPER_DARK].background),
)


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    folder.mkdir()
    for number in range(3):
        (folder / f"2026-07-2{number}-样例.md").write_text(
            f"---\ntitle: {TITLE}{number}\n---\n\n## 1. 概述\n\n正文{number}。\n", "utf-8"
        )
    return folder


@pytest.mark.parametrize(
    ("answer", "expected"),
    [(LIGHT + DEVICE, ON_LIGHT), (DARK + DEVICE, ON_DARK), (DEVICE, ON_DARK)],
    ids=["light", "dark", "none"],
)
def test_the_paper_goes_by_the_answer(
    tmp_path: Path, library: Path, answer: str, expected: str
) -> None:
    with run(tmp_path, "--library", str(library), COLORTERM="truecolor") as terminal:
        terminal.wait_for(QUESTION)
        terminal.send("?" + answer)
        terminal.wait_for("输入以查找按键")
        assert expected in terminal.output
        assert (ON_LIGHT if expected == ON_DARK else ON_DARK) not in terminal.output
        terminal.leave()
        terminal.send("q")
        assert terminal.wait() == 0
        assert "rgb:" not in terminal.output
        assert_clean(terminal)


def test_a_late_answer_is_no_key_and_changes_the_paper(tmp_path: Path, library: Path) -> None:
    with run(tmp_path, "--library", str(library), COLORTERM="truecolor") as terminal:
        terminal.wait_for("正文")
        terminal.send(LIGHT + DEVICE)
        terminal.wait_for(ON_LIGHT)
        terminal.send("q")
        assert terminal.wait() == 0
        assert_clean(terminal)


def test_without_an_answer_the_environment_tells(tmp_path: Path, library: Path) -> None:
    more = {"COLORTERM": "truecolor", "COLORFGBG": "0;15"}
    with run(tmp_path, "--library", str(library), **more) as terminal:
        terminal.wait_for(TITLE)
        terminal.wait_for(ON_LIGHT)
        terminal.send("q")
        assert terminal.wait() == 0


@pytest.mark.parametrize("more", [{"NO_COLOR": "1"}, {}], ids=["no colour", "a theme"])
def test_a_terminal_that_need_not_be_asked_is_not(
    tmp_path: Path, library: Path, more: dict[str, str]
) -> None:
    config = tmp_path / "config.toml"
    config.write_text("" if more else 'theme = "light"\n', "utf-8")
    arguments = ("--library", str(library), "--config", str(config))
    with run(tmp_path, *arguments, COLORTERM="truecolor", **more) as terminal:
        terminal.wait_for("正文")
        assert QUESTION not in terminal.output
        assert bool(_COLOUR.search(terminal.output)) is not bool(more)
        terminal.send("q")
        assert terminal.wait() == 0
        assert_clean(terminal)


@pytest.mark.parametrize("no_color", ["", "0", "1"])
def test_an_empty_no_color_is_no_wish(tmp_path: Path, library: Path, no_color: str) -> None:
    arguments = ("--library", str(library))
    with run(tmp_path, *arguments, COLORTERM="truecolor", NO_COLOR=no_color) as terminal:
        if not no_color:
            terminal.wait_for(QUESTION)
            terminal.send(DARK + DEVICE)
        terminal.wait_for("正文")
        assert bool(_COLOUR.search(terminal.output)) is not bool(no_color)
        terminal.send("q")
        assert terminal.wait() == 0
        assert_clean(terminal)


@pytest.mark.parametrize("term", ["dumb", "unknown"])
def test_a_terminal_without_codes_is_refused_in_words(
    tmp_path: Path, library: Path, term: str
) -> None:
    with run(tmp_path, "--library", str(library), TERM=term) as terminal:
        assert terminal.wait() == 2
        assert f"TERM={term}" in terminal.output
        assert "\x1b" not in terminal.output
