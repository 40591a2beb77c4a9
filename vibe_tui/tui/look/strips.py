"""Lines of the page → Textual strips.

Pure: takes a line, a style book and what to mark, and gives segments; text is never markup. Knows
the three things a page line can need on screen: marks over words (by offset in the block's text),
a sideways window with frozen first cells, and a selection (by cell).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from vibe_tui.cells import cell_width, graphemes
from vibe_tui.render.blocks import Line, Run
from vibe_tui.tui.look.styles import Shades, StyleBook

Hint = tuple[str, str]
"""A key, and what it does here."""

_HINT_GAP = 2


@dataclass(frozen=True, slots=True)
class Tint:
    """A stretch of a block's text to mark: `[start, end)`.

    `current` is the match last jumped to; a `note` is a passage that the reader marked for good.
    """

    start: int
    end: int
    current: bool = False
    note: bool = False


def draw(line: Line, book: StyleBook, marks: Sequence[Tint] = ()) -> Strip:
    """The line's own cells, without margins."""
    segments: list[Segment] = []
    for run in line.runs:
        style = book.of(run.look)
        if marks and run.at >= 0:
            segments.extend(_marked(run, style, book, marks))
        elif run.text:
            segments.append(Segment(run.text, style))
    return Strip(segments)


def _marked(run: Run, style: Style, book: StyleBook, marks: Sequence[Tint]) -> Iterable[Segment]:
    """The run cut at the ends of the marks that touch it; marks are sorted and do not overlap."""
    done, stop = 0, len(run.text)
    first = bisect_right(marks, run.at, key=lambda mark: mark.end)
    for mark in islice(marks, first, None):
        if mark.start >= run.at + stop:
            break
        start, end = max(mark.start - run.at, done), min(mark.end - run.at, stop)
        if start > done:
            yield Segment(run.text[done:start], style)
        yield Segment(run.text[start:end], style + _shade(mark, book))
        done = end
    if done < stop:
        yield Segment(run.text[done:], style)


def _shade(mark: Tint, book: StyleBook) -> Style:
    if mark.note:
        return book.shades.note
    return book.shades.current if mark.current else book.shades.mark


def hint_strip(
    hints: Sequence[Hint],
    width: int,
    shades: Shades,
    base: Style,
    reserved: int = 0,
    always: str = "",
) -> Strip:
    """A line of keys and what they do. From the end those are left out that find no room beside
    `reserved`, before them all others than the one whose key is `always`."""
    shown, room = list(hints), width - reserved
    while shown and 1 + sum(map(_cells, shown)) - _HINT_GAP > room - 1:
        left_out = -2 if len(shown) > 1 and shown[-1][0] == always else -1
        del shown[left_out]
    segments = [Segment(" ", base)]
    for key, label in shown:
        segments += [
            Segment(key, base + shades.accent),
            Segment(f" {label}", base + shades.dim),
            Segment(" " * _HINT_GAP, base),
        ]
    return Strip(segments).adjust_cell_length(max(0, room), base)


def _cells(hint: Hint) -> int:
    key, label = hint
    return cell_width(key) + 1 + cell_width(label) + _HINT_GAP


def window(strip: Strip, frozen: int, x: int, width: int) -> Strip:
    """The cells `[0, frozen)` and then the ones from `frozen + x`, `width` cells in all."""
    if strip.cell_length <= width:
        return strip
    if not frozen:
        return strip.crop(x, x + width)
    left = min(frozen, width)
    rest = strip.crop(left + x, left + x + width - left)
    return Strip.join((strip.crop(0, left), rest))


def select(strip: Strip, start: int, end: int, style: Style) -> Strip:
    """The strip with the cells `[start, end)` in a selection's style."""
    start, end = max(start, 0), min(end, strip.cell_length)
    if start >= end:
        return strip
    before, chosen, after = (
        strip.crop(0, start),
        strip.crop(start, end),
        strip.crop(end, strip.cell_length),
    )
    plain = [Segment(text, (own or Style()) + style) for text, own, _ in chosen]
    return Strip.join((before, Strip(plain), after))


def overlay(strip: Strip, start: int, text: str, style: Style) -> Strip:
    """The strip with `text` drawn over its cells from `start`."""
    badge = Strip([Segment(text, style)])
    end = start + badge.cell_length
    return Strip.join((strip.crop(0, start), badge, strip.crop(end, strip.cell_length)))


def addressed(strip: Strip, row: int) -> Strip:
    """The strip with Textual's selection offsets, `x` counted in cells.

    Textual counts the characters of a segment up to the pointer, and so misses by one on the right
    half of a wide character. One wide character a segment makes that count the cell itself.
    """
    segments: list[Segment] = []
    x = 0
    for text, style, _ in strip:
        pieces = [(text, len(text))] if text.isascii() else graphemes(text)
        for piece, width in pieces:
            offset = Style.from_meta({"offset": (x, row)})
            segments.append(Segment(piece, (style or Style()) + offset))
            x += width
    return Strip(segments, strip.cell_length)


def span_in_cells(runs: Iterable[Run], start: int, end: int) -> Iterable[tuple[int, int]]:
    """Offsets `[s, e)` in the block's text of the characters that have a cell in `[start, end)`."""
    x = 0
    for run in runs:
        width = cell_width(run.text)
        if run.at >= 0 and x < end and x + width > start:
            yield _cut(run, start - x, end - x)
        x += width


def _cut(run: Run, start: int, end: int) -> tuple[int, int]:
    if start <= 0 and end >= cell_width(run.text):
        return run.at, run.at + len(run.text)
    first = last = -1
    x = at = 0
    for piece, width in graphemes(run.text):
        if x < end and x + width > start:
            first, last = (at if first < 0 else first), at + len(piece)
        x, at = x + width, at + len(piece)
    return run.at + max(first, 0), run.at + max(last, 0)
