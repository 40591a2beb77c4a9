"""`vibe papers`: the papers behind reports, as lines, Markdown, comma-separated values or JSON."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from vibe_tui.cells import cut
from vibe_tui.clean import clean_line
from vibe_tui.cli.command import Command, Context, add_format
from vibe_tui.cli.diagnostics import ExitCode
from vibe_tui.cli.listing import NO_MATCH, asked, date_column, paper_fields
from vibe_tui.model.report import Report
from vibe_tui.text import BETWEEN, Language, Text

FORMATS = ("text", "md", "csv", "json")

_NONE = Text("没有关于论文的报告", "no report is about a paper")


def configure(parser: ArgumentParser, language: Language) -> None:
    """Arguments of `vibe papers`."""
    query = Text("查询，不写就是全部报告", "a query; all reports without one")
    parser.add_argument("query", nargs="*", metavar="QUERY", help=query.pick(language))
    add_format(parser, FORMATS, language)


def run(context: Context, arguments: Namespace) -> ExitCode:
    """Print one paper a row, in the order of the reports; none is exit 1."""
    from vibe_tui.service.facts import about_papers

    reports = asked(context, arguments.query)
    papers = about_papers(reports, context.service.paper)
    form = context.form(arguments.format)
    if form == "json":
        context.out.json([_fields(context, report) for report in papers])
    elif form == "text":
        for line in _lines(context, papers):
            context.out.line(line)
    elif papers:
        context.out.text(_table(context, papers, form))
    if papers:
        return ExitCode.DONE
    context.err.note(_NONE if reports else NO_MATCH)
    return ExitCode.NOTHING


def _fields(context: Context, report: Report) -> dict[str, object]:
    return {
        "id": report.id,
        "short_title": report.short_title,
        "date": report.date or None,
        "topics": list(report.topics),
        **paper_fields(context.service.paper(report)),
    }


def _lines(context: Context, papers: Sequence[Report]) -> list[str]:
    """Day, arXiv number and title, then who, where and whether there is code; cut to the screen."""
    from vibe_tui.service.facts import code_link, named_authors, title_line

    wide = max([len(_number(report)) for report in papers], default=0)
    code = context.pick(Text("代码", "code"))
    room = context.out.room
    lines = []
    for report in papers:
        paper = context.service.paper(report)
        parts = [
            paper.title or title_line(report),
            named_authors(paper, context.config.language, 1),
            context.pick(BETWEEN).join(paper.institutions),
            ", ".join(paper.categories),
            code if code_link(paper) else "",
        ]
        line = f"{date_column(report)}  {_number(report):{wide}}  " + " · ".join(
            filter(None, parts)
        )
        lines.append(cut(clean_line(line), room) if room else line)
    return lines


def _number(report: Report) -> str:
    return report.arxiv + report.version if report.arxiv else "–"


def _table(context: Context, papers: Sequence[Report], form: str) -> str:
    """The table of the papers view: Markdown or comma-separated, with an id as the first column."""
    from vibe_tui.render.plain import markdown_table, to_csv
    from vibe_tui.service.facts import PaperColumns

    columns = PaperColumns(context.config, context.service.paper)
    header = ["ID", *columns.header]
    rows = [[report.id, *columns.cells(report)] for report in papers]
    return to_csv(header, rows) if form == "csv" else markdown_table(header, rows)


COMMAND = Command(
    "papers",
    "[QUERY] [--format text|md|csv|json]",
    Text("报告所讲的论文", "the papers behind the reports"),
    run,
    configure,
    query=True,
)
