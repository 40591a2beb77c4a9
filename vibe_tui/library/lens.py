"""What a lens leaves of a report: its sections for other programs, and the folds of a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vibe_tui.model.lens import Lens
from vibe_tui.model.section import Section
from vibe_tui.render.marks import Kind
from vibe_tui.render.outline import outline
from vibe_tui.render.parse import tables_of
from vibe_tui.render.table_text import to_markdown


def apply_lens(sections: Sequence[Section], lens: Lens) -> tuple[Section, ...]:
    """The sections that `lens` keeps.

    One that it leaves out is absent or, where a section below it stays, a bare heading without
    text. A lens on tables keeps sections that hold tables, with only the tables as their text.
    """
    if lens.is_full:
        return tuple(sections)
    kept: list[Section] = []
    for section in sections:
        children = apply_lens(section.children, lens)
        text = _text_under(section, lens)
        if text is not None or children:
            kept.append(section._replace(text=text or "", children=children))
    return tuple(kept)


def _text_under(section: Section, lens: Lens) -> str | None:
    """The section's own text under `lens`; `None` where the section is left out."""
    if not lens.keeps(section.kind):
        return None
    if lens.tables_only:
        return "\n\n".join(tables_in(section.text)) or None
    return section.text


def tables_in(text: str) -> Iterator[str]:
    """The Markdown of every table in `text`, those inside quotes and lists written anew."""
    if "|" not in text:
        return
    found = outline(text)
    for mark in found.marks:
        block = text[found.starts[mark.first] : found.starts[mark.stop] - 1]
        if mark.kind is Kind.TABLE:
            yield block.strip("\n")
        elif mark.kind is not Kind.CODE:
            for table in tables_of(block):
                yield to_markdown(table.source_header, table.source_rows).rstrip("\n")
