"""What leaves the program as one text: a report, digest, comparison, notes or any other Markdown.

As Markdown (the form `md`), as a web page (`html`) or as plain lines: the command line prints them,
the app exports them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from vibe_tui.clean import clean_line, clean_text
from vibe_tui.errors import Problem
from vibe_tui.library.opened import Opened
from vibe_tui.model.section import KIND_NAMES, Lens, Section
from vibe_tui.service.notes import Noted
from vibe_tui.text import Text

if TYPE_CHECKING:
    from vibe_tui.render.anchors import Anchored
    from vibe_tui.render.document import Document
    from vibe_tui.render.place import Fold
    from vibe_tui.service import Service
    from vibe_tui.service.comparison import Comparison
    from vibe_tui.service.digest import Digest

Located = dict[int, "tuple[Anchored, int]"]
"""Where the passage of each note was found, and the line of the file."""

NOTE_STATES = {
    "changed": Text("原文已改动", "the passage was changed"),
    "lost": Text("原文已找不到", "the passage is gone"),
    "no-report": Text("报告不在文库中", "the report is not in the library"),
}
_NOTES = Text("笔记", "Notes")


def report_text(service: Service, opened: Opened, lens: Lens, form: str, width: int) -> str:
    """What `lens` keeps of a report; empty where that is nothing."""
    sections = service.under_lens(opened, lens)
    if not sections:
        return ""
    if form == "md":
        return markdown(opened.report.title, sections)
    if form == "html":
        return _html(service, service.document(opened, sections), opened.report.title)
    document = service.document(opened)
    return _lines(service, document, width, service.folds(document, lens))


def digest_text(
    service: Service, digest: Digest, form: str, width: int, problems: list[Problem]
) -> str:
    """A digest; what cannot be read goes to `problems`."""
    if form == "md":
        parts = digest.parts(problems)
        return "\n---\n\n".join(markdown(part.report.title, part.sections) for part in parts)
    if form == "html":
        title = digest.title.pick(service.config.language)
        return _html(service, digest.document(), title, apart=True)
    return _lines(service, digest.document(), width)


def comparison_text(service: Service, comparison: Comparison, form: str, width: int) -> str:
    """A comparison, as many reports beside each other as there is room for."""
    if form == "md":
        return "\n".join(_comparison_markdown(service, comparison)) + "\n"
    if form == "html":
        title = comparison.title.pick(service.config.language)
        return _html(service, comparison.document(), title, apart=True)
    from vibe_tui.render.layout import fitting

    document = comparison.document(fitting(width, len(comparison.reports)))
    return _lines(service, document, width)


def as_form(service: Service, title: str, text: str, form: str, width: int) -> str:
    """Any Markdown that begins with its title."""
    if form == "md":
        return text
    from vibe_tui.library.split import split
    from vibe_tui.render.document import Document

    document = Document(split(text), language=service.config.language)
    if form == "html":
        return _html(service, document, title)
    return _lines(service, document, width)


def _html(service: Service, document: Document, title: str, *, apart: bool = False) -> str:
    from vibe_tui.render.web import to_html

    return "\n".join(to_html(document, title, service.config.language, apart=apart)) + "\n"


def _lines(service: Service, document: Document, width: int, folds: Sequence[Fold] = ()) -> str:
    from vibe_tui.render.plain import to_text

    return "\n".join(to_text(service.page(document, folds, width))) + "\n"


def markdown(title: str, sections: Sequence[Section], level: int = 1) -> str:
    """The title at `level`, then the sections below it with their own relative levels."""
    from vibe_tui.render.plain import markdown_heading

    parts = [markdown_heading(title, level)]
    for section in sections:
        parts.extend(_section_markdown(section, level))
    return "\n\n".join(parts) + "\n"


def _section_markdown(section: Section, above: int) -> Iterator[str]:
    for one in section.walk():
        if one.heading:
            yield f"{'#' * min(6, one.level + above)} {one.heading}"
        if one.text.strip():
            yield one.text.strip("\n")


def _comparison_markdown(service: Service, comparison: Comparison) -> Iterator[str]:
    """The table of facts, then a heading a kind, a report and a section."""
    from vibe_tui.library.names import title_line
    from vibe_tui.render.comparison import ABSENT
    from vibe_tui.render.plain import markdown_table

    language = service.config.language
    titles = [title_line(one.report) for one in comparison.reports]
    rows = [[fact.name.pick(language), *fact.values] for fact in comparison.facts]
    yield f"# {comparison.title.pick(language)}\n"
    yield markdown_table(["", *titles], rows).rstrip("\n")
    for part in comparison.parts:
        yield f"\n## {KIND_NAMES[part.kind].pick(language)}"
        for title, sections in zip(titles, part.sections, strict=True):
            own = markdown(title, sections, 3).rstrip("\n")
            yield f"\n{own}" if sections else f"\n{own}\n\n{ABSENT.pick(language)}"


def note_state(one: Noted, located: Located) -> str:
    """`found`, `changed`, `lost` or `no-report`."""
    if one.report is None or one.note.id not in located:
        return "no-report"
    return located[one.note.id][0].state.value


def notes_markdown(service: Service, noted: Iterable[Noted], located: Located) -> Iterator[str]:
    """By report, in the order of its newest note: quotes, words, and the way back to each."""
    from vibe_tui.render.plain import markdown_heading

    yield f"# {_NOTES.pick(service.config.language)}"
    by_report: dict[str, list[Noted]] = {}
    for one in noted:
        by_report.setdefault(one.note.key, []).append(one)
    for own in by_report.values():
        report = own[0].report
        yield ""
        yield markdown_heading(report.title if report is not None else own[0].note.title, 2)
        for one in reversed(own):
            yield ""
            if one.note.anchor.path:
                yield markdown_heading(" › ".join(one.note.anchor.path), 3)
                yield ""
            if one.note.anchor.quote:
                quote = clean_text(one.note.anchor.quote)
                yield "\n".join(f"> {line}".rstrip() for line in quote.splitlines())
                yield ""
            if one.note.text:
                yield clean_text(one.note.text)
                yield ""
            yield _way_back(service, one, located)


def _way_back(service: Service, one: Noted, located: Located) -> str:
    note, report = one.note, one.report
    state = NOTE_STATES.get(note_state(one, located))
    parts = [note.created[:10]]
    if report is not None:
        line = located[note.id][1] if note.id in located else 1
        parts += [f"`vibe show {clean_line(report.id)}`", f"`{clean_line(report.path)}:{line}`"]
    parts += [state.pick(service.config.language)] if state is not None else []
    return f"— {' · '.join(parts)}"
