"""`vibe notes`: highlights and notes, newest first, as lines, Markdown with links back, or JSON."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from vibe_tui.clean import clean_line
from vibe_tui.cli.command import QUERY, Command, Context, formats
from vibe_tui.cli.streams import ExitCode
from vibe_tui.service.written import NOTE_STATES, Located, note_state, notes_markdown
from vibe_tui.text import Text

if TYPE_CHECKING:
    from vibe_tui.service.notes import Noted

_NO_MATCH = Text("没有符合的笔记", "no note matches")
_NO_NOTES = Text("还没有笔记：在阅读器里按 x 标出一段", "no notes yet: x marks a passage")


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
        is_markdown = form == "md"
        lines = (
            notes_markdown(service, noted, located)
            if is_markdown
            else _plain(context, noted, located)
        )
        for line in lines:
            context.out.text(line) if line else context.out.line("")
    return context.end(noted, _NO_MATCH if arguments.query else _NO_NOTES)


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
        "state": note_state(one, located),
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
        state = NOTE_STATES.get(note_state(one, located))
        if state is not None:
            yield f"    （{state.zh}）" if context.config.language == "zh" else f"    ({state.en})"


NOTES = Command(
    "notes",
    "[QUERY] [--format text|md|json]",
    Text("列出标注和笔记", "highlights and notes"),
    _notes,
    [QUERY, formats("text", "md", "json")],
    query=True,
)
