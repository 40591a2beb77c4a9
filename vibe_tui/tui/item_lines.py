"""Lines of cells that belong to the items of a list, for drawing, selecting and clicks. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from vibe_tui.render.lines import Line


@dataclass(frozen=True, slots=True)
class ItemLine:
    """One row of cells; `item` is the place in the list of items, -1 for rows between them.

    `marks` are spans of the text the line was laid from that are to stand out.
    """

    line: Line
    item: int
    marks: tuple[tuple[int, int], ...] = ()
