"""Themes of the user's own, and what is said of those that are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.conftest import sit_down
from tests.tui.library.test_main_screen import notices
from vibe_tui.config import Config
from vibe_tui.tui.look.strips import StyleBook
from vibe_tui.tui.look.themes import PAPER_DARK, PAPER_LIGHT, shipped_themes, user_themes

MINE = """\
base = "paper-light"
accent = "#005f5f"
[variables]
page-mark-background = "#ffee88"
page-dim = "dim"
block-cursor-text-style = "bold"
"""


def themes(tmp_path: Path, text: str) -> Path:
    folder = tmp_path / "themes"
    folder.mkdir(exist_ok=True)
    (folder / "mine.toml").write_text(text, "utf-8")
    return folder


def test_a_theme_changes_what_it_says_of_its_base(tmp_path: Path) -> None:
    (theme,), problems = user_themes(themes(tmp_path, MINE))
    assert problems == ()
    assert (theme.name, theme.accent, theme.dark) == ("mine", "#005f5f", False)
    assert theme.background == shipped_themes()[PAPER_LIGHT].background
    assert theme.variables["page-mark-background"] == "#ffee88"
    assert theme.variables["page-rule"] == shipped_themes()[PAPER_LIGHT].variables["page-rule"]
    assert shipped_themes()[PAPER_LIGHT].accent != "#005f5f"


def test_no_folder_is_no_theme(tmp_path: Path) -> None:
    assert user_themes(tmp_path / "none") == ((), ())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('accent = "no colour"', "accent"),
        ("accent = 3", "accent"),
        ('colour = "#fff"', "colour"),
        ('base = "sepia"', "sepia"),
        ("dark = 3", "dark"),
        ("variables = 3", "variables"),
        ('[variables]\npage-rule = "very pale"', "page-rule"),
        ("accent = ", "mine.toml"),
        ('accent = "[red]\x1b"', "mine.toml"),
    ],
)
def test_what_is_wrong_is_one_problem_and_the_others_load(
    tmp_path: Path, text: str, words: str
) -> None:
    folder = themes(tmp_path, text)
    (folder / "other.toml").write_text(MINE, "utf-8")
    loaded, (problem,) = user_themes(folder)
    assert [theme.name for theme in loaded] == ["other"]
    assert words in problem.line("en")


async def test_the_settings_choose_it(own: Path) -> None:
    themes(own, MINE)
    async with sit_down(own, config=Config(theme="mine")) as person:
        assert person.app.theme == "mine"
        StyleBook(person.app.theme_variables)
        await person.press("enter")
        assert "小模型" in person.text


async def test_a_broken_one_is_said_and_the_default_stands(own: Path) -> None:
    themes(own, 'accent = "[/red]"')
    async with sit_down(own, config=Config(theme="mine")) as person:
        assert person.app.theme == PAPER_DARK
        assert any("accent" in words for words in notices(person))
