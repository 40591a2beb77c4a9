"""Runs the reader: asks the terminal, loads the app, which takes a while, tidies up after it.

The question is whether the background is dark, for the theme "auto". It is the very first thing
that a start writes, and the answer is read after everything was loaded: by then most terminals have
answered, and nobody waits. A second question that every terminal answers follows it, so that one
without an answer to the first is not waited for. What was typed meanwhile is handed on; an answer
that comes later is taken out of the input by the driver. Without an answer `COLORFGBG` may tell.
"""

from __future__ import annotations

import os
import re
import select
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from vibe_tui.config import Config, no_colour
from vibe_tui.errors import Problem, VibeError
from vibe_tui.model.section import LENSES, Lens
from vibe_tui.service import Service
from vibe_tui.stuck import do_soon
from vibe_tui.text import Text

if TYPE_CHECKING:
    from vibe_tui.tui.keys import Action

QUESTION = b"\x1b]11;?\x1b\\\x1b[c"

PATIENCE = 0.12
"""Seconds from the question after which the app starts without an answer: what loading it takes."""

LONGER = 1.0
"""The same where other questions follow, whose answers would be mixed up with this one."""

GIVEN_UP = 10.0
"""Seconds from the question after which no answer is expected any more."""

_BACKGROUND = re.compile(
    r"\x1b\]11;rgba?:([0-9a-f]+)/([0-9a-f]+)/([0-9a-f]+)[^\x07\x1b]*(?:\x07|\x1b\\)", re.IGNORECASE
)
_DEVICE = re.compile(r"\x1b\[\?[\d;]*c")
_BEGINNING = re.compile(r"\x1b(?:\](?:1(?:1(?:;[^\x07\x1b]{0,40}\x1b?)?)?)?|\[(?:\?[\d;]*)?)?\Z")


class Answers:
    """Takes a terminal's answers out of what it sends; `dark` is what they said."""

    def __init__(self) -> None:
        self.dark: bool | None = None
        self.complete = False
        self._held = ""

    def feed(self, text: str) -> str:
        """`text` without answers; what may be the beginning of one is held back."""
        if self.complete:
            return text
        text = self._take(self._held + text)
        beginning = None if self.complete else _BEGINNING.search(text)
        at = beginning.start() if beginning is not None else len(text)
        self._held = text[at:]
        return text[:at]

    def flush(self) -> str:
        """What was held back and has not become an answer."""
        held, self._held = self._held, ""
        return held

    def _take(self, text: str) -> str:
        found = _BACKGROUND.search(text)
        if found is not None:
            self.dark = is_dark(*found.groups())
        self.complete = _DEVICE.search(text) is not None
        return _DEVICE.sub("", _BACKGROUND.sub("", text))


def is_dark(red: str, green: str, blue: str) -> bool:
    """Whether a colour is dark; each part is hexadecimal with any number of digits."""
    parts = [int(part, 16) / (16 ** len(part) - 1) for part in (red, green, blue)]
    return bool(0.299 * parts[0] + 0.587 * parts[1] + 0.114 * parts[2] < 0.5)


def dark_by_environment(environ: Mapping[str, str]) -> bool | None:
    """What `COLORFGBG` (`15;0`, `0;default;15`) says of the background; `None` for nothing."""
    number = environ.get("COLORFGBG", "").rpartition(";")[2]
    return int(number) not in (7, 15) if re.fullmatch(r"\d{1,2}", number) else None


class Asked:
    """The question, while it waits for its answer."""

    def __init__(self, keyboard: int, screen: int) -> None:
        import termios

        self.answers = Answers()
        self.typed = b""
        self._keyboard = keyboard
        self._since = time.monotonic()
        self.attributes = termios.tcgetattr(keyboard)
        quiet = termios.tcgetattr(keyboard)
        quiet[3] &= ~(termios.ECHO | termios.ICANON)
        termios.tcsetattr(keyboard, termios.TCSANOW, quiet)
        os.write(screen, QUESTION)

    @property
    def is_over(self) -> bool:
        """Whether nothing more is to come."""
        return self.answers.complete or time.monotonic() - self._since > GIVEN_UP

    def wait(self, patience: float = PATIENCE) -> bool | None:
        """Whether the background is dark, if that is known soon enough."""
        while not self.answers.complete:
            left = self._since + patience - time.monotonic()
            if not select.select([self._keyboard], [], [], max(0.0, left))[0]:
                break
            data = os.read(self._keyboard, 4096)
            if not data:
                break
            self.typed += self.answers.feed(data.decode("latin-1")).encode("latin-1")
        return self.answers.dark

    def restore(self) -> None:
        """Let the terminal echo again."""
        import termios

        with suppress(termios.error):
            termios.tcsetattr(self._keyboard, termios.TCSANOW, self.attributes)


def ask() -> Asked | None:
    """Ask the terminal; `None` where there is none to ask."""
    if sys.platform == "win32" or sys.__stdin__ is None or sys.__stderr__ is None:
        return None
    import termios

    try:
        return Asked(sys.__stdin__.fileno(), sys.__stderr__.fileno())
    except (OSError, ValueError, termios.error):
        return None


_QUIET = "\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l\x1b[?25h"


def open_reader(service: Service, *, start: Path | None = None) -> None:
    """Open the reader until it is quit; `start` is a file of the library to open at once.

    Raises `VibeError` after a crash and `SystemExit` (128 + n) after signal n.
    """
    is_open = service.config.theme == "auto" and not no_colour(os.environ)
    asked = ask() if is_open else None
    try:
        _run(service, start, asked)
    finally:
        do_soon(service.close)
        _quieten_terminal()
        if asked is not None:
            asked.restore()


def _run(service: Service, start: Path | None, asked: Asked | None) -> None:
    from vibe_tui.tui.app import VibeApp

    patience = LONGER if service.config.images else PATIENCE
    answer = asked.wait(patience) if asked is not None else None
    dark = answer if answer is not None else dark_by_environment(os.environ)
    problem = load_pictures(service)
    app = VibeApp(service, start=start, problem=problem, dark=dark, asked=asked)
    app.run(mouse=service.config.mouse)
    if app.failure:
        raise VibeError(Text(app.failure, app.failure))
    if app.return_code:
        raise SystemExit(app.return_code)


def load_pictures(service: Service) -> VibeError | None:
    """Load what draws pictures where the settings want them; without it there are none."""
    if not service.config.images:
        return None
    from vibe_tui.tui.reader.pictures import load_drawing

    try:
        load_drawing()
    except VibeError as error:
        service.use(replace(service.config, images=False))
        return error
    return None


def keys_in_force(
    config: Config, lenses: Sequence[Lens], path: Path
) -> tuple[tuple[Action, ...], tuple[Problem, ...]]:
    """The table of actions for these lenses with the keys that `config`, read from `path`, sets."""
    from vibe_tui.tui.actions import all_actions
    from vibe_tui.tui.keys import preset_keys, rebind

    own = {f"lens-{one.id}": one.key for one in lenses if one.key and one not in LENSES}
    actions, _ = rebind(all_actions(lenses), preset_keys(config.preset), str(path))
    return rebind(actions, {**own, **config.keys}, str(path), config.lines)


def wrong_settings(config: Config, path: Path) -> tuple[Problem, ...]:
    """What is wrong with the theme, the user's own themes and keys that `path` sets."""
    from textual.theme import BUILTIN_THEMES

    from vibe_tui.tui.look.themes import shipped_themes, unknown_theme, user_themes

    own, problems = user_themes(path.with_name("themes"))
    known = {*BUILTIN_THEMES, *shipped_themes(), *(theme.name for theme in own)}
    wrong_keys = keys_in_force(config, config.lenses, path)[1]
    return (*problems, *unknown_theme(config, path, known), *wrong_keys)


def _quieten_terminal() -> None:
    """Switch off every mouse mode and show the cursor, whatever the driver got to do."""
    out = sys.__stdout__
    if out is not None and out.isatty():
        with suppress(OSError):
            out.write(_QUIET)
            out.flush()
