"""A reader that is killed at any moment loses at most the last second of reading state."""

from __future__ import annotations

import random
import time
from dataclasses import replace
from pathlib import Path

from tests.tui.conftest import make_service
from tests.tui.terminal.test_terminal import run
from vibe_tui.config import Config
from vibe_tui.service import Service

ROUNDS = 4


def service_on(home: Path, own: Path) -> Service:
    """A service on the library of `own` and the state that the program keeps below `home`."""
    state = next(home.rglob("state.db"))
    paths = replace(make_service(own).paths, state=state, cache=home / "another-cache")
    return Service(paths, Config())


def test_killing_in_a_loop_keeps_marks_and_database(own: Path) -> None:
    moments = random.Random(7)
    starred = False
    for _ in range(ROUNDS):
        with run(own, "--library", str(own / "library")) as terminal:
            terminal.wait_for("小模型")
            terminal.send("m")
            time.sleep(1.1)
            starred = not starred
            terminal.send("jjkku")
            time.sleep(moments.random() / 3)
            terminal.process.kill()
            terminal.process.wait()
        service = service_on(own, own)
        service.refresh()
        assert service.problems == ()
        assert service.reading.mark(service.find("透镜")).starred is starred


def test_a_killed_reader_is_opened_where_it_was(own: Path) -> None:
    with run(own, "--library", str(own / "library")) as terminal:
        terminal.wait_for("小模型用少量算力")
        terminal.send("j\r")
        terminal.wait_for("第 3 段")
        terminal.send(" ")
        terminal.wait_for("第 14 段")
        time.sleep(1.5)
        terminal.process.kill()
        terminal.process.wait()
    service = service_on(own, own)
    service.refresh()
    left = service.reading.last_screen()
    assert left is not None
    assert (left.report, left.reading) == ("2026-08-10-没有局限", True)
    assert service.reading.mark(service.find("没有局限")).place.startswith("1:")
    with run(own, "--library", str(own / "library")) as terminal:
        terminal.wait_for("第 14 段")
        terminal.send("q")
        assert terminal.wait() == 0
