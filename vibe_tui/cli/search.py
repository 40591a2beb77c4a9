"""`vibe search`: passages that answer a query, the index brought up to date first."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from vibe_tui.clean import clean_line
from vibe_tui.cli.command import Command, Context, count
from vibe_tui.cli.diagnostics import ExitCode
from vibe_tui.cli.index import READING, freshen
from vibe_tui.cli.listing import date_column
from vibe_tui.text import Language, Text

_TITLE = Text("标题", "title")
_MEANT = Text("是不是要找：{others}", "did you mean: {others}")


def configure(parser: ArgumentParser, language: Language) -> None:
    """Arguments of `vibe search`."""
    query = Text("查询", "what to look for")
    limit = Text("最多几篇报告", "how many reports at most")
    parser.add_argument("query", nargs="+", metavar="QUERY", help=query.pick(language))
    parser.add_argument("--limit", type=count, default=20, metavar="N", help=limit.pick(language))


def run(context: Context, arguments: Namespace) -> ExitCode:
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
                snippet = marked(passage.snippet, passage.marks if context.out.has_colour else ())
                context.out.styled(f"    {place}: {snippet}")
    if answer.total:
        return ExitCode.DONE
    context.err.note(Text("没有找到", "nothing found"))
    if suggestions:
        others = "  ".join(f"{clean_line(one.query)} ({one.total})" for one in suggestions)
        context.err.note(_MEANT.format(others=others))
    return ExitCode.NOTHING


def marked(snippet: str, marks: Sequence[tuple[int, int]]) -> str:
    """The snippet, cleaned, with the words at `marks` in bold."""
    parts: list[str] = []
    end = 0
    for start, stop in marks:
        parts += [clean_line(snippet[end:start]), "\x1b[1m"]
        parts += [clean_line(snippet[start:stop]), "\x1b[0m"]
        end = stop
    return "".join([*parts, clean_line(snippet[end:])])


COMMAND = Command(
    "search",
    "QUERY [--limit N] [--json]",
    Text("在全部报告里找段落", "passages from all reports"),
    run,
    configure,
    query=True,
)
