"""The terminal driver, made to outlive what a terminal may send.

Textual's own thread that reads keys ends at the first byte that is not UTF-8 (an old-style mouse
report beyond column 95 is enough), and no key works from then on. Here it begins again instead.
"""

from __future__ import annotations

from textual.drivers.linux_driver import LinuxDriver


class SturdyDriver(LinuxDriver):
    """Reads on after bytes that are no text."""

    def run_input_thread(self) -> None:
        while not self.exit_event.is_set():
            try:
                super().run_input_thread()
            except UnicodeDecodeError:
                continue
            return
