"""What stands above a report's text: title, date, authors, topics, links, and what is wrong."""

from __future__ import annotations

from collections.abc import Sequence

from vibe_tui.clean import clean_line
from vibe_tui.library.opened import Opened
from vibe_tui.model.report import GENRE_NAMES
from vibe_tui.model.topic import Topic
from vibe_tui.render.blocks import Atom, Block, Paragraph
from vibe_tui.render.lines import Look, Role
from vibe_tui.service.papers import arxiv_link, named_authors
from vibe_tui.text import Language, Text

AUTHORS = 8
"""Authors of a paper that are named."""

_TITLE = Look(Role.TITLE, bold=True)
_META = Look(Role.META)
_NOTICE = Look(Role.NOTICE)
_BETWEEN = Atom(" · ", _META)
_BREAK = Atom("\n", _META)

_PAGE = Text("原文", "Source")
_EMPTY = Text("这篇报告没有正文", "This report has no text")


def title_block(opened: Opened, topics: Sequence[Topic], language: Language) -> tuple[Block, ...]:
    """The blocks; every word in them is cleaned."""
    report = opened.report
    names = {topic.id: topic.name.pick(language) for topic in topics}
    rows = [
        [_word(report.date.isoformat()), _word(report.column), _word(report.author)],
        [_word(named_authors(opened.paper, language, AUTHORS))],
        [
            _word(GENRE_NAMES[report.genre].pick(language)),
            *(_word(names.get(topic, topic)) for topic in report.topics),
        ],
        _links(opened, language),
    ]
    meta: list[Atom] = []
    for row in rows:
        words = [atom for atom in row if atom.text]
        if words:
            meta += [_BREAK] if meta else []
            meta += [part for word in words for part in (_BETWEEN, word)][1:]
    blocks: list[Block] = [
        Paragraph((Atom(clean_line(report.title), _TITLE),)),
        Paragraph(tuple(meta)),
    ]
    notices = [clean_line(problem.line(language)) for problem in opened.problems]
    notices += [] if opened.sections else [_EMPTY.pick(language)]
    return (*blocks, *(Paragraph((Atom(notice, _NOTICE),)) for notice in notices))


def _word(text: str) -> Atom:
    return Atom(clean_line(text).strip(), _META)


def _links(opened: Opened, language: Language) -> list[Atom]:
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
