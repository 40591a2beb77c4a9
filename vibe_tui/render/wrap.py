"""Breaks inline text into lines of a width.

Every character of the atoms is on some line, except blanks where a line breaks; the `at` of a run
is its offset in the block's words.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from vibe_tui.cells import cell_width
from vibe_tui.render.blocks import Atom, Inline
from vibe_tui.render.breaks import HAN, line_spans
from vibe_tui.render.lines import Line, Look, Role, Run

MARKER = Look(Role.MARKER)
_SPACE_BETWEEN = re.compile(f"(?<=[{HAN}])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9%])(?=[{HAN}])")

Placed = tuple[Atom, int]
"""An atom and where its text starts in the block's words, -1 for what is not in them."""


def wrap(
    inline: Inline,
    width: int,
    *,
    first: str = "",
    rest: str = "",
    at: int = 0,
    pangu: bool = False,
) -> list[Line]:
    """`inline` in lines of at most `width` cells; `first` and `rest` are drawn before them.

    `at` is where `inline` starts in its block's words. `pangu` sets Latin words apart from Han by
    spaces that are only drawn. There is always at least one line.
    """
    head = (Run(first, MARKER),) if first else ()
    hang = (Run(rest, MARKER),) if rest else ()
    room = width - cell_width(first)
    below = width - cell_width(rest)
    lines: list[Line] = []
    for part in _hard_lines(inline, at):
        if pangu:
            part = _spaced(part)
        text = "".join([atom.text for atom, _ in part])
        spans = [(0, len(text))]
        if cell_width(text) > room:
            spans = line_spans(_shadow(part, text), text, room, below)
        for runs in _runs(part, spans):
            lines.append(Line((head if not lines else hang) + runs))
        room = below
    return lines


def _hard_lines(inline: Inline, at: int) -> list[list[Placed]]:
    """The parts between hard breaks."""
    parts: list[list[Placed]] = [[]]
    for atom in inline:
        if atom.text == "\n":
            parts.append([])
        else:
            parts[-1].append((atom, at))
        at += len(atom.text)
    return parts


def _spaced(part: Sequence[Placed]) -> list[Placed]:
    """`part` with a drawn space wherever Han and Latin touch, also where looks change."""
    text = "".join([atom.text for atom, _ in part])
    gaps = [match.start() for match in _SPACE_BETWEEN.finditer(text)]
    found: list[Placed] = []
    start = 0
    for atom, at in part:
        done = 0
        end = start + len(atom.text)
        for gap in gaps[bisect_right(gaps, start - 1) :]:
            if gap >= end or (atom.glued and gap > start):
                break
            if gap > start + done:
                found.append((_slice(atom, done, gap - start), at + done))
                done = gap - start
            found.append((Atom(" ", atom.look), -1))
        found.append((_slice(atom, done, len(atom.text)), at + done))
        start = end
    return found


def _slice(atom: Atom, start: int, end: int) -> Atom:
    return Atom(atom.text[start:end], atom.look, atom.source, atom.glued)


def _shadow(part: Sequence[Placed], text: str) -> str:
    """The text to look for breaks in: what is glued looks like one word, a note's mark like a
    closing sign, which stays with what it follows."""
    if not any(atom.glued for atom, _ in part):
        return text
    return "".join(
        [
            ("\u200b" if atom.look.link.startswith("#") else "\ue000") * len(atom.text)
            if atom.glued
            else atom.text
            for atom, _ in part
        ]
    )


def _runs(part: Sequence[Placed], spans: Sequence[tuple[int, int]]) -> list[tuple[Run, ...]]:
    """The runs of each span, cut out of the atoms."""
    if len(part) == 1:
        atom, at = part[0]
        return [(Run(atom.text[start:end], atom.look, at + start),) for start, end in spans]
    ends = list(accumulate([len(atom.text) for atom, _ in part]))
    result: list[tuple[Run, ...]] = []
    for start, end in spans:
        runs: list[Run] = []
        index = bisect_right(ends, start)
        while index < len(part) and start < end:
            atom, at = part[index]
            base = ends[index] - len(atom.text)
            stop = min(end, ends[index])
            text = atom.text[start - base : stop - base]
            runs.append(Run(text, atom.look, at + start - base if at >= 0 else -1))
            start = stop
            index += 1
        result.append(tuple(runs))
    return result
