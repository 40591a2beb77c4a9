"""Who may be stopped for the shell: only what a shell with jobs has started."""

from __future__ import annotations

import subprocess
import sys

import pytest

ASK = """
from vibe_tui.errors import VibeError
from vibe_tui.tui.programs import return_to_shell
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
