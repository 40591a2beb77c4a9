"""A few reports beside each other: what the app's comparison and `vibe compare` show.

First the facts in which they differ or agree, then their sections, kind by kind. A report that
cannot be read any more says so in its place; a kind that one of them has not is honestly empty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from vibe_tui.clean import clean_line
from vibe_tui.config import Config
from vibe_tui.errors import VibeError
from vibe_tui.library.headings import bare_name
from vibe_tui.library.names import title_line
from vibe_tui.library.opened import Opened
from vibe_tui.model.report import GENRE_NAMES, Paper, PaperOf, Report
from vibe_tui.model.section import KIND_NAMES, Lens, Section, SectionKind
from vibe_tui.render.blocks import PLAIN, Align, Atom, Block, Inline, Look, Paragraph, Role, Table
from vibe_tui.service.papers import arxiv_link, code_link, named_authors
from vibe_tui.service.reading_state import MOST
from vibe_tui.service.service import Service
from vibe_tui.text import BETWEEN, Language, Text

if TYPE_CHECKING:
    from vibe_tui.render.comparison import ComparisonDocument, Side
    from vibe_tui.render.digest import Kept
    from vibe_tui.render.document import Document

_LENGTH = Text("字", "words")


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact about some reports: a value for each, empty where it has none, and its address."""

    id: str
    name: Text
    values: tuple[str, ...]
    links: tuple[str, ...]

    @property
    def is_same(self) -> bool:
        """Whether it says the same of all of them."""
        return len(set(self.values)) == 1


def fact_rows(reports: Sequence[Report], config: Config, paper_of: PaperOf) -> tuple[Fact, ...]:
    """The facts of which at least one of the reports has a value."""
    language = config.language
    topics = {topic.id: topic.name.pick(language) for topic in config.topics}
    known = [_Known(report, paper_of(report), language, topics) for report in reports]
    found: list[Fact] = []
    for id_, name, value_of in _FACTS:
        values = [clean_line(value_of(one)).strip() for one in known]
        if any(values):
            links = [_LINKS[id_](one.paper) if id_ in _LINKS else "" for one in known]
            found.append(Fact(id_, name, tuple(values), tuple(links)))
    return tuple(found)


class _Known(NamedTuple):
    """A report, and what is needed to say something of it."""

    report: Report
    paper: Paper
    language: Language
    topics: Mapping[str, str]

    def joined(self, words: Iterable[str]) -> str:
        """Words as a list."""
        return BETWEEN.pick(self.language).join(words)


_LINKS = {"arxiv": arxiv_link, "code": code_link}
_FACTS: tuple[tuple[str, Text, Callable[[_Known], str]], ...] = (
    ("date", Text("日期", "Date"), lambda one: one.report.date),
    ("genre", Text("体裁", "Genre"), lambda one: GENRE_NAMES[one.report.genre].pick(one.language)),
    ("source", Text("来源", "Source"), lambda one: one.report.source),
    (
        "authors",
        Text("作者", "Authors"),
        lambda one: named_authors(one.paper, one.language) or one.report.author,
    ),
    ("institutions", Text("机构", "Institutions"), lambda one: one.joined(one.paper.institutions)),
    (
        "arxiv",
        Text("arXiv", "arXiv"),
        lambda one: one.paper.arxiv and one.paper.arxiv + one.paper.version,
    ),
    (
        "code",
        Text("代码", "Code"),
        lambda one: code_link(one.paper).partition("://")[2].rstrip("/"),
    ),
    (
        "topics",
        Text("主题", "Topics"),
        lambda one: one.joined(one.topics.get(topic, topic) for topic in one.report.topics),
    ),
    (
        "length",
        Text("篇幅", "Length"),
        lambda one: f"{one.report.chars:,} " + _LENGTH.pick(one.language),
    ),
)


LETTERS = "ABCDEFGH"

ORDER = (
    SectionKind.SUMMARY,
    SectionKind.CONTRIBUTIONS,
    SectionKind.METHOD,
    SectionKind.EXPERIMENTS,
    SectionKind.RESULTS,
    SectionKind.LIMITATIONS,
    SectionKind.TAKEAWAYS,
    SectionKind.BACKGROUND,
    SectionKind.ANALYSIS,
    SectionKind.STRENGTHS,
    SectionKind.USE_CASES,
    SectionKind.IMPACT,
    SectionKind.RELATED,
    SectionKind.OTHER,
    SectionKind.BASICS,
    SectionKind.REFERENCES,
)
"""Kinds as they are compared: what is asked first comes first."""

_TITLE = Text("对照", "Comparison")
_UNDER_LENS = Text("对照：{lens}", "Comparison: {lens}")
_COUNT = Text("{n} 篇报告", "{n} reports")
_UNREADABLE = Text("读不出这篇报告：{error}", "This report cannot be read: {error}")

_DIM = Look(Role.META)


@dataclass(frozen=True, slots=True)
class Compared:
    """A report with its text; without one, why it has none."""

    report: Report
    opened: Opened | None
    error: Text | None = None


@dataclass(frozen=True, slots=True)
class ComparedKind:
    """One kind, and the sections that each report has of it."""

    kind: SectionKind
    sections: tuple[tuple[Section, ...], ...]

    @property
    def has_text(self) -> bool:
        """Whether any of the reports has it."""
        return any(self.sections)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Some reports under one lens, in the order they were given."""

    service: Service
    lens: Lens
    reports: tuple[Compared, ...]
    facts: tuple[Fact, ...]
    parts: tuple[ComparedKind, ...]

    @property
    def title(self) -> Text:
        """What it is called."""
        return _TITLE if self.lens.is_full else _UNDER_LENS.format(lens=self.lens.name)

    def document(self, count: int = 0) -> ComparisonDocument:
        """The comparison as a document, `count` reports side by side (0 for all of them)."""
        from vibe_tui.render.comparison import Aspect, ComparisonDocument

        language = self.service.config.language
        sides = [self._side(number, one) for number, one in enumerate(self.reports)]
        documents = [side.document for side in sides]
        aspects = [
            Aspect(
                KIND_NAMES[part.kind].pick(language),
                tuple(
                    [
                        self._kept(part.kind, document) if sections and document else None
                        for document, sections in zip(documents, part.sections, strict=True)
                    ]
                ),
            )
            for part in self.parts
        ]
        table = self._table([side.title for side in sides])
        return ComparisonDocument(
            sides, table, aspects, language=language, front=self._front(), count=count
        )

    def _side(self, number: int, one: Compared) -> Side:
        from vibe_tui.render.comparison import Side
        from vibe_tui.render.document import Document

        title = (
            Atom(f"{LETTERS[number]}  ", Look(Role.META, bold=True)),
            Atom(title_line(one.report), Look(Role.TABLE_HEADER, bold=True)),
        )
        language = self.service.config.language
        notice = one.error.pick(language) if one.error is not None else ""
        if one.opened is None:
            return Side(title, None, notice)
        return Side(title, Document(one.opened.sections, language=language), notice)

    def _kept(self, kind: SectionKind, document: Document) -> Kept:
        from vibe_tui.render.digest import Kept

        name = KIND_NAMES[kind]
        same = {name.zh.casefold(), name.en.casefold()}
        untitled = [
            number
            for number, section in enumerate(document.flat)
            if section.kind is kind and bare_name(section.heading)[0] in same
        ]
        folds = self.service.folds(document, _only(kind, self.lens), hide=True)
        return Kept(document, folds, frozenset(untitled))

    def _table(self, titles: Sequence[Inline]) -> Table:
        language = self.service.config.language
        rows: list[tuple[Inline, ...]] = []
        for fact in self.facts:
            look = _DIM if fact.is_same else PLAIN
            cells = [
                (Atom(value, replace(look, role=Role.LINK, link=link) if link else look),)
                if value
                else (Atom("—", _DIM),)
                for value, link in zip(fact.values, fact.links, strict=True)
            ]
            rows.append(((Atom(fact.name.pick(language), _DIM),), *cells))
        header = ((), *titles)
        return Table(header, tuple(rows), (Align.LEFT,) * len(header))

    def _front(self) -> tuple[Block, ...]:
        language = self.service.config.language
        count = _COUNT.format(n=len(self.reports)).pick(language)
        return (
            Paragraph((Atom(self.title.pick(language), Look(Role.TITLE, bold=True)),)),
            Paragraph((Atom(count, _DIM),)),
        )


def compare(service: Service, reports: Sequence[Report], lens: Lens) -> Comparison:
    """The comparison of `reports`, at most `MOST` of them; reads each. Slow."""
    read = tuple([_read(service, report) for report in reports[:MOST]])
    parts: list[ComparedKind] = []
    for kind in ORDER:
        if not lens.wants(kind):
            continue
        kept = tuple([tuple(_sections(service, one, kind, lens)) for one in read])
        parts.append(ComparedKind(kind, kept))
    # A kind that none of them has is worth a word only where nothing else is there.
    if lens.is_full or any(part.has_text for part in parts):
        parts = [part for part in parts if part.has_text]
    facts = fact_rows([one.report for one in read], service.config, service.paper)
    return Comparison(service, lens, read, facts, tuple(parts))


def _read(service: Service, report: Report) -> Compared:
    try:
        return Compared(report, service.open(report))
    except VibeError as error:
        zh, en = clean_line(error.message.zh), clean_line(error.message.en)
        return Compared(report, None, _UNREADABLE.format(error=Text(zh, en)))


def _sections(service: Service, one: Compared, kind: SectionKind, lens: Lens) -> Iterator[Section]:
    if one.opened is not None:
        yield from _with_text(service.under_lens(one.opened, _only(kind, lens)))


def _with_text(sections: Sequence[Section]) -> Iterator[Section]:
    """Those that have a text, or one below them that has."""
    for section in sections:
        children = tuple(_with_text(section.children))
        if section.text.strip() or children:
            yield section._replace(children=children)


def _only(kind: SectionKind, lens: Lens) -> Lens:
    """The lens on one of the kinds that `lens` keeps."""
    return Lens(kind.value, KIND_NAMES[kind], "", frozenset({kind}), lens.tables_only)
