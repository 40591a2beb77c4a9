"""`vibe show ID|FILE|-`: one report, or its sections under a lens, as page, Markdown, HTML, JSON.

How sections are written as JSON and as Markdown, `digest` and `compare` take from here.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path

from vibe_tui.cli import command as checked
from vibe_tui.cli.command import Command, Context
from vibe_tui.cli.diagnostics import ExitCode
from vibe_tui.cli.read import STDIN, root_of
from vibe_tui.errors import VibeError
from vibe_tui.model.report import Report
from vibe_tui.model.section import Section
from vibe_tui.service import Service
from vibe_tui.text import Language, Text


def section_fields(section: Section) -> dict[str, object]:
    """One section with all below it; every key is always there."""
    from vibe_tui.render.parse import tables_of

    return {
        "heading": section.heading,
        "level": section.level,
        "kind": section.kind.value,
        "text": section.text,
        "tables": [
            {
                "header": list(table.source_header),
                "rows": [list(row) for row in table.source_rows],
            }
            for table in tables_of(section.text)
        ],
        "children": [section_fields(child) for child in section.children],
    }


def markdown(title: str, sections: Sequence[Section], level: int = 1) -> str:
    """The title at `level`, then the sections below it with their own relative levels."""
    from vibe_tui.render.plain import markdown_heading

    parts = [markdown_heading(title, level)]
    for section in sections:
        parts.extend(_markdown(section, level))
    return "\n\n".join(parts) + "\n"


def _markdown(section: Section, above: int) -> Iterator[str]:
    for one in section.walk():
        if one.heading:
            yield f"{'#' * min(6, one.level + above)} {one.heading}"
        if one.text.strip():
            yield one.text.strip("\n")


FORMATS = ("text", "ansi", "md", "html", "json")

_EMPTY = Text("《{title}》没有正文", "{title} has no text")
_ABSENT = Text(
    "《{title}》没有“{lens}”部分", 'there is no section for the lens "{lens}" in {title}'
)


def configure(parser: ArgumentParser, language: Language) -> None:
    """Arguments of `vibe show`."""
    lens = Text("视图，如 summary、limitations", "a lens, such as summary or limitations")
    width = Text("多少列宽", "cells a line")
    checked.add_id(parser, language)
    parser.add_argument("--lens", default="full", metavar="L", help=lens.pick(language))
    parser.add_argument(
        "--width", type=checked.width, default=0, metavar="N", help=width.pick(language)
    )
    checked.add_format(parser, FORMATS, language)


def run(context: Context, arguments: Namespace) -> ExitCode:
    """Print the report; a lens that finds nothing says so and is exit 1."""
    out = context.out
    lens = checked.lens(arguments.lens, context.config)
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
    elif sections and form == "md":
        out.text(markdown(report.title, sections))
    elif sections and form == "html":
        from vibe_tui.render.web import to_html

        kept = service.document(opened, sections)
        out.text("\n".join(to_html(kept, report.title, context.config.language)))
    elif sections:
        from vibe_tui.render.plain import to_ansi, to_text

        document = service.document(opened)
        width = page_width(context, arguments.width)
        page = service.page(document, service.folds(document, lens), width)
        out.lines(to_ansi(page) if form == "ansi" else to_text(page))
    if sections:
        return ExitCode.DONE
    absent = _EMPTY if lens.is_full else _ABSENT
    context.err.note(absent.format(title=report.title, lens=lens.name))
    return ExitCode.NOTHING


def _only(service: Service) -> Report:
    """The one report of a service for a file. Raises `VibeError` where it cannot be read."""
    for report in service.reports().reports:
        return report
    problem = service.problems[0]
    zh, en = problem.message.zh, problem.message.en
    raise VibeError(Text(f"{problem.where} {zh}", f"{problem.where} {en}"), problem.hint)


def page_width(context: Context, asked: int) -> int:
    """Cells of a page: as asked, else what screen and settings allow."""
    return asked or min(context.out.width, context.config.text_width)


COMMAND = Command(
    "show",
    "ID|FILE|- [--lens L] [--width N] [--format text|ansi|md|html|json]",
    Text("显示一篇报告或其中的某些章节", "one report, or its sections under a lens"),
    run,
    configure,
)
