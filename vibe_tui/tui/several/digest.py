"""One lens over the reports that the list shows, in one scroll; a worker reads ahead.

The pane can do all that a single report's can. It knows which report is being read from the block
it is at; opening one is the screen's business.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal
from textual.message import Message

from vibe_tui.clean import clean_line
from vibe_tui.library.names import title_line
from vibe_tui.model.report import Report
from vibe_tui.model.section import FULL, Lens
from vibe_tui.render.digest import DigestDocument
from vibe_tui.render.place import FRONT, HEADING, BlockId, Fold, Place
from vibe_tui.render.titles import shown_title
from vibe_tui.service import Service
from vibe_tui.service.digest import Digest, digest_of
from vibe_tui.service.notes import Placed
from vibe_tui.text import Text
from vibe_tui.tui import words
from vibe_tui.tui.actions import bindings
from vibe_tui.tui.keys import Action, Scope
from vibe_tui.tui.reader.exporting import Made
from vibe_tui.tui.reader.outline import OutlineList, OutlineRow
from vibe_tui.tui.reader.pane import ReaderPane
from vibe_tui.tui.reader.view import ReaderView
from vibe_tui.tui.several.screen import SeveralScreen
from vibe_tui.tui.status import StatusBar

_HEAD = Text("汇读 · {lens}", "Digest · {lens}")
_FOOT = Text("{at}/{total} 篇", "{at}/{total}")


class DigestView(ReaderView):
    """The text of a digest: enter opens the report at the current block."""

    @dataclass
    class OpenRequested(Message):
        """The report that `block` belongs to is wanted."""

        block: BlockId

    def action_open(self) -> None:
        """Open the report here."""
        block = self.current_block
        if block is not None and block.section != FRONT:
            self.post_message(self.OpenRequested(block))


class DigestPane(ReaderPane):
    """One digest with what belongs to reading it."""

    VIEW = DigestView

    digest: Digest | None = None

    def show_digest(self, digest: Digest, document: DigestDocument, place: Place | None) -> None:
        """Show a digest, made a document, from a place in it."""
        self.digest = digest
        # What the front says stands in the frame: the first screen begins with what is read.
        start = place or (Place(0, HEADING, 0, 0) if digest.reports else None)
        self.show_document(document, digest.lens, [Fold.OPEN] * len(document.flat), start)

    @property
    def document(self) -> DigestDocument | None:
        """The text that is shown."""
        document = self.view.document
        return document if isinstance(document, DigestDocument) else None

    def report_at(self, block: BlockId | None) -> Report | None:
        """The report that a block belongs to, or that a line of the closing list names."""
        document, digest = self.document, self.digest
        if block is None or document is None or digest is None:
            return None
        line = document.closing_line(block)
        reports, at = (digest.absent, line) if line >= 0 else (digest.reports, block.section)
        return reports[at] if 0 <= at < len(reports) else None

    @property
    def report_here(self) -> Report | None:
        """The report being read; none on the front and in the closing list's heading."""
        return self.report_at(self.view.current_block)

    def _say_progress(self) -> None:
        digest, report = self.digest, self.report_here
        if digest is None:
            return
        head = [_HEAD.format(lens=digest.lens.name.pick(self._language)).pick(self._language)]
        head += [clean_line(digest.query)] if digest.query else []
        place = self.view.top_place
        if report is not None and place is not None and place.section >= 0:
            head.append(shown_title(report, self._language))
        at, total = self.view.current_section + 1, len(digest.reports)
        count = _FOOT.format(at=min(at, total), total=total) if at > 0 else words.reports(total)
        self._say_where(head, [count.pick(self._language)])


DIGEST = "digest"
"""The name under which the screen is installed."""

AHEAD = 8
"""Reports that are read before and after the one on screen."""

_NOT_HERE = Text("这篇报告没有“{lens}”，已到邻近的一篇", "no “{lens}” there: this is the next one")
_NOTHING = Text("列出的报告都没有“{lens}”", "none of the listed reports has “{lens}”")


class DigestScreen(SeveralScreen):
    """One digest."""

    SCOPES = (Scope.DIGEST,)
    PANE = DigestPane
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.DIGEST)]

    def __init__(self, service: Service, actions: Sequence[Action]) -> None:
        super().__init__(service, actions, service.config.lens("summary") or FULL, DIGEST)
        self._asked: tuple[Sequence[Report], str] = ((), "")

    def compose(self) -> ComposeResult:
        outline = OutlineList()
        outline.border_title = words.OUTLINE.pick(self._language)
        with Horizontal(id="panes"):
            yield self.new_pane()
            yield outline
        yield StatusBar()

    @property
    def pane(self) -> DigestPane:
        """The pane with the text."""
        return self.query_one(DigestPane)

    # What it shows

    def ask(self, reports: Sequence[Report], query: str, lens: Lens) -> None:
        """Show the digest of these, which `query` let through, from where it was left if known."""
        wanted = self._lens if lens.is_full else lens
        known = self.is_mounted and self.pane.document is not None
        if not known or (reports, query, wanted) != (*self._asked, self._lens):
            self._asked, self._lens = (reports, query), wanted
            self.make()

    def make(self) -> None:
        """Make the digest under the lens of now, beginning at the report being read."""
        (reports, query), lens = self._asked, self._lens
        here = self.pane.report_here if self.is_mounted else None

        def work(cancelled: object) -> tuple[Digest, DigestDocument, Place | None]:
            digest = digest_of(self._service, reports, lens, query=query)
            document = digest.document()
            place = _place_of(digest, here)
            first = place.section if place is not None else 0
            document.load(range(first - 1, first + AHEAD // 2))
            return digest, document, place

        self.jobs.run("digest", work, lambda made: self._show(*made, here), self.tell)

    def _show(
        self, digest: Digest, document: DigestDocument, place: Place | None, here: Report | None
    ) -> None:
        self.pane.show_digest(digest, document, place)
        self.query_one(OutlineList).show(_entries(digest))
        self.look_at_notes()
        self.pane.focus_text()
        if not digest.reports:
            self.say(_NOTHING.format(lens=digest.lens.name))
        elif here is not None and here in digest.absent:
            self.say(_NOT_HERE.format(lens=digest.lens.name))

    @on(ReaderView.HeadingChanged)
    def _read_ahead(self, event: ReaderView.HeadingChanged) -> None:
        document = self.pane.document
        if document is not None:
            near = range(event.section - AHEAD, event.section + AHEAD + 1)
            self.jobs.run("ahead", lambda _: document.load(near), lambda _: None, self.tell)
            self.query_one(OutlineList).set_current(event.section)
            self.look_at_notes()

    # Outline

    def action_outline(self) -> None:
        """The reports, to go to one; again, or `escape`, to put them away."""
        self.toggle_class("-outline")
        if self.has_class("-outline"):
            self.query_one(OutlineList).focus()
        else:
            self.pane.focus_text()

    @on(OutlineList.Jumped)
    def _jumped(self, event: OutlineList.Jumped) -> None:
        self.remove_class("-outline")
        self.pane.view.go_to_section(event.section)
        self.pane.focus_text()

    def action_back(self) -> None:
        if self.has_class("-outline"):
            self.action_outline()
        else:
            super().action_back()

    # Notes

    def look_at_notes(self) -> None:
        """Show the notes on the reports near the one being read."""
        digest, document = self.pane.digest, self.pane.document
        here = self.pane.view.current_section
        if digest is None or document is None:
            return
        near = range(here - AHEAD, here + AHEAD + 1)

        def done(placed: Sequence[Placed]) -> None:
            if self.pane.document is document and placed != self.pane.view.notes.placed:
                self.pane.set_notes(placed)

        self.jobs.run("notes", lambda _: digest.notes(document, near), done, self.tell)

    def action_note(self) -> None:
        """Note something on the passage or the block here; or change what was noted."""
        from vibe_tui.tui.notes.writing import Noting

        noting = Noting(self, self._service, self.jobs, self.look_at_notes)
        report, document, view = self.pane.report_here, self.pane.document, self.pane.view
        here = view.note_here()
        if here is not None:
            noting.change(here.note)
        elif report is not None and document is not None:
            passage = view.passage()
            section = passage[0].block.section if passage else -1
            inside = [
                replace(span, block=document.origin(span.block).block)
                for span in passage
                if span.block.section == section and span.block.chunk != HEADING
            ]
            noting.write(report, inside, document.report_document(section))
            view.clear_selected()

    def note_passage(self) -> None:
        self.action_note()

    def what_to_export(self) -> tuple[str, Made] | None:
        """The digest."""
        digest = self.pane.digest
        if digest is None:
            return None

        def make(form: str) -> str:
            from vibe_tui.service.written import digest_text

            return digest_text(self._service, digest, form, self._config.text_width, [])

        return f"{DIGEST}-{digest.lens.id}", make

    # Opening

    @on(DigestView.OpenRequested)
    def _open_requested(self, event: DigestView.OpenRequested) -> None:
        report, document = self.pane.report_at(event.block), self.pane.document
        if report is not None and document is not None:
            in_list = document.closing_line(event.block) >= 0
            self.open_report(report, None if in_list else document.origin(event.block))

    @property
    def line_here(self) -> int:
        """The line of the report's file that is being read."""
        block, document = self.pane.view.current_block, self.pane.document
        return document.file_line(block) if block is not None and document is not None else 1

    def follow(self, target: str) -> None:
        """Open the report here, at the place in it that a link means."""
        block, document = self.pane.view.current_block, self.pane.document
        report = self.pane.report_here
        if block is not None and document is not None and report is not None:
            name, _, anchor = target.partition("#")
            inside = None if name else document.place_in_report(block, anchor)
            self.open_report(report, inside or document.origin(block))

    # What keys do

    def action_step(self, by: int) -> None:
        self.pane.next_section(by)


def _place_of(digest: Digest, here: Report | None) -> Place | None:
    """The heading of `here`, or of the next report that has something to show."""
    if here is None or not digest.reports:
        return None
    order = {report.id: at for at, report in enumerate(digest.reports)}
    if here.id in order:
        return Place(order[here.id], -1, 0, 0)
    older = [at for at, report in enumerate(digest.reports) if report.date <= here.date]
    return Place(older[0] if older else len(digest.reports) - 1, -1, 0, 0)


def _entries(digest: Digest) -> list[OutlineRow]:
    """The reports as rows of an outline, and who has nothing."""
    rows = [(title_line(report), report.date) for report in digest.reports]
    return [
        OutlineRow(at, 0, title, "" if date in title else date)
        for at, (title, date) in enumerate(rows)
    ]
