"""Columns of running text side by side: how many a page has room for, where they are, their rows.

A thin rule stands between two columns, as between those of a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from vibe_tui.cells import cell_width, cut
from vibe_tui.render.blocks import Inline
from vibe_tui.render.lines import Line, Look, Role, Run
from vibe_tui.render.table import GAP, Borders

LEAST = 38
"""Cells below which a column of running text is no longer read with ease."""

_BORDER = Look(Role.BORDER)


def fitting(width: int, wanted: int) -> int:
    """How many of `wanted` columns stand side by side, when all rows of them are as even as can be.

    Seven on a page with room for three are three, three and one; four are two and two.
    """
    most = max(1, (width + GAP) // (LEAST + GAP))
    rows = -(-wanted // most)
    return max(1, -(-wanted // max(rows, 1)))


def whole_width(cells: int, count: int) -> int:
    """The width of a page with `count` columns of so many cells."""
    return count * (cells + GAP) - GAP


def spans(width: int, count: int) -> tuple[tuple[int, int], ...]:
    """First cell and cells of each of `count` columns on a page of `width`."""
    room = max(count, width - GAP * (count - 1))
    each, more = divmod(room, count)
    found: list[tuple[int, int]] = []
    x = 0
    for index in range(count):
        cells = each + (index < more)
        found.append((x, cells))
        x += cells + GAP
    return tuple(found)


def side_by_side(
    stacks: Sequence[Sequence[Line]], width: int, count: int, borders: Borders
) -> list[Line]:
    """The rows of some stacks of lines, each no wider than its column."""
    places = spans(width, count)[: len(stacks)]
    bar = borders.value[0]
    rows: list[Line] = []
    for level in zip_longest(*stacks, fillvalue=Line()):
        runs: list[Run] = []
        used = 0
        for (x, _), line in zip(places, level, strict=True):
            if x:
                runs += [Run(" " * (x - 2 - used)), Run(bar, _BORDER), Run(" ")]
            runs += line.runs
            used = x + line.width
        rows.append(Line(tuple(runs)))
    return rows


def title_lines(
    titles: Sequence[Inline], width: int, count: int, borders: Borders
) -> tuple[Line, ...]:
    """One row with a title over each column, and the rule below it."""
    places = spans(width, count)[: len(titles)]
    named = [[_one_line(title, cells)] for title, (_, cells) in zip(titles, places, strict=True)]
    _, rule, cross = borders.value
    across = f"{rule}{cross}{rule}".join(rule * cells for _, cells in places)
    return (*side_by_side(named, width, count, borders), Line((Run(across, _BORDER),)))


def _one_line(title: Inline, cells: int) -> Line:
    """A title that is decoration: cut to its column, and no part of the words below it."""
    runs: list[Run] = []
    for atom in title:
        text = cut(atom.text, cells)
        if text:
            runs.append(Run(text, atom.look))
        cells -= cell_width(text)
        if text != atom.text:
            break
    return Line(tuple(runs))
