"""Where things stand in a document: how places are named, how sections are shown, where keys go.

A document counts its sections, each of them cut into chunks (`chunks`), each of those into units
(`parse`). These names stay the same whatever is folded and however wide the page is; offsets count
in a block's words (`blocks.plain_of`).

`flat` is every section in the order of the document; a section's descendants follow it. A folded
section hides its descendants behind its one line; opening it shows all of them.

Words are runs of Latin letters and digits, or of Han characters up to the next sign; `None` means
that a text ends before the place that was asked for.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate
from typing import NamedTuple

from vibe_tui.cells import graphemes
from vibe_tui.model.section import Section

FRONT = -1
"""The section number of what stands before the text: the title block."""

HEADING = -1
"""The chunk number of a section's heading."""


class BlockId(NamedTuple):
    """Names a block: a unit of a chunk of a section; chunk `HEADING` is the section's heading."""

    section: int
    chunk: int
    unit: int


class Place(NamedTuple):
    """Names a row by its text: the offset `at` in a block's words.

    It holds at every width and under every fold. Where a row has no words of its own (a border, a
    formula), `at` is the row's number in the block as -1, -2, ….
    """

    section: int
    chunk: int
    unit: int
    at: int

    @property
    def block(self) -> BlockId:
        """The block that the row belongs to."""
        return BlockId(self.section, self.chunk, self.unit)


def section_top(section: int) -> Place:
    """The place where a section begins: its heading."""
    return Place(section, HEADING, 0, 0)


@dataclass(frozen=True, slots=True)
class Match:
    """A stretch of a block's words, from `start` to `end`: what was looked for, or is marked."""

    block: BlockId
    start: int
    end: int

    @property
    def section(self) -> int:
        """The section that the block belongs to."""
        return self.block.section

    @property
    def place(self) -> Place:
        """Where it begins."""
        return Place(*self.block, self.start)


class Fold(Enum):
    """How a section is shown: all of it; one line; not at all; of its text only the tables, or the
    limits that it names by a label."""

    OPEN = "open"
    FOLDED = "folded"
    HIDDEN = "hidden"
    TABLES = "tables"
    LIMITS = "limits"


SHOWING = frozenset({Fold.OPEN, Fold.TABLES, Fold.LIMITS})
"""Folds under which a section's own text, or a part of it, is on the page."""
CLOSED = frozenset({Fold.FOLDED, Fold.TABLES, Fold.LIMITS})
"""Folds under which a heading that is on the page can be opened."""


def _end(flat: Sequence[Section], section: int) -> int:
    """The index after the last descendant."""
    return section + sum(1 for _ in flat[section].walk())


def _parents(flat: Sequence[Section]) -> list[int]:
    """The section that each one stands under, -1 for none."""
    parents: list[int] = []
    open_: list[int] = []
    for at, section in enumerate(flat):
        while open_ and flat[open_[-1]].level >= section.level:
            open_.pop()
        parents.append(open_[-1] if open_ else -1)
        if section.level:
            open_.append(at)
    return parents


def _with_tree(
    flat: Sequence[Section], folds: Sequence[Fold], section: int, *, fold: bool
) -> tuple[Fold, ...]:
    changed = list(folds)
    end = _end(flat, section)
    changed[section:end] = [Fold.HIDDEN if fold else Fold.OPEN] * (end - section)
    if fold:
        changed[section] = Fold.FOLDED
    return tuple(changed)


def toggle_section(
    flat: Sequence[Section], folds: Sequence[Fold], section: int
) -> tuple[Fold, ...]:
    """Open the section when it is closed, else fold it; text before any heading stays open."""
    if not 0 <= section < len(flat) or not flat[section].heading:
        return tuple(folds)
    return _with_tree(flat, folds, section, fold=folds[section] not in CLOSED)


def toggle_all_sections(flat: Sequence[Section], folds: Sequence[Fold]) -> tuple[Fold, ...]:
    """Fold every chapter when all sections are open, else open all.

    Chapters are the outermost headings of which there is more than one.
    """
    if any(fold is not Fold.OPEN for fold in folds):
        return (Fold.OPEN,) * len(flat)
    levels = sorted({section.level for section in flat if section.heading})
    counts = Counter(section.level for section in flat if section.heading)
    chapters = next((level for level in levels if counts[level] > 1), levels[-1] if levels else 0)
    changed = [Fold.OPEN] * len(flat)
    end = 0
    for at, section in enumerate(flat):
        if at < end:
            changed[at] = Fold.HIDDEN
        elif section.heading and section.level >= chapters:
            changed[at] = Fold.FOLDED
            end = _end(flat, at)
    return tuple(changed)


def open_sections(
    flat: Sequence[Section], folds: Sequence[Fold], sections: Collection[int]
) -> tuple[Fold, ...]:
    """Show these sections' text; what they stand under becomes a heading that is open."""
    changed = list(folds)
    closed = [section for section in sections if changed[section] is not Fold.OPEN]
    parents = _parents(flat) if closed else []
    for section in closed:
        changed[section] = Fold.OPEN
        above = parents[section]
        while above >= 0:
            if changed[above] is not Fold.OPEN:
                _uncover(flat, changed, above)
            above = parents[above]
    return tuple(changed)


def _uncover(flat: Sequence[Section], folds: list[Fold], section: int) -> None:
    """Open a section, its hidden children becoming folded headings."""
    folds[section] = Fold.OPEN
    at, end = section + 1, _end(flat, section)
    while at < end:
        if folds[at] is Fold.HIDDEN:
            folds[at] = Fold.FOLDED
        at = _end(flat, at)


def next_heading(
    flat: Sequence[Section], folds: Sequence[Fold], here: int, step: int
) -> int | None:
    """The next heading on the page in direction `step` (1 or -1)."""
    at = here + step
    while 0 <= at < len(flat):
        if flat[at].heading and folds[at] is not Fold.HIDDEN:
            return at
        at += step
    return None


def nearest_open(
    flat: Sequence[Section], folds: Sequence[Fold], section: int, offset: int
) -> int | None:
    """The section on the page whose text is nearest to `offset` in that of `section`.

    Where what it stands under is shown with it, that comes first. `None` where nothing is open.
    """
    shown = [at for at, fold in enumerate(folds) if fold in SHOWING]
    shown = [at for at in shown if flat[at].text.strip()] or shown
    starts = list(accumulate((len(one.text) + 1 for one in flat), initial=0))
    here = starts[section] + offset if section >= 0 else -1

    def distance(at: int) -> int:
        return max(starts[at] - here, here - starts[at + 1], 0)

    nearest = min(shown, key=distance, default=None)
    parents = _parents(flat) if nearest is not None else []
    while nearest is not None and (above := parents[nearest]) >= 0:
        together = above == nearest - 1 or flat[above].text.strip()
        if folds[above] not in SHOWING or not together:
            break
        nearest = above
    return nearest


_WORD = re.compile(
    r"[\u2e80-\u2fdf\u3005-\u3007\u3400-\u9fff\uf900-\ufaff]+|[^\W\u2e80-\u9fff]+|\S"
)
_STOP = re.compile(r"[。！？；!?;…]+[”’』」》）)\"]*\s*|\.[”\")]*(?:\s+|$)|\n+")


def next_character(text: str, at: int) -> int | None:
    """The character after the one at `at`, as a person counts them."""
    end = at + width_at(text, at)
    return end if end < len(text) else None


def previous_character(text: str, at: int) -> int | None:
    """The character before the one at `at`."""
    start = max(0, at - 16)
    last = None
    for piece, _ in graphemes(text[start:at]):
        last = len(piece)
    return at - last if last else None


def width_at(text: str, at: int) -> int:
    """The number of code points of the character at `at`."""
    return len(next((piece for piece, _ in graphemes(text[at : at + 16])), ""))


def next_word(text: str, at: int) -> int | None:
    """The beginning of the word after the one at `at`."""
    return next((word.start() for word in _WORD.finditer(text, at) if word.start() > at), None)


def previous_word(text: str, at: int) -> int | None:
    """The beginning of the word that stands before `at` or around it."""
    return max((word.start() for word in _WORD.finditer(text) if word.start() < at), default=None)


def word_end(text: str, at: int) -> int | None:
    """The last character of the word at `at`, or of the next one where that is it already."""
    ends = (word.end() - 1 for word in _WORD.finditer(text))
    return next((end for end in ends if end > at), None)


def sentence_starts(text: str) -> list[int]:
    """Where the sentences of a text begin."""
    return [0, *(stop.end() for stop in _STOP.finditer(text) if stop.end() < len(text))]


def next_sentence(text: str, at: int) -> int | None:
    """The beginning of the sentence after the one at `at`."""
    return next((start for start in sentence_starts(text) if start > at), None)


def previous_sentence(text: str, at: int) -> int | None:
    """The beginning of the sentence that stands before `at` or around it."""
    return max((start for start in sentence_starts(text) if start < at), default=None)


def sentence_at(text: str, at: int) -> tuple[int, int]:
    """The first and the last character of the sentence around `at`, without space after it."""
    start = max(start for start in sentence_starts(text) if start <= at)
    end = next_sentence(text, at)
    return start, max(start, len(text[: len(text) if end is None else end].rstrip()) - 1)
