"""`vibe list`, `search`, `related` and `papers`: what reports there are, or answer a query.

Reports are listed newest first. Before anything is looked for the disk is looked at, and the index
brought up to date where the query needs it.
"""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from vibe_tui.cells import cell_width, cut, pad
from vibe_tui.clean import clean_line
from vibe_tui.cli.command import ID, QUERY, Command, Context, argument, formats, limit
from vibe_tui.cli.shapes import paper_fields, report_fields
from vibe_tui.cli.streams import ExitCode
from vibe_tui.errors import VibeError
from vibe_tui.library.walk import is_report_name
from vibe_tui.model.report import Report
from vibe_tui.render.titles import drawn_title
from vibe_tui.search.query import Query
from vibe_tui.text import BETWEEN, Text

LONGEST_ID = 44

INDEXING = Text("建立索引", "indexing")
READING = Text("查原文", "reading what is not indexed")
NO_MATCH = Text("没有符合的报告", "no report matches")


def freshen(context: Context, query: Query | None) -> None:
    """Look at the disk, and bring the index up to date where `query` needs it.

    An index that cannot be written, or is being written, is said and stops nothing: the reports
    are read instead.
    """
    context.service.refresh()
    if query is not None and not query.fields_only:
        _update(context, waits=False)


def _update(context: Context, *, waits: bool = True) -> None:
    """Bring the index up to date, or say why that cannot be."""
    try:
        context.service.indexing.update(context.err.progress(INDEXING), waits=waits)
    except VibeError as error:
        context.err.error(error)


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


_NO_REPORTS = Text("文库是空的：用 vibe import 导入", "the library is empty: use vibe import")


def _list(context: Context, arguments: Namespace) -> ExitCode:
    """Print one report a line; nothing found is exit 1, nothing readable 2."""
    reports = asked(context, arguments.query)
    if context.json:
        context.out.json([report_fields(context, report) for report in reports])
    else:
        for line in rows(reports, context.out.room):
            context.out.line(line)
    if arguments.query:
        return context.end(reports, NO_MATCH)
    if not reports and any(is_report_name(one.where) for one in context.service.problems):
        return ExitCode.FAILED
    return context.end(reports, _NO_REPORTS)


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


LIST = Command(
    "list",
    "[QUERY] [--json]",
    Text("列出报告，新的在前", "reports, newest first"),
    _list,
    [QUERY],
    True,
)

_TITLE = Text("标题", "title")
_MEANT = Text("是不是要找：{others}", "did you mean: {others}")


def _search(context: Context, arguments: Namespace) -> ExitCode:
    """Print report, section and snippet of each passage; nothing found is exit 1."""
    service = context.service
    query = service.parse(arguments.query)
    freshen(context, query)
    answer = service.search(query, arguments.limit, context.err.progress(READING))
    context.err.problems(service.problems)
    if answer.note is not None:
        context.err.note(answer.note)
    suggestions = () if answer.total else service.finder.suggest(query)
    found = [(hit, service.report(hit.report_id)) for hit in answer.hits]
    if context.json:
        context.out.json(
            {
                "query": arguments.query,
                "total": answer.total,
                "took_ms": answer.took_ms,
                "note": None if answer.note is None else context.pick(answer.note),
                "hits": [
                    {
                        "id": report.id,
                        "title": report.title,
                        "date": report.date or None,
                        "score": hit.score,
                        "passages": [
                            {
                                "section": passage.section,
                                "kind": passage.kind,
                                "snippet": passage.snippet,
                            }
                            for passage in hit.passages
                        ],
                    }
                    for hit, report in found
                ],
                "suggestions": [
                    {"query": one.query, "why": one.why.value, "total": one.total}
                    for one in suggestions
                ],
            }
        )
    else:
        for hit, report in found:
            context.out.line(f"{date_column(report)}  {report.id}")
            for passage in hit.passages:
                place = clean_line(passage.section or context.pick(_TITLE))
                snippet = _marked(passage.snippet, passage.marks if context.out.has_colour else ())
                context.out.styled(f"    {place}: {snippet}")
    code = context.end(answer.total, Text("没有找到", "nothing found"))
    if suggestions:
        others = "  ".join(f"{clean_line(one.query)} ({one.total})" for one in suggestions)
        context.err.note(_MEANT.format(others=others))
    return code


def _marked(snippet: str, marks: Sequence[tuple[int, int]]) -> str:
    """The snippet, cleaned, with the words at `marks` in bold."""
    parts: list[str] = []
    end = 0
    for start, stop in marks:
        parts += [clean_line(snippet[end:start]), "\x1b[1m"]
        parts += [clean_line(snippet[start:stop]), "\x1b[0m"]
        end = stop
    return "".join([*parts, clean_line(snippet[end:])])


SEARCH = Command(
    "search",
    "QUERY [--limit N] [--json]",
    Text("在全部报告里找段落", "passages from all reports"),
    _search,
    [argument("query", "查询|what to look for", nargs="+", metavar="QUERY"), limit(20)],
    query=True,
)

_NOT_RELATED = Text("没有与《{title}》相关的报告", "nothing is related to {title}")


def _related(context: Context, arguments: Namespace) -> ExitCode:
    """Print each report with what both have in common; none is exit 1."""
    from vibe_tui.service.finding import reason_words

    service = context.service
    service.refresh()
    report = service.find(arguments.id)
    _update(context)
    found = service.finder.related(report, arguments.limit)
    reports = [service.report(one.report_id) for one in found]
    if context.json:
        context.out.json(
            [
                {
                    "id": other.id,
                    "title": other.title,
                    "date": other.date or None,
                    "score": one.score,
                    "reasons": [
                        {"bond": reason.bond.value, "items": list(reason.items)}
                        for reason in one.reasons
                    ],
                }
                for one, other in zip(found, reports, strict=True)
            ]
        )
    else:
        for one, other in zip(found, reports, strict=True):
            context.out.line(f"{date_column(other)}  {other.id}")
            for reason in one.reasons:
                context.out.line(f"    {reason_words(reason, context.config)}")
    return context.end(found, _NOT_RELATED.format(title=clean_line(report.title)))


RELATED = Command(
    "related",
    "ID [--limit N] [--json]",
    Text("与一篇报告相关的报告，以及原因", "reports related to one, and why"),
    _related,
    [ID, limit(10)],
)

_NO_PAPERS = Text("没有关于论文的报告", "no report is about a paper")


def _papers(context: Context, arguments: Namespace) -> ExitCode:
    """Print one paper a row, in the order of the reports; none is exit 1."""
    from vibe_tui.service.papers import about_papers

    reports = asked(context, arguments.query)
    papers = about_papers(reports, context.service.paper)
    form = context.form(arguments.format)
    if form == "json":
        context.out.json([_paper_row(context, report) for report in papers])
    elif form == "text":
        for line in _paper_lines(context, papers):
            context.out.line(line)
    elif papers:
        context.out.text(_paper_table(context, papers, form))
    return context.end(papers, _NO_PAPERS if reports else NO_MATCH)


def _paper_row(context: Context, report: Report) -> dict[str, object]:
    return {
        "id": report.id,
        "short_title": report.short_title,
        "date": report.date or None,
        "topics": list(report.topics),
        **paper_fields(context.service.paper(report)),
    }


def _paper_lines(context: Context, papers: Sequence[Report]) -> list[str]:
    """Day, arXiv number and title, then who, where and whether there is code; cut to the screen."""
    from vibe_tui.library.names import title_line
    from vibe_tui.service.papers import code_link, named_authors

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


def _paper_table(context: Context, papers: Sequence[Report], form: str) -> str:
    """The table of the papers view: Markdown or comma-separated, with an id as the first column."""
    from vibe_tui.render.plain import markdown_table, to_csv
    from vibe_tui.service.papers import PaperColumns

    columns = PaperColumns(context.config, context.service.paper)
    header = ["ID", *columns.header]
    rows = [[report.id, *columns.cells(report)] for report in papers]
    return to_csv(header, rows) if form == "csv" else markdown_table(header, rows)


PAPERS = Command(
    "papers",
    "[QUERY] [--format text|md|csv|json]",
    Text("报告所讲的论文", "the papers behind the reports"),
    _papers,
    [QUERY, formats("text", "md", "csv", "json")],
    query=True,
)
