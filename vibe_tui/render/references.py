"""What the sections of a report define for each other, gathered before one of them is parsed."""

from __future__ import annotations

from collections.abc import Iterable

from vibe_tui.render.marks import References
from vibe_tui.render.outline import outline


def references_in(texts: Iterable[str]) -> References:
    """What the texts of a report define for each other; the first definition of a label counts."""
    links: dict[str, dict[str, str]] = {}
    notes: set[str] = set()
    for text in texts:
        if "]:" in text:
            found = outline(text).references
            for label, link in found.links.items():
                links.setdefault(label, link)
            notes |= found.notes
    return References(links, frozenset(notes))
