"""`vibe digest`: one lens over many reports, as pages, Markdown or JSON, printed or written."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from pathlib import Path

from vibe_tui.atomic import write_text
from vibe_tui.clean import clean_text
from vibe_tui.cli import arguments as checked
from vibe_tui.cli.command import Command, Context
from vibe_tui.cli.diagnostics import ExitCode
from vibe_tui.cli.index import freshen
from vibe_tui.cli.output import to_json
from vibe_tui.cli.sections import markdown, section_fields
from vibe_tui.cli.show import page_width
from vibe_tui.model.lens import Lens
from vibe_tui.model.report import Report
from vibe_tui.model.section import Section
from vibe_tui.service import Opened
from vibe_tui.text import Language, Text

FORMATS = ("text", "md", "json")

_RULE = {"text": f"\n{'═' * 20}\n\n", "md": "\n---\n\n"}

Part = tuple[Report, Opened, tuple[Section, ...]]


def configure(parser: ArgumentParser, language: Language) -> None:
    """Arguments of `vibe digest`."""
    query = Text("查询，不写就是全部报告", "a query; all reports without one")
    lens = Text("视图，如 summary、limitations", "a lens, such as summary or limitations")
    form = Text("格式", "what to print")
    output = Text("写到文件", "write to a file")
    parser.add_argument("query", nargs="*", metavar="QUERY", help=query.pick(language))
    parser.add_argument("--lens", required=True, metavar="L", help=lens.pick(language))
    parser.add_argument("--format", choices=FORMATS, default="", help=form.pick(language))
    parser.add_argument("--output", default="", metavar="FILE", help=output.pick(language))


def run(context: Context, arguments: Namespace) -> ExitCode:
    """Print what the lens keeps of each report, newest first; nothing kept is exit 1."""
    lens = checked.lens(arguments.lens, context.config)
    service = context.service
    freshen(context, arguments.query)
    listing = service.reports(arguments.query)
    context.err.problems(service.problems)
    if listing.note is not None:
        context.err.note(listing.note)
    parts = list(_parts(context, listing.reports, lens))
    form = arguments.format or ("json" if context.json else "text")
    if form == "json":
        text = to_json([_fields(part) for part in parts]) + "\n"
    else:
        text = _RULE[form].join(_text(context, part, lens, form) for part in parts)
    if not parts:
        if form == "json" and not arguments.output:
            context.out.text(text)
        absent = Text("没有报告有“{n}”部分", 'no report has sections for the lens "{n}"')
        context.err.note(absent.format(n=context.pick(lens.name)))
        return ExitCode.NOTHING
    if arguments.output:
        write_text(Path(arguments.output), clean_text(text))
        context.err.note(Text("已写入 {f}", "written to {f}").format(f=arguments.output))
    else:
        context.out.text(text)
    return ExitCode.DONE


def _parts(context: Context, reports: tuple[Report, ...], lens: Lens) -> Iterator[Part]:
    for report in reports:
        opened = context.service.open(report)
        sections = context.service.under_lens(opened, lens)
        if sections:
            yield report, opened, sections


def _fields(part: Part) -> dict[str, object]:
    report, _, sections = part
    return {
        "id": report.id,
        "title": report.title,
        "date": report.date.isoformat(),
        "sections": [section_fields(section) for section in sections],
    }


def _text(context: Context, part: Part, lens: Lens, form: str) -> str:
    report, opened, sections = part
    if form == "md":
        return markdown(report.title, sections)
    from vibe_tui.render.plain import to_text

    service = context.service
    document = service.document(opened)
    folds = service.folds(document, lens, hide=True)
    page = service.page(document, folds, page_width(context, 0))
    return "\n".join(to_text(page)) + "\n"


COMMAND = Command(
    "digest",
    "[QUERY] --lens L [--format text|md|json] [-o FILE]",
    Text("一个视图看多篇报告", "one lens over many reports"),
    run,
    configure,
    query=True,
)
