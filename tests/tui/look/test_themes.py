"""Themes of the user's own, and what is said of those that are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from rich.color import ColorSystem
from textual.color import Color

from tests.tui.conftest import sit_down
from tests.tui.library.test_main_screen import notices
from vibe_tui.config import Config
from vibe_tui.tui.look.strips import StyleBook
from vibe_tui.tui.look.themes import (
    COLOURS,
    PAPER_DARK,
    PAPER_LIGHT,
    TERMINAL,
    shipped_themes,
    user_themes,
)

GROUNDS = (
    "page-shade",
    "footer-background",
    "block-cursor-background",
    "block-cursor-blurred-background",
)
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


def contrast(one: str, other: str) -> float:
    """As WCAG reckons it."""

    def light(colour: str) -> float:
        parts = [c / 255 for c in Color.parse(colour).rgb]
        r, g, b = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", [PAPER_DARK, PAPER_LIGHT])
def test_dim_text_can_be_read_on_every_background(name: str) -> None:
    theme = shipped_themes()[name]
    grounds = [theme.background, theme.surface, theme.panel]
    grounds += [value for key, value in theme.variables.items() if key in GROUNDS]
    for key in ("page-dim", "footer-foreground"):
        assert min(contrast(theme.variables[key], str(ground)) for ground in grounds) >= 4.5


@pytest.mark.parametrize("name", [PAPER_DARK, PAPER_LIGHT, TERMINAL])
def test_red_only_means_an_error(name: str) -> None:
    theme = shipped_themes()[name]
    named = {key: getattr(theme, key) for key in COLOURS} | theme.variables
    colours = {
        key: Color.parse(value).rich_color.downgrade(ColorSystem.STANDARD).number
        for key, value in named.items()
        if value not in ("dim", "none")
    }
    assert {key for key, number in colours.items() if number in (1, 9)} == {"error"}
