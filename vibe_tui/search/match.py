"""The tree of a query asked of a whole segment at once, and of one report.

Sets of documents are integers with one bit each. The terms of the index give a set that holds
every answer; where that is not exact the records themselves are looked at, and only those that all
cheaper conditions have left: a needle is looked for as bytes, mapped from disk, and only where it
is found are its neighbours decoded, to see that no word or number goes on. `holds` is the plain
reading of the tree, for reports that no segment has; the index must agree with it.
"""

from __future__ import annotations

import mmap
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vibe_tui.fold import ends_whole, is_word
from vibe_tui.model.section import SectionKind
from vibe_tui.search.engine.terms import Filter, filter_of, members, set_of, union
from vibe_tui.search.query import Query
from vibe_tui.search.text import CODE_OF, PART
from vibe_tui.search.tree import (
    All,
    And,
    Condition,
    Days,
    FieldValue,
    MarkOf,
    Not,
    Or,
    Subject,
    Within,
    Word,
    has,
    question_of,
)
from vibe_tui.state.reading import NO_MARK, Mark

if TYPE_CHECKING:
    from vibe_tui.search.engine.segment import Segment

_NEAR = 8
"""Bytes that hold two characters."""

_HEAD = 192
"""Bytes of a long needle that are looked for first: preparing to look for all of it takes time."""

_ASCII_WORD = frozenset(b"0123456789abcdefghijklmnopqrstuvwxyz")


class Locator:
    """Looks for one needle in records."""

    def __init__(self, needle: str, *, prefix: bool = False) -> None:
        self._needle = needle
        self._bytes = needle.encode("utf-8", "replace")
        self._prefix = prefix
        self._opens = bool(needle) and is_word(needle[0])
        self._closes = bool(needle) and is_word(needle[-1]) and not prefix
        self._edged = self._opens or self._closes

    def places(self, data: mmap.mmap | bytes, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Where the needle stands in `data[start:end]`, as byte offsets."""
        size = len(self._bytes)
        at = self.first(data, start, end)
        while at >= 0:
            yield at, at + size
            at = self._next(data, at + size, start, end)

    def first(self, data: mmap.mmap | bytes, start: int, end: int) -> int:
        """The first byte offset at which the needle stands in `data[start:end]`, or -1."""
        if len(self._bytes) > _HEAD and data.find(self._bytes[:_HEAD], start, end) < 0:
            return -1
        return self._next(data, start, start, end)

    def stands(self, data: mmap.mmap | bytes, start: int, end: int) -> bool:
        """Whether the needle stands in `data[start:end]`."""
        return self.first(data, start, end) >= 0

    def _next(self, data: mmap.mmap | bytes, at: int, start: int, end: int) -> int:
        at = data.find(self._bytes, at, end)
        while at >= 0 and self._edged and not self._whole(data, at, start, end):
            at = data.find(self._bytes, at + 1, end)
        return at

    def _whole(self, data: mmap.mmap | bytes, at: int, start: int, end: int) -> bool:
        after = at + len(self._bytes)
        if self._opens and at > start and data[at - 1] in _ASCII_WORD:
            return False
        if self._closes and after < end and data[after] in _ASCII_WORD:
            return False
        left = data[max(start, at - _NEAR) : at].decode("utf-8", "ignore")[-2:]
        right = data[after : min(end, after + _NEAR)].decode("utf-8", "ignore")[:2]
        text = left + self._needle + right
        return ends_whole(text, len(left), len(text) - len(right), self._prefix)


Kinds = frozenset[SectionKind]

_SUMMARY = frozenset({SectionKind.SUMMARY})
"""Sections whose terms the index keeps apart."""

MOST_STARTS = 256
"""Words a prefix may stand for before the records are asked instead."""


@dataclass(slots=True)
class Matcher:
    """Finds the documents of one segment. `subject_of` gives the report behind a document.

    With `each_kind` the same words are going to be asked of the sections of every kind, so it is
    found out once in which they stand.
    """

    segment: Segment
    subject_of: Callable[[int], Subject]
    marks: MarkOf
    each_kind: bool = False
    _filters: dict[tuple[str, str, bool], tuple[int, bool]] = field(default_factory=dict)
    _standing: dict[tuple[str, bool], Mapping[str, int]] = field(default_factory=dict)

    def find(self, node: Condition, within: int, kinds: Kinds | None = None) -> int:
        """The documents of the set `within` that are what `node` says.

        With `kinds` words are looked for only in sections of these, of which there must be one in
        all of `within`.
        """
        if not within:
            return 0
        match node:
            case All():
                return within
            case Word(field=""):
                return self._word(node, within, kinds)
            case Word() | Days() | FieldValue():
                return self._facts(node, within)
            case Not(child):
                return within & ~self.find(child, within, kinds)
            case And(children):
                for child in sorted(children, key=lambda child: self._cost(child, within)):
                    within = self.find(child, within, kinds)
                return within
            case Or(children):
                found = 0
                for child in children:
                    found |= self.find(child, within & ~found, kinds)
                return found
            case Within(inner, child):
                kinds = inner if kinds is None else inner & kinds
                having = union(self.segment.having(CODE_OF[kind]) for kind in kinds)
                return self.find(child, within & having, kinds)

    def filtered(self, word: Word, field_name: str = "text") -> tuple[int, bool]:
        """The documents that may hold `word` in a field, and whether all of them do."""
        key = (field_name, word.needle, word.term.prefix)
        if key not in self._filters:
            wanted = filter_of(word.needle, prefix=word.term.prefix)
            self._filters[key] = self._look_up(wanted, field_name)
        return self._filters[key]

    def _look_up(self, wanted: Filter, field_name: str) -> tuple[int, bool]:
        found = (1 << len(self.segment)) - 1
        for term in wanted.terms:
            found &= self.segment.documents(field_name, term)
            if not found:
                return 0, True
        if not wanted.start or wanted.exact:
            return found, wanted.exact
        words = self.segment.words_from(wanted.start, MOST_STARTS + 1)
        if len(words) > MOST_STARTS:
            return found, False
        any_word = 0
        for word in words:
            any_word |= self.segment.documents(field_name, word)
        return found & any_word, True

    def _cost(self, node: Condition, within: int) -> float:
        match node:
            case All() | Days() | FieldValue():
                return 0
            case Word(field=""):
                found, exact = self.filtered(node)
                return 1 if exact else 2 + (found & within).bit_count()
            case Word():
                return 1
            case Not(child):
                return self._cost(child, within) + 0.5
            case _:
                return float(within.bit_count() + 2)

    def _word(self, word: Word, within: int, kinds: Kinds | None) -> int:
        indexed = kinds is None or kinds == _SUMMARY
        found, exact = self.filtered(word, "text" if kinds is None or not indexed else "summary")
        if exact and indexed:
            return found & within
        if kinds is not None and self.each_kind:
            standing = self._by_code(word)
            return within & union(standing.get(CODE_OF[kind], 0) for kind in kinds)
        found &= within
        stands, records = Locator(word.needle, prefix=word.term.prefix).stands, self.segment.records
        if kinds is None:
            ends = self.segment.record_ends
            return set_of([d for d in members(found) if stands(records, ends[d], ends[d + 1])])
        codes = [CODE_OF[kind] for kind in kinds]
        parts = self.segment.parts
        return set_of(
            [
                document
                for document in members(found)
                if any(stands(records, start, end) for start, end in parts(document, codes))
            ]
        )

    def _by_code(self, word: Word) -> Mapping[str, int]:
        """For each code the documents in which `word` stands in a part with it."""
        key = (word.needle, word.term.prefix)
        if key not in self._standing:
            first = Locator(word.needle, prefix=word.term.prefix).first
            records, ends = self.segment.records, self.segment.record_ends
            holders: dict[str, list[int]] = defaultdict(list)
            for document in members(self.filtered(word)[0]):
                at, end = ends[document], ends[document + 1]
                while (at := first(records, at, end)) >= 0:
                    code, at = self.segment.part_at(at)
                    if holders[code][-1:] != [document]:
                        holders[code].append(document)
            self._standing[key] = {code: set_of(those) for code, those in holders.items()}
        return self._standing[key]

    def _facts(self, node: Word | Days | FieldValue, within: int) -> int:
        test = question_of(node)
        found = 0
        for document in members(within):
            if test(self.subject_of(document), self.marks):
                found |= 1 << document
        return found


def matches(
    query: Query, subject: Subject, mark: Mark = NO_MARK, record: str | None = None
) -> bool:
    """Whether a report is what `query` asks for."""
    text = subject.record if record is None else record
    return holds(query.tree, subject, lambda _: mark, text)


def holds(node: Condition, subject: Subject, marks: MarkOf, record: str) -> bool:
    """Whether one report is what `node` says."""
    match node:
        case Word(term, field=""):
            return has(record, node.needle, prefix=term.prefix)
        case Not(child):
            return not holds(child, subject, marks, record)
        case And(children):
            return all(holds(child, subject, marks, record) for child in children)
        case Or(children):
            return any(holds(child, subject, marks, record) for child in children)
        case Within(kinds, child):
            inside = limited(record, kinds)
            return bool(inside) and holds(child, subject, marks, inside)
        case _:
            return question_of(node)(subject, marks)


def limited(record: str, kinds: Collection[SectionKind]) -> str:
    """The parts of `record` that are sections of `kinds`."""
    codes = {CODE_OF[kind] for kind in kinds}
    return "".join(PART + part for part in record.split(PART)[1:] if part[0] in codes)
