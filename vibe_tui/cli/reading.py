"""`vibe show`, `digest` and `compare`: the text of one report, of many, of a few side by side.

Each takes a lens, and prints a page, Markdown, HTML or JSON.
"""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from vibe_tui.clean import clean_text
from vibe_tui.cli.command import ID, LENS, OUTPUT, QUERY, WIDTH, Command, Context, argument, formats
from vibe_tui.cli.finding import NO_MATCH, asked
from vibe_tui.cli.read import STDIN, root_of
from vibe_tui.cli.shapes import paper_fields, report_fields, section_fields
from vibe_tui.cli.streams import ExitCode, UsageError, to_json
from vibe_tui.errors import Problem, VibeError
from vibe_tui.model.report import Report
from vibe_tui.service import Service
from vibe_tui.text import Text

if TYPE_CHECKING:
    from vibe_tui.service.comparison import Comparison
    from vibe_tui.service.digest import LensedReport

_EMPTY = Text("《{title}》没有正文", "{title} has no text")
_NOT_IN_ONE = Text(
    "《{title}》没有“{lens}”部分", 'there is no section for the lens "{lens}" in {title}'
)


def _show(context: Context, arguments: Namespace) -> ExitCode:
    """Print the report; a lens that finds nothing says so and is exit 1."""
    out = context.out
    lens = context.lens(arguments.lens)
    is_file = arguments.id == STDIN or Path(arguments.id).is_file()
    service = context.open_service([root_of(arguments.id)]) if is_file else context.service
    service.refresh()
    report = _only(service) if is_file else service.find(arguments.id)
    opened = service.open(report)
    context.err.problems(opened.problems)
    sections = service.under_lens(opened, lens)
    form = context.form(arguments.format, "ansi" if out.has_colour else "text")
    if form == "json":
        out.json(
            {
                "id": report.id,
                "title": report.title,
                "meta": opened.meta,
                "sections": [section_fields(section) for section in sections],
            }
        )
    elif sections and form == "ansi":
        from vibe_tui.render.plain import to_ansi

        document = service.document(opened)
        width = context.page_width(arguments.width)
        out.lines(to_ansi(service.page(document, service.folds(document, lens), width)))
    elif sections:
        from vibe_tui.service.written import report_text

        width = context.page_width(arguments.width)
        out.text(report_text(service, opened, lens, form, width))
    absent = _EMPTY if lens.is_full else _NOT_IN_ONE
    return context.end(sections, absent.format(title=report.title, lens=lens.name))


def _only(service: Service) -> Report:
    """The one report of a service for a file. Raises `VibeError` where it cannot be read."""
    for report in service.reports().reports:
        return report
    problem = service.problems[0]
    zh, en = problem.message.zh, problem.message.en
    raise VibeError(Text(f"{problem.where} {zh}", f"{problem.where} {en}"), problem.hint)


SHOW = Command(
    "show",
    "ID|FILE|- [--lens L] [--width N] [--format text|ansi|md|html|json]",
    Text("显示一篇报告或其中的某些章节", "one report, or its sections under a lens"),
    _show,
    [ID, LENS, WIDTH, formats("text", "ansi", "md", "html", "json")],
)

_IN_NO_REPORT = Text("没有报告有“{n}”部分", 'no report has sections for the lens "{n}"')


def _digest(context: Context, arguments: Namespace) -> ExitCode:
    """Print what the lens keeps of each report, newest first; nothing kept is exit 1."""
    from vibe_tui.service.digest import digest_of
    from vibe_tui.service.written import digest_text

    lens = context.lens(arguments.lens)
    reports = asked(context, arguments.query)
    digest = digest_of(context.service, reports, lens, query=arguments.query)
    problems: list[Problem] = []
    form = context.form(arguments.format)
    if next(digest.parts([]), None) is None:
        if form == "json" and not arguments.output:
            context.out.json([])
        context.err.note(_IN_NO_REPORT.format(n=lens.name) if reports else NO_MATCH)
        return ExitCode.NOTHING
    if form == "json":
        text = to_json([_lensed_fields(part) for part in digest.parts(problems)])
    else:
        text = digest_text(context.service, digest, form, context.page_width(), problems)
    text = clean_text(text).rstrip("\n") + "\n"
    context.err.problems(problems)
    context.hand_over(text, arguments.output)
    return ExitCode.NOTHING if problems else ExitCode.DONE


def _lensed_fields(part: LensedReport) -> dict[str, object]:
    return {
        "id": part.report.id,
        "title": part.report.title,
        "date": part.report.date or None,
        "sections": [section_fields(section) for section in part.sections],
    }


DIGEST = Command(
    "digest",
    "[QUERY] --lens L [--format text|md|html|json] [-o FILE]",
    Text("一个视图看多篇报告", "one lens over many reports"),
    _digest,
    [
        QUERY,
        argument("--lens", "视图，如 summary、limitations|a lens, such as summary", required=True),
        formats("text", "md", "html", "json"),
        OUTPUT,
    ],
    query=True,
)

_FEW = Text("要两篇或更多不同的报告", "two or more different reports are needed")
_MANY = Text("最多对照 {n} 篇报告", "{n} reports are compared at most")
_IN_NONE_OF_THEM = Text(
    "这些报告都没有“{n}”部分", 'none of the reports has sections for the lens "{n}"'
)


def _compare(context: Context, arguments: Namespace) -> ExitCode:
    """Print the comparison; one that cannot be read, or a lens that finds nothing, is exit 1."""
    from vibe_tui.render.layout import whole_width
    from vibe_tui.service.comparison import compare
    from vibe_tui.service.reading_state import MOST
    from vibe_tui.service.written import comparison_text

    lens = context.lens(arguments.lens)
    service = context.service
    service.refresh()
    found = {report.id: report for report in map(service.find, arguments.ids)}
    if len(found) < 2:
        raise UsageError(_FEW)
    if len(found) > MOST:
        raise UsageError(_MANY.format(n=MOST))
    comparison = compare(service, list(found.values()), lens)
    problems = [
        Problem(one.report.path, one.error) for one in comparison.reports if one.error is not None
    ]
    context.err.problems(problems)
    form = context.form(arguments.format, "ansi" if context.out.has_colour else "text")
    room = whole_width(context.config.text_width, len(found))
    width = arguments.width or min(context.out.width, room)
    if form == "json":
        context.out.json(_comparison_fields(context, comparison))
    elif form == "ansi":
        from vibe_tui.render.layout import fitting
        from vibe_tui.render.plain import to_ansi

        document = comparison.document(fitting(width, len(found)))
        context.out.lines(to_ansi(service.page(document, (), width)))
    else:
        context.out.text(comparison_text(service, comparison, form, width))
    if not any(part.has_text for part in comparison.parts):
        context.err.note(_IN_NONE_OF_THEM.format(n=lens.name))
        return ExitCode.NOTHING
    return ExitCode.NOTHING if problems else ExitCode.DONE


def _comparison_fields(context: Context, comparison: Comparison) -> dict[str, object]:
    """What other programs are given: what is known of each, then the sections, kind by kind."""
    ids = [one.report.id for one in comparison.reports]
    return {
        "lens": comparison.lens.id,
        "reports": [
            {
                **report_fields(context, one.report),
                **paper_fields(context.service.paper(one.report)),
                "read": one.opened is not None,
            }
            for one in comparison.reports
        ],
        "kinds": [
            {
                "kind": part.kind.value,
                "reports": [
                    {"id": id_, "sections": [section_fields(section) for section in sections]}
                    for id_, sections in zip(ids, part.sections, strict=True)
                ],
            }
            for part in comparison.parts
        ],
    }


COMPARE = Command(
    "compare",
    "ID ID … [--lens L] [--width N] [--format text|ansi|md|html|json]",
    Text("把几篇报告并排对照", "a few reports beside each other"),
    _compare,
    [
        argument(
            "ids",
            "编号的任一部分，只要唯一；两篇或更多|any unique part of an id; two or more",
            nargs="+",
            metavar="ID",
        ),
        LENS,
        WIDTH,
        formats("text", "ansi", "md", "html", "json"),
    ],
)
