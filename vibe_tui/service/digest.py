"""One lens over many reports: what the app's digest and `vibe digest` show.

Which reports the lens finds nothing in is known from the catalogue, so that a digest of a thousand
reports is made without reading one; `document` reads each when it comes into sight. A report whose
text turns out to have nothing says so in its place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from vibe_tui.clean import clean_line
from vibe_tui.errors import Problem, VibeError
from vibe_tui.library.metadata import TABLES
from vibe_tui.library.names import title_line
from vibe_tui.model.report import Genre, Report
from vibe_tui.model.section import Lens, Section
from vibe_tui.render.blocks import PLAIN, Atom, Block, Inline, Look, Paragraph, Role
from vibe_tui.service.service import Service
from vibe_tui.text import Text

if TYPE_CHECKING:
    from vibe_tui.render.digest import DigestDocument, Kept
    from vibe_tui.service.notes import Placed

_TITLE = Text("汇读：{lens}", "Digest: {lens}")
_COUNT = Text("{n} 篇报告", "{n} reports")
_ABSENT = Text("{n} 篇没有“{lens}”，列在末尾", "{n} without “{lens}”, listed at the end")
_CLOSING = Text("没有“{lens}”的 {n} 篇", "{n} without “{lens}”")
_EMPTY = Text("这篇报告没有“{lens}”", "This report has no “{lens}”")


@dataclass(frozen=True, slots=True)
class LensedReport:
    """A report and the sections that the lens keeps of it."""

    report: Report
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Digest:
    """Reports under one lens, in the order they were given; `absent` has nothing to show."""

    service: Service
    lens: Lens
    reports: tuple[Report, ...]
    absent: tuple[Report, ...]
    query: str = ""

    @property
    def title(self) -> Text:
        """What it is called."""
        return _TITLE.format(lens=self.lens.name)

    def parts(self, problems: list[Problem]) -> Iterator[LensedReport]:
        """Each report that keeps something, read one after the other; what fails is collected."""
        for report in self.reports:
            try:
                opened = self.service.open(report)
            except VibeError as error:
                problems.append(Problem(report.path, error.message, error.hint))
                continue
            sections = self.service.under_lens(opened, self.lens)
            if sections:
                yield LensedReport(report, sections)

    def document(self) -> DigestDocument:
        """The digest as a document: a heading line a report, its kept sections, who has none."""
        from vibe_tui.render.digest import Chapter, Closing, DigestDocument

        language, lens = self.service.config.language, self.lens.name
        closing = None
        if self.absent:
            title = _CLOSING.format(lens=lens, n=len(self.absent)).pick(language)
            closing = Closing(title, [_line(report) for report in self.absent])
        return DigestDocument(
            [
                Chapter(
                    title_line(report),
                    report.date,
                    report.chars,
                    partial(self._kept, report),
                )
                for report in self.reports
            ],
            front=self._front(),
            closing=closing,
            empty=_EMPTY.format(lens=lens).pick(language),
            language=language,
        )

    def notes(self, document: DigestDocument, chapters: Iterable[int]) -> tuple[Placed, ...]:
        """The notes on some of the reports, placed where the digest shows their passages.

        Those on a report as a whole stand at its title. Reads the reports: for a worker.
        """
        from vibe_tui.render.place import HEADING, BlockId, Match

        placed: list[Placed] = []
        for at in chapters:
            if not 0 <= at < len(self.reports) or not self.service.notes.has(self.reports[at]):
                continue
            own = document.report_document(at)
            for one in self.service.notes.placed(self.reports[at], own) if own else ():
                spans = [
                    replace(span, block=block)
                    for span in one.found.spans
                    if (block := document.block_of(at, span.block)) is not None
                ]
                if not one.note.anchor.path and not one.note.anchor.quote:
                    spans = [Match(BlockId(at, HEADING, 0), 0, 0)]
                if spans:
                    placed.append(replace(one, found=replace(one.found, spans=tuple(spans))))
        return tuple(placed)

    def _kept(self, report: Report) -> Kept:
        from vibe_tui.render.digest import Kept
        from vibe_tui.render.document import Document

        document = Document(
            self.service.open(report).sections, language=self.service.config.language
        )
        return Kept(document, self.service.folds(document, self.lens, hide=True))

    def _front(self) -> tuple[Block, ...]:
        language, lens = self.service.config.language, self.lens.name
        title = self.title.pick(language)
        said = [_COUNT.format(n=len(self.reports))]
        said += [_ABSENT.format(lens=lens, n=len(self.absent))] if self.absent else []
        words = [text.pick(language) for text in said]
        words += [clean_line(self.query)] if self.query else []
        return (
            Paragraph((Atom(title, Look(Role.TITLE, bold=True)),)),
            Paragraph((Atom(" · ".join(words), Look(Role.META)),)),
        )


def digest_of(
    service: Service, reports: Sequence[Report], lens: Lens, *, query: str = ""
) -> Digest:
    """The digest of `reports`, lists of links left out; asks the catalogue about each: slow."""
    kept: list[Report] = []
    absent: list[Report] = []
    for report in reports:
        if report.genre is Genre.INDEX:
            continue
        (kept if _may_keep(service, report, lens) else absent).append(report)
    return Digest(service, lens, tuple(kept), tuple(absent), query)


def _may_keep(service: Service, report: Report, lens: Lens) -> bool:
    if lens.is_full:
        return True
    counts = service.kinds(report)
    if not counts:
        return True
    if lens.tables_only and not counts.get(TABLES):
        return False
    return not lens.kinds or any(counts.get(kind.value) for kind in lens.kinds)


def _line(report: Report) -> Inline:
    return (
        Atom(f"{report.date}  ", Look(Role.META)),
        Atom(title_line(report), PLAIN),
    )
