"""`vibe compare ID ID …`: a few reports beside each other, as a page, Markdown, HTML or JSON."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from vibe_tui.cli import command as checked
from vibe_tui.cli.command import Command, Context
from vibe_tui.cli.diagnostics import ExitCode, UsageError
from vibe_tui.cli.listing import fields, paper_fields
from vibe_tui.cli.show import markdown, section_fields
from vibe_tui.errors import Problem
from vibe_tui.model.section import KIND_NAMES
from vibe_tui.text import Language, Text

if TYPE_CHECKING:
    from vibe_tui.render.page import Page
    from vibe_tui.service.comparison import Comparison

FORMATS = ("text", "ansi", "md", "html", "json")

_FEW = Text("要两篇或更多不同的报告", "two or more different reports are needed")
_MANY = Text("最多对照 {n} 篇报告", "{n} reports are compared at most")
_ABSENT = Text("这些报告都没有“{n}”部分", 'none of the reports has sections for the lens "{n}"')


def configure(parser: ArgumentParser, language: Language) -> None:
    """Arguments of `vibe compare`."""
    id_ = Text("编号的任一部分，只要唯一；两篇或更多", "any unique part of an id; two or more")
    lens = Text("视图，如 results、limitations", "a lens, such as results or limitations")
    width = Text("多少列宽；够宽时并排", "cells a line; side by side where wide enough")
    parser.add_argument("ids", nargs="+", metavar="ID", help=id_.pick(language))
    parser.add_argument("--lens", default="full", metavar="L", help=lens.pick(language))
    parser.add_argument(
        "--width", type=checked.width, default=0, metavar="N", help=width.pick(language)
    )
    checked.add_format(parser, FORMATS, language)


def run(context: Context, arguments: Namespace) -> ExitCode:
    """Print the comparison; one that cannot be read, or a lens that finds nothing, is exit 1."""
    from vibe_tui.render.plain import to_ansi, to_text
    from vibe_tui.service.comparison import compare
    from vibe_tui.service.reading_state import MOST

    lens = checked.lens(arguments.lens, context.config)
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
    if form == "json":
        context.out.json(_fields(context, comparison))
    elif form == "md":
        context.out.text("\n".join(_markdown(context, comparison)))
    elif form == "html":
        from vibe_tui.render.web import to_html

        title, language = comparison.title.pick(context.config.language), context.config.language
        page = to_html(comparison.document(), title, language, apart=True)
        context.out.text("\n".join(page))
    else:
        laid = _page(context, comparison, arguments.width)
        context.out.lines(to_ansi(laid) if form == "ansi" else to_text(laid))
    if not any(part.has_text for part in comparison.parts):
        context.err.note(_ABSENT.format(n=lens.name))
        return ExitCode.NOTHING
    return ExitCode.NOTHING if problems else ExitCode.DONE


def _page(context: Context, comparison: Comparison, asked: int) -> Page:
    """As wide as asked, else as the screen allows and the columns take."""
    from vibe_tui.render.layout import fitting, whole_width

    count = len(comparison.reports)
    width = asked or min(context.out.width, whole_width(context.config.text_width, count))
    return context.service.page(comparison.document(fitting(width, count)), (), width)


def _fields(context: Context, comparison: Comparison) -> dict[str, object]:
    """What other programs are given: what is known of each, then the sections, kind by kind."""
    ids = [one.report.id for one in comparison.reports]
    return {
        "lens": comparison.lens.id,
        "reports": [
            {
                **fields(context, one.report),
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


def _markdown(context: Context, comparison: Comparison) -> Iterator[str]:
    """The table of facts, then a heading a kind, a report and a section."""
    from vibe_tui.render.comparison import ABSENT
    from vibe_tui.render.plain import markdown_table
    from vibe_tui.service.facts import title_line

    titles = [title_line(one.report) for one in comparison.reports]
    rows = [[context.pick(fact.name), *fact.values] for fact in comparison.facts]
    yield f"# {context.pick(comparison.title)}\n"
    yield markdown_table(["", *titles], rows).rstrip("\n")
    for part in comparison.parts:
        yield f"\n## {context.pick(KIND_NAMES[part.kind])}"
        for title, sections in zip(titles, part.sections, strict=True):
            own = markdown(title, sections, 3).rstrip("\n")
            yield f"\n{own}" if sections else f"\n{own}\n\n{context.pick(ABSENT)}"


COMMAND = Command(
    "compare",
    "ID ID … [--lens L] [--width N] [--format text|ansi|md|html|json]",
    Text("把几篇报告并排对照", "a few reports beside each other"),
    run,
    configure,
)
