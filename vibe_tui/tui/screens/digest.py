"""One lens over the reports that the list shows, in one scroll.

The screen is made once and kept: whoever opens a report from it comes back to the same place. The
digest itself is made in a worker, which also reads ahead of the person.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType

from vibe_tui.errors import VibeError
from vibe_tui.library.opened import Opened
from vibe_tui.model.lens import FULL, Lens
from vibe_tui.model.report import Report
from vibe_tui.render.digest import DigestDocument
from vibe_tui.render.document import BlockId, Fold, Place
from vibe_tui.service import Service
from vibe_tui.service.digest import Digest, digest_of
from vibe_tui.text import Text
from vibe_tui.tui.actions import Action, Scope, bindings
from vibe_tui.tui.jobs import Jobs
from vibe_tui.tui.keys import show_key
from vibe_tui.tui.marking import Marking
from vibe_tui.tui.messages import ReportChosen, Said, WentWrong
from vibe_tui.tui.opener import Opener
from vibe_tui.tui.reading import Shown
from vibe_tui.tui.screens.top import TopScreen
from vibe_tui.tui.widgets.digest_pane import DigestPane, DigestView
from vibe_tui.tui.widgets.reader_pane import ReaderPane
from vibe_tui.tui.widgets.reader_view import ReaderView
from vibe_tui.tui.widgets.status_bar import StatusBar

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


class DigestScreen(TopScreen[None]):
    """One digest."""

    CSS_PATH = "digest.tcss"
    AUTO_FOCUS = "DigestView"
    SCOPES = (Scope.DIGEST,)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.DIGEST)]

    def __init__(self, service: Service, actions: Sequence[Action]) -> None:
        super().__init__()
        self._service = service
        self._config = service.config
        self._language = service.config.language
        self._actions = actions
        self._jobs = Jobs(self)
        self._marks = Marking(service, self._jobs, lambda: None, self._tell)
        self._opener = Opener(self, self._jobs, self._language)
        self._asked: tuple[Sequence[Report], str] = ((), "")
        self._lens: Lens = self._config.lens("summary") or FULL

    def compose(self) -> ComposeResult:
        yield DigestPane(self._config)
        yield StatusBar()

    def on_mount(self) -> None:
        self.query_one(StatusBar).set_hints(
            (show_key(action.keys[0]), action.label.pick(self._language))
            for action in self._actions
            if action.hint
            and action.keys
            and {Scope.DIGEST, Scope.READER, Scope.APP} & set(action.scopes)
        )

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
            self._make(self.pane.report_here if known else None)

    def _make(self, here: Report | None) -> None:
        """Make the digest under the lens of now, beginning at `here`."""
        (reports, query), lens = self._asked, self._lens

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
        cover = Report("", digest.title.pick(self._language), "", self._service.today())
        folds = [Fold.OPEN] * len(document.flat)
        shown = Shown(cover, Opened(cover, "", "", ()), document, digest.lens, folds)
        self.pane.show_digest(shown, digest.reports, digest.absent, made.place)
        self.pane.focus_text()
        if not digest.reports:
            self._say(_about(_NOTHING, digest.lens))
        elif here is not None and here in digest.absent:
            self._say(_about(_NOT_HERE, digest.lens))

    @on(ReaderView.HeadingChanged)
    def _read_ahead(self, event: ReaderView.HeadingChanged) -> None:
        document = self.pane.digest
        if document is not None:
            near = range(event.section - AHEAD, event.section + AHEAD + 1)
            self._jobs.run("ahead", lambda _: document.load(near), lambda _: None, self._tell)

    # Opening

    @on(DigestView.OpenRequested)
    def _open_requested(self, event: DigestView.OpenRequested) -> None:
        self._open(event.block)

    def _open(self, block: BlockId, place: Place | None = None) -> None:
        report, document = self.pane.report_at(block), self.pane.digest
        if report is None or document is None:
            return
        if document.closing_line(block) < 0:
            place = place or document.origin(block)
        self.app.post_message(ReportChosen(report, place, DIGEST))

    @on(ReaderPane.LinkChosen)
    def _link_chosen(self, event: ReaderPane.LinkChosen) -> None:
        event.stop()
        if self._opener.open_link(event.target, seen=event.seen):
            return
        block, document = self.pane.view.current_block, self.pane.digest
        if block is not None and document is not None:
            name, _, anchor = event.target.partition("#")
            self._open(block, None if name else document.place_in_report(block, anchor))

    def action_edit(self) -> None:
        """Hand the terminal to the editor, at the line of the current block."""
        report, document = self.pane.report_here, self.pane.digest
        block = self.pane.view.current_block
        if report is not None and document is not None and block is not None:
            self._opener.edit(Path(report.path), document.file_line(block), os.environ)
            self._make(report)

    # Marks

    def action_read(self) -> None:
        if (report := self.pane.report_here) is not None:
            self._marks.toggle_read(report)

    def action_star(self) -> None:
        if (report := self.pane.report_here) is not None:
            self._marks.toggle_star(report)

    # What keys do

    def action_lens(self, lens_id: str) -> None:
        lens = self._config.lens(lens_id)
        if lens is not None and lens != self._lens:
            self._lens = lens
            self._make(self.pane.report_here)

    def action_summary(self) -> None:
        self.action_lens("summary")

    def action_limitations(self) -> None:
        self.action_lens("limitations")

    def action_next_section(self) -> None:
        self.pane.next_section(1)

    def action_previous_section(self) -> None:
        self.pane.next_section(-1)

    def action_next_report(self) -> None:
        self.pane.next_section(1)

    def action_previous_report(self) -> None:
        self.pane.next_section(-1)

    def action_fold(self) -> None:
        self.pane.toggle_fold()

    def action_fold_all(self) -> None:
        self.pane.toggle_all_folds()

    def action_links(self) -> None:
        self.pane.pick_link()

    def action_table(self) -> None:
        self.pane.open_table()

    def action_copy(self) -> None:
        self.pane.copy_current()

    def action_wider(self) -> None:
        self.pane.change_width(1)

    def action_narrower(self) -> None:
        self.pane.change_width(-1)

    def action_find(self) -> None:
        self.pane.open_find()

    def action_search(self) -> None:
        """Search everything; what is found opens on the main screen."""
        self.dismiss()
        self.app.call_later(self.app.run_action, "search", self.app.screen_stack[0])

    def action_next_hit(self) -> None:
        self.pane.next_hit(1)

    def action_previous_hit(self) -> None:
        self.pane.previous_hit()

    def action_back(self) -> None:
        if not self.pane.step_back():
            self.dismiss()

    # Words

    def _say(self, text: Text) -> None:
        self.app.post_message(Said(text))

    def _tell(self, error: VibeError) -> None:
        self.app.post_message(WentWrong(error))


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
