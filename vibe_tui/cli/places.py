"""`vibe paths`: where the files and folders of this user are."""

from __future__ import annotations

from argparse import Namespace

from vibe_tui.cli.command import Command, Context
from vibe_tui.cli.diagnostics import ExitCode
from vibe_tui.text import Text


def run(context: Context, _: Namespace) -> ExitCode:
    """Print one path a line, or all as one JSON object. Needs none of them to exist."""
    paths = context.paths
    places = {
        "library": paths.library,
        "bundled": paths.bundled,
        "config": paths.config,
        "sources": paths.sources,
        "state": paths.state,
        "cache": paths.cache,
    }
    if context.json:
        context.out.json({name: str(path) for name, path in places.items()})
    else:
        for name, path in places.items():
            context.out.line(f"{name:8} {path}")
    return ExitCode.DONE


COMMAND = Command(
    "paths",
    "[--json]",
    Text("文库、配置和缓存在哪里", "where the library, the settings and the caches are"),
    run,
)
