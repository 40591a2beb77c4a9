"""The terminal driver, made to outlive what a terminal may send.

Textual's own thread that reads keys ends at the first byte that is not UTF-8 (an old-style mouse
report beyond column 95 is enough), and no key works from then on; here such bytes are passed over.
Late answers to what was asked before the app began are no keys either: they are taken out. And a
window that closes sends its signal to the first program in it only, which may be `make` or a shell:
here the terminal itself is watched, so that the reader never outlives it. A closing window also
tells its programs to go on (SIGCONT), which to Textual means that they were stopped before: it
takes up the terminal a second time, with a second thread that reads it for ever.

`write_crash_log` keeps the details of a crash in a file.
"""

from __future__ import annotations

import codecs
import os
import select
import signal
import tempfile
import threading
import traceback
from pathlib import Path
from typing import Protocol, runtime_checkable

from textual._xterm_parser import XTermParser
from textual.drivers.linux_driver import LinuxDriver

from vibe_tui.files import write_text
from vibe_tui.tui.messages import BackgroundKnown
from vibe_tui.tui.start import Asked

# The parser of what a terminal sends has no public name.

WAIT = 0.1
"""Seconds between looks at whether to stop, and after which a key that began is taken as it is."""


@runtime_checkable
class Asking(Protocol):
    """An app that may have asked the terminal something before it began."""

    @property
    def asked(self) -> Asked | None:
        """What it asked."""


class SturdyDriver(LinuxDriver):
    """Reads on after bytes that are no text, and ends with its terminal."""

    _watcher: threading.Thread | None = None

    def _sigtstp_application(self, *_: object) -> None:
        """Leave the terminal before it stops, unless it was left already: the reader may be ending.

        Else it would take up the terminal when it goes on, and have nobody to draw on it.
        """
        if self._writer_thread is not None and self._writer_thread.is_alive():
            super()._sigtstp_application()
        else:
            os.kill(os.getpid(), signal.SIGSTOP)

    def _sigcont_application(self, *_: object) -> None:
        """Take up the terminal again, but only after it was left."""
        if self._must_signal_resume:
            super()._sigcont_application()

    @property
    def _asked(self) -> Asked | None:
        return self._app.asked if isinstance(self._app, Asking) else None

    def run_input_thread(self) -> None:
        if self._watcher is None:
            self._watcher = threading.Thread(target=self._watch_terminal, daemon=True)
            self._watcher.start()
        parser = XTermParser()
        decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        asked = self._asked
        text = ""
        if asked is not None:
            # The terminal did not echo while the answer was waited for; it did before.
            self.attrs_before = asked.attributes
            text, asked.typed = decode(asked.typed), b""
        while not self.exit_event.is_set():
            for message in parser.feed(text) if text else parser.tick():
                self.process_message(message)
            ready = select.select([self.fileno], [], [], WAIT)[0]
            try:
                data = os.read(self.fileno, 4096) if ready else b""
            except OSError:
                data = b""
            if ready and not data:
                return  # The terminal is gone.
            text = decode(data)
            if asked is not None:
                text = self._without_answers(asked, text)
                asked = None if asked.is_over else asked

    def _without_answers(self, asked: Asked, text: str) -> str:
        """What was typed; an answer goes to the app as a message."""
        rest = asked.answers.feed(text) if text else asked.answers.flush()
        if asked.answers.dark is not None:
            self.send_message(BackgroundKnown(asked.answers.dark))
            asked.answers.dark = None
        return rest + (asked.answers.flush() if asked.is_over else "")

    def _watch_terminal(self) -> None:
        """Hang up when the terminal is gone."""
        if wait_for_end(self.fileno):
            os.kill(os.getpid(), signal.SIGHUP)


def wait_for_end(terminal: int) -> bool:
    """Wait until a terminal can be used no more; whether it hung up. Waiting costs nothing."""
    poller = select.poll()
    poller.register(terminal, 0)
    # Asked for nothing, it still tells of these: hung up, an error, no open file.
    return any(event & select.POLLHUP for _, event in poller.poll())


CRASH_LOG = "crash.log"


def write_crash_log(folder: Path) -> Path:
    """Keep the traceback; in a new temporary file when `folder`, the cache, cannot be written."""
    text = traceback.format_exc()
    try:
        path = folder / CRASH_LOG
        write_text(path, text)
    except OSError:
        return _write_temporary(text)
    return path


def _write_temporary(text: str) -> Path:
    """Keep `text` under a name of its own: others may write to the folder of such files."""
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="vibe-", suffix=f"-{CRASH_LOG}", delete=False, encoding="utf-8"
        ) as file:
            file.write(text)
    except OSError:
        return Path(os.devnull)
    return Path(file.name)
