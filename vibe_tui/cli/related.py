"""`vibe related ID`: the reports that belong beside one, and why."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from vibe_tui.clean import clean_line
from vibe_tui.cli.command import Command, Context, add_id, count
from vibe_tui.cli.diagnostics import ExitCode
from vibe_tui.cli.index import update
from vibe_tui.cli.listing import date_column
from vibe_tui.text import Language, Text

_NONE = Text("没有与《{title}》相关的报告", "nothing is related to {title}")


def configure(parser: ArgumentParser, language: Language) -> None:
    """Arguments of `vibe related`."""
    limit = Text("最多几篇报告", "how many reports at most")
    add_id(parser, language)
    parser.add_argument("--limit", type=count, default=10, metavar="N", help=limit.pick(language))


def run(context: Context, arguments: Namespace) -> ExitCode:
    """Print each report with what both have in common; none is exit 1."""
    from vibe_tui.service.finding import reason_words

    service = context.service
    service.refresh()
    report = service.find(arguments.id)
    update(context)
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
    if found:
        return ExitCode.DONE
    context.err.note(_NONE.format(title=clean_line(report.title)))
    return ExitCode.NOTHING


COMMAND = Command(
    "related",
    "ID [--limit N] [--json]",
    Text("与一篇报告相关的报告，以及原因", "reports related to one, and why"),
    run,
    configure,
)
