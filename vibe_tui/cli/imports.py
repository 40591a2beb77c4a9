"""`vibe import`: bring text dumps and other files into the user's library, which it makes."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from vibe_tui.cli.command import Command, Context
from vibe_tui.cli.diagnostics import ExitCode, UsageError
from vibe_tui.cli.sync import exit_code, show
from vibe_tui.text import Language, Text


def configure(parser: ArgumentParser, language: Language) -> None:
    """Arguments of `vibe import`."""
    paths = Text("文本、文件或文件夹", "text dumps, files or folders")
    parser.add_argument("paths", nargs="+", metavar="PATH", help=paths.pick(language))


def run(context: Context, arguments: Namespace) -> ExitCode:
    """Import each path; what fails is named and stops nothing else."""
    if "" in arguments.paths:
        raise UsageError(Text("有一个路径是空的", "one of the paths is empty"))
    result = context.open_service().import_paths([Path(path) for path in arguments.paths])
    show(context, result)
    context.err.problems(result.notes)
    context.err.problems(result.skipped)
    context.err.problems(result.errors)
    read_any = result.added or result.updated or result.unchanged or result.skipped
    return exit_code(result, read_any=bool(read_any))


COMMAND = Command(
    "import",
    "PATH … [--json]",
    Text("把文本、Markdown 等导入文库", "bring text dumps and Markdown into the library"),
    run,
    configure,
)
