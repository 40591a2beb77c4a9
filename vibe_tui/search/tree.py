"""The tree of a query: what a report must be, and the questions of it that metadata answers.

`Word` asks the text of a report, or one of its metadata fields. `FieldValue` asks its metadata by a
value. `Within` limits the words below it to sections of some kinds, of which there must be one. A
question becomes a function once and is then asked of thousands of reports, so that a filter of the
list follows every key.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from vibe_tui.fold import Term, fold_lines, fold_text, needle_of, occurrences
from vibe_tui.model.report import NO_PAPER, TOPICS, Paper, PaperOf, Report, Topic
from vibe_tui.model.section import SectionKind
from vibe_tui.render.titles import drawn_title
from vibe_tui.state.reading import NO_MARK, Mark


@dataclass(frozen=True, slots=True)
class All:
    """Every report."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word, number or phrase. `field` is empty for the whole text, else `title` or `author`.

    `typing`: the prefix was not asked for; the caret stands at its end.
    """

    term: Term
    field: str = ""
    typing: bool = False

    @property
    def needle(self) -> str:
        """The folded form to look for."""
        return needle_of(self.term.text)


@dataclass(frozen=True, slots=True)
class Days:
    """Reports of a stretch of days, both ends included; `None` is open."""

    first: dt.date | None = None
    last: dt.date | None = None


@dataclass(frozen=True, slots=True)
class FieldValue:
    """Reports whose metadata `field` (`topic`, `genre`, `is` …) has the folded `value`."""

    field: str
    value: str


@dataclass(frozen=True, slots=True)
class Within:
    """Reports whose sections of `kinds` satisfy `child`."""

    kinds: frozenset[SectionKind]
    child: Condition


@dataclass(frozen=True, slots=True)
class Not:
    """Reports that are not what `child` says."""

    child: Condition


@dataclass(frozen=True, slots=True)
class And:
    """Reports that are all of it."""

    children: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """Reports that are any of it."""

    children: tuple[Condition, ...]


Condition = All | Word | Days | FieldValue | Within | Not | And | Or


@dataclass(frozen=True, slots=True)
class Sought:
    """A word that a matching text may hold; in sections of `kinds`, where there are any."""

    word: Word
    kinds: frozenset[SectionKind] = frozenset()


def sought_in(node: Condition, kinds: frozenset[SectionKind] = frozenset()) -> Iterator[Sought]:
    """The words of a query that are under no `Not`."""
    match node:
        case Word():
            yield Sought(node, kinds)
        case And(children) | Or(children):
            for child in children:
                yield from sought_in(child, kinds)
        case Within(inner, child):
            yield from sought_in(child, inner)
        case _:
            return


def asks_text(node: Condition) -> bool:
    """Whether the text of a report is needed to answer."""
    match node:
        case Word():
            return not node.field
        case And(children) | Or(children):
            return any(map(asks_text, children))
        case Not(child):
            return asks_text(child)
        case Within():
            return True
        case _:
            return False


QUOTES = '"“”„‟＂'
_NO_QUOTES = str.maketrans(dict.fromkeys(QUOTES, " "))


def bare(value: str) -> str:
    """A value as a query can name it: with spaces for the quotes, which would end it there."""
    return value.translate(_NO_QUOTES)


def whole_value(field: str, value: str) -> str:
    """The folded form of a field's whole value; a folder's names, apart by one slash."""
    folded = needle_of(bare(value))
    if field != "folder":
        return folded
    return "/".join(filter(None, map(str.strip, folded.split("/"))))


MarkOf = Callable[[Report], Mark]
"""What the reading state says of a report."""


def unmarked(_: Report) -> Mark:
    """Nothing is known of any report."""
    return NO_MARK


def no_paper(_: Report) -> Paper:
    """No paper is known of any report."""
    return NO_PAPER


TopicNames = Mapping[str, str]
"""For the id of each topic its folded id and names, one a line."""


def topic_names(topics: Iterable[Topic]) -> TopicNames:
    """What the queries of this library may call its topics."""
    return {
        topic.id: fold_lines("\n".join((topic.id, topic.name.zh, topic.name.en)))
        for topic in topics
    }


_NAMES = topic_names(TOPICS)


@dataclass(slots=True)
class Subject:
    """A report with the folded forms of its metadata, worked out when first asked for."""

    report: Report
    topics: TopicNames = field(default_factory=lambda: _NAMES)
    paper_of: PaperOf = no_paper
    _folded: dict[str, str] | None = field(default=None)

    def topic(self, topic_id: str) -> str:
        """The folded id and names of a topic."""
        return self.topics.get(topic_id) or fold_text(topic_id)

    def folded(self, name: str) -> str:
        """The folded text of the field `name`, one value a line."""
        if self._folded is None:
            self._folded = {}
        if name not in self._folded:
            self._folded[name] = self._fold(name)
        return self._folded[name]

    @property
    def record(self) -> str:
        """A record of the metadata alone."""
        return self.folded("record")

    def _fold(self, name: str) -> str:
        if name == "record":
            from vibe_tui.search.text import metadata_record

            return metadata_record(self.report, self.paper_of(self.report))
        values = self._values(name)
        if name in ("tag", "source", "folder"):
            return "\n".join(whole_value(name, value) for value in values.split("\n"))
        return fold_lines(values).strip()

    def _values(self, name: str) -> str:
        report = self.report
        match name:
            case "title":
                return f"{drawn_title(report.title)}\n{drawn_title(report.feed_title)}"
            case "author":
                return "\n".join((report.author, *self.paper_of(report).authors))
            case "source":
                return f"{report.source}\n{report.column}"
            case "venue":
                return report.venue
            case "tag":
                return "\n".join(report.tags)
            case "folder":
                return report.folder
            case "arxiv":
                return report.arxiv and report.arxiv + report.version
            case _:
                return report.id


Test = Callable[[Subject, MarkOf], bool]


def has(text: str, needle: str, *, prefix: bool = False) -> bool:
    """Whether folded `needle` stands anywhere in folded `text`."""
    return needle in text and next(occurrences(text, needle, prefix=prefix), None) is not None


@lru_cache(maxsize=256)
def question_of(node: Condition) -> Test:
    """A function that says whether the metadata of a report is what `node` says.

    A word that asks the text, and a scope, are told no.
    """
    match node:
        case All():
            return lambda subject, marks: True
        case Word(term, name) if name:
            needle, prefix = node.needle, term.prefix
            return lambda subject, marks: has(subject.folded(name), needle, prefix=prefix)
        case Days(first, last):
            earliest = first.isoformat() if first is not None else "0"
            latest = last.isoformat() if last is not None else "9999-99-99"
            return lambda subject, marks: earliest <= subject.report.first_day <= latest
        case FieldValue(name, value):
            return _fact(name, value)
        case Not(child):
            inner = question_of(child)
            return lambda subject, marks: not inner(subject, marks)
        case And(children):
            every = tuple(map(question_of, children))
            return lambda subject, marks: all(test(subject, marks) for test in every)
        case Or(children):
            some = tuple(map(question_of, children))
            return lambda subject, marks: any(test(subject, marks) for test in some)
        case Word() | Within():
            return lambda subject, marks: False


def _fact(name: str, value: str) -> Test:
    match name, value:
        case "is", "unread":
            return lambda subject, marks: marks(subject.report).unread
        case "is", "read":
            return lambda subject, marks: not marks(subject.report).unread
        case "is", "new":
            return lambda subject, marks: marks(subject.report).new
        case "is", _:
            return lambda subject, marks: marks(subject.report).starred
        case "genre", _:
            return lambda subject, marks: subject.report.genre.value == value
        case "topic", _:
            return lambda subject, marks: any(
                has(subject.topic(topic_id), value) for topic_id in subject.report.topics
            )
        case "tag", _:
            return lambda subject, marks: value in subject.folded("tag").split("\n")
        case "folder", _:
            return lambda subject, marks: f"/{value}/" in f"/{subject.folded('folder')}/"
        case "arxiv", _:
            # Folding has made a space of the hyphen that old ids have (`hep-th/9901001`).
            return lambda subject, marks: subject.folded("arxiv").startswith(value)
        case _:
            return lambda subject, marks: value in subject.folded(name)
