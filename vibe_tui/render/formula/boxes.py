"""Boxes of text: rows that are all as many cells wide, of which one is the line of text.

What stands beside a box is lined up with that row. A Han character in a row takes two cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from vibe_tui.cells import cell_width, graphemes


class Box(NamedTuple):
    """Rows of `width` cells each; `level` is the row that the line of text runs through."""

    rows: list[str]
    width: int
    level: int


EMPTY = Box([""], 0, 0)

_FENCES = {
    "(": "⎛⎜⎜⎝",
    ")": "⎞⎟⎟⎠",
    "[": "⎡⎢⎢⎣",
    "]": "⎤⎥⎥⎦",
    "{": "⎧⎨⎪⎩",
    "}": "⎫⎬⎪⎭",
    "⌊": "⎢⎢⎢⎣",
    "⌋": "⎥⎥⎥⎦",
    "⌈": "⎡⎢⎢⎢",
    "⌉": "⎤⎥⎥⎥",
    "↑": "↑│││",
    "↓": "│││↓",
    "↕": "↑││↓",
    "⇑": "⇑║║║",
    "⇓": "║║║⇓",
    "⇕": "⇑║║⇓",
    "|": "││││",
    "‖": "║║║║",
}
"""The pieces of high fences: the upper end, the middle, what fills, the lower end."""
_SLANTS = {"⟨": "╱╲", "⟩": "╲╱", "/": "╱╱", "\\": "╲╲"}
"""The lines of the upper and the lower half of fences that slant."""
_STROKE = "\u0336"


@lru_cache(maxsize=2048)
def text_box(text: str) -> Box:
    """Text on one row; a mark at its start stands on a blank."""
    width = cell_width(text)
    if not text.isascii() and next(graphemes(text))[1] == 0:
        return Box([" " + text], width + 1, 0)
    return Box([text], width, 0)


def abreast(boxes: Sequence[Box]) -> Box:
    """Boxes on one line of text."""
    width = sum([box.width for box in boxes])
    above = max([box.level for box in boxes], default=0)
    below = max([len(box.rows) - box.level for box in boxes], default=1)
    if above + below == 1:
        return Box(["".join([box.rows[0] for box in boxes])], width, 0)
    columns = [
        [
            *[" " * box.width] * (above - box.level),
            *box.rows,
            *[" " * box.width] * (below - len(box.rows) + box.level),
        ]
        for box in boxes
    ]
    return Box(["".join(row) for row in zip(*columns, strict=True)], width, above)


def padded(box: Box, width: int, align: str) -> Box:
    """A box made `width` cells wide, its rows to the left, in the middle or to the right."""
    blanks = width - box.width
    if not blanks:
        return box
    left = {"l": 0, "c": blanks // 2, "r": blanks}[align]
    before, after = " " * left, " " * (blanks - left)
    return Box([before + row + after for row in box.rows], width, box.level)


def piled(top: Box, middle: Box, bottom: Box, align: str = "c") -> Box:
    """Boxes over each other, on the line of text of the middle one; empty ones take no row."""
    parts = [box for box in (top, middle, bottom) if box is middle or box.width]
    width = max([box.width for box in parts])
    rows = [row for box in parts for row in padded(box, width, align).rows]
    return Box(rows, width, middle.level + (len(top.rows) if top.width else 0))


def fraction(over: Box, under: Box) -> Box:
    """One box over another, with a bar between them."""
    bar = "╶" + "─" * max(over.width, under.width) + "╴"
    return piled(over, Box([bar], len(bar), 0), under)


def root(body: Box) -> Box:
    """A box below the sign of a root."""
    if len(body.rows) == 1 and body.width <= 1:
        return abreast([text_box("√"), body])
    rows = [f" │{row} " for row in body.rows]
    rows[-1] = "╰┘" + rows[-1][2:]
    return Box([f" ┌{'─' * body.width}╴", *rows], body.width + 3, body.level + 1)


def framed(body: Box) -> Box:
    """A box with a frame around it."""
    line = "─" * body.width
    rows = [f"┌{line}┐", *[f"│{row}│" for row in body.rows], f"└{line}┘"]
    return Box(rows, body.width + 2, body.level + 1)


def struck(body: Box) -> Box:
    """A box with a line through all that it holds."""
    rows: list[str] = []
    for row in body.rows:
        signs = "".join([sign + _STROKE for sign, _ in graphemes(row.strip())])
        rows.append(signs.join(row.split(row.strip(), 1)) if signs else row)
    return body._replace(rows=rows)


def fence(sign: str, inner: Box) -> Box:
    """A fence as high as `inner`."""
    height, level = len(inner.rows), inner.level
    if not sign:
        return EMPTY
    if height == 1:
        return text_box(sign)
    if sign in _SLANTS:
        return _slanted(sign, height, level)
    if sign not in _FENCES:
        beside = text_box(sign)
        blank = " " * beside.width
        return Box([sign if row == level else blank for row in range(height)], beside.width, level)
    upper, middle, filling, lower = tuple(_FENCES[sign])
    if height == 2:
        return Box([upper, lower], 1, level)
    rows = [upper, *[filling] * (height - 2), lower]
    rows[min(max(level, 1), height - 2)] = middle
    return Box(rows, 1, level)


def _slanted(sign: str, height: int, level: int) -> Box:
    """A fence of slanting lines, which is wider where it is higher."""
    half = (height + 1) // 2 if sign in "⟨⟩" else height
    down = list(range(half))
    places = [*down, *down[::-1][height % 2 :]] if sign in "⟨⟩" else down
    if sign in "⟨/":
        places = [half - 1 - place for place in places]
    upper, lower = tuple(_SLANTS[sign])
    rows = [" " * place + (lower if row >= half else upper) for row, place in enumerate(places)]
    if sign in "⟨⟩" and height % 2:
        rows[half - 1] = " " * places[half - 1] + sign
    return Box([row.ljust(half) for row in rows], half, level)


def fenced(opened: str, inner: Box, closed: str) -> Box:
    """`inner` between two fences as high as it is."""
    return abreast([fence(opened, inner), inner, fence(closed, inner)])
