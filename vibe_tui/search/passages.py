"""How well one report answers, and which of its passages show it.

Both are read off the places where the words of the query stand in the report's record. A word
counts by the best place it stands in (title > heading > summary > body), more where it stands
often; the whole query as a phrase, or all its words in one line or section, count extra.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from vibe_tui.fold import Term, find_terms, needle_of, occurrences
from vibe_tui.model.section import SectionKind
from vibe_tui.search.answer import Passage
from vibe_tui.search.sheet import CODE_OF, FACTS, PART, TITLE, Part
from vibe_tui.search.tree import Word

IN_TITLE, IN_HEADING, IN_SUMMARY, IN_BODY = 8.0, 4.0, 2.0, 1.0
PHRASE, SAME_LINE, SAME_PART = 3.0, 2.0, 1.0
SNIPPET = 110
_BEFORE = 36
_MOST_PLACES = 64
_SUMMARY = CODE_OF[SectionKind.SUMMARY]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a word stands: `part` and `line` count within the record and the part."""

    start: int
    end: int
    word: int
    part: int
    line: int


def places_of(record: str, words: Sequence[Word]) -> list[Place]:
    """The places of `words` in a record, in order; of a very common word only the first ones."""
    starts = _part_starts(record)
    places = []
    for number, word in enumerate(words):
        found = occurrences(record, word.needle, prefix=word.term.prefix)
        for (start, end), _ in zip(found, range(_MOST_PLACES), strict=False):
            part = bisect_right(starts, start) - 1
            # The part begins with a line that holds its code.
            line = record.count("\n", starts[part], start) - 1
            places.append(Place(start, end, number, part, line))
    places.sort(key=lambda place: place.start)
    return places


def _part_starts(record: str) -> list[int]:
    starts = []
    at = record.find(PART)
    while at >= 0:
        starts.append(at)
        at = record.find(PART, at + 1)
    return starts


def score(record: str, words: Sequence[Word], weights: Sequence[float]) -> float:
    """How well a record answers; `weights` say how rare each word is in the library."""
    places = places_of(record, words)
    if not places:
        return 0.0
    starts = _part_starts(record)
    best = [0.0] * len(words)
    often = [0] * len(words)
    lines: dict[tuple[int, int], set[int]] = {}
    parts: dict[int, set[int]] = {}
    for place in places:
        tier = _tier(record[starts[place.part] + 1], place.line)
        word = words[place.word]
        if word.typing and record[place.end : place.end + 1].isalnum():
            tier *= 0.5
        best[place.word] = max(best[place.word], tier)
        often[place.word] += 1
        lines.setdefault((place.part, place.line), set()).add(place.word)
        parts.setdefault(place.part, set()).add(place.word)
    total = sum(
        weight * (tier + min(2.0, math.log2(count) / 3) if count else 0.0)
        for weight, tier, count in zip(weights, best, often, strict=True)
    )
    if len(words) > 1:
        if needle_of(" ".join(word.term.text for word in words)) in record:
            total += PHRASE
        total += SAME_LINE * (max(map(len, lines.values())) - 1) / (len(words) - 1)
        total += SAME_PART * (max(map(len, parts.values())) - 1) / (len(words) - 1)
    return total


def _tier(code: str, line: int) -> float:
    if code == TITLE:
        return IN_TITLE
    if code == FACTS:
        return IN_SUMMARY
    if line == 0:
        return IN_HEADING
    return IN_SUMMARY if code == _SUMMARY else IN_BODY


def passages_of(
    record: str, parts: Sequence[Part], words: Sequence[Word], terms: Sequence[Term], most: int = 3
) -> tuple[Passage, ...]:
    """The best passages of a report, at most one from each section."""
    by_part: dict[int, list[Place]] = {}
    for place in places_of(record, words):
        by_part.setdefault(place.part, []).append(place)
    sections = [number for number in by_part if parts[number].index >= 0]
    chosen = sections or list(by_part)
    ranked = sorted(chosen, key=lambda number: (-_worth(parts[number], by_part[number]), number))
    return tuple(_passage(parts[number], by_part[number], terms) for number in ranked[:most])


def opening(parts: Sequence[Part]) -> tuple[Passage, ...]:
    """How the report begins: its summary, else its first text; for a query without words."""
    texts = [part for part in parts if part.index >= 0 and any(part.lines[1:])]
    if not texts:
        return ()
    part = next((part for part in texts if part.code == _SUMMARY), texts[0])
    line = next(number for number, text in enumerate(part.lines) if number and text)
    snippet, _ = snippet_of(part.lines[line], ())
    return (Passage(part.path, part.kind, snippet, (), part.index, line=line),)


def _worth(part: Part, places: Sequence[Place]) -> float:
    words = {place.word for place in places}
    best_line = max(
        len({p.word for p in places if p.line == line}) for line in {p.line for p in places}
    )
    tier = max(_tier(part.code, place.line) for place in places)
    return 4.0 * len(words) + 2.0 * best_line + tier + min(1.0, len(places) / 8)


def _passage(part: Part, places: Sequence[Place], terms: Sequence[Term]) -> Passage:
    lines: dict[int, set[int]] = {}
    for place in places:
        lines.setdefault(place.line, set()).add(place.word)
    # A heading is shown as the section's name already: prefer its text.
    line = min(lines, key=lambda number: (-len(lines[number]), number == 0, number))
    text = part.lines[line]
    spans = find_terms(text, terms)
    snippet, marks = snippet_of(text, spans)
    before = sum(1 for place in _merged(places) if place.line < line)
    start = spans[0][0] if spans else 0
    return Passage(part.path, part.kind, snippet, marks, part.index, before, line, start)


def _merged(places: Sequence[Place]) -> list[Place]:
    kept: list[Place] = []
    end = -1
    for place in places:
        if place.start >= end:
            kept.append(place)
        end = max(end, place.end)
    return kept


def snippet_of(
    text: str, spans: Sequence[tuple[int, int]]
) -> tuple[str, tuple[tuple[int, int], ...]]:
    """About `SNIPPET` characters of `text` around most of `spans`, and the spans within it."""
    if len(text) <= SNIPPET:
        return text, tuple(spans)
    first = max(
        range(len(spans)),
        key=lambda i: (
            sum(spans[i][0] <= s < spans[i][0] + SNIPPET - _BEFORE for s, _ in spans),
            -i,
        ),
        default=-1,
    )
    start = max(0, min(spans[first][0] - _BEFORE, len(text) - SNIPPET)) if spans else 0
    end = min(len(text), start + SNIPPET)
    head, tail = "…" if start else "", "…" if end < len(text) else ""
    shift = len(head) - start
    marks = tuple(
        (max(s, start) + shift, min(e, end) + shift) for s, e in spans if e > start and s < end
    )
    return head + text[start:end] + tail, marks
