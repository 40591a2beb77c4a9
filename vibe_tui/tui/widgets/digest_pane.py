"""The pane with a digest: many reports in one scroll, with all that a single report's pane can do.

It knows which report is being read from the block it is at; opening one is the screen's business.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.message import Message

from vibe_tui.model.report import Report
from vibe_tui.render.digest import DigestDocument
from vibe_tui.render.document import FRONT, HEADING, BlockId, Place
from vibe_tui.text import Text
from vibe_tui.tui import words
from vibe_tui.tui.reading import Shown
from vibe_tui.tui.rows import shown_title
from vibe_tui.tui.widgets.reader_view import ReaderView
from vibe_tui.tui.widgets.several_pane import SeveralPane

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


class DigestPane(SeveralPane):
    """One digest with what belongs to reading it."""

    VIEW = DigestView

    reports: Sequence[Report] = ()
    absent: Sequence[Report] = ()

    def show_digest(
        self, shown: Shown, reports: Sequence[Report], absent: Sequence[Report], place: Place | None
    ) -> None:
        """Show a digest of `reports`; `absent` are those of its closing list."""
        self.reports = reports
        self.absent = absent
        self.show(shown, None, place)

    @property
    def digest(self) -> DigestDocument | None:
        """What is shown."""
        document = self.view.document
        return document if isinstance(document, DigestDocument) else None

    def report_at(self, block: BlockId | None) -> Report | None:
        """The report that a block belongs to, or that a line of the closing list names."""
        if block is None or self.digest is None:
            return None
        line = self.digest.closing_line(block)
        if line >= 0:
            return self.absent[line] if line < len(self.absent) else None
        return self.reports[block.section] if 0 <= block.section < len(self.reports) else None

    @property
    def report_here(self) -> Report | None:
        """The report being read; none on the front and in the closing list's heading."""
        return self.report_at(self.view.current_block)

    def place_of(self, report: Report | None) -> Place | None:
        """The heading of a report that the digest holds."""
        for at, one in enumerate(self.reports):
            if report is not None and one.id == report.id:
                return Place(at, HEADING, 0, 0)
        return None

    def _say_progress(self) -> None:
        shown, report = self._shown, self.report_here
        if shown is None:
            return
        head = [_HEAD.format(lens=shown.lens.name.pick(self._language)).pick(self._language)]
        place = self.view.place
        if report is not None and place is not None and place.section >= 0:
            head.append(shown_title(report, self._language))
        at, total = self.view.current_section + 1, len(self.reports)
        count = _FOOT.format(at=min(at, total), total=total) if at > 0 else words.reports(total)
        self._say_where(head, [count.pick(self._language)])
