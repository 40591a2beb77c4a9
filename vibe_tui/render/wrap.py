"""Breaks inline text into lines of a width.

Every character of the atoms is on some line, but for blanks where a line breaks; each run says by
`at` where in the block's words it stands.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate

from vibe_tui.cells import cell_width
from vibe_tui.render.blocks import Atom, Inline
from vibe_tui.render.breaks import line_spans
from vibe_tui.render.lines import Line, Look, Role, Run

MARKER = Look(Role.MARKER)


def wrap(inline: Inline, width: int, *, first: str = "", rest: str = "", at: int = 0) -> list[Line]:
    """`inline` in lines of at most `width` cells; `first` and `rest` are drawn before them.

    `at` is where `inline` starts in its block's words. There is always at least one line.
    """
    head = (Run(first, MARKER),) if first else ()
    hang = (Run(rest, MARKER),) if rest else ()
    room = width - cell_width(first)
    below = width - cell_width(rest)
    lines: list[Line] = []
    for part, start in _hard_lines(inline):
        text = "".join([atom.text for atom in part])
        spans = [(0, len(text))]
        if cell_width(text) > room:
            spans = line_spans(_shadow(part, text), text, room, below)
        for runs in _runs(part, spans, at + start):
            lines.append(Line((head if not lines else hang) + runs))
        room = below
    return lines


def _hard_lines(inline: Inline) -> list[tuple[Inline, int]]:
    """The parts between hard breaks, with their offsets."""
    parts: list[tuple[Inline, int]] = []
    start = offset = 0
    atoms: list[Atom] = []
    for atom in inline:
        offset += len(atom.text)
        if atom.text == "\n":
            parts.append((tuple(atoms), start))
            atoms, start = [], offset
        else:
            atoms.append(atom)
    parts.append((tuple(atoms), start))
    return parts


def _shadow(inline: Inline, text: str) -> str:
    """The text to look for breaks in: what is glued looks like one word, a note's mark like a
    closing sign, which stays with what it follows."""
    if not any(atom.glued for atom in inline):
        return text
    return "".join(
        [
            ("\u200b" if atom.look.link.startswith("#") else "\ue000") * len(atom.text)
            if atom.glued
            else atom.text
            for atom in inline
        ]
    )


def _runs(inline: Inline, spans: list[tuple[int, int]], at: int) -> list[tuple[Run, ...]]:
    """The runs of each span, cut out of the atoms."""
    if len(inline) == 1:
        atom = inline[0]
        return [(Run(atom.text[start:end], atom.look, at + start),) for start, end in spans]
    ends = list(accumulate(len(atom.text) for atom in inline))
    result: list[tuple[Run, ...]] = []
    for start, end in spans:
        runs: list[Run] = []
        index = bisect_right(ends, start)
        while index < len(inline) and start < end:
            atom = inline[index]
            base = ends[index] - len(atom.text)
            stop = min(end, ends[index])
            runs.append(Run(atom.text[start - base : stop - base], atom.look, at + start))
            start = stop
            index += 1
        result.append(tuple(runs))
    return result
