"""Selected cells → selected characters.

Soft line breaks, margins, borders and markers are no characters: what was wrapped is copied as it
was written, table cells are joined by tabs. Rows that a selection runs over without being on screen
count as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from textual.selection import Selection

from vibe_tui.render.document import BlockId, Page, PageLine
from vibe_tui.tui.strips import span_in_cells

_EVERYTHING = 1 << 30


Spans = dict[BlockId, list[tuple[int, int]]]
"""Offsets `[start, end)` in the words of each block, in the order of the page."""


def selected_text(
    page: Page,
    selection: Selection,
    left: int,
    shift: Callable[[PageLine, int], int],
) -> str:
    """The text of the blocks' characters in the selection, a line break between two blocks."""
    spans = selected_spans(page, selection, left, shift)
    return "\n".join(_join(page.block_text(block), parts) for block, parts in spans.items())


def selected_spans(
    page: Page,
    selection: Selection,
    left: int,
    shift: Callable[[PageLine, int], int],
) -> Spans:
    """Which characters of which blocks are selected.

    Offsets are cells of the screen's row and rows of the page; `left` is the margin, `shift` the
    cells by which a wide table is scrolled.
    """
    start, end = selection
    first = start.y if start else 0
    last = end.y if end else page.height - 1
    spans: Spans = {}
    for row, line in enumerate(page.lines(first, last - first + 1), first):
        span = selection.get_span(row)
        if span is None or line.block is None:
            continue
        low = max(0, span[0] - left)
        high = _EVERYTHING if span[1] < 0 else span[1] - left
        moved = shift(line, line.frozen) if line.frozen else 0
        if moved and low >= line.frozen:
            low += moved
        if moved and high > line.frozen:
            high += moved
        spans.setdefault(line.block, []).extend(span_in_cells(line.line.runs, low, high))
    return {block: parts for block, parts in spans.items() if parts}


def _join(text: str, parts: Iterable[tuple[int, int]]) -> str:
    """The parts of `text`; what is dropped between two at a line's end comes back."""
    pieces: list[str] = []
    done = -1
    for start, end in sorted(parts):
        start = max(start, done)
        if done >= 0 and start > done:
            gap = text[done:start]
            pieces.append(gap if not gap.strip() else "\n")
        if end > start:
            pieces.append(text[start:end])
            done = end
    return "".join(pieces)
