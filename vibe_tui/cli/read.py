"""`vibe [PATH …]`: open the reader on the library, or on files, folders or standard input.

The one place of the command line that starts the app, by one deferred import. Without a terminal
it says what to use instead.
"""

from __future__ import annotations

import gc
import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from vibe_tui.cli.command import Command, Context, argument
from vibe_tui.cli.streams import ExitCode, UsageError
from vibe_tui.config import is_dumb
from vibe_tui.errors import Problem, VibeError
from vibe_tui.library.opened import decode_report
from vibe_tui.library.walk import LARGEST
from vibe_tui.service import Root
from vibe_tui.state.origins import content_hash
from vibe_tui.text import Text

STDIN = "-"
TERMINAL = "/dev/tty"

_INSTEAD = Text(
    "在脚本和管道里用 vibe list、vibe show ID 或 vibe search QUERY",
    "In scripts and pipes use vibe list, vibe show ID or vibe search QUERY",
)
_TOO_LARGE = Text("标准输入超过 {n} MB", "standard input is larger than {n} MB")
_NO_TERMINAL = VibeError(Text("阅读器要在终端里用", "the reader needs a terminal"), _INSTEAD)


def run(context: Context, arguments: Namespace) -> ExitCode:
    """Check the paths and the terminal, then hand over to the app until it quits."""
    _check_paths(arguments.paths)
    if is_dumb(context.environ):
        raise VibeError(
            Text(
                "这个终端（TERM={t}）画不了界面", "a TERM={t} terminal cannot show the reader"
            ).format(t=context.environ["TERM"]),
            _INSTEAD,
        )
    piped = STDIN in arguments.paths
    if not _has_terminal(keyboard=not piped):
        raise _NO_TERMINAL
    paths = list(dict.fromkeys(arguments.paths))
    roots = [root_of(path, alone=len(paths) == 1) for path in paths]
    if piped:
        _take_keyboard()
    service = context.open_service(roots) if roots else context.service
    # Nothing that a start makes is garbage; `load_disk` turns the collector on behind it.
    gc.disable()
    try:
        from vibe_tui.tui.start import open_reader

        open_reader(service, start=roots[0].path if _is_one_report(roots) else None)
    finally:
        gc.enable()
    return ExitCode.DONE


def settings_problems(context: Context) -> tuple[Problem, ...]:
    """All that is wrong with the settings; what is the reader's alone, in its words."""
    from vibe_tui.tui.start import wrong_settings

    return (*context.problems, *wrong_settings(context.config, context.paths.config))


def _check_paths(paths: Sequence[str]) -> None:
    """Raise `UsageError` for the first path that is not there."""
    for path in paths:
        if path != STDIN and not os.path.lexists(path):
            raise UsageError(
                Text("没有这个命令或文件：{p}", "no such command or file: {p}").format(p=path),
                Text("命令见 vibe --help", "See vibe --help for the commands"),
            )


def _has_terminal(*, keyboard: bool) -> bool:
    """Whether the app can draw and, unless the keyboard is found elsewhere, hear keys."""
    screens = (sys.stdout, sys.stderr)
    drawn = all(stream is not None and stream.isatty() for stream in screens)
    heard = sys.stdin is not None and sys.stdin.isatty() if keyboard else Path(TERMINAL).exists()
    return drawn and heard


def root_of(path: str, *, alone: bool = True) -> Root:
    """Where reports are read from for one argument. Raises `VibeError`.

    What is kept of the reports of a folder is kept of a text beside them too: only that text has
    its name.
    """
    if path == STDIN:
        data = b"" if sys.stdin is None else sys.stdin.buffer.read(LARGEST + 1)
        if len(data) > LARGEST:
            size = LARGEST // (1024 * 1024)
            raise VibeError(_TOO_LARGE.format(n=size))
        if not data.strip():
            raise VibeError(Text("标准输入是空的", "standard input is empty"))
        name = "stdin" if alone else f"stdin-{content_hash(data)[:16]}"
        return Root(Path(f"{name}.md"), "text", text=decode_report(data)[0])
    return Root(Path(path), "folder" if Path(path).is_dir() else "file")


def _take_keyboard() -> None:
    """Let keys come from the terminal, now that standard input is read."""
    terminal = os.open(TERMINAL, os.O_RDONLY)
    os.dup2(terminal, 0)
    os.close(terminal)


def _is_one_report(roots: Sequence[Root]) -> bool:
    """Whether one report is all that was asked for, to be opened at once."""
    return len(roots) == 1 and roots[0].kind in ("file", "text")


COMMAND = Command(
    "",
    "[PATH …]",
    Text("终端里的研究报告阅读器", "a reader of research reports for the terminal"),
    run,
    [argument("paths", "", nargs="*", metavar="PATH")],
)
