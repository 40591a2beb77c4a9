"""Runs the reader: asks the terminal, loads the app, which takes a while, tidies up after it."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from vibe_tui.config import no_colour
from vibe_tui.errors import VibeError
from vibe_tui.service import Service
from vibe_tui.stuck import do_soon
from vibe_tui.text import Text
from vibe_tui.tui.terminal.background import LONGER, PATIENCE, Asked, ask, dark_by_environment

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


def _quieten_terminal() -> None:
    """Switch off every mouse mode and show the cursor, whatever the driver got to do."""
    out = sys.__stdout__
    if out is not None and out.isatty():
        with suppress(OSError):
            out.write(_QUIET)
            out.flush()
