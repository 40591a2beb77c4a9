"""Sections of a report as JSON (design §9) and as Markdown, for `show` and `digest`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vibe_tui.model.section import Section


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
    from vibe_tui.render.escape import heading

    parts = [heading(title, level)]
    for section in sections:
        parts.extend(_markdown(section, level))
    return "\n\n".join(parts) + "\n"


def _markdown(section: Section, above: int) -> Iterator[str]:
    for one in section.walk():
        if one.heading:
            yield f"{'#' * min(6, one.level + above)} {one.heading}"
        if one.text.strip():
            yield one.text.strip("\n")
