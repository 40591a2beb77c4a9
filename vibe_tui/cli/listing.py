"""`vibe list`: reports, newest first, all or those that a query names."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from vibe_tui.cells import cell_width, cut, pad
from vibe_tui.clean import clean_line
from vibe_tui.cli.command import Command, Context
from vibe_tui.cli.diagnostics import ExitCode
from vibe_tui.cli.index import READING, freshen
from vibe_tui.library.walk import is_report_name
from vibe_tui.model.report import Paper, Report
from vibe_tui.render.titles import drawn_title
from vibe_tui.text import Language, Text

LONGEST_ID = 44

NO_MATCH = Text("没有符合的报告", "no report matches")


def configure(parser: ArgumentParser, language: Language) -> None:
    """Arguments of `vibe list`."""
    query = Text("查询，与搜索同一语法", "a query, as in search")
    parser.add_argument("query", nargs="*", metavar="QUERY", help=query.pick(language))


def run(context: Context, arguments: Namespace) -> ExitCode:
    """Print one report a line; nothing found is exit 1, nothing readable 2."""
    reports = asked(context, arguments.query)
    if context.json:
        context.out.json([fields(context, report) for report in reports])
    else:
        for line in rows(reports, context.out.room):
            context.out.line(line)
    if reports:
        return ExitCode.DONE
    if not arguments.query and any(is_report_name(one.where) for one in context.service.problems):
        return ExitCode.FAILED
    context.err.note(
        NO_MATCH
        if arguments.query
        else Text("文库是空的：用 vibe import 导入", "the library is empty: use vibe import")
    )
    return ExitCode.NOTHING


def asked(context: Context, text: str) -> tuple[Report, ...]:
    """The reports that answer a query; notes and problems about them go to standard error."""
    query = context.service.parse(text) if text.strip() else None
    freshen(context, query)
    listing = context.service.reports(query, context.err.progress(READING))
    context.err.problems(context.service.problems)
    if listing.note is not None:
        context.err.note(listing.note)
    return listing.reports


def date_column(report: Report) -> str:
    """What is known of the day, as wide as a whole one."""
    return f"{report.date or '—':<10}"


def rows(reports: Sequence[Report], width: int) -> list[str]:
    """Date, id, column and short title; cut to `width` cells unless it is 0."""
    ids = [clean_line(report.id) for report in reports]
    wide = min(LONGEST_ID, max(map(cell_width, ids), default=0)) if width else 0
    lines = []
    for id_, report in zip(ids, reports, strict=True):
        badge = f"[{report.column}] " if report.column else ""
        title = clean_line(badge + drawn_title(report.short_title))
        if width:
            lines.append(cut(f"{date_column(report)}  {pad(cut(id_, wide), wide)}  {title}", width))
        else:
            lines.append(f"{date_column(report)}  {id_}  {title}")
    return lines


def fields(context: Context, report: Report) -> dict[str, object]:
    """A report as other programs see it."""
    mark = context.service.reading.mark(report)
    return {
        "id": report.id,
        "title": report.title,
        "feed_title": report.feed_title or None,
        "short_title": report.short_title,
        "date": report.date or None,
        "date_precision": report.date_precision,
        "author": report.author or None,
        "authors": list(context.service.paper(report).authors),
        "source": report.source or None,
        "url": report.url or None,
        "genre": report.genre.value,
        "topics": list(report.topics),
        "tags": list(report.tags),
        "folder": report.folder or None,
        "arxiv": report.arxiv or None,
        "venue": report.venue or None,
        "chars": report.chars,
        "path": report.path,
        "unread": mark.unread,
        "starred": mark.starred,
    }


def paper_fields(paper: Paper) -> dict[str, object]:
    """The paper behind a report as other programs see it; empty values where it has none."""
    return {
        "paper_title": paper.title,
        "arxiv": paper.arxiv,
        "version": paper.version,
        "authors": list(paper.authors),
        "author_count": max(paper.author_count, len(paper.authors)),
        "institutions": list(paper.institutions),
        "categories": list(paper.categories),
        "links": dict(paper.links),
    }


COMMAND = Command(
    "list",
    "[QUERY] [--json]",
    Text("列出报告，新的在前", "reports, newest first"),
    run,
    configure,
    query=True,
)
