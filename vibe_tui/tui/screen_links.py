"""The links that can be seen: found in the rows on screen, to be picked or clicked. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vibe_tui.cells import cell_width
from vibe_tui.render.document import BlockId, PageLine


@dataclass(frozen=True, slots=True)
class ScreenLink:
    """A link's first stretch on screen: row, cell of the line, cells; all its words, its target."""

    y: int
    x: int
    width: int
    text: str
    target: str


def links_in(rows: Iterable[tuple[int, PageLine]]) -> list[ScreenLink]:
    """Links in order; one that goes on over a line's end, or over changes of look, is one link."""
    found: list[ScreenLink] = []
    before: tuple[str, BlockId | None] | None = None
    for y, row in rows:
        x = 0
        for run in row.line.runs:
            width = cell_width(run.text)
            target = run.look.link
            if target:
                if before == (target, row.block):
                    last = found[-1]
                    grown = last.width + width if last.y == y else last.width
                    found[-1] = ScreenLink(last.y, last.x, grown, last.text + run.text, target)
                else:
                    found.append(ScreenLink(y, x, width, run.text, target))
                before = (target, row.block)
            elif run.at >= 0 and run.text.strip():
                before = None
            x += width
    return found
