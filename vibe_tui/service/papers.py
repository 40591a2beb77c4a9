"""The papers behind reports, as rows of a table: what the papers view and `vibe papers` show.

A report is about a paper when its genre says so, or when it names one: a title or an arXiv number.
"""

from __future__ import annotations

from collections.abc import Iterable

from vibe_tui.clean import clean_line
from vibe_tui.config import Config
from vibe_tui.model.report import Genre, Report
from vibe_tui.render.blocks import Atom, Inline
from vibe_tui.render.lines import PLAIN, Look, Role
from vibe_tui.service.facts import arxiv_link, code_link, named_authors
from vibe_tui.service.naming import title_line
from vibe_tui.text import BETWEEN, Language, Text

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


def about_papers(reports: Iterable[Report]) -> tuple[Report, ...]:
    """Those of `reports` that are about a paper."""
    return tuple([one for one in reports if one.genre is Genre.PAPER or _names_paper(one)])


def _names_paper(report: Report) -> bool:
    return bool(report.packed_paper) and bool(report.paper.arxiv or report.paper.title)


class PaperColumns:
    """The columns of a table of papers in the reader's language."""

    def __init__(self, config: Config) -> None:
        self._language = config.language
        self._between = BETWEEN.pick(config.language)
        self._topics = {topic.id: topic.name.pick(config.language) for topic in config.topics}
        self.header = tuple([name.pick(config.language) for name in COLUMNS])

    def cells(self, report: Report) -> tuple[str, ...]:
        """The words of one row, cleaned."""
        paper, join = report.paper, self._between.join
        words = (
            title_line(report),
            paper.title,
            paper.arxiv,
            paper.version,
            report.date.isoformat(),
            named_authors(paper, self._language, 1) or report.author,
            join(paper.institutions),
            ", ".join(paper.categories),
            _YES.pick(self._language) if code_link(paper) else "",
            join([self._topics.get(topic, topic) for topic in report.topics]),
        )
        return tuple([clean_line(text).strip() for text in words])

    def drawn(self, report: Report) -> tuple[Inline, ...]:
        """The same row to be drawn: arXiv number and code are links."""
        links = {_ARXIV: arxiv_link(report.paper), _CODE: code_link(report.paper)}
        return tuple(
            [
                (Atom(text, Look(Role.LINK, link=links[at]) if links.get(at) else PLAIN),)
                for at, text in enumerate(self.cells(report))
            ]
        )


def paper_links(report: Report, language: Language) -> tuple[tuple[str, str], ...]:
    """Names and addresses: abstract, PDF and code first, then the others that the report gives."""
    paper = report.paper
    known = {name: clean_line(target) for name, target in paper.links}
    if paper.arxiv:
        known.setdefault("abs", arxiv_link(paper))
        known.setdefault("pdf", f"https://arxiv.org/pdf/{paper.arxiv}")
    if report.url:
        known.setdefault("report", clean_line(report.url))
    names = [name for name in _FIRST_LINKS if name in known]
    names += [name for name in known if name not in names]
    words = {name: text.pick(language) for name, text in _LINK_NAMES.items()}
    found = [(words.get(name, clean_line(name)), known[name]) for name in names]
    first_of_each = {target: name for name, target in reversed(found)}
    return tuple([(name, target) for name, target in found if first_of_each[target] == name])
