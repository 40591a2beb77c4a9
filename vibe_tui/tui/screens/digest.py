"""One lens over the reports that the list shows, in one scroll; a worker reads ahead."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.binding import BindingType

from vibe_tui.library.opened import Opened
from vibe_tui.model.lens import FULL, Lens
from vibe_tui.model.report import Report, make_report
from vibe_tui.render.digest import DigestDocument
from vibe_tui.render.document import Fold, Place
from vibe_tui.service import Service
from vibe_tui.service.digest import Digest, digest_of
from vibe_tui.text import Text
from vibe_tui.tui.actions import Action, Scope, bindings
from vibe_tui.tui.reading import Shown
from vibe_tui.tui.screens.several import SeveralScreen
from vibe_tui.tui.widgets.digest_pane import DigestPane, DigestView
from vibe_tui.tui.widgets.reader_view import ReaderView

DIGEST = "digest"
"""The name under which the screen is installed."""

AHEAD = 8
"""Reports that are read before and after the one on screen."""

_NOT_HERE = Text("这篇报告没有“{lens}”，已到邻近的一篇", "no “{lens}” there: this is the next one")
_NOTHING = Text("列出的报告都没有“{lens}”", "none of the listed reports has “{lens}”")


@dataclass(frozen=True, slots=True)
class Made:
    """A digest made in a worker, and where to begin in it."""

    digest: Digest
    document: DigestDocument
    place: Place | None


class DigestScreen(SeveralScreen):
    """One digest."""

    SCOPES = (Scope.DIGEST,)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.DIGEST)]

    def __init__(self, service: Service, actions: Sequence[Action]) -> None:
        super().__init__(service, actions, service.config.lens("summary") or FULL, DIGEST)
        self._asked: tuple[Sequence[Report], str] = ((), "")

    def make_pane(self) -> DigestPane:
        return DigestPane(self._config)

    @property
    def pane(self) -> DigestPane:
        """The pane with the text."""
        return self.query_one(DigestPane)

    # What it shows

    def ask(self, reports: Sequence[Report], query: str, lens: Lens) -> None:
        """Show the digest of these, which `query` let through, from where it was left if known."""
        wanted = self._lens if lens.is_full else lens
        known = self.is_mounted and self.pane.digest is not None
        if not known or (reports, query, wanted) != (*self._asked, self._lens):
            self._asked, self._lens = (reports, query), wanted
            self.make()

    def make(self) -> None:
        """Make the digest under the lens of now, beginning at the report being read."""
        (reports, query), lens = self._asked, self._lens
        here = self.pane.report_here if self.is_mounted else None

        def work(cancelled: object) -> Made:
            digest = digest_of(self._service, reports, lens, query=query)
            document = digest.document()
            place = _place_of(digest, here)
            first = place.section if place is not None else 0
            document.load(range(first - 1, first + AHEAD // 2))
            return Made(digest, document, place)

        self._jobs.run("digest", work, lambda made: self._made(made, here), self._tell)

    def _made(self, made: Made, here: Report | None) -> None:
        digest, document = made.digest, made.document
        cover = make_report("", digest.title.pick(self._language), "", self._service.today())
        folds = [Fold.OPEN] * len(document.flat)
        shown = Shown(cover, Opened(cover, "", "", ()), document, digest.lens, folds)
        self.pane.show_digest(shown, digest.reports, digest.absent, made.place)
        self.pane.focus_text()
        if not digest.reports:
            self.say(_about(_NOTHING, digest.lens))
        elif here is not None and here in digest.absent:
            self.say(_about(_NOT_HERE, digest.lens))

    @on(ReaderView.HeadingChanged)
    def _read_ahead(self, event: ReaderView.HeadingChanged) -> None:
        document = self.pane.digest
        if document is not None:
            near = range(event.section - AHEAD, event.section + AHEAD + 1)
            self._jobs.run("ahead", lambda _: document.load(near), lambda _: None, self._tell)

    # Opening

    @on(DigestView.OpenRequested)
    def _open_requested(self, event: DigestView.OpenRequested) -> None:
        report, document = self.pane.report_at(event.block), self.pane.digest
        if report is not None and document is not None:
            in_list = document.closing_line(event.block) >= 0
            self.open_report(report, None if in_list else document.origin(event.block))

    @property
    def line_here(self) -> int:
        """The line of the report's file that is being read."""
        block, document = self.pane.view.current_block, self.pane.digest
        return document.file_line(block) if block is not None and document is not None else 1

    def follow(self, target: str) -> None:
        """Open the report here, at the place in it that a link means."""
        block, document = self.pane.view.current_block, self.pane.digest
        report = self.pane.report_here
        if block is not None and document is not None and report is not None:
            name, _, anchor = target.partition("#")
            inside = None if name else document.place_in_report(block, anchor)
            self.open_report(report, inside or document.origin(block))

    # What keys do

    def action_next_report(self) -> None:
        self.pane.next_section(1)

    def action_previous_report(self) -> None:
        self.pane.next_section(-1)


def _place_of(digest: Digest, here: Report | None) -> Place | None:
    """The heading of `here`, or of the next report that has something to show."""
    if here is None or not digest.reports:
        return None
    order = {report.id: at for at, report in enumerate(digest.reports)}
    if here.id in order:
        return Place(order[here.id], -1, 0, 0)
    older = [at for at, report in enumerate(digest.reports) if report.date <= here.date]
    return Place(older[0] if older else len(digest.reports) - 1, -1, 0, 0)


def _about(text: Text, lens: Lens) -> Text:
    return Text(text.zh.format(lens=lens.name.zh), text.en.format(lens=lens.name.en))
