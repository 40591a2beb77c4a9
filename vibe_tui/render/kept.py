"""What a lens keeps of a report that is shown among others: its parts, and their blocks.

A digest and a comparison are documents of their own. What they show stands in reports: `Kept` says
what of one, and a `ReportPlace` leads back to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from vibe_tui.render.blocks import Heading, tables_inside
from vibe_tui.render.document import Document
from vibe_tui.render.folding import SHOWING, Fold
from vibe_tui.render.parse import Unit
from vibe_tui.render.place import HEADING, Place


class ReportPlace(NamedTuple):
    """A place in one of several reports: which of them, and the place in its own document."""

    side: int
    place: Place


@dataclass(frozen=True, slots=True)
class Kept:
    """A report as a document of its own, and how the lens leaves each of its sections.

    The headings of `untitled` sections say no more than what stands above them, and are left out.
    """

    document: Document
    folds: Sequence[Fold]
    untitled: frozenset[int] = frozenset()

    def parts(self) -> Iterator[tuple[int, int]]:
        """Section and chunk of every heading (`HEADING`) and every piece of text that is kept."""
        for section, fold in enumerate(self.folds):
            if fold is Fold.HIDDEN:
                continue
            if self.document.flat[section].heading and section not in self.untitled:
                yield section, HEADING
            if fold in SHOWING:
                for number in self.document.shown_chunks(section, fold):
                    yield section, number

    def units(self, section: int, chunk: int) -> list[tuple[int, Unit]]:
        """The units of a part, each with its number in the report's own document."""
        document = self.document
        if chunk == HEADING:
            level = document.flat[section].level + 1
            return [(0, Unit(Heading(level, document.heading(section)), 0, 0))]
        units = document.shown_units(section, chunk, self.folds[section])
        if self.folds[section] is not Fold.TABLES:
            return list(units)
        return [
            (number, replace(unit, block=table, tight=False))
            for number, unit in units
            for table in tables_inside(unit.block)
        ]
