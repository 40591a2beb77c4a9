"""Puts the reports that answer in order and takes the passages of the best.

The index says which of them have a word in the title, a heading or the summary; the most promising
of them, filled up with the newest, are then looked at: words that stand there often, or near each
other, or as one phrase, count extra. At equal worth the newer report comes first.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from operator import and_

from vibe_tui.fold import needle_of
from vibe_tui.model.report import Genre
from vibe_tui.search.coverage import Coverage
from vibe_tui.search.engine.terms import Sets, members
from vibe_tui.search.match import Matcher
from vibe_tui.search.passages import (
    IN_BODY,
    IN_HEADING,
    IN_SUMMARY,
    IN_TITLE,
    Hit,
    opening,
    passages_of,
)
from vibe_tui.search.query import Query
from vibe_tui.search.text import PART, field_texts
from vibe_tui.search.tree import Sought, has, sought_in

MOST_WORDS = 8
MOST_STRATA_WORDS = 3
PASSAGES, PASSAGES_TYPING = 3, 2
SCORED = 32
_PART = PART.encode()
_TIERS = (("title", IN_TITLE), ("heading", IN_HEADING), ("summary", IN_SUMMARY))
_BODY = ("text", IN_BODY)
_WHOLE = 4.0
"""What a whole word counts while a prefix of it is typed."""

PHRASE, SAME_LINE, SAME_PART = 3.0, 2.0, 1.0
_MOST_LOOKED_AT = 16
"""Places of the rarest word at which the others are looked for."""


@dataclass(frozen=True, slots=True)
class Matching:
    """What answers: for each segment its documents, and loose reports by position.

    Of `unread` reports, which are not indexed, only titles and metadata were asked.
    """

    matchers: Sequence[Matcher]
    sets: Sets
    loose: Sequence[int]
    unread: int = 0

    @property
    def total(self) -> int:
        """How many reports."""
        return sum(bits.bit_count() for bits in self.sets) + len(self.loose)


def rank(query: Query, found: Matching, coverage: Coverage, limit: int) -> tuple[Hit, ...]:
    """The best `limit` reports of `found`."""
    # Each word once; a title word counts like any other.
    kept = {(s.word.needle, s.word.term.prefix, s.kinds): s for s in sought_in(query.tree)}
    words = tuple(kept.values())[:MOST_WORDS]
    newest = coverage.corpus.recency.__getitem__
    if not words:
        first = heapq.nsmallest(
            limit, [*_newest(found.sets, coverage, limit), *found.loose], newest
        )
        return tuple(_hit(query, coverage, position, (), 0.0) for position in first)
    counts = [sum(m.filtered(s.word)[0].bit_count() for m in found.matchers) for s in words]
    weights = [math.log(2 + len(coverage.places) / (1 + count)) for count in counts]
    chosen = _promising(words, weights, found, coverage, max(SCORED, 2 * limit))
    scored = []
    for position, promise in chosen.items():
        worth = promise
        if coverage.has_text(position):
            worth += _text_score(coverage.record(position), words, weights)
        if coverage.corpus.reports[position].genre is Genre.INDEX:
            # A list of links names everything, and says nothing of it.
            worth = min(worth, 0.0)
        scored.append((-round(worth, 3), newest(position), position))
    scored.sort()
    return tuple(_hit(query, coverage, p, words, -worth) for worth, _, p in scored[:limit])


def _promising(
    words: Sequence[Sought],
    weights: Sequence[float],
    found: Matching,
    coverage: Coverage,
    most: int,
) -> dict[int, float]:
    """The `most` promising reports by position, with what the index says for each.

    For every combination of places that the words may stand in there is a set of documents; they
    are gone through from the best on, the newest of each first, until there are enough.
    """
    rarest = sorted(range(len(words)), key=lambda n: -weights[n])[:MOST_STRATA_WORDS]
    strata = [_strata(words[n], weights[n], found) for n in rarest]
    combinations = sorted(
        ((sum(worth for worth, _ in levels), levels) for levels in product(*strata)),
        key=lambda combination: -combination[0],
    )
    chosen: dict[int, float] = {}
    for worth, levels in combinations:
        sets = levels[0][1]
        for _, others in levels[1:]:
            sets = tuple(map(and_, sets, others))
        if any(sets):
            for position in _newest(sets, coverage, most - len(chosen)):
                chosen[position] = worth
        if len(chosen) >= most:
            break
    return chosen | _scanned(words, weights, found.loose, coverage, most)


def _scanned(
    words: Sequence[Sought],
    weights: Sequence[float],
    loose: Sequence[int],
    coverage: Coverage,
    most: int,
) -> dict[int, float]:
    """The same of reports that are not indexed: those with words in the title, then the newest."""
    subjects, recency = coverage.corpus.subjects, coverage.corpus.recency

    def total(fields: Mapping[str, str]) -> float:
        return sum(w * _worth(s, fields) for s, w in zip(words, weights, strict=True))

    def by_title(position: int) -> tuple[float, int]:
        return -total({"title": subjects[position].folded("title")}), recency[position]

    chosen = {}
    for position in heapq.nsmallest(most, loose, by_title):
        text = coverage.has_text(position)
        record = coverage.record(position).decode() if text else subjects[position].record
        chosen[position] = total(field_texts(record))
    return chosen


def _places(sought: Sought) -> Iterator[tuple[str, float, bool]]:
    """Where a word may stand and what that counts; and whether it must stand somewhere whole.

    While a prefix is typed, a text with the whole word comes before one in which it goes on.
    """
    for name, worth in (_BODY,) if sought.kinds else (*_TIERS, _BODY):
        if sought.word.typing:
            yield name, worth + _WHOLE, True
        yield name, worth, False


def _worth(sought: Sought, fields: Mapping[str, str]) -> float:
    """What the best place counts at which a word stands in a report."""
    needle, prefix = sought.word.needle, sought.word.term.prefix
    for name, worth, whole in _places(sought):
        stands = has(fields.get(name, ""), needle, prefix=prefix)
        if stands and (not whole or has(fields.get("text", ""), needle)):
            return worth
    return 0.0


def _strata(sought: Sought, weight: float, found: Matching) -> list[tuple[float, Sets]]:
    """What a word is worth, best first, with the documents in which it stands at such a place."""
    word, rest = sought.word, found.sets
    as_whole = replace(word, term=replace(word.term, prefix=False))
    levels = []
    for name, worth, whole in _places(sought):
        holding = [matcher.filtered(word, name)[0] for matcher in found.matchers]
        if whole:
            wholes = [matcher.filtered(as_whole)[0] for matcher in found.matchers]
            holding = list(map(and_, holding, wholes))
        taken = tuple(map(and_, rest, holding))
        if any(taken):
            levels.append((weight * worth, taken))
            rest = tuple(all_ & ~some for all_, some in zip(rest, taken, strict=True))
    if any(rest):
        levels.append((0.0, rest))
    return sorted(levels, key=lambda level: -level[0])


def _newest(sets: Sets, coverage: Coverage, most: int) -> list[int]:
    """The positions of the newest `most` documents of `sets`."""
    total = sum(bits.bit_count() for bits in sets)
    if total > 4 * most:
        found = []
        for position in coverage.corpus.by_date:
            place = coverage.places[position]
            if place is not None and sets[place[0]] >> place[1] & 1:
                found.append(position)
                if len(found) == most:
                    break
        return found
    positions: list[int] = []
    for row, bits in zip(coverage.documents, sets, strict=True):
        positions += map(row.__getitem__, members(bits))
    return heapq.nsmallest(most, positions, coverage.corpus.recency.__getitem__)


def _text_score(record: bytes, words: Sequence[Sought], weights: Sequence[float]) -> float:
    """What the text itself says for a report: words that are many or stand together."""
    total = 0.0
    needles = [sought.word.needle.encode("utf-8", "replace") for sought in words]
    for needle, weight in zip(needles, weights, strict=True):
        total += weight * min(2.0, math.log2(1 + record.count(needle)) / 3)
    if len(words) < 2:
        return total
    joined = needle_of(" ".join(sought.word.term.text for sought in words))
    if joined.encode("utf-8", "replace") in record:
        total += PHRASE
    rarest = min(range(len(words)), key=lambda number: record.count(needles[number]))
    best_line = best_part = 0
    at = record.find(needles[rarest])
    for _ in range(_MOST_LOOKED_AT):
        if at < 0:
            break
        line = record[record.rfind(b"\n", 0, at) + 1 : record.find(b"\n", at)]
        best_line = max(best_line, sum(needle in line for needle in needles))
        start, end = record.rfind(_PART, 0, at), record.find(_PART, at)
        part = record[start : end if end >= 0 else len(record)]
        best_part = max(best_part, sum(needle in part for needle in needles))
        at = record.find(needles[rarest], at + 1)
    others = len(words) - 1
    return total + (
        SAME_LINE * max(0, best_line - 1) / others + SAME_PART * max(0, best_part - 1) / others
    )


def _hit(
    query: Query, coverage: Coverage, position: int, words: Sequence[Sought], worth: float
) -> Hit:
    report_id = coverage.corpus.reports[position].id
    if not coverage.has_text(position):
        return Hit(report_id, worth, ())
    parts = coverage.parts(position)
    if not words:
        return Hit(report_id, worth, opening(parts))
    most = PASSAGES_TYPING if query.typing else PASSAGES
    passages = passages_of(coverage.record(position), parts, words, query.terms, most)
    return Hit(report_id, worth, passages or opening(parts))
