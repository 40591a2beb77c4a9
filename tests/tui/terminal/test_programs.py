"""Programs outside the reader: the command of an editor, and who may be stopped for the shell."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from vibe_tui.errors import VibeError
from vibe_tui.tui.terminal.programs import editor_command

ASK = """
from vibe_tui.errors import VibeError
from vibe_tui.tui.terminal.programs import return_to_shell
try:
    return_to_shell()
except VibeError as error:
    print(error.message.en)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no jobs")
@pytest.mark.parametrize("tail", ["", "; true"], ids=["alone", "in a script"])
def test_nothing_stops_where_nobody_could_go_on(tail: str) -> None:
    command = f'"$0" -c "$1"{tail}'
    run = subprocess.run(
        ["sh", "-c", command, sys.executable, ASK],
        start_new_session=True,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert "no shell to return to" in run.stdout


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("vim", ["vim", "+7", "a b.md"]),
        ("'my editor' -w", ["my editor", "-w", "+7", "a b.md"]),
        ("code --wait", ["code", "--wait", "-g", "a b.md:7"]),
        ("hx", ["hx", "a b.md:7"]),
    ],
)
def test_the_command_of_an_editor(value: str, expected: list[str]) -> None:
    assert editor_command({"EDITOR": value}, Path("a b.md"), 7) == expected


def test_where_no_editor_is_named_one_that_is_there_is_taken(tmp_path: Path) -> None:
    environ = {"PATH": str(tmp_path)}
    with pytest.raises(VibeError, match="no editor"):
        editor_command(environ, Path("a.md"), 1)
    for name in ("nano", "vi"):
        (tmp_path / name).touch(0o755)
        assert editor_command(environ, Path("a.md"), 3) == [name, "+3", "a.md"]


def test_a_quote_that_is_not_closed_names_no_editor() -> None:
    with pytest.raises(VibeError, match="editor"):
        editor_command({"EDITOR": "vim '"}, Path("a.md"), 1)
