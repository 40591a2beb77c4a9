"""`vibe import`: bring text dumps and other files into the user's library, which it makes."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from vibe_tui.cli.command import Command, Context
from vibe_tui.cli.diagnostics import ExitCode
from vibe_tui.service import Service
from vibe_tui.text import Language, Text

_DONE = Text(
    "新增 {a} 篇，更新 {u} 篇，未变 {n} 篇，跳过 {s} 项，出错 {e} 处",
    "{a} added, {u} updated, {n} unchanged, {s} skipped, {e} errors",
)


def configure(parser: ArgumentParser, language: Language) -> None:
    """Arguments of `vibe import`."""
    paths = Text("文本、文件或文件夹", "text dumps, files or folders")
    parser.add_argument("paths", nargs="+", metavar="PATH", help=paths.pick(language))


def run(context: Context, arguments: Namespace) -> ExitCode:
    """Import each path; what fails is named and stops nothing else."""
    service = Service(context.paths, context.config)
    result = service.import_paths([Path(path) for path in arguments.paths])
    if context.json:
        context.out.json(
            {
                "added": list(result.added),
                "updated": list(result.updated),
                "unchanged": result.unchanged,
                "skipped": [
                    {"item": one.where, "reason": context.pick(one.message)}
                    for one in result.skipped
                ],
                "errors": [
                    {"source": one.where, "message": context.pick(one.message)}
                    for one in result.errors
                ],
            }
        )
    else:
        for sign, ids in (("+", result.added), ("~", result.updated)):
            for id_ in ids:
                context.out.line(f"{sign} {id_}")
    context.err.problems(result.skipped)
    context.err.problems(result.errors)
    context.err.note(
        _DONE.format(
            a=len(result.added),
            u=len(result.updated),
            n=result.unchanged,
            s=len(result.skipped),
            e=len(result.errors),
        )
    )
    read_any = result.added or result.updated or result.unchanged or result.skipped
    if result.errors and not read_any:
        return ExitCode.FAILED
    return ExitCode.NOTHING if result.errors else ExitCode.DONE


COMMAND = Command(
    "import",
    "PATH … [--json]",
    Text("把文本、Markdown 等导入文库", "bring text dumps and Markdown into the library"),
    run,
    configure,
)
