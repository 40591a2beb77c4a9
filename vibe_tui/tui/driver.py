"""The terminal driver, made to outlive what a terminal may send.

Textual's own thread that reads keys ends at the first byte that is not UTF-8 (an old-style mouse
report beyond column 95 is enough), and no key works from then on. Here it begins again instead.
And a window that closes sends its signal to the first program in it only, which may be `make` or a
shell: here the terminal itself is watched, so that the reader never outlives it.
"""

from __future__ import annotations

import os
import select
import signal
import threading

from textual.drivers.linux_driver import LinuxDriver


class SturdyDriver(LinuxDriver):
    """Reads on after bytes that are no text, and ends with its terminal."""

    def run_input_thread(self) -> None:
        threading.Thread(target=self._watch_terminal, daemon=True).start()
        while not self.exit_event.is_set():
            try:
                super().run_input_thread()
            except UnicodeDecodeError:
                continue
            return

    def _watch_terminal(self) -> None:
        """Hang up when the terminal is gone; costs nothing while it is there."""
        poller = select.poll()
        poller.register(self.fileno, 0)
        while not self.exit_event.is_set():
            for _, event in poller.poll(500):
                if event & select.POLLHUP:
                    os.kill(os.getpid(), signal.SIGHUP)
                return
