"""`vibe notes`: highlights and notes, newest first, as lines, Markdown with links back, or JSON."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from vibe_tui.clean import clean_line, clean_text
from vibe_tui.cli.command import QUERY, Command, Context, formats
from vibe_tui.cli.streams import ExitCode
from vibe_tui.text import Text

if TYPE_CHECKING:
    from vibe_tui.render.anchors import Anchored
    from vibe_tui.service.notes import Noted

_STATES = {
    "changed": Text("原文已改动", "the passage was changed"),
    "lost": Text("原文已找不到", "the passage is gone"),
    "no-report": Text("报告不在文库中", "the report is not in the library"),
}
_TITLE = Text("笔记", "Notes")
_NO_MATCH = Text("没有符合的笔记", "no note matches")
_NO_NOTES = Text("还没有笔记：在阅读器里按 x 标出一段", "no notes yet: x marks a passage")

Located = dict[int, "tuple[Anchored, int]"]


def _notes(context: Context, arguments: Namespace) -> ExitCode:
    """Print the notes that answer the query; none is exit 1."""
    service = context.service
    service.refresh()
    query = service.parse(arguments.query) if arguments.query.strip() else None
    noted = service.notes.find(query)
    located = service.notes.locate(noted)
    context.err.problems(service.state_problems)
    form = context.form(arguments.format)
    if form == "json":
        context.out.json([_fields(one, located) for one in noted])
    elif noted:
        lines = _markdown if form == "md" else _plain
        for line in lines(context, noted, located):
            context.out.text(line) if line else context.out.line("")
    return context.end(noted, _NO_MATCH if arguments.query else _NO_NOTES)


def state_of(one: Noted, located: Located) -> str:
    """`found`, `changed`, `lost` or `no-report`."""
    if one.report is None or one.note.id not in located:
        return "no-report"
    return located[one.note.id][0].state.value


def _fields(one: Noted, located: Located) -> dict[str, object]:
    note, report = one.note, one.report
    return {
        "id": report.id if report is not None else note.report_id,
        "title": report.title if report is not None else note.title,
        "section": " › ".join(note.anchor.path),
        "quote": note.anchor.quote,
        "note": note.text,
        "created": note.created,
        "changed": note.changed,
        "path": report.path if report is not None else None,
        "line": located[note.id][1] if note.id in located else None,
        "state": state_of(one, located),
    }


def _plain(context: Context, noted: Sequence[Noted], located: Located) -> Iterator[str]:
    for number, one in enumerate(noted):
        if number:
            yield ""
        note = one.note
        id_ = one.report.id if one.report is not None else note.report_id
        yield clean_line(f"{note.created[:10]}  {id_}")
        if note.anchor.path:
            yield clean_line(f"    {' › '.join(note.anchor.path)}")
        yield from (f"    > {line}" for line in note.anchor.quote.splitlines())
        yield from (f"    {line}" for line in note.text.splitlines())
        state = _STATES.get(state_of(one, located))
        if state is not None:
            yield f"    （{state.zh}）" if context.config.language == "zh" else f"    ({state.en})"


def _markdown(context: Context, noted: Sequence[Noted], located: Located) -> Iterator[str]:
    """By report, in the order of its newest note: quotes, words, and the way back to each."""
    from vibe_tui.render.plain import markdown_heading

    yield f"# {context.pick(_TITLE)}"
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
            yield _way_back(context, one, located)


def _way_back(context: Context, one: Noted, located: Located) -> str:
    note, report = one.note, one.report
    state = _STATES.get(state_of(one, located))
    parts = [note.created[:10]]
    if report is not None:
        line = located[note.id][1] if note.id in located else 1
        parts += [f"`vibe show {clean_line(report.id)}`", f"`{clean_line(report.path)}:{line}`"]
    parts += [context.pick(state)] if state is not None else []
    return f"— {' · '.join(parts)}"


NOTES = Command(
    "notes",
    "[QUERY] [--format text|md|json]",
    Text("列出标注和笔记", "highlights and notes"),
    _notes,
    [QUERY, formats("text", "md", "json")],
    query=True,
)
