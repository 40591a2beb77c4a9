"""One report made ready to be shown: what a worker does when a report opens.

Touches no widget. A lens that finds nothing in the report is told apart from one that does, so
that the screen can say so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from urllib.parse import unquote

from vibe_tui.fold import Term
from vibe_tui.model.lens import Lens
from vibe_tui.model.note import Note
from vibe_tui.model.report import Report
from vibe_tui.model.section import KIND_NAMES, SectionKind
from vibe_tui.render.document import Document
from vibe_tui.render.folding import SHOWING, Fold
from vibe_tui.render.place import HEADING, Match, Place
from vibe_tui.search.passages import Passage
from vibe_tui.service import Opened, Service
from vibe_tui.service.notes import Placed
from vibe_tui.text import Language, Text
from vibe_tui.tui.reader.outline import Entry

_ABSENT = Text(
    "这篇报告没有“{lens}”。按 1 看全文", "This report has no “{lens}”. 1 shows the full text"
)


@dataclass(frozen=True, slots=True)
class Target:
    """Where to land in a report that opens, and what to mark in it.

    That is a passage that search found, a note, a place, the end of a link, or just the top.
    """

    at: Passage | Note | Place | str | None = None
    terms: tuple[Term, ...] = ()


@dataclass(frozen=True, slots=True)
class Shown:
    """A report in the reader pane, under one lens. `stamp` is the time of its file."""

    report: Report
    opened: Opened
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

    def entries(self, language: Language) -> list[Entry]:
        """The rows of its outline."""
        names = {kind: name.pick(language) for kind, name in KIND_NAMES.items()}
        names[SectionKind.OTHER] = ""
        return [
            Entry(at, section.level - 1, self.document.title(at), names[section.kind])
            for at, section in enumerate(self.document.flat)
            if section.level
        ]


def prepare(service: Service, report: Report, lens: Lens, target: Target | None = None) -> Shown:
    """Read and split the report. Raises `VibeError` when its file cannot be read."""
    stamp = _stamp(report)
    opened = service.open(report)
    document = service.document(opened)
    if service.config.images:
        from vibe_tui.library.picture_files import measured_pictures

        document.pictures = measured_pictures(document, Path(report.path), service.places())
    matches = document.find(target.terms) if target is not None else ()
    folds = service.folds(document, lens)
    notes = service.notes.placed(report, document)
    return Shown(report, opened, document, lens, folds, matches, stamp, notes)


def prepare_again(service: Service, report: Report, shown: Shown) -> Shown | None:
    """The open report as its file is now; `None` when the file did not change."""
    if _stamp(report) in (0, shown.stamp):
        return None
    return prepare(service, report, shown.lens)


def _stamp(report: Report) -> int:
    """When the file was last written; 0 where there is none."""
    try:
        return Path(report.path).stat().st_mtime_ns
    except OSError:
        return 0


def under_lens(service: Service, shown: Shown, lens: Lens) -> Shown:
    """The same report under another lens."""
    return replace(shown, lens=lens, folds=service.folds(shown.document, lens))


def absence(shown: Shown) -> Text | None:
    """What to say when the lens has nothing to show; a report without text says so itself."""
    if shown.lens.is_full or not shown.document.flat or SHOWING.intersection(shown.folds):
        return None
    return _ABSENT.format(lens=shown.lens.name)


def find_beside(reports: Sequence[Report], here: Report, name: str) -> Report | None:
    """The report whose file `name` means, seen from the file of `here`."""
    return report_at(reports, Path(here.path).parent / unquote(name))


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
