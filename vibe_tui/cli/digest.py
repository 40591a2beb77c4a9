"""`vibe digest`: one lens over many reports, as pages, Markdown or JSON, printed or written."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from vibe_tui.clean import clean_text
from vibe_tui.cli import command as checked
from vibe_tui.cli.command import Command, Context
from vibe_tui.cli.diagnostics import ExitCode
from vibe_tui.cli.listing import NO_MATCH, asked
from vibe_tui.cli.output import to_json
from vibe_tui.cli.show import markdown, page_width, section_fields
from vibe_tui.errors import Problem
from vibe_tui.text import Language, Text

if TYPE_CHECKING:
    from vibe_tui.service.digest import Digest, LensedReport

FORMATS = ("text", "md", "html", "json")

_ABSENT = Text("没有报告有“{n}”部分", 'no report has sections for the lens "{n}"')


def configure(parser: ArgumentParser, language: Language) -> None:
    """Arguments of `vibe digest`."""
    query = Text("查询，不写就是全部报告", "a query; all reports without one")
    lens = Text("视图，如 summary、limitations", "a lens, such as summary or limitations")
    output = Text("写到文件，- 是标准输出", "write to a file; - is standard output")
    parser.add_argument("query", nargs="*", metavar="QUERY", help=query.pick(language))
    parser.add_argument("--lens", required=True, metavar="L", help=lens.pick(language))
    checked.add_format(parser, FORMATS, language)
    parser.add_argument(
        "-o",
        "--output",
        type=checked.output,
        default="",
        metavar="FILE",
        help=output.pick(language),
    )


def run(context: Context, arguments: Namespace) -> ExitCode:
    """Print what the lens keeps of each report, newest first; nothing kept is exit 1."""
    from vibe_tui.service.digest import digest_of

    lens = checked.lens(arguments.lens, context.config)
    reports = asked(context, arguments.query)
    digest = digest_of(context.service, reports, lens, query=arguments.query)
    problems: list[Problem] = []
    form = context.form(arguments.format)
    if next(digest.parts([]), None) is None:
        if form == "json" and not arguments.output:
            context.out.json([])
        context.err.note(_ABSENT.format(n=lens.name) if reports else NO_MATCH)
        return ExitCode.NOTHING
    text = clean_text("\n".join(_lines(context, digest, form, problems))).rstrip("\n") + "\n"
    context.err.problems(problems)
    context.hand_over(text, arguments.output)
    return ExitCode.NOTHING if problems else ExitCode.DONE


def _lines(context: Context, digest: Digest, form: str, problems: list[Problem]) -> Iterator[str]:
    if form == "json":
        yield to_json([_fields(part) for part in digest.parts(problems)])
    elif form == "md":
        for number, part in enumerate(digest.parts(problems)):
            yield ("\n---\n\n" if number else "") + markdown(part.report.title, part.sections)
    elif form == "html":
        from vibe_tui.render.web import to_html

        title = digest.title.pick(context.config.language)
        yield from to_html(digest.document(), title, context.config.language, apart=True)
    else:
        from vibe_tui.render.plain import to_text

        page = context.service.page(digest.document(), (), page_width(context, 0))
        yield from to_text(page)


def _fields(part: LensedReport) -> dict[str, object]:
    return {
        "id": part.report.id,
        "title": part.report.title,
        "date": part.report.date or None,
        "sections": [section_fields(section) for section in part.sections],
    }


COMMAND = Command(
    "digest",
    "[QUERY] --lens L [--format text|md|html|json] [-o FILE]",
    Text("一个视图看多篇报告", "one lens over many reports"),
    run,
    configure,
    query=True,
)
