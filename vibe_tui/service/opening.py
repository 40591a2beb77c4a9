"""A report made ready to be read: what a worker does when one opens.

The text is read and split, notes are placed, what search marks is found. Draws nothing.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from os.path import commonpath
from pathlib import Path
from urllib.parse import unquote

from vibe_tui.fold import Term
from vibe_tui.model.note import Note
from vibe_tui.model.report import Paper, Report
from vibe_tui.model.section import Lens, Section, SectionKind
from vibe_tui.render.document import Document
from vibe_tui.render.place import HEADING, Fold, Match, Place
from vibe_tui.search.passages import Passage
from vibe_tui.service.notes import Placed
from vibe_tui.service.service import Service


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
