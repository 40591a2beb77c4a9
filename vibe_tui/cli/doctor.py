"""`vibe doctor`: what is wrong with library, state, index and sources; `--fix` mends caches."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from vibe_tui.cli.command import Command, Context
from vibe_tui.cli.diagnostics import ExitCode
from vibe_tui.cli.index import INDEXING
from vibe_tui.text import Language, Text


def configure(parser: ArgumentParser, language: Language) -> None:
    """Arguments of `vibe doctor`."""
    fix = Text("更新或重建索引，清除残留文件", "bring the index up to date, clear leftovers away")
    parser.add_argument("--fix", action="store_true", default=False, help=fix.pick(language))


def run(context: Context, arguments: Namespace) -> ExitCode:
    """Print each check with what is wrong; needs nothing to be well, nor to exist."""
    from vibe_tui.service.health import look, versions

    service = context.service
    found = versions()
    checks = list(look(service, fix=arguments.fix, progress=context.err.progress(INDEXING)))
    well = not any(check.problems for check in checks)
    if context.json:
        context.out.json(
            {
                "ok": well,
                "versions": found,
                "checks": [
                    {
                        "name": check.name,
                        "ok": not check.problems,
                        "message": context.pick(check.line),
                        "problems": [one.line(context.config.language) for one in check.problems],
                    }
                    for check in checks
                ],
            }
        )
    else:
        context.out.line("  ".join(f"{name} {text or '-'}" for name, text in found.items()))
        for check in checks:
            sign = "!" if check.problems else "✓"
            context.out.line(f"{sign} {check.name:8} {context.pick(check.line)}")
            for problem in check.problems:
                context.out.line(f"    {problem.line(context.config.language)}")
    return ExitCode.DONE if well else ExitCode.NOTHING


COMMAND = Command(
    "doctor",
    "[--fix] [--json]",
    Text("检查文库、索引和来源", "check the library, the index and the sources"),
    run,
    configure,
)
