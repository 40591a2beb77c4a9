"""One report as blocks, parsed piece by piece when they are asked for. Knows no width.

A block is named by section, chunk and unit, so that names stay the same whatever is folded and
however wide the page is. All of it may be asked for from several threads.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from urllib.parse import unquote

from vibe_tui.clean import clean_text
from vibe_tui.fold import Term, count_words, find_terms
from vibe_tui.model.section import Section
from vibe_tui.render.blocks import (
    PLAIN,
    Atom,
    Block,
    Formula,
    Heading,
    Inline,
    Look,
    Paragraph,
    Role,
    Table,
    plain_inline,
    plain_of,
)
from vibe_tui.render.chunks import Chunk, chunks_of
from vibe_tui.render.links import Pictures, captions_of
from vibe_tui.render.outline import outline
from vibe_tui.render.parse import Unit, parse_blocks, parse_inline, parse_units
from vibe_tui.render.place import FRONT, HEADING, BlockId, Fold, Match, Place, section_top
from vibe_tui.render.rules import References
from vibe_tui.text import Language, Text

_CACHED = 128
_LONG = 50_000
"""Characters of a section that take long to look through."""
_TOO_LONG = Text(
    "（下文过长或嵌套过深，照原文显示）", "(Too long or too deep: shown as it is written)"
)
_NOTE = re.compile(r"^[ >*+.)\d-]*\[\^([^\]\s]+)\]:", re.MULTILINE)
_OWN_NAME = re.compile(
    r"<[a-z][^<>]*\s(?:id|name)=[\"']([^\"'<>]+)[\"']|\{:?\s*#([\w:.-]+)[^{}\n]*\}", re.IGNORECASE
)
_NOTE_MARK = re.compile(r"\[\^([^\]\s]+)\](?!:)")


class Document:
    """The text of one report: its sections, and before them the blocks of `front`.

    `pictures` are those that are to be shown, by the targets in the text; most readers want none.
    """

    def __init__(
        self,
        sections: Sequence[Section],
        references: References | None = None,
        *,
        front: Sequence[Block] = (),
        language: Language = "zh",
    ) -> None:
        self.flat: tuple[Section, ...] = _flat(sections)
        self.front = tuple(front)
        self.pictures: Pictures = {}
        self._references = references
        self._language: Language = language
        self._plains: dict[tuple[int, int], tuple[str, ...]] = {}
        self._targets: dict[str, tuple[int, int]] | None = None
        self.chunks = lru_cache(maxsize=_CACHED)(self._chunks)
        self.units = lru_cache(maxsize=_CACHED)(self._units)
        self.heading = lru_cache(maxsize=_CACHED * 4)(self._heading)
        self._table_in = lru_cache(maxsize=2)(self._read_table)

    @property
    def references(self) -> References:
        """What the report defines for all its parts."""
        if self._references is None:
            self._references = references_in(section.text for section in self.flat)
        return self._references

    def look_ahead(self) -> Document:
        """The same, which knows what in a long report takes more than a frame: what it defines, and
        where the blocks of its long sections are. For a worker."""
        for number, section in enumerate(self.flat):
            if self.references and len(section.text) > _LONG:
                self.chunks(number)
        return self

    def title(self, section: int) -> str:
        """The words of a section's heading."""
        return plain_inline(self.heading(section))

    def _heading(self, section: int) -> Inline:
        return parse_inline(self.flat[section].heading, self.references)

    def _chunks(self, section: int) -> tuple[Chunk, ...]:
        if section == FRONT:
            return (Chunk(0, ""),) if self.front else ()
        return chunks_of(self.flat[section].text)

    def _units(self, section: int, chunk: int) -> tuple[Unit, ...]:
        if section == FRONT:
            return tuple([Unit(block, 0, 0) for block in self.front])
        piece = self.chunks(section)[chunk]
        if not piece.raw:
            return parse_units(piece.source, self.references)
        text = Paragraph(_as_written(piece.source))
        lines = piece.source.count("\n") + 1
        units = (Unit(text, 0, lines),)
        if piece.opening:
            notice = _TOO_LONG.pick(self._language)
            return (Unit(Paragraph((Atom(notice, Look(Role.NOTICE)),)), 0, 0), *units)
        return units

    def shown_chunks(self, section: int, fold: Fold) -> Iterator[int]:
        """The chunks of a section's text of which something may be shown under `fold`."""
        for number, chunk in enumerate(self.chunks(section)):
            stop = chunk.first + chunk.source.count("\n") + 1
            if (
                fold is Fold.OPEN
                or (fold is Fold.TABLES and "|" in chunk.source)
                or (fold is Fold.LIMITS and self._has_limits(section, chunk.first, stop))
            ):
                yield number

    def shown_units(self, section: int, chunk: int, fold: Fold) -> Iterator[tuple[int, Unit]]:
        """The units of a chunk, each with its number; under `Fold.LIMITS` those of the limits."""
        first = self.chunks(section)[chunk].first
        is_above = True
        for number, unit in enumerate(self.units(section, chunk)):
            start, stop = first + unit.first, first + unit.stop
            is_shown = fold is not Fold.LIMITS or self._has_limits(section, start, stop)
            if is_shown:
                yield number, unit if is_above else replace(unit, tight=False)
            is_above = is_shown

    def _has_limits(self, section: int, start: int, stop: int) -> bool:
        return any(first < stop and start < end for first, end in self.flat[section].limits)

    def sample(self, section: int, chunk: int) -> Table | None:
        """The table whose columns those of a chunk are; None where it holds no piece of one."""
        source = self.chunks(section)[chunk].sample
        return self._table_in(source) if source else None

    def _read_table(self, source: str) -> Table | None:
        blocks = parse_blocks(source, self.references)
        return next((block for block in blocks if isinstance(block, Table)), None)

    def block(self, block: BlockId) -> Block:
        """The block of that name. Raises `IndexError` where there is none."""
        if block.chunk == HEADING:
            return Heading(self.flat[block.section].level, self.heading(block.section))
        return self.units(block.section, block.chunk)[block.unit].block

    def plain(self, block: BlockId) -> str:
        """The words of a block, as a reader sees them."""
        return plain_of(self.block(block))

    def source(self, block: BlockId) -> str:
        """The Markdown of a block as it is written; of a formula its TeX."""
        if block.section == FRONT:
            return self.plain(block)
        if block.chunk == HEADING:
            section = self.flat[block.section]
            return f"{'#' * max(section.level, 1)} {section.heading}"
        unit = self.units(block.section, block.chunk)[block.unit]
        if isinstance(unit.block, Formula):
            return unit.block.tex
        lines = self.chunks(block.section)[block.chunk].source.split("\n")
        return "\n".join(lines[unit.first : unit.stop]).strip("\n")

    def find(self, terms: Sequence[Term]) -> tuple[Match, ...]:
        """Every place of `terms` in the headings and texts of all sections, in their order."""
        return tuple(self.iter_matches(terms))

    def iter_matches(self, terms: Sequence[Term]) -> Iterator[Match]:
        """As `find`, one by one: in a report of a megabyte the first comes long before the last."""
        if not terms:
            return
        for section in range(len(self.flat)):
            for block, plain in self._texts(section):
                for start, end in find_terms(plain, terms):
                    yield Match(block, start, end)

    def captions(self) -> dict[str, str]:
        """The captions of all pictures by their targets, in order. For a worker."""
        found: dict[str, str] = {}
        for section in range(len(self.flat)):
            for number, chunk in enumerate(self.chunks(section)):
                if "![" in chunk.source or "<img" in chunk.source.lower():
                    for unit in self.units(section, number):
                        for target, caption in captions_of(unit.block).items():
                            found.setdefault(target, caption)
        return found

    def _texts(self, section: int) -> Iterator[tuple[BlockId, str]]:
        """The heading of a section and each block of its text, with their words."""
        yield BlockId(section, HEADING, 0), self.title(section)
        for chunk in range(len(self.chunks(section))):
            for unit, plain in enumerate(self._plain_units(section, chunk)):
                yield BlockId(section, chunk, unit), plain

    def _plain_units(self, section: int, chunk: int) -> tuple[str, ...]:
        """The words of a chunk's units; kept, since a reader types and looks again."""
        key = (section, chunk)
        if key not in self._plains:
            self._plains[key] = tuple(
                [plain_of(unit.block) for unit in self._units(section, chunk)]
            )
        return self._plains[key]

    def place_in(self, section: int, offset: int) -> Place:
        """The place of an offset in the section's own text: the start of its block."""
        line = self.flat[section].text.count("\n", 0, max(offset, 0))
        found = section_top(section)
        for number, chunk in enumerate(self.chunks(section)):
            if chunk.first > line:
                break
            found = Place(section, number, 0, 0)
        if found.chunk == HEADING:
            return found
        first = self.chunks(section)[found.chunk].first
        for number, unit in enumerate(self.units(section, found.chunk)):
            if first + unit.first <= line:
                found = found._replace(unit=number)
        return found

    def place_of(self, target: str) -> Place | None:
        """Where a link inside the report leads: `#heading`, a footnote or its mark."""
        name = unquote(target.removeprefix("#"))
        if self._targets is None:
            self._targets = self._find_targets()
        if name not in self._targets and not name.startswith(("fn-", "fnref-")):
            name = _letters(name)
        if name not in self._targets:
            return None
        section, offset = self._targets[name]
        place = self.place_in(section, offset) if offset >= 0 else section_top(section)
        if name.startswith("fnref-"):
            return self._at_words(place, f"[{name.removeprefix('fnref-')}]")
        return place

    def _find_targets(self) -> dict[str, tuple[int, int]]:
        """Section and offset of all that an inner link may lead to; -1 where that is a heading.

        A heading goes by its letters, the second of a name by these and `1`, a footnote by
        `fn-label`, the first mark of one by `fnref-label`, what has a name of its own (`<a id>`,
        `{#name}`) by that. Of equal names the first counts.
        """
        found: dict[str, tuple[int, int]] = {}
        same: Counter[str] = Counter()
        later: list[tuple[str, int]] = []
        for number, section in enumerate(self.flat):
            if name := _letters(self.title(number)):
                if same[name]:
                    later.append((f"{name}{same[name]}", number))
                same[name] += 1
                found.setdefault(name, (number, -1))
            for match in _OWN_NAME.finditer(section.heading):
                found.setdefault(match[match.lastindex or 0], (number, -1))
            for match in _OWN_NAME.finditer(section.text):
                found.setdefault(match[match.lastindex or 0], (number, match.start()))
            for prefix, pattern in (("fn-", _NOTE), ("fnref-", _NOTE_MARK)):
                for match in pattern.finditer(section.heading):
                    found.setdefault(prefix + match[1], (number, -1))
                for match in pattern.finditer(section.text):
                    found.setdefault(prefix + match[1], (number, match.start()))
        for name, number in later:
            found.setdefault(name, (number, -1))
        return found

    def _at_words(self, place: Place, words: str) -> Place:
        """The place of some words in the block that begins at `place`, if they are there."""
        if place.chunk == HEADING:
            plain = self.title(place.section)
        else:
            plains = self._plain_units(place.section, place.chunk)
            plain = plains[place.unit] if place.unit < len(plains) else ""
        return place._replace(at=max(plain.find(words), 0))

    def words(self, section: int) -> int:
        """Han characters plus Latin words of a section, without those below it."""
        own = self.flat[section]
        return count_words(f"{own.heading}\n{own.text}")

    def file_line(self, block: BlockId) -> int:
        """The line of the report's file where a block begins, from 1."""
        if block.section == FRONT or not self.flat:
            return 1
        section = self.flat[block.section]
        if block.chunk == HEADING:
            return section.line
        first = self.chunks(block.section)[block.chunk].first
        unit = self.units(block.section, block.chunk)[block.unit]
        return section.text_line + first + unit.first


def references_in(texts: Iterable[str]) -> References:
    """What the texts of a report define for each other; the first definition of a label counts."""
    links: dict[str, dict[str, str]] = {}
    notes: set[str] = set()
    for text in texts:
        if "]:" in text:
            found = outline(text).references
            for label, link in found.links.items():
                links.setdefault(label, link)
            notes |= found.notes
    return References(links, frozenset(notes))


def _flat(sections: Sequence[Section]) -> tuple[Section, ...]:
    """Every section in the order of the document."""
    found: list[Section] = []
    ahead = [*reversed(sections)]
    while ahead:
        section = ahead.pop()
        found.append(section)
        ahead += reversed(section.children)
    return tuple(found)


def _as_written(source: str) -> Inline:
    atoms: list[Atom] = []
    for line in clean_text(source).expandtabs(4).split("\n"):
        if atoms:
            atoms.append(Atom("\n", PLAIN))
        atoms.append(Atom(line, PLAIN))
    return tuple(atoms)


def _letters(text: str) -> str:
    return "".join([char for char in text.casefold() if char.isalnum()])
