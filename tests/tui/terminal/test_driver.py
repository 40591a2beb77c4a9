"""The watch on the terminal ends when the terminal can be used no more."""

from __future__ import annotations

import os
import pty

from vibe_tui.tui.terminal.driver import wait_for_end


def test_a_terminal_that_closes_hung_up() -> None:
    master, terminal = pty.openpty()
    os.close(master)
    try:
        assert wait_for_end(terminal)
    finally:
        os.close(terminal)


def test_a_file_that_is_closed_is_no_hang_up() -> None:
    master, terminal = pty.openpty()
    os.close(master)
    os.close(terminal)
    assert not wait_for_end(terminal)
