"""Names that the user gives in the settings are words: no markup, and no codes."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import OptionList

from tests.tui.conftest import sit_down
from vibe_tui.config import load_config

pytestmark = pytest.mark.painted

KEYS = ["9", "ctrl+1", "ctrl+2", "ctrl+3", "ctrl+4"]
NAMES = ["[/", "[/x] [red]y[/red]", "[@click=app.quit]x[/]", r"\u001b]0;x\u0007", r"a\nb\r\u202ec"]


async def test_a_lens_and_a_topic_are_named_as_they_are_written(own: Path, tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    tables = [
        f'[[lenses]]\nid = "odd-{key[-1]}"\nname = "{name}"\nkey = "{key}"\n'
        f'kinds = ["limitations"]\n'
        f'[[topics]]\nid = "t-{key[-1]}"\nname = {{zh = "{name}", en = "{name}"}}\n'
        f'keywords = ["报"]\n'
        for key, name in zip(KEYS, NAMES, strict=True)
    ]
    path.write_text("".join(tables), "utf-8")
    config, problems = load_config(path, {})
    assert problems == ()
    names = [lens.name.zh for lens in config.lenses[-len(NAMES) :]]
    assert all(name.isprintable() for name in names)
    assert [topic.name.en for topic in config.topics] == names
    async with sit_down(own, config=config) as person:
        await person.press("r", "enter", "?", "escape", "D", "escape", "escape")
        for key, name in zip(KEYS, names, strict=True):
            await person.press(key, "ctrl+p")
            await person.until(lambda: person.app.screen.query_one(OptionList).option_count > 3)
            await person.type(name[:2])
            await person.press("down", "enter", "escape", "escape")
            assert person.app.is_running


async def test_a_theme_is_named_as_its_file_is(own: Path) -> None:
    async with sit_down(own) as person:
        folder = person.app.service.paths.config.with_name("themes")
        folder.mkdir(parents=True, exist_ok=True)
        names = ("[-", "[red]x", "[@click=app.quit]x[-]")
        for name in names:
            (folder / f"{name}.toml").write_text('primary = "#123456"\n')
            person.app.load_themes()
            person.app.search_themes()
            await person.settle()
            await person.type(name)
            await person.press("down")
            assert person.app.is_running
            await person.press("enter")
            assert person.app.theme == name
