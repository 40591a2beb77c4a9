"""Programs outside the reader: the browser for a link, the editor for a file, the shell.

Never a shell: arguments go as they are. A browser that draws in the terminal is told apart from one
that opens a window, because the first needs the screen.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from vibe_tui.errors import VibeError
from vibe_tui.text import Text

_AT_LINE = {"code": "-g", "codium": "-g", "subl": "", "zed": "", "hx": "", "helix": ""}


def editor_command(environ: Mapping[str, str], path: Path, line: int) -> list[str]:
    """The command that opens `path` at `line` in the user's editor. Raises `VibeError`."""
    import shlex

    value = environ.get("VISUAL") or environ.get("EDITOR") or ""
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
    """Whether the browser would draw in this terminal. Raises `VibeError` where there is none."""
    import webbrowser

    try:
        browser = webbrowser.get()
    except webbrowser.Error as error:
        raise VibeError(
            Text("这里没有浏览器", "there is no browser here"),
            Text("用 y 复制链接", "y copies the link"),
        ) from error
    return type(browser) is webbrowser.GenericBrowser


def open_in_browser(target: str) -> None:
    """Open a web or mail address; for a worker, or with the terminal free."""
    import webbrowser

    if not webbrowser.open(target):
        raise VibeError(Text(f"浏览器打不开 {target}", f"the browser does not open {target}"))


def return_to_shell() -> None:
    """Stop, with what this was started by, until the shell takes it up again.

    Raises `VibeError` where no shell with jobs is there to do so: where the terminal was opened for
    this program alone, or for a script that runs it.
    """
    if sys.platform == "win32" or os.getsid(0) == os.getpgrp():
        raise VibeError(Text("没有可以回去的 shell", "there is no shell to return to"))
    os.killpg(0, signal.SIGTSTP)
