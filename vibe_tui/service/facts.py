"""What is said of a report before its text: its line, its title block, and rows of facts.

Facts are rows for several reports, papers the rows of a table: what the comparison, the papers view
and their commands show, in the reader's language, every word cleaned. A report is about a paper
when its genre says so, or when it names one: a title or an arXiv number.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from vibe_tui.clean import clean_line
from vibe_tui.config import Config
from vibe_tui.library.opened import Opened
from vibe_tui.model.report import GENRE_NAMES, Genre, Paper, PaperOf, Report, Topic, arxiv_page
from vibe_tui.render.blocks import PLAIN, Atom, Block, Inline, Look, Paragraph, Role
from vibe_tui.render.titles import drawn_title
from vibe_tui.text import BETWEEN, Language, Text


def title_line(report: Report) -> str:
    """The one line that stands for a report, without what its siblings' titles share."""
    return clean_line(drawn_title(report.short_title)).strip() or report.id


_MOST_AUTHORS = 8
"""Authors of a paper that its title block names."""
_MOST_TITLE_TAGS = 8

_TITLE_LOOK = Look(Role.TITLE, bold=True)
_META = Look(Role.META)
_NOTICE = Look(Role.NOTICE)
_BETWEEN = Atom(" · ", _META)
_BREAK = Atom("\n", _META)

_PAGE = Text("原文", "Source")
_EMPTY = Text("这篇报告没有正文", "This report has no text")


_TWINS = Text("同一篇论文", "The same paper")
_MOST_TWINS = 4


def title_block(
    opened: Opened, topics: Sequence[Topic], language: Language, twins: Sequence[Report] = ()
) -> tuple[Block, ...]:
    """The blocks; every word in them is cleaned. `twins` are on the same paper."""
    report = opened.report
    names = {topic.id: topic.name.pick(language) for topic in topics}
    rows = [
        [_word(report.date), _word(report.column), _word(report.author)],
        [
            _word(named_authors(opened.paper, language, _MOST_AUTHORS)),
            _word(report.venue),
        ],
        [
            _word(GENRE_NAMES[report.genre].pick(language)),
            *(_word(names.get(topic, topic)) for topic in report.topics),
        ],
        [_word(f"#{tag}") for tag in report.tags[:_MOST_TITLE_TAGS]],
        _title_links(opened, language),
        _twin_links(report, twins, language),
    ]
    meta: list[Atom] = []
    for row in rows:
        words = [atom for atom in row if atom.text]
        if words:
            meta += [_BREAK] if meta else []
            meta += [part for word in words for part in (_BETWEEN, word)][1:]
    blocks: list[Block] = [
        Paragraph((Atom(clean_line(drawn_title(report.title)), _TITLE_LOOK),)),
        Paragraph(tuple(meta)),
    ]
    notices = [clean_line(problem.line(language)) for problem in opened.problems]
    notices += [] if opened.sections else [_EMPTY.pick(language)]
    return (*blocks, *(Paragraph((Atom(notice, _NOTICE),)) for notice in notices))


def _word(text: str) -> Atom:
    return Atom(clean_line(text).strip(), _META)


def _twin_links(report: Report, twins: Sequence[Report], language: Language) -> list[Atom]:
    """What leads to other reports on the paper; where a title tells nothing, by their ids."""
    here = title_line(report)
    links = [
        Atom(
            clean_line(twin.id) if (name := title_line(twin)) == here else name,
            Look(Role.LINK, link=_way_to(twin, report)),
        )
        for twin in twins[:_MOST_TWINS]
    ]
    return [_word(_TWINS.pick(language)), *links] if links else []


def _way_to(other: Report, here: Report) -> str:
    """The link from one report to the file of another."""
    path = other.path
    if other.root == here.root:
        path = os.path.relpath(path, Path(here.path).parent).replace(os.sep, "/")
    return quote(path)


def _title_links(opened: Opened, language: Language) -> list[Atom]:
    report, paper = opened.report, opened.paper
    targets: dict[str, str] = {}
    if report.url:
        targets[report.url] = _PAGE.pick(language)
    if paper.arxiv:
        targets[arxiv_link(paper)] = f"arXiv:{paper.arxiv}{paper.version}"
    for name, target in paper.links:
        targets.setdefault(target, name)
    return [
        Atom(clean_line(name), Look(Role.LINK, link=clean_line(target)))
        for target, name in targets.items()
    ]


AUTHORS = 3
"""Authors that are named; of more, only how many there are."""

_MORE = Text("{names} 等 {n} 人", "{names} and others, {n} in all")
_LENGTH = Text("字", "words")
_WEB = ("http://", "https://")


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


def named_authors(paper: Paper, language: Language, most: int = AUTHORS) -> str:
    """The first authors, and how many there are in all where that is more."""
    count = max(paper.author_count, len(paper.authors))
    names = BETWEEN.pick(language).join(paper.authors[:most])
    if not names or count <= min(len(paper.authors), most):
        return names
    return _MORE.pick(language).format(names=names, n=count)


def arxiv_link(paper: Paper) -> str:
    """The address of the paper's abstract; empty where it is not on arXiv."""
    if not paper.arxiv:
        return ""
    return dict(paper.links).get("abs") or arxiv_page(paper.arxiv)


def code_link(paper: Paper) -> str:
    """The address of the paper's code; empty for none."""
    link = clean_line(dict(paper.links).get("code", "")).strip()
    return link if link.lower().startswith(_WEB) else ""


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


_LINK_NAMES = {
    "abs": Text("arXiv 摘要页", "arXiv abstract"),
    "pdf": Text("PDF", "PDF"),
    "code": Text("代码", "Code"),
    "html": Text("HTML", "HTML"),
    "report": Text("报告原页", "Report’s page"),
}
_FIRST_LINKS = ("abs", "pdf", "code")

COLUMNS = (
    Text("报告", "Report"),
    Text("论文", "Paper"),
    Text("arXiv", "arXiv"),
    Text("版本", "Version"),
    Text("日期", "Date"),
    Text("作者", "Authors"),
    Text("机构", "Institutions"),
    Text("分类", "Categories"),
    Text("代码", "Code"),
    Text("主题", "Topics"),
)
_ARXIV, _CODE = 2, 8
_YES = Text("有", "yes")


def about_papers(reports: Iterable[Report], paper_of: PaperOf) -> tuple[Report, ...]:
    """Those of `reports` that are about a paper; lists of links are about many."""
    return tuple(
        [
            report
            for report in reports
            if report.genre is Genre.PAPER
            or (report.genre is not Genre.INDEX and (report.arxiv or paper_of(report).title))
        ]
    )


class PaperColumns:
    """The columns of a table of papers in the reader's language."""

    def __init__(self, config: Config, paper_of: PaperOf) -> None:
        self._paper_of = paper_of
        self._language = config.language
        self._between = BETWEEN.pick(config.language)
        self._topics = {topic.id: topic.name.pick(config.language) for topic in config.topics}
        self.header = tuple([name.pick(config.language) for name in COLUMNS])

    def cells(self, report: Report) -> tuple[str, ...]:
        """The words of one row, cleaned."""
        paper, join = self._paper_of(report), self._between.join
        words = (
            title_line(report),
            paper.title,
            paper.arxiv,
            paper.version,
            report.date,
            named_authors(paper, self._language, 1) or report.author,
            join(paper.institutions),
            ", ".join(paper.categories),
            _YES.pick(self._language) if code_link(paper) else "",
            join([self._topics.get(topic, topic) for topic in report.topics]),
        )
        return tuple([clean_line(text).strip() for text in words])

    def drawn(self, report: Report) -> tuple[Inline, ...]:
        """The same row to be drawn: arXiv number and code are links."""
        paper = self._paper_of(report)
        links = {_ARXIV: arxiv_link(paper), _CODE: code_link(paper)}
        return tuple(
            [
                (Atom(text, Look(Role.LINK, link=links[at]) if links.get(at) else PLAIN),)
                for at, text in enumerate(self.cells(report))
            ]
        )


def paper_links(report: Report, paper: Paper, language: Language) -> tuple[tuple[str, str], ...]:
    """Names and addresses: abstract, PDF and code first, then the others that the report gives."""
    known = {name: clean_line(target) for name, target in paper.links}
    if paper.arxiv:
        known.setdefault("abs", arxiv_link(paper))
        known.setdefault("pdf", arxiv_page(paper.arxiv, "pdf"))
    if report.url:
        known.setdefault("report", clean_line(report.url))
    names = [name for name in _FIRST_LINKS if name in known]
    names += [name for name in known if name not in names]
    words = {name: text.pick(language) for name, text in _LINK_NAMES.items()}
    found = [(words.get(name, clean_line(name)), known[name]) for name in names]
    first_of_each = {target: name for name, target in reversed(found)}
    return tuple([(name, target) for name, target in found if first_of_each[target] == name])
