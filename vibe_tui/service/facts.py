"""What is known of reports without reading them, as rows of words: for tables of facts and papers.

Every word is cleaned. A fact that none of the reports has is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from vibe_tui.clean import clean_line
from vibe_tui.config import Config
from vibe_tui.model.report import GENRE_NAMES, Paper, Report
from vibe_tui.text import BETWEEN, Language, Text

AUTHORS = 3
"""Authors that are named; of more, only how many there are."""

_MORE = Text("{names} 等 {n} 人", "{names} and others, {n} in all")
_LENGTH = Text("{n:,} 字", "{n:,} words")
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


def facts_of(reports: Sequence[Report], config: Config) -> tuple[Fact, ...]:
    """The facts of which at least one of the reports has a value."""
    topics = {topic.id: topic.name.pick(config.language) for topic in config.topics}
    found: list[Fact] = []
    for id_, name, value_of in _FACTS:
        values = [
            clean_line(value_of(report, config.language, topics)).strip() for report in reports
        ]
        if any(values):
            links = [_link(id_, report) for report in reports]
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
    return dict(paper.links).get("abs") or f"https://arxiv.org/abs/{paper.arxiv}"


def code_link(paper: Paper) -> str:
    """The address of the paper's code; empty for none."""
    link = clean_line(dict(paper.links).get("code", "")).strip()
    return link if link.lower().startswith(_WEB) else ""


def _authors(report: Report, language: Language) -> str:
    return named_authors(report.paper, language) or report.author


def _topics(report: Report, language: Language, names: dict[str, str]) -> str:
    return BETWEEN.pick(language).join([names.get(topic, topic) for topic in report.topics])


def _length(report: Report, language: Language) -> str:
    return _LENGTH.pick(language).format(n=report.chars)


def _link(id_: str, report: Report) -> str:
    links = {"arxiv": arxiv_link, "code": code_link}
    return links[id_](report.paper) if id_ in links else ""


_Value = Callable[[Report, Language, dict[str, str]], str]
_FACTS: tuple[tuple[str, Text, _Value], ...] = (
    ("date", Text("日期", "Date"), lambda report, *_: report.date.isoformat()),
    ("genre", Text("体裁", "Genre"), lambda r, language, _: GENRE_NAMES[r.genre].pick(language)),
    ("source", Text("来源", "Source"), lambda report, *_: report.source),
    ("authors", Text("作者", "Authors"), lambda r, language, _: _authors(r, language)),
    (
        "institutions",
        Text("机构", "Institutions"),
        lambda r, language, _: BETWEEN.pick(language).join(r.paper.institutions),
    ),
    (
        "arxiv",
        Text("arXiv", "arXiv"),
        lambda r, *_: r.paper.arxiv and r.paper.arxiv + r.paper.version,
    ),
    (
        "code",
        Text("代码", "Code"),
        lambda r, *_: code_link(r.paper).partition("://")[2].rstrip("/"),
    ),
    ("topics", Text("主题", "Topics"), _topics),
    ("length", Text("篇幅", "Length"), lambda r, language, _: _length(r, language)),
)
