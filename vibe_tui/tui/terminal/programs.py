"""Programs outside the reader: the browser for a link, the editor for a file, the shell.

What leaves is shown before it leaves, and only web and mail addresses do. Never through a shell:
arguments go as they are. Programs that draw in the terminal, as some browsers do, get it to
themselves.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from textual.app import SuspendNotSupported
from textual.dom import DOMNode

from vibe_tui.errors import VibeError
from vibe_tui.text import Language, Text
from vibe_tui.tui import words
from vibe_tui.tui.jobs import Jobs
from vibe_tui.tui.messages import Said
from vibe_tui.tui.screens import AskScreen, TopScreen

TMUX_SECONDS = 2.0
_AT_LINE = {"code": "-g", "codium": "-g", "subl": "", "zed": "", "hx": "", "helix": ""}


def editor_command(environ: Mapping[str, str], path: Path, line: int) -> list[str]:
    """The command that opens `path` at `line` in the user's editor, else in `vi` or `nano`.

    Raises `VibeError`.
    """
    import shlex

    value = environ.get("VISUAL") or environ.get("EDITOR") or ""
    if not value:
        search = environ.get("PATH")
        value = next((one for one in ("vi", "nano") if shutil.which(one, path=search)), "")
    try:
        words = shlex.split(value)
    except ValueError as error:
        raise VibeError(
            Text(
                f"编辑器命令的引号不成对：{value}", f"the editor's command lacks a quote: {value}"
            ),
            Text("设置环境变量 EDITOR，例如 EDITOR=vim", "set EDITOR, for example EDITOR=vim"),
        ) from error
    if not words:
        raise VibeError(
            Text("没有设置编辑器", "no editor is set"),
            Text("设置环境变量 EDITOR，例如 EDITOR=vim", "set EDITOR, for example EDITOR=vim"),
        )
    name = Path(words[0]).stem
    if name in _AT_LINE:
        flag = [_AT_LINE[name]] if _AT_LINE[name] else []
        return [*words, *flag, f"{path}:{line}"]
    return [*words, f"+{line}", str(path)]


def run_editor(command: list[str]) -> None:
    """Run the editor until it ends. The terminal must be free."""
    try:
        subprocess.run(command, check=False)
    except OSError as error:
        raise VibeError(
            Text(f"编辑器打不开：{error}", f"the editor does not start: {error}"),
            Text("检查环境变量 EDITOR", "check the variable EDITOR"),
        ) from error


def needs_terminal() -> bool:
    """Whether the browser would draw in this terminal. Raises `webbrowser.Error` where there is
    none."""
    import webbrowser

    return type(webbrowser.get()) is webbrowser.GenericBrowser


def open_in_browser(target: str) -> None:
    """Open a web or mail address; for a worker, or with the terminal free."""
    import webbrowser

    if not webbrowser.open(target):
        raise VibeError(Text(f"浏览器打不开 {target}", f"the browser does not open {target}"))


def copy(node: DOMNode, text: str, what: Text) -> None:
    """Hand `text` to the clipboard, and say so of `what` it is.

    No terminal tells whether it took it, and tmux takes only what it is given by its own command:
    there, and only there, is known that it was copied.
    """
    app = node.app
    app.copy_to_clipboard(text)

    def hand_to_tmux() -> None:
        said = words.COPIED if taken_by_tmux(text) else words.HANDED_OVER
        app.post_message(Said(said.format(what=what)))

    if os.environ.get("TMUX"):
        app.run_worker(hand_to_tmux, group="copy", exit_on_error=False, thread=True)
    else:
        app.post_message(Said(words.HANDED_OVER.format(what=what)))


def taken_by_tmux(text: str) -> bool:
    """Whether tmux has `text` in its buffer now, and passes it on to the terminal. For a worker."""
    try:
        done = subprocess.run(
            ["tmux", "load-buffer", "-w", "-"],
            input=text.encode("utf-8"),
            capture_output=True,
            timeout=TMUX_SECONDS,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return done.returncode == 0


def return_to_shell() -> None:
    """Stop, with what this was started by, until the shell takes it up again.

    Raises `VibeError` where no shell with jobs is there to do so: where the terminal was opened for
    this program alone, or for a script that runs it.
    """
    if sys.platform == "win32" or os.getsid(0) == os.getpgrp():
        raise VibeError(Text("没有可以回去的 shell", "there is no shell to return to"))
    os.killpg(0, signal.SIGTSTP)


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
        from vibe_tui.render.links import LinkKind, link_kind

        kind = link_kind(target)
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
            command = editor_command(environ, path, line)
            with self._screen.app.suspend():
                run_editor(command)
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
                copy(self._screen, target, words.LINK)

        ask = AskScreen(title, Text(target, target), choices, self._language)
        self._screen.app.push_screen(ask, answered)

    def _browse(self, target: str) -> None:
        import webbrowser

        try:
            in_terminal = needs_terminal()
            if in_terminal:
                with self._screen.app.suspend():
                    open_in_browser(target)
        except SuspendNotSupported:
            self._screen.tell(VibeError(words.NO_SUSPEND))
            return
        except webbrowser.Error:
            self._ask(words.NO_BROWSER, target, words.NO_BROWSER_CHOICES)
            copy(self._screen, target, words.LINK)
            return
        except VibeError as error:
            self._screen.tell(error)
            return
        if not in_terminal:
            self._screen.say(words.OPENING.format(target=target))
            self._jobs.run(
                "browser",
                lambda cancelled: open_in_browser(target),
                lambda _: None,
                self._screen.tell,
            )
