"""Facets: how the answers of a query are spread, and the query narrowed by one of them.

A facet is `section:`, `topic:`, `genre:`, `date:`, `tag:` or `folder:` with one value, standing for
the whole query.
It is written in front, so that the word at the caret stays last and goes on as a prefix. Metadata
gives all counts but those of the kinds; for them the records are looked at, for a limited time. A
kind counts a report where its sections of that kind alone answer the query.
"""

from __future__ import annotations

import dataclasses
import datetime as dt
import re
import time
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

from vibe_tui.fold import needle_of
from vibe_tui.model.report import TOPICS, Report, Topic
from vibe_tui.model.section import SectionKind
from vibe_tui.search.language import KIND_OF_NAME, Token, TokenKind, field_of, read_value
from vibe_tui.search.match import holds
from vibe_tui.search.query import Query, query_by
from vibe_tui.search.tree import Condition, FieldValue, MarkOf, Within, unmarked, whole_value

if TYPE_CHECKING:
    from vibe_tui.search.coverage import Coverage

_ALONE = frozenset({"genre", "date"})
"""Fields of which a report has one value: another one takes the place of the first."""


_PLAIN = re.compile(r"(?!(?:AND|OR|NOT)$)[\w.]+(?:-[\w.]+)*")
"""The name of a folder that needs no quotes."""


@dataclass(frozen=True, slots=True)
class Facet:
    """One value of one field, as a query writes it.

    What people make up, tags and folders, has its folded form as `value`, and `written` as it is.
    """

    field: str
    value: str
    written: str = dataclasses.field(default="", compare=False)

    @property
    def name(self) -> str:
        """The value as people write it."""
        return self.written or self.value

    def __str__(self) -> str:
        quoted = self.field == "folder" and not _PLAIN.fullmatch(self.name)
        if quoted or self.field == "tag":
            return query_by(self.field, self.name)
        return f"{self.field}:{self.name}"


@dataclass(frozen=True, slots=True)
class Share:
    """A facet and how many of the answers it would leave; `more` where not all were looked at."""

    facet: Facet
    reports: int
    more: bool = False


def facets_in(query: Query, topics: Sequence[Topic] = TOPICS) -> tuple[Facet, ...]:
    """The facets that narrow all of `query`, in the order they stand in."""
    return tuple(dict.fromkeys(facet for facet, _, _ in _written(query, topics)))


def narrowed(query: Query, facet: Facet, topics: Sequence[Topic] = TOPICS) -> str:
    """What to ask for `query` narrowed by `facet`; without it where the query names it already."""
    written = list(_written(query, topics))
    named = any(one == facet for one, _, _ in written)
    text = query.text
    for one, start, end in reversed(written):
        if one == facet or (not named and one.field == facet.field and one.field in _ALONE):
            before, after = text[:start].rstrip(), text[end:].lstrip()
            text = f"{before} {after}" if before and after else before + after
    if named:
        return text
    return f"{facet} ({text.strip()})" if _is_choice(query.tokens) else f"{facet} {text}"


def _is_choice(tokens: Sequence[Token]) -> bool:
    """Whether an `OR` stands in no brackets."""
    depth = 0
    for token in tokens:
        depth += (token.kind is TokenKind.OPEN) - (token.kind is TokenKind.CLOSE)
        if token.kind is TokenKind.OR and depth <= 0:
            return True
    return False


def _written(query: Query, topics: Sequence[Topic]) -> Iterator[tuple[Facet, int, int]]:
    """The facets that narrow all of a query, each with where it stands in the text."""
    depth = 0
    tokens = query.tokens
    for number, token in enumerate(() if _is_choice(tokens) else tokens):
        depth += (token.kind is TokenKind.OPEN) - (token.kind is TokenKind.CLOSE)
        if token.kind is not TokenKind.FIELD or depth > 0:
            continue
        value = tokens[number + 1] if number + 1 < len(tokens) else token
        negated = number > 0 and tokens[number - 1].kind is TokenKind.NOT
        facet = None if negated else _facet(token, value, topics)
        if facet is not None:
            yield facet, token.end - len(token.text) - 1, value.end


def _facet(name: Token, value: Token, topics: Sequence[Topic]) -> Facet | None:
    if value.kind not in (TokenKind.WORD, TokenKind.PHRASE):
        return None
    field, folded = field_of(name.text), needle_of(value.text)
    match field:
        case "section":
            kind = KIND_OF_NAME.get(folded)
            return Facet(field, kind.value) if kind else None
        case "topic":
            for topic in topics:
                if folded in map(needle_of, (topic.id, topic.name.zh, topic.name.en)):
                    return Facet(field, topic.id)
            return None
        case "genre":
            fact = read_value(field, value.text, dt.date.min)
            return Facet(field, fact.value) if isinstance(fact, FieldValue) else None
        case "date":
            year = value.text.strip().removesuffix("年")
            return Facet(field, year) if len(year) == 4 and year.isdecimal() else None
        case "tag":
            return Facet(field, folded, value.text)
        case "folder" if folder := whole_value(field, value.text):
            return Facet(field, folder, value.text.strip("/"))
        case _:
            return None


KIND_SECONDS = 0.25
"""How long records may be looked at for one count."""

_Key = TypeVar("_Key", bound=str)


MOST_WORDS = 12
"""Tags, and folders, that are offered."""


def shares_of(
    found: Sequence[Report],
    kinds: Mapping[SectionKind, int],
    *,
    complete: bool,
    chosen: Sequence[Facet] = (),
) -> tuple[Share, ...]:
    """The facets of `found`, kinds first; in each field the largest first, years the latest.

    Of tags and folders there are the most frequent that would leave something out, and those that
    were `chosen`.
    """
    topics: Counter[str] = Counter()
    genres: Counter[str] = Counter()
    years: Counter[str] = Counter()
    for report in found:
        topics.update(report.topics)
        genres[report.genre.value] += 1
        if report.date:
            years[report.date[:4]] += 1
    spread = [("section", kind.value, count) for kind, count in _largest(kinds)]
    spread += [("topic", topic, count) for topic, count in _largest(topics)]
    spread += [("genre", genre, count) for genre, count in _largest(genres)]
    spread += [("date", year, years[year]) for year in sorted(years, reverse=True)]
    shares = [
        Share(Facet(field, value), count, field == "section" and not complete)
        for field, value, count in spread
    ]
    shares += _words("tag", (report.tags for report in found), len(found), chosen)
    return (*shares, *_words("folder", map(_folders, found), len(found), chosen))


def _folders(report: Report) -> list[str]:
    """The names of the folders around a report; a year says no more than its date."""
    names = report.folder.split("/")
    return [name for name in names if not (len(name) == 4 and name.isdecimal())]


def _words(
    field: str, of_each: Iterable[Collection[str]], total: int, chosen: Sequence[Facet]
) -> list[Share]:
    counts: Counter[str] = Counter()
    folded: dict[str, str] = {"": ""}
    written: dict[str, str] = {}
    for words in of_each:
        for word in words:
            if word not in folded:
                folded[word] = whole_value(field, word)
                written.setdefault(folded[word], word)
        counts.update({folded[word] for word in words})
    kept = [facet for facet in chosen if facet.field == field]
    ours = {facet.value for facet in kept} | {""}
    some = {word: n for word, n in counts.items() if n < total and word not in ours}
    shares = [Share(facet, total) for facet in kept] if total else []
    return shares + [
        Share(Facet(field, word, written[word]), n) for word, n in _largest(some)[:MOST_WORDS]
    ]


def _largest(counts: Mapping[_Key, int]) -> list[tuple[_Key, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))


def count_kinds(
    tree: Condition, coverage: Coverage, marks: MarkOf = unmarked, seconds: float = KIND_SECONDS
) -> tuple[Counter[SectionKind], bool]:
    """In how many reports each kind answers, and whether all were looked at."""
    until = time.monotonic() + seconds
    counts: Counter[SectionKind] = Counter()
    matchers = coverage.matchers(marks, each_kind=True)
    for kind in SectionKind:
        inside = Within(frozenset({kind}), tree)
        for matcher, mask in zip(matchers, coverage.masks, strict=True):
            if time.monotonic() > until:
                return counts, False
            counts[kind] += matcher.find(inside, mask).bit_count()
        # A copy made at once: a search of another thread may scan more meanwhile.
        for position, stored in coverage.scanned.copy().items():
            subject = coverage.corpus.subjects[position]
            counts[kind] += holds(inside, subject, marks, stored.record)
    return +counts, True
