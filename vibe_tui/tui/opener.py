"""The way out of the reader: a link in the browser, a file in the editor.

What leaves is shown before it leaves, and only web and mail addresses do. Programs that draw in the
terminal get it to themselves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from textual.app import SuspendNotSupported

from vibe_tui.errors import VibeError
from vibe_tui.text import Language, Text
from vibe_tui.tui import programs, words
from vibe_tui.tui.jobs import Jobs
from vibe_tui.tui.links import LinkKind, kind_of
from vibe_tui.tui.screens.ask import AskScreen
from vibe_tui.tui.screens.top import TopScreen


class Opener:
    """Opens things outside for one screen."""

    def __init__(self, screen: TopScreen[None], jobs: Jobs, language: Language) -> None:
        self._screen = screen
        self._jobs = jobs
        self._language: Language = language

    def open_link(self, target: str, *, seen: bool) -> bool:
        """Open or refuse a link that leaves the reader; False for one that stays inside.

        `seen` tells that the person saw the target already, and needs no question.
        """
        kind = kind_of(target)
        if kind is LinkKind.REFUSED:
            self._ask(words.REFUSED, target, words.REFUSED_CHOICES)
        elif kind is not LinkKind.OUTSIDE:
            return False
        elif seen:
            self._browse(target)
        else:
            self._ask(words.OPEN_LINK, target, words.LINK_CHOICES)
        return True

    def edit(self, path: Path, line: int, environ: Mapping[str, str]) -> None:
        """Hand the terminal to the user's editor."""
        try:
            command = programs.editor_command(environ, path, line)
            with self._screen.app.suspend():
                programs.run_editor(command)
        except SuspendNotSupported:
            self._screen.tell(VibeError(words.NO_SUSPEND))
        except VibeError as error:
            self._screen.tell(error)

    def _ask(self, title: Text, target: str, choices: Sequence[tuple[str, Text]]) -> None:
        """Show the whole target, and what can be done with it."""

        def answered(key: str | None) -> None:
            if key == "enter":
                self._browse(target)
            elif key == "y":
                self._screen.app.copy_to_clipboard(target)
                self._screen.say(words.LINK_COPIED)

        ask = AskScreen(title, Text(target, target), choices, self._language)
        self._screen.app.push_screen(ask, answered)

    def _browse(self, target: str) -> None:
        try:
            in_terminal = programs.needs_terminal()
            if in_terminal:
                with self._screen.app.suspend():
                    programs.open_in_browser(target)
        except SuspendNotSupported:
            self._screen.tell(VibeError(words.NO_SUSPEND))
            return
        except VibeError as error:
            self._screen.tell(error)
            return
        if not in_terminal:
            self._screen.say(words.OPENING.format(target=target))
            self._jobs.run(
                "browser",
                lambda cancelled: programs.open_in_browser(target),
                lambda _: None,
                self._screen.tell,
            )
