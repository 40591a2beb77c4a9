"""Several reports as one document: a table of facts, then aspect by aspect their texts in columns.

An aspect is one section of the document, and each of its bands is one block. As many reports stand
side by side as the page has room for, the others below them. `spot` leads from an offset in the
words of a band back to the report and the place in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from vibe_tui.model.section import Section, SectionKind
from vibe_tui.render.blocks import Block, Columns, Table
from vibe_tui.render.chunks import Chunk
from vibe_tui.render.comparison_parts import Aspect, Band, Items, Side, Words, bands_of
from vibe_tui.render.parse import Unit
from vibe_tui.render.source import FRONT, HEADING, BlockId, Document, Place

_FACTS = 0


class Spot(NamedTuple):
    """A place in one of the reports: which of them, and the place in its own document."""

    side: int
    place: Place


class ComparisonDocument(Document):
    """The sides of a comparison, `count` of them side by side."""

    def __init__(
        self,
        sides: Sequence[Side],
        facts: Table,
        aspects: Sequence[Aspect],
        words: Words,
        *,
        front: Sequence[Block] = (),
        count: int = 0,
        items: Items | None = None,
    ) -> None:
        self.sides = tuple(sides)
        self.count = count or len(self.sides)
        self._facts = facts
        self._aspects = tuple(aspects)
        self._words = words
        self._items = items or Items(self.sides, self._aspects, words)
        self._bands: dict[int, tuple[Band, ...]] = {}
        headings = [words.facts, *[aspect.heading for aspect in aspects]]
        super().__init__(
            [Section(heading, 1, SectionKind.OTHER, "") for heading in headings], front=front
        )

    def with_count(self, count: int) -> ComparisonDocument:
        """The same comparison with another number of columns side by side."""
        if count == self.count:
            return self
        return ComparisonDocument(
            self.sides,
            self._facts,
            self._aspects,
            self._words,
            front=self.front,
            count=count,
            items=self._items,
        )

    def load(self, sections: Iterable[int]) -> None:
        """Read what some sections hold, those that exist; for a worker."""
        for section in sections:
            if _FACTS < section < len(self.flat):
                self._bands_of(section)

    # Which report a place is in

    def group(self, block: BlockId) -> range:
        """The reports whose texts stand side by side in a block; all where there are no texts."""
        band = self._band(block)
        if band is None:
            return range(len(self.sides))
        return range(band.first, band.first + len(band.stacks))

    def spot(self, block: BlockId, at: int) -> Spot | None:
        """The place in its own report of a character of a block's words."""
        band = self._band(block)
        found: Spot | None = None
        if band is not None:
            for column, start, item in band.starts():
                if start > at:
                    break
                found = Spot(band.first + column, item.place._replace(at=at - start))
        return found

    def first_spot(self, section: int, side: int) -> Spot:
        """Where a report begins in a section; its very beginning where it has nothing there."""
        for band in self._bands_of(section) if _FACTS < section < len(self.flat) else ():
            column = side - band.first
            if 0 <= column < len(band.stacks) and band.stacks[column]:
                return Spot(side, band.stacks[column][0].place)
        return Spot(side, Place(0, HEADING, 0, 0))

    def offset_of(self, block: BlockId, side: int) -> int:
        """Where the words of a report begin in those of a block; -1 where it has none there."""
        band = self._band(block)
        if band is not None:
            for column, start, _ in band.starts():
                if band.first + column == side:
                    return start
        return -1

    def place_for(self, section: int, side: int) -> Place | None:
        """The place in this document where a report begins in a section."""
        if not _FACTS < section < len(self.flat):
            return None
        for number, band in enumerate(self._bands_of(section)):
            if side in range(band.first, band.first + len(band.stacks)):
                return Place(section, number, 0, 0)
        return None

    def moved(self, place: Place, to: ComparisonDocument) -> Place:
        """The same text in a comparison with another number of columns."""
        band = self._band(place.block)
        spot = self.spot(place.block, max(place.at, 0))
        if band is None or spot is None:
            return place
        for number, other in enumerate(to._bands_of(place.section)):
            for column, start, item in other.starts():
                if other.first + column == spot.side and item.place == spot.place._replace(at=0):
                    return Place(place.section, number, 0, start + spot.place.at)
        return to.place_for(place.section, spot.side) or place

    def _band(self, block: BlockId) -> Band | None:
        if not _FACTS < block.section < len(self.flat) or block.chunk == HEADING:
            return None
        bands = self._bands_of(block.section)
        return bands[block.chunk] if block.chunk < len(bands) else None

    def _bands_of(self, section: int) -> tuple[Band, ...]:
        bands = self._bands.get(section)
        if bands is None:
            stacks = [self._items.of(section - 1, side) for side in range(len(self.sides))]
            bands = self._bands[section] = tuple(bands_of(stacks, self.count))
        return bands

    # What the page asks for

    def _chunks(self, section: int) -> tuple[Chunk, ...]:
        if section == FRONT:
            return super()._chunks(section)
        if section == _FACTS:
            return (Chunk(0, "|\n" * (len(self._facts.rows) + 2)),)
        return tuple([Chunk(0, "\n" * band.rows) for band in self._bands_of(section)])

    def _units(self, section: int, chunk: int) -> tuple[Unit, ...]:
        if section == FRONT:
            return super()._units(section, chunk)
        if section == _FACTS:
            return (Unit(self._facts, 0, 0),)
        band = self._bands_of(section)[chunk]
        titles = [side.title for side in self.sides[band.first :][: len(band.stacks)]]
        stacks = tuple([tuple([item.block for item in stack]) for stack in band.stacks])
        return (Unit(Columns(tuple(titles), stacks, self.count), 0, 0),)

    def words(self, section: int) -> int:
        """Han characters plus Latin words of an aspect, those of all reports together."""
        return self._items.words(section - 1) if _FACTS < section < len(self.flat) else 0

    def source(self, block: BlockId) -> str:
        """The words of a block: its Markdown stands in the reports."""
        return self.plain(block)

    def file_line(self, block: BlockId) -> int:
        """Always 1: a comparison is no file."""
        return 1

    def place_of(self, target: str) -> Place | None:
        """`None`: an inner link leads to a place in its own report, see `spot`."""
        return None
