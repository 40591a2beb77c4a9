"""Names that the user gives in the settings are words: no markup, and no codes."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.widgets import OptionList

from tests.tui.conftest import sit_down
from vibe_tui.config import load_config

NAMES = ["[/", "[/x] [red]y[/red]", "[@click=app.quit]x[/]", r"\u001b]0;x\u0007", r"a\nb\r\u202ec"]


@pytest.mark.parametrize("name", NAMES)
async def test_a_lens_and_a_topic_are_named_as_they_are_written(
    own: Path, tmp_path: Path, name: str
) -> None:
    path = tmp_path / "config.toml"
    path.write_text(
        f'[[lenses]]\nid = "odd"\nname = "{name}"\nkinds = ["limitations"]\nkey = "9"\n'
        f'[[topics]]\nid = "agents"\nname = {{zh = "{name}", en = "{name}"}}\n',
        "utf-8",
    )
    config, problems = load_config(path, {})
    assert problems == ()
    shown = next(lens.name.zh for lens in config.lenses if lens.id == "odd")
    assert shown.isprintable()
    assert config.topics[0].name.en == shown
    async with sit_down(own, config=config) as person:
        await person.press("r", "enter", "9", "?", "escape", "D", "escape", "escape", "ctrl+p")
        await person.until(lambda: person.app.screen.query_one(OptionList).option_count > 3)
        await person.type(shown[:2])
        await person.press("down", "enter")
        assert person.app.is_running


@pytest.mark.parametrize("name", ["[/", "[red]x", "[@click=app.quit]x[/]"])
async def test_a_theme_is_named_as_its_file_is(own: Path, name: str) -> None:
    async with sit_down(own) as person:
        folder = person.app.service.paths.config.with_name("themes")
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name.replace('/', '-')}.toml").write_text('primary = "#123456"\n')
        person.app.load_themes()
        person.app.search_themes()
        await person.settle()
        await person.type("[")
        await person.press("down")
        assert person.app.is_running
        await person.press("enter")
        assert person.app.theme == name.replace("/", "-")
