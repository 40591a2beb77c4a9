"""A report made ready to be read: what a worker does when one opens.

The text is read and split, its title block is put before it, notes are placed, what search marks is
found. Draws nothing.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from os.path import commonpath
from pathlib import Path
from urllib.parse import quote, unquote

from vibe_tui.clean import clean_line
from vibe_tui.fold import Term
from vibe_tui.library.names import title_line
from vibe_tui.library.opened import Opened
from vibe_tui.model.note import Note
from vibe_tui.model.report import GENRE_NAMES, Paper, Report, Topic
from vibe_tui.model.section import Lens, Section, SectionKind
from vibe_tui.render.blocks import Atom, Block, Look, Paragraph, Role
from vibe_tui.render.document import Document
from vibe_tui.render.place import HEADING, Fold, Match, Place
from vibe_tui.render.titles import drawn_title
from vibe_tui.search.passages import Passage
from vibe_tui.service.notes import Placed
from vibe_tui.service.papers import arxiv_link, named_authors
from vibe_tui.service.service import Service
from vibe_tui.text import Language, Text


@dataclass(frozen=True, slots=True)
class Target:
    """Where to land in a report that opens, and what to mark in it.

    That is a passage that search found, a note, a place, the end of a link, or just the top.
    """

    at: Passage | Note | Place | str | None = None
    terms: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class OpenReport:
    """A report with its text, under one lens. `stamp` is the time of its file."""

    report: Report
    body: str
    paper: Paper
    document: Document
    lens: Lens
    folds: Sequence[Fold]
    matches: Sequence[Match] = ()
    stamp: int = 0
    notes: Sequence[Placed] = ()

    def place_of(self, target: Target) -> Place | None:
        """Where in this report that is, whose matches were found; `None` is the top."""
        match target.at:
            case Passage(section_index=section, nth=nth):
                here = [match for match in self.matches if match.section == section]
                if here:
                    return here[min(nth, len(here) - 1)].place
                return Place(section, HEADING, 0, 0) if section >= 0 else None
            case Note(id=number):
                placed = (one.found.place for one in self.notes if one.note.id == number)
                return next(placed, None)
            case str(anchor):
                return self.document.place_of(anchor)
            case place:
                return place


def prepare(
    service: Service, report: Report, lens: Lens, target: Target | None = None
) -> OpenReport:
    """Read and split the report. Raises `VibeError` when its file cannot be read."""
    stamp = _stamp(report)
    opened = service.open(report)
    document = service.document(opened).look_ahead()
    if service.config.images:
        from vibe_tui.library.picture_files import measured_pictures

        document.pictures = measured_pictures(document, Path(report.path), service.places())
    matches = document.find(target.terms) if target is not None else ()
    folds = service.folds(document, lens)
    notes = service.notes.placed(report, document)
    return OpenReport(
        report, opened.body, opened.paper, document, lens, folds, matches, stamp, notes
    )


def prepare_again(
    service: Service,
    report: Report,
    before: OpenReport,
    folds: Sequence[Fold],
    terms: Sequence[Term],
) -> OpenReport | None:
    """The open report as its file is now, its sections as their `folds` were before, and the words
    found in it that were marked; `None` when the file did not change."""
    if _stamp(report) in (0, before.stamp):
        return None
    now = prepare(service, report, before.lens, Target(terms=tuple(terms)))
    known = {
        (one.level, one.heading): fold
        for one, fold in zip(before.document.flat, folds, strict=False)
    }
    kept = [
        known.get((one.level, one.heading), fold)
        for one, fold in zip(now.document.flat, now.folds, strict=True)
    ]
    return replace(now, folds=tuple(kept))


def _stamp(report: Report) -> int:
    """When the file was last written; 0 where there is none."""
    try:
        return Path(report.path).stat().st_mtime_ns
    except OSError:
        return 0


_SPEAK_OF = {
    SectionKind.SUMMARY: ("总结", "概括", "提出了", "in short", "we propose", "要約"),
    SectionKind.LIMITATIONS: (
        "局限",
        "不足",
        "缺点",
        "limitation",
        "weakness",
        "shortcoming",
        "課題",
    ),
    SectionKind.METHOD: ("方法", "提出", "method", "approach", "手法"),
    SectionKind.RESULTS: ("结果", "实验", "result", "outperform", "実験"),
}
"""What a text says that speaks of a matter without a heading for it."""

_OF_OTHERS = {SectionKind.BACKGROUND, SectionKind.RELATED, SectionKind.REFERENCES}
_INSTEAD = (SectionKind.TAKEAWAYS, SectionKind.SUMMARY)


def nearest_section(flat: Sequence[Section], lens: Lens) -> int | None:
    """Where a report comes nearest to what `lens` finds nowhere in it; `None` where nothing does.

    That is the section which speaks of it most, unless that is about other people's work; else
    the takeaways or the summary.
    """
    words = [word for kind in lens.kinds for word in _SPEAK_OF.get(kind, ())]

    def says(section: Section) -> int:
        if _OF_OTHERS.intersection(section.kinds):
            return 0
        text = f"{section.heading}\n{section.text}".casefold()
        return sum(map(text.count, words))

    said = [says(section) for section in flat]
    if any(said):
        return said.index(max(said))
    instead = () if lens.tables_only else _INSTEAD
    found = (at for kind in instead for at, one in enumerate(flat) if kind in one.kinds)
    return next(found, None)


def find_beside(reports: Sequence[Report], here: Report, name: str) -> Report | None:
    """The report whose file `name` means, seen from the file of `here`."""
    name = unquote(name)
    return report_at(reports, Path(here.path).parent / name) or _named(reports, here, name)


def _named(reports: Sequence[Report], here: Report, name: str) -> Report | None:
    """The report whose file is called so, wherever it stands; of several the nearest."""
    wanted = f"/{_plain(name).removesuffix('.md').lstrip('/')}"
    found = [one for one in reports if _plain(one.path).removesuffix(".md").endswith(wanted)]

    def apart(report: Report) -> int:
        common = commonpath([report.path, here.path]) if Path(report.path).is_absolute() else ""
        return len(Path(report.path).parts) - 2 * len(Path(common).parts)

    return min(found, key=apart, default=None)


def _plain(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def report_at(reports: Sequence[Report], path: Path) -> Report | None:
    """The report whose file `path` is, whichever way leads there."""
    try:
        wanted = path.resolve(strict=True)
    except (OSError, ValueError, RuntimeError):
        return None  # No such file, no path at all (one with a NUL), or links that go in circles.
    # To look up thousands of paths takes longer than a frame: those of the same name come first.
    likely = [report for report in reports if report.path.endswith(wanted.name)]
    every = chain(likely, reports)
    return next((report for report in every if Path(report.path).resolve() == wanted), None)


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
