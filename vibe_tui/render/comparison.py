"""Several reports as one document: a table of facts, then aspect by aspect their texts in columns.

An aspect is one section of the document. It is cut into bands, each of them one block: a stack of
blocks for each of some reports that stand side by side, cut where all stacks are about as long, so
that what is laid out together stays small; a heading stays with what it stands over. As many
reports stand side by side as the page has room for, the others below them. What is very long is cut
and says so. `spot` leads from an offset in the words of a band back to the report and the place in
it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from vibe_tui.cells import cell_width
from vibe_tui.model.section import Section, SectionKind
from vibe_tui.render.blocks import (
    Atom,
    Block,
    Columns,
    Heading,
    Inline,
    Look,
    Paragraph,
    Role,
    Table,
    plain_of,
)
from vibe_tui.render.chunks import Chunk
from vibe_tui.render.digest import Kept, ReportPlace
from vibe_tui.render.document import Document
from vibe_tui.render.layout import COLUMN_LEAST
from vibe_tui.render.parse import Unit
from vibe_tui.render.place import FRONT, HEADING, SHOWING, BlockId, Place, section_top
from vibe_tui.text import Language, Text

BAND = 100
"""Rows of a band, about, where its columns are narrow."""

LONGEST = 20_000
"""Characters of one report that stand in one aspect."""


@dataclass(frozen=True, slots=True)
class Side:
    """One of the reports: its title, its text, and what is said in place of a text that is gone."""

    title: Inline
    document: Document | None
    notice: str = ""


@dataclass(frozen=True, slots=True)
class Aspect:
    """One kind of sections: its heading, and what it keeps of each report; `None` for nothing."""

    heading: str
    kept: tuple[Kept | None, ...]


class KeptBlock(NamedTuple):
    """A block of a report, and where it stands there."""

    place: Place
    block: Block
    rows: int


@dataclass(frozen=True, slots=True)
class Band:
    """Some items of each of the reports from `first` on."""

    first: int
    stacks: tuple[tuple[KeptBlock, ...], ...]
    rows: int

    def starts(self) -> Iterator[tuple[int, int, KeptBlock]]:
        """Every item with its column, and the offset of its words in those of the band."""
        at = 0
        for column, stack in enumerate(self.stacks):
            for item in stack:
                yield column, at, item
                at += len(plain_of(item.block)) + 1


def _said(words: str, place: Place | None = None) -> KeptBlock:
    return KeptBlock(
        place or section_top(0), Paragraph((Atom(words, Look(Role.META, italic=True)),)), 1
    )


def _blocks(kept: Kept) -> Iterator[KeptBlock]:
    """The headings and blocks that are kept of a report, without headings of nothing."""
    flat = kept.document.flat
    waiting: list[KeptBlock] = []
    for section, chunk in kept.parts():
        waiting = [
            heading
            for heading in waiting
            if heading.place.section == section
            or flat[heading.place.section].level < flat[section].level
        ]
        for number, unit in kept.units(section, chunk):
            block = _kept_block(Place(section, chunk, number, 0), unit.block)
            if chunk == HEADING:
                waiting.append(block)
            else:
                yield from waiting
                waiting = []
                yield block


def _kept_block(place: Place, block: Block) -> KeptBlock:
    plain = plain_of(block)
    rows = 1 + cell_width(plain) // COLUMN_LEAST + plain.count("\n") + plain.count("\t")
    return KeptBlock(place, block, rows + 1)


def bands_of(sides: Sequence[Sequence[KeptBlock]], count: int) -> Iterator[Band]:
    """The items of all sides, `count` sides beside each other, cut where all are about as long."""
    for first in range(0, len(sides), count):
        group = sides[first : first + count]
        at, used = [0] * len(group), [0] * len(group)
        limit = BAND
        while any(start < len(items) for start, items in zip(at, group, strict=True)):
            stacks: list[tuple[KeptBlock, ...]] = []
            for column, items in enumerate(group):
                start = at[column]
                while at[column] < len(items) and used[column] < limit:
                    used[column] += items[at[column]].rows
                    at[column] += 1
                while at[column] - start > 1 and _leads_on(items, at[column]):
                    at[column] -= 1
                    used[column] -= items[at[column]].rows
                stacks.append(tuple(items[start : at[column]]))
            limit += BAND
            if any(stacks):
                rows = max(sum(item.rows for item in stack) for stack in stacks)
                yield Band(first, tuple(stacks), rows + 2)


def _leads_on(items: Sequence[KeptBlock], stop: int) -> bool:
    """Whether the last item before `stop` is the heading of what comes after it."""
    return stop < len(items) and isinstance(items[stop - 1].block, Heading)


_FACTS = 0
_FACTS_HEADING = Text("概况", "Facts")
ABSENT = Text("这篇报告没有这一部分。", "This report has no such section.")
_TOO_LONG = Text(
    "这一部分很长，对照到此为止；余下的在报告里读。",
    "This part is long and ends here; the rest is in the report.",
)


class ComparisonDocument(Document):
    """The sides of a comparison, `count` of them side by side."""

    def __init__(
        self,
        sides: Sequence[Side],
        facts: Table,
        aspects: Sequence[Aspect],
        *,
        language: Language = "zh",
        front: Sequence[Block] = (),
        count: int = 0,
        blocks: Callable[[int, int], tuple[KeptBlock, ...]] | None = None,
    ) -> None:
        self.sides = tuple(sides)
        self.count = count or len(self.sides)
        self._facts = facts
        self._aspects = tuple(aspects)
        self._blocks_of = blocks or cache(self._read_blocks)
        self._bands: dict[int, tuple[Band, ...]] = {}
        headings = [_FACTS_HEADING.pick(language), *[aspect.heading for aspect in aspects]]
        super().__init__(
            [Section(heading, 1, SectionKind.OTHER, "") for heading in headings],
            front=front,
            language=language,
        )

    def with_count(self, count: int) -> ComparisonDocument:
        """The same comparison with `count` columns side by side; itself where it has as many."""
        if count == self.count:
            return self
        return ComparisonDocument(
            self.sides,
            self._facts,
            self._aspects,
            language=self._language,
            front=self.front,
            count=count,
            blocks=self._blocks_of,
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

    def spot(self, block: BlockId, at: int) -> ReportPlace | None:
        """The place in its own report of a character of a block's words."""
        band = self._band(block)
        found: ReportPlace | None = None
        if band is not None:
            for column, start, item in band.starts():
                if start > at:
                    break
                found = ReportPlace(band.first + column, item.place._replace(at=at - start))
        return found

    def first_spot(self, section: int, side: int) -> ReportPlace:
        """Where a report begins in a section; its very beginning where it has nothing there."""
        for band in self._bands_of(section) if _FACTS < section < len(self.flat) else ():
            column = side - band.first
            if 0 <= column < len(band.stacks) and band.stacks[column]:
                return ReportPlace(side, band.stacks[column][0].place)
        return ReportPlace(side, section_top(0))

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
            stacks = [self._blocks_of(section, side) for side in range(len(self.sides))]
            bands = self._bands[section] = tuple(bands_of(stacks, self.count))
        return bands

    def _read_blocks(self, section: int, number: int) -> tuple[KeptBlock, ...]:
        """The blocks of a report that an aspect keeps, or the one that says there are none."""
        side, kept = self.sides[number], self._aspects[section - 1].kept[number]
        if side.document is None:
            return (_said(side.notice),)
        if kept is None:
            return (_said(ABSENT.pick(self._language)),)
        found: list[KeptBlock] = []
        left = LONGEST
        for block in _blocks(kept):
            left -= len(plain_of(block.block))
            if left < 0:
                return (*found, _said(_TOO_LONG.pick(self._language), block.place))
            found.append(block)
        return tuple(found)

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
        if not _FACTS < section < len(self.flat):
            return 0
        return sum(
            kept.document.words(number)
            for kept in self._aspects[section - 1].kept
            if kept is not None
            for number, fold in enumerate(kept.folds)
            if fold in SHOWING
        )

    def source(self, block: BlockId) -> str:
        """The words of a block: its Markdown stands in the reports."""
        return self.plain(block)

    def file_line(self, block: BlockId) -> int:
        """Always 1: a comparison is no file."""
        return 1

    def place_of(self, target: str) -> Place | None:
        """`None`: an inner link leads to a place in its own report, see `spot`."""
        return None
