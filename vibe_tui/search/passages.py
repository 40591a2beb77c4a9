"""What a search gives back: which passages of a report show that it answers.

Places are found in the record, in bytes; only the parts that are shown are unpacked, and only a
stretch of the line that is shown is folded again, to mark what matches in it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from vibe_tui.fold import Term, find_terms, needle_of
from vibe_tui.model.section import SectionKind
from vibe_tui.search.match import Locator
from vibe_tui.search.text import CODE_OF, FACTS, PART, TITLE, TextPart, TextParts, part_starts
from vibe_tui.search.tree import Sought
from vibe_tui.text import Text


@dataclass(frozen=True, slots=True)
class Passage:
    """A place in a report that answers.

    `section` is the heading path, empty for the title and the facts about the report; `snippet`
    plain text on one line, with `marks` as spans in it. To land on it: section `section_index` in
    document order (-1: the report's top), there the `nth` match of the query's terms, which stands
    in line `line` of the section's words (line 0 is the heading).
    """

    section: str
    kind: SectionKind
    snippet: str
    marks: tuple[tuple[int, int], ...]
    section_index: int
    nth: int = 0
    line: int = 0


@dataclass(frozen=True, slots=True)
class Hit:
    """A report that answers, with its best passages first."""

    report_id: str
    score: float
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """Reports that answer a query, best first; `total` counts those beyond the limit too.

    The texts of `unread` reports were not asked: later there may be more.
    """

    total: int
    took_ms: float
    note: Text | None
    hits: tuple[Hit, ...]
    unread: int = 0


IN_TITLE, IN_HEADING, IN_SUMMARY, IN_BODY = 8.0, 4.0, 3.0, 1.0
SNIPPET = 110
_BEFORE = 36
_MOST_PLACES = 16
_NEAR = 120
_PART = PART.encode()
_SUMMARY = CODE_OF[SectionKind.SUMMARY]


@dataclass(frozen=True, slots=True)
class Occurrence:
    """Where a word stands: `part` and `line` count within the record and the part."""

    start: int
    end: int
    word: int
    part: int
    line: int


def places_of(record: bytes, words: Sequence[Sought]) -> list[Occurrence]:
    """The places of `words` in a record, in order.

    Of a very common word only the first ones, and one in each line where a rarer word stands.
    """
    starts = part_starts(record)
    locators = [Locator(s.word.needle, prefix=s.word.term.prefix) for s in words]
    allowed = [{CODE_OF[kind].encode() for kind in sought.kinds} for sought in words]
    places: list[Occurrence] = []
    rare: list[Occurrence] = []
    common: list[int] = []

    def place(number: int, start: int, end: int) -> Occurrence | None:
        part = bisect_right(starts, start) - 1
        code = record[starts[part] + 1 : starts[part] + 2]
        if allowed[number] and code not in allowed[number]:
            return None
        # The part begins with a line that holds its code.
        return Occurrence(start, end, number, part, record.count(b"\n", starts[part], start) - 1)

    for number, locator in enumerate(locators):
        everywhere = (place(number, *at) for at in locator.places(record, 0, len(record)))
        found = list(islice(filter(None, everywhere), _MOST_PLACES))
        places += found
        if len(found) < _MOST_PLACES:
            rare += found
        else:
            common.append(number)
    for line in {(record.rfind(b"\n", 0, p.start), record.find(b"\n", p.end)) for p in rare}:
        for number in common:
            for at in islice(locators[number].places(record, *line), 1):
                places += filter(None, [place(number, *at)])
    return sorted(dict.fromkeys(places), key=lambda place: place.start)


def _tier(code: str, line: int) -> float:
    if code == TITLE:
        return IN_TITLE
    if code == FACTS:
        return IN_SUMMARY
    if line == 0:
        return IN_HEADING
    return IN_SUMMARY if code == _SUMMARY else IN_BODY


def passages_of(
    record: bytes, parts: TextParts, words: Sequence[Sought], terms: Sequence[Term], most: int
) -> tuple[Passage, ...]:
    """The best passages of a report, at most one from each section."""
    by_part: dict[int, list[Occurrence]] = {}
    for place in places_of(record, words):
        by_part.setdefault(place.part, []).append(place)
    chosen = [number for number in by_part if parts.index(number) >= 0] or list(by_part)
    ranked = sorted(chosen, key=lambda n: (-_worth(parts.code(n), by_part[n]), n))
    return tuple(
        _passage(record, parts[number], by_part[number], terms) for number in ranked[:most]
    )


def opening(parts: TextParts) -> tuple[Passage, ...]:
    """How the report begins: its summary, else its first text; for a query without words."""
    sections = [number for number in range(len(parts)) if parts.index(number) >= 0]
    summaries = [number for number in sections if parts.code(number) == _SUMMARY]
    for number in (*summaries, *sections):
        part = parts[number]
        for line, text in enumerate(part.lines):
            if line and text:
                snippet, _ = snippet_of(text, ())
                return (Passage(part.path, part.kind, snippet, (), part.index, line=line),)
    return ()


def _worth(code: str, places: Sequence[Occurrence]) -> float:
    words: set[int] = set()
    lines: dict[int, set[int]] = {}
    tier = 0.0
    for place in places:
        words.add(place.word)
        lines.setdefault(place.line, set()).add(place.word)
        tier = max(tier, _tier(code, place.line))
    together = max(map(len, lines.values()))
    return 4.0 * len(words) + 2.0 * together + tier + min(1.0, len(places) / 8)


def _passage(
    record: bytes, part: TextPart, places: Sequence[Occurrence], terms: Sequence[Term]
) -> Passage:
    lines: dict[int, set[int]] = {}
    for place in places:
        lines.setdefault(place.line, set()).add(place.word)
    # A heading is shown as the section's name already: prefer its text.
    line = min(lines, key=lambda number: (-len(lines[number]), number == 0, number))
    text = part.lines[line]
    first = next(place for place in places if place.line == line)
    spans = _spans(record, text, first, terms)
    snippet, marks = snippet_of(text, spans)
    shown = _window(text, spans)[0]
    left_out = sum(end <= shown for _, end in spans)
    nth = _marks_before(record, first.start, terms) + left_out
    return Passage(part.path, part.kind, snippet, marks, part.index, nth, line)


def _spans(
    record: bytes, text: str, first: Occurrence, terms: Sequence[Term]
) -> list[tuple[int, int]]:
    """What matches in a line; of a long one, around its first place."""
    if len(text) <= 2 * _NEAR:
        return find_terms(text, terms)
    folded = record[record.rfind(b"\n", 0, first.start) + 1 : record.find(b"\n", first.end)]
    before = record[record.rfind(b"\n", 0, first.start) + 1 : first.start]
    near = len(before.decode()) * len(text) // max(1, len(folded.decode()))
    start, end = max(0, near - _NEAR), min(len(text), near + _NEAR)
    # A word cut at the edge of the stretch is no whole word.
    spans = [
        (s + start, e + start)
        for s, e in find_terms(text[start:end], terms)
        if (s or not start) and (e + start < end or end == len(text))
    ]
    return spans or find_terms(text, terms)


def _marks_before(record: bytes, at: int, terms: Sequence[Term]) -> int:
    """How many marks the page has in the section of `at` above its line, one for each stretch."""
    start = record.find(b"\n", record.rfind(_PART, 0, at))
    end = record.rfind(b"\n", 0, at)
    locators = [Locator(needle_of(term.text), prefix=term.prefix) for term in terms]
    found = sorted(place for locator in locators for place in locator.places(record, start, end))
    reached = count = 0
    for first, last in found:
        count += first >= reached
        reached = max(reached, last)
    return count


def snippet_of(
    text: str, spans: Sequence[tuple[int, int]]
) -> tuple[str, tuple[tuple[int, int], ...]]:
    """About `SNIPPET` characters of `text` around most of `spans`, and the spans within it."""
    start, end = _window(text, spans)
    head, tail = "…" if start else "", "…" if end < len(text) else ""
    shift = len(head) - start
    marks = tuple(
        (max(s, start) + shift, min(e, end) + shift) for s, e in spans if e > start and s < end
    )
    return head + text[start:end] + tail, marks


def _window(text: str, spans: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The stretch of `text` that a snippet shows."""
    if len(text) <= SNIPPET:
        return 0, len(text)
    first = max(
        range(len(spans)),
        key=lambda i: (
            sum(spans[i][0] <= s < spans[i][0] + SNIPPET - _BEFORE for s, _ in spans),
            -i,
        ),
        default=-1,
    )
    start = max(0, min(spans[first][0] - _BEFORE, len(text) - SNIPPET)) if spans else 0
    return start, min(len(text), start + SNIPPET)
