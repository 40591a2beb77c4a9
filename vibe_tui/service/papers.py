"""The papers behind reports: who wrote them, where they are, a table of them, how they are cited.

Every word is cleaned, in the reader's language. A report is about a paper when its genre says so,
or when it names one: a title or an arXiv number.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from vibe_tui.clean import clean_line
from vibe_tui.config import Config
from vibe_tui.library.names import title_line
from vibe_tui.model.report import Genre, Paper, PaperOf, Report, arxiv_page
from vibe_tui.render.blocks import PLAIN, Atom, Inline, Look, Role
from vibe_tui.text import BETWEEN, Language, Text

AUTHORS = 3
"""Authors that are named; of more, only how many there are."""

_MORE = Text("{names} 等 {n} 人", "{names} and others, {n} in all")
_WEB = ("http://", "https://")


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


_AND_OTHERS = Text(" 等", " et al.")
_MANY_AUTHORS = 3
_NUMBERED = re.compile(r"\d{4}\.\d")
_KEY = re.compile(r"[A-Za-z0-9]+")


def citation(report: Report, paper: Paper, language: Language) -> str:
    """One line that names the paper or, where there is none, the report."""
    authors = list(paper.authors) or ([report.author] if report.author else [])
    names = ", ".join(authors[:_MANY_AUTHORS])
    if max(len(authors), paper.author_count) > _MANY_AUTHORS:
        names += _AND_OTHERS.pick(language)
    number = f"arXiv:{paper.arxiv}{paper.version}" if paper.arxiv else ""
    address = arxiv_page(paper.arxiv) if paper.arxiv else report.url
    title = paper.title or report.title
    parts = (names, title, number or report.date, address)
    return ". ".join(part.rstrip(".") for part in parts if part)


_TEX = {sign: f"\\{sign}" for sign in "%&#_$"} | {"\\": "\\textbackslash{}", "{": "", "}": ""}


def _tex(words: str) -> str:
    return "".join([_TEX.get(sign, sign) for sign in words])


def bibtex(report: Report, paper: Paper) -> str:
    """An entry for the paper or, where there is none, for the report."""
    authors = list(paper.authors) or ([report.author] if report.author else [])
    more = ["others"] if authors and paper.author_count > len(authors) else []
    title = paper.title or report.title
    year = f"20{paper.arxiv[:2]}" if _NUMBERED.match(paper.arxiv) else report.date[:4]
    fields = {
        "title": _tex(title),
        "author": _tex(" and ".join([*authors, *more])),
        "year": year,
        "eprint": paper.arxiv,
        "archivePrefix": "arXiv" if paper.arxiv else "",
        "url": arxiv_page(paper.arxiv) if paper.arxiv else report.url,
    }
    words = [authors[0].split()[-1] if authors and authors[0].strip() else "", year, title]
    name = "".join("".join(_KEY.findall(word)[:1]) for word in words).lower() or "report"
    lines = [f"  {field} = {{{value}}}," for field, value in fields.items() if value]
    return "\n".join([f"@misc{{{name},", *lines, "}"])
