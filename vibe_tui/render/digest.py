"""Many reports as one document: a heading line for each, and below it the sections a lens keeps.

A chapter is one section of the document, and it is read only when its text is asked for, so that
a thousand reports open at once. What was read last is kept; a chapter that changed on disk
meanwhile loses at most the blocks that are no longer there. Knows no files: a chapter brings the
function that reads it. `Kept` is what is shown of one report, and a `ReportPlace` leads back to it.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from vibe_tui.clean import clean_line
from vibe_tui.errors import VibeError
from vibe_tui.fold import Term
from vibe_tui.model.section import Section, SectionKind
from vibe_tui.render.blocks import (
    PLAIN,
    Atom,
    Block,
    Heading,
    Inline,
    Look,
    Paragraph,
    Role,
    tables_inside,
)
from vibe_tui.render.chunks import Chunk
from vibe_tui.render.document import Document
from vibe_tui.render.parse import Unit
from vibe_tui.render.place import FRONT, HEADING, SHOWING, BlockId, Fold, Match, Place, section_top
from vibe_tui.text import Language


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


KEPT = 200
"""Chapters that are kept once they were read."""

_LISTED = 50
"""Lines of the closing list that are laid out together."""

_META = Look(Role.META)
_NOTICE = Look(Role.NOTICE)


@dataclass(frozen=True, slots=True)
class Chapter:
    """One report of a digest. `note` stands behind the title; `load` may raise `VibeError`."""

    title: str
    note: str
    words: int
    load: Callable[[], Kept]


@dataclass(frozen=True, slots=True)
class Closing:
    """A list at the end: the reports that the lens finds nothing in."""

    title: str
    lines: Sequence[Inline]


@dataclass(frozen=True, slots=True)
class _ReadChapter:
    """A chapter that was read: section and chunk of its parts; without them, what is said."""

    kept: Kept | None = None
    parts: tuple[tuple[int, int], ...] = ()
    notice: str = ""

    def units(self, chunk: int) -> list[tuple[int, Unit]]:
        """The units of a part with their numbers in the report's own document."""
        if self.kept is None or not 0 <= chunk < len(self.parts):
            return []
        return self.kept.units(*self.parts[chunk])


class DigestDocument(Document):
    """The chapters in order, then the closing list. `empty` is said where nothing is kept."""

    def __init__(
        self,
        chapters: Sequence[Chapter],
        *,
        front: Sequence[Block] = (),
        closing: Closing | None = None,
        empty: str = "",
        language: Language = "zh",
    ) -> None:
        self._chapters = tuple(chapters)
        self._closing = closing
        self._empty = empty
        self._lock = threading.Lock()
        self._known: OrderedDict[int, _ReadChapter] = OrderedDict()
        titles = [chapter.title for chapter in chapters] + ([closing.title] if closing else [])
        sections = [Section(title, 1, SectionKind.OTHER, "") for title in titles]
        super().__init__(sections, front=front, language=language)

    def load(self, chapters: Iterable[int]) -> None:
        """Read some chapters now, those that exist; for a worker."""
        for chapter in chapters:
            if 0 <= chapter < len(self._chapters):
                self._read(chapter)

    def origin(self, block: BlockId) -> Place:
        """The same block in the report's own document; for a chapter's heading, its first one."""
        read = self._read_of(block)
        chunk = 0 if block.chunk == HEADING else block.chunk
        if read is None or chunk >= len(read.parts):
            return section_top(0)
        units = read.units(chunk)
        unit = units[block.unit][0] if block.unit < len(units) else 0
        return Place(*read.parts[chunk], unit, 0)

    def block_of(self, chapter: int, block: BlockId) -> BlockId | None:
        """Where a block of a report's own document stands here; `None` where it is left out."""
        read = self._read(chapter)
        if block[:2] not in read.parts:
            return None
        chunk = read.parts.index(block[:2])
        numbers = [number for number, _ in read.units(chunk)]
        return BlockId(chapter, chunk, numbers.index(block.unit)) if block.unit in numbers else None

    def report_document(self, chapter: int) -> Document | None:
        """The report's own document; `None` where it cannot be read. May read it."""
        read = self._read_of(BlockId(chapter, HEADING, 0))
        return read.kept.document if read and read.kept else None

    def closing_line(self, block: BlockId) -> int:
        """The number of a line of the closing list; -1 for any other block."""
        if block.section != len(self._chapters) or block.chunk == HEADING:
            return -1
        return block.chunk * _LISTED + block.unit

    def _read_of(self, block: BlockId) -> _ReadChapter | None:
        """The chapter that a block is in; None for the title block and the closing list."""
        return self._read(block.section) if 0 <= block.section < len(self._chapters) else None

    def _read(self, chapter: int) -> _ReadChapter:
        with self._lock:
            read = self._known.get(chapter)
            if read is not None:
                self._known.move_to_end(chapter)
                return read
        read = self._load(self._chapters[chapter])
        with self._lock:
            self._known[chapter] = read
            if len(self._known) > KEPT:
                self._known.popitem(last=False)
        return read

    def _load(self, chapter: Chapter) -> _ReadChapter:
        try:
            kept = chapter.load()
        except VibeError as error:
            return _ReadChapter(notice=clean_line(error.message.pick(self._language)))
        parts = tuple(kept.parts())
        return _ReadChapter(kept, parts, "" if parts else self._empty)

    # What the page asks for

    def _heading(self, section: int) -> Inline:
        if section == len(self._chapters):
            return (Atom(clean_line(self.flat[section].heading), PLAIN),)
        chapter = self._chapters[section]
        title = Atom(clean_line(chapter.title), PLAIN)
        note = clean_line(chapter.note)
        return (title, Atom(f"  {note}", _META)) if note else (title,)

    def _chunks(self, section: int) -> tuple[Chunk, ...]:
        if section == FRONT:
            return super()._chunks(section)
        if section == len(self._chapters):
            count = len(self._closing.lines) if self._closing else 0
            rows = [min(_LISTED, count - first) for first in range(0, count, _LISTED)]
            return tuple([Chunk(0, "\n" * number) for number in rows])
        read = self._read(section)
        if read.kept is None or not read.parts:
            return (Chunk(0, read.notice),)
        document = read.kept.document
        return tuple(
            [
                Chunk(0, document.flat[at].heading)
                if chunk == HEADING
                else document.chunks(at)[chunk]
                for at, chunk in read.parts
            ]
        )

    def _units(self, section: int, chunk: int) -> tuple[Unit, ...]:
        if section == FRONT:
            return super()._units(section, chunk)
        if section == len(self._chapters):
            lines = self._closing.lines[chunk * _LISTED :][:_LISTED] if self._closing else ()
            return tuple([Unit(Paragraph(line), 0, 0, tight=True) for line in lines])
        read = self._read(section)
        if not read.parts and read.notice:
            return (Unit(Paragraph((Atom(read.notice, _NOTICE),)), 0, 0),)
        return tuple([unit for _, unit in read.units(chunk)])

    # What else is asked of a document

    def words(self, section: int) -> int:
        """Han characters plus Latin words of the whole report."""
        return self._chapters[section].words if section < len(self._chapters) else 0

    def source(self, block: BlockId) -> str:
        """The Markdown of a block as it is written in its report."""
        own = self._own_document(block)
        return own.source(self.origin(block).block) if own else self.plain(block)

    def file_line(self, block: BlockId) -> int:
        """The line of the report's file where a block begins, from 1."""
        own = self._own_document(block)
        return own.file_line(self.origin(block).block) if own else 1

    def _own_document(self, block: BlockId) -> Document | None:
        """The document of the report whose text a block is; None where it is the digest's own."""
        read = self._read_of(block)
        has_text = read is not None and 0 <= block.chunk < len(read.parts)
        return self.report_document(block.section) if has_text else None

    def place_of(self, target: str) -> Place | None:
        """`None`: an inner link leads to a place in its own report, see `place_in_report`."""
        return None

    def place_in_report(self, block: BlockId, target: str) -> Place | None:
        """Where a link in `block` leads, in the document of its report."""
        own = self.report_document(block.section)
        return own.place_of(target) if own else None

    def iter_matches(self, terms: Sequence[Term]) -> Iterator[Match]:
        """Every place of `terms`, chapter by chapter; those read for this are not kept."""
        if not terms:
            return
        for section in range(len(self.flat)):
            yield from self._matches_in(section, terms)

    def _matches_in(self, section: int, terms: Sequence[Term]) -> Iterator[Match]:
        small = DigestDocument(
            self._chapters[section : section + 1], empty=self._empty, language=self._language
        )
        if section == len(self._chapters):
            small = DigestDocument((), closing=self._closing)
        elif (read := self._known.get(section)) is not None:
            small._known[0] = read
        for match in Document.iter_matches(small, terms):
            yield replace(match, block=match.block._replace(section=section))
