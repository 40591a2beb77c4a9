"""A thread that is stuck keeps nobody from leaving, and the terminal is left as it was."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.tui.terminal.test_terminal import assert_clean, run

STUCK = """
import sys, threading
from vibe_tui.service.resources import Resources
from vibe_tui.service.service import Service
from vibe_tui.state.catalogue import FrontPage
from vibe_tui.__main__ import main
def stuck(self, *_):
    {before}
    threading.Event().wait()
{where} = stuck
sys.exit(main())
"""


@pytest.mark.parametrize("keys", ["q", "\x03\x03q", ""], ids=["quit", "stop and quit", "signal"])
@pytest.mark.parametrize(
    ("where", "before"),
    [
        ("Service.refresh", "pass"),
        ("Resources.look", "self._lock.acquire()"),
        ("FrontPage.save", "pass"),
    ],
    ids=["a look at the disk", "one that holds a lock", "a write into the cache"],
)
def test_the_reader_ends_although_a_thread_is_stuck(
    own: Path, where: str, before: str, keys: str
) -> None:
    library = str(own / "library")
    code = STUCK.format(where=where, before=before)
    with run(own, "--library", library, "list") as terminal:
        assert terminal.wait() == 0
    with run(own, "--library", library, code=code) as terminal:
        terminal.wait_for("小模型")
        if keys:
            terminal.send(keys)
        else:
            terminal.process.send_signal(signal.SIGTERM)
        assert terminal.wait() == (0 if keys else 128 + signal.SIGTERM)
        assert_clean(terminal)
