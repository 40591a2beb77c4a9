"""The pictures that a report names, and what it says of them."""

from __future__ import annotations

from vibe_tui.render.document import Document
from vibe_tui.render.pictures import captions_of


def captions_in(document: Document) -> dict[str, str]:
    """The captions of all pictures of a report by their targets, in its order. For a worker."""
    found: dict[str, str] = {}
    for section in range(len(document.flat)):
        for number, chunk in enumerate(document.chunks(section)):
            if "![" in chunk.source or "<img" in chunk.source.lower():
                for unit in document.units(section, number):
                    for target, caption in captions_of(unit.block).items():
                        found.setdefault(target, caption)
    return found
