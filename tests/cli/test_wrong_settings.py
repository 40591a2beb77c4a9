"""Every wrong setting is reported with file and line: by `config` and `doctor`, all of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run

WRONG = {
    "a theme that is not there": ('theme = "nosuch"', ":1: there is no theme"),
    "a name that is not there": ("colour = 3", ":1: "),
    "an action that is not there": ('[keys]\nnope = "x"', ":2: keys.nope: no such action"),
    "a key that no terminal sends": ('[keys]\nfind = "ctrl+bogus"', ":2: there is no key"),
    "a key that two claim": ('[keys]\nsearch = "q"', ":2: key q belongs to search and quit"),
}


@pytest.mark.parametrize(("text", "said"), WRONG.values(), ids=WRONG)
@pytest.mark.parametrize("command", ["config", "doctor"])
def test_a_wrong_setting_has_its_line(
    run: Run, home: Path, command: str, text: str, said: str
) -> None:
    file = home / "vibe.toml"
    file.write_text(text, "utf-8")
    result = run(command, "--lang", "en", "--config", file)
    assert result.code == 1
    assert (result.out + result.err).count(f"{file}{said}") == 1


def test_right_settings_are_exit_0_and_other_commands_warn_once(run: Run, home: Path) -> None:
    assert run("config").code == 0
    file = home / "vibe.toml"
    file.write_text("colour = 3", "utf-8")
    assert run("paths", "--config", file).err.count(f"{file}:1") == 1
    assert f"{file}:1" in run("config", "--json", "--config", file).json["problems"][0]
