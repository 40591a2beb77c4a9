"""`vibe index`: bring the search index up to date, or build it anew."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from vibe_tui.cli.command import Command, Context
from vibe_tui.cli.diagnostics import ExitCode
from vibe_tui.errors import VibeError
from vibe_tui.text import Language, Text

if TYPE_CHECKING:
    from vibe_tui.search.query import Query

INDEXING = Text("建立索引", "indexing")
READING = Text("查原文", "reading what is not indexed")


def configure(parser: ArgumentParser, language: Language) -> None:
    """Arguments of `vibe index`."""
    rebuild = Text("全部重建，其间旧索引照用", "build it all anew; the old one answers meanwhile")
    parser.add_argument(
        "--rebuild", action="store_true", default=False, help=rebuild.pick(language)
    )


def run(context: Context, arguments: Namespace) -> ExitCode:
    """Index what changed since the last time."""
    service = context.service
    service.refresh()
    progress = context.err.progress(INDEXING)
    if arguments.rebuild:
        service.indexing.rebuild(progress)
    else:
        service.indexing.update(progress)
    context.err.problems(service.problems)
    total = len(service.reports().reports)
    if context.json:
        context.out.json({"reports": total})
    else:
        context.err.note(
            Text("索引已就绪：{n} 篇报告", "the index is ready: {n} reports").format(n=total)
        )
    return ExitCode.DONE


def freshen(context: Context, query: Query | None) -> None:
    """Look at the disk, and bring the index up to date where `query` needs it.

    An index that cannot be written, or is being written, is said and stops nothing: the reports
    are read instead.
    """
    context.service.refresh()
    if query is not None and not query.fields_only:
        update(context, waits=False)


def update(context: Context, *, waits: bool = True) -> None:
    """Bring the index up to date, or say why that cannot be."""
    try:
        context.service.indexing.update(context.err.progress(INDEXING), waits=waits)
    except VibeError as error:
        context.err.error(error)


COMMAND = Command(
    "index",
    "[--rebuild] [--json]",
    Text("更新或重建搜索索引", "update or rebuild the search index"),
    run,
    configure,
)
