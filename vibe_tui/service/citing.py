"""How a report, or the paper that it is about, is cited: in a line, and as BibTeX."""

from __future__ import annotations

import re

from vibe_tui.model.report import Paper, Report, arxiv_page
from vibe_tui.text import Language, Text

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
