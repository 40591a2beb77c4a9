"""Settings that change while the reader is open."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.conftest import Person, sit_down
from tests.tui.library.test_main_screen import notices
from vibe_tui.config import Config, SettingsWatch


def test_only_a_change_is_read(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    watch = SettingsWatch(path, {"LANG": "en"}, "zh")
    assert watch.look() is None
    path.write_text("text_width = 60\n", "utf-8")
    assert watch.look() == (Config(text_width=60), ())
    assert watch.look() is None
    path.unlink()
    assert watch.look() == (Config(), ())


def test_a_file_that_is_broken_for_now_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    watch = SettingsWatch(path, {}, "zh")
    path.write_text("text_width = [", "utf-8")
    found = watch.look()
    assert found is not None
    config, problems = found
    assert config is None
    assert len(problems) == 1


@pytest.fixture(autouse=True)
def _looks_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vibe_tui.tui.app.LOOK_EVERY", 0.1)


async def look(person: Person) -> None:
    """Let the app look at the file now."""
    await person.pilot.pause(0.12)
    await person.settle()


async def test_theme_keys_and_width_are_taken_in_at_once(own: Path) -> None:
    async with sit_down(own) as person:
        await person.press("enter")
        (own / "config.toml").write_text(
            'theme = "light"\ntext_width = 40\n[keys]\nstar = "F"\n', "utf-8"
        )
        await look(person)
        assert person.app.theme == "paper-light"
        assert person.main.pane.view.text_width == 40
        assert notices(person)[-1] == "设置已更新"
        await person.press("m")
        assert not person.main._marks.of(person.main.reports.reports[0]).starred
        await person.press("F")
        assert person.main._marks.of(person.main.reports.reports[0]).starred
        (own / "config.toml").unlink()
        await look(person)
        await person.press("m")
        assert not person.main._marks.of(person.main.reports.reports[0]).starred


async def test_a_wrong_value_is_said_and_the_rest_taken_in(own: Path) -> None:
    async with sit_down(own) as person:
        (own / "config.toml").write_text('text_width = "wide"\nmouse = false\n', "utf-8")
        await look(person)
        assert any("text_width" in words for words in notices(person))
        assert notices(person)[-1] == "设置已更新；其中一些下次启动生效"
