"""A query asked of one report: the plain reading of the tree, which the index must agree with.

`record` is the folded text that `sheet` keeps of a report. Without one, words look at the title
and the other metadata.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Protocol

from vibe_tui.fold import needle_of, occurrences
from vibe_tui.model.report import Report
from vibe_tui.model.section import SectionKind
from vibe_tui.model.topic import TOPICS, Topic
from vibe_tui.search.query import Query
from vibe_tui.search.record import CODE_OF, PART, Entry
from vibe_tui.search.tree import All, And, Days, Fact, Node, Not, Or, Scope, Word


class Mark(Protocol):
    """What the reading state says of a report."""

    @property
    def unread(self) -> bool:
        """Not read yet."""

    @property
    def starred(self) -> bool:
        """Starred by the user."""


@dataclass(frozen=True, slots=True)
class Unmarked:
    """A report of which no state is known."""

    unread: bool = True
    starred: bool = False


UNMARKED = Unmarked()


def matches(query: Query, report: Report, mark: Mark = UNMARKED, record: str | None = None) -> bool:
    """Whether `report` is what `query` asks for."""
    if record is None:
        record = Subject(report).record
    return holds(query.tree, Subject(report), mark, record)


@dataclass(slots=True)
class Subject:
    """A report with the folded forms of its metadata, worked out when first asked for."""

    report: Report
    _folded: dict[str, str] = field(default_factory=dict)

    def folded(self, name: str) -> str:
        """The folded text of the field `name`, one value a line."""
        if name not in self._folded:
            self._folded[name] = "\n".join(map(needle_of, self._values(name)))
        return self._folded[name]

    @property
    def record(self) -> str:
        """A record of the metadata alone."""
        if "record" not in self._folded:
            from vibe_tui.search.sheet import sheet_of

            self._folded["record"] = sheet_of(Entry(self.report, (), "")).record
        return self._folded["record"]

    def _values(self, name: str) -> tuple[str, ...]:
        report = self.report
        match name:
            case "title":
                return (report.title, report.feed_title, report.paper.title)
            case "author":
                return (report.author, *report.paper.authors)
            case "source":
                return (report.source, report.column)
            case "topic":
                return tuple(name for topic in report.topics for name in _topic_names(topic))
            case "arxiv":
                paper = report.paper
                return (paper.arxiv, paper.arxiv + paper.version)
            case _:
                return (report.id,)


_TOPIC_OF: dict[str, Topic] = {topic.id: topic for topic in TOPICS}


def _topic_names(topic_id: str) -> tuple[str, ...]:
    topic = _TOPIC_OF.get(topic_id)
    return (topic_id, topic.name.zh, topic.name.en) if topic else (topic_id,)


def holds(node: Node, subject: Subject, mark: Mark, record: str) -> bool:
    """Whether one report is what `node` says."""
    match node:
        case All():
            return True
        case Word(term, name):
            text = subject.folded(name) if name else record
            return has(text, node.needle, prefix=term.prefix)
        case Days() | Fact():
            return is_fact(node, subject, mark)
        case Not(child):
            return not holds(child, subject, mark, record)
        case And(children):
            return all(holds(child, subject, mark, record) for child in children)
        case Or(children):
            return any(holds(child, subject, mark, record) for child in children)
        case Scope(kinds, child):
            inside = limited(record, kinds)
            return bool(inside) and holds(child, subject, mark, inside)


def has(text: str, needle: str, *, prefix: bool = False) -> bool:
    """Whether folded `needle` stands anywhere in folded `text`."""
    return next(occurrences(text, needle, prefix=prefix), None) is not None


def is_fact(node: Days | Fact, subject: Subject, mark: Mark) -> bool:
    """Whether the metadata of one report is what `node` says."""
    report = subject.report
    if isinstance(node, Days):
        return (node.first is None or node.first <= report.date) and (
            node.last is None or report.date <= node.last
        )
    match node.field:
        case "is":
            return {"unread": mark.unread, "read": not mark.unread}.get(node.value, mark.starred)
        case "genre":
            return report.genre.value == node.value
        case "arxiv":
            return any(value.startswith(node.value) for value in subject.folded("arxiv").split())
        case "topic":
            values = subject.folded("topic").split("\n")
            return node.value in values or any(has(value, node.value) for value in values)
        case _:
            return node.value in subject.folded(node.field)


def limited(record: str, kinds: Collection[SectionKind]) -> str:
    """The parts of `record` that are sections of `kinds`."""
    codes = {CODE_OF[kind] for kind in kinds}
    return "".join(PART + part for part in record.split(PART)[1:] if part[0] in codes)
