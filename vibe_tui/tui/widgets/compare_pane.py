"""The pane with a comparison: a few reports side by side, with what belongs to reading them."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on

from vibe_tui.model.report import Report
from vibe_tui.render.columns import whole_width
from vibe_tui.render.document import Place
from vibe_tui.service.comparison import LETTERS, Comparison
from vibe_tui.text import Text
from vibe_tui.tui import words
from vibe_tui.tui.copying import copy_choices
from vibe_tui.tui.reading import Shown
from vibe_tui.tui.rows import shown_title
from vibe_tui.tui.widgets.compare_view import CompareView
from vibe_tui.tui.widgets.link_picker import LinkPicker
from vibe_tui.tui.widgets.several_pane import SeveralPane

_HEAD = Text("对照", "Comparison")


class ComparePane(SeveralPane):
    """One comparison."""

    VIEW = CompareView

    reports: Sequence[Report] = ()

    @property
    def view(self) -> CompareView:
        """The text."""
        return self.query_one(CompareView)

    def show_comparison(self, shown: Shown, comparison: Comparison, place: Place | None) -> None:
        """Show a comparison from a place in it."""
        reports = [one.report for one in comparison.reports]
        if len(reports) != len(self.reports):
            self.view.text_width = whole_width(self._config.text_width, len(reports))
        self.reports = reports
        self.show(shown, None, place)

    @property
    def report_here(self) -> Report | None:
        """The report whose column is being read."""
        side = self.view.side
        return self.reports[side] if side < len(self.reports) else None

    def step_report(self, step: int) -> None:
        """Read the next or previous report."""
        self.view.step_side(step)

    @on(CompareView.SideChanged)
    def _side_changed(self) -> None:
        self._say_progress()

    def _say_progress(self) -> None:
        document, report = self.view.comparison, self.report_here
        if self._shown is None or document is None or report is None:
            return
        head = [_HEAD.pick(self._language)]
        section = self.view.current_section
        place = self.view.place
        if place is not None and place.section >= 0:
            head.append(document.title(section) if section >= 0 else "")
        name = f"{LETTERS[self.view.side]}  {shown_title(report, self._language)}"
        count = words.reports(len(self.reports)).pick(self._language)
        self._say_where(head, [name, count, f"{self.progress}%"])

    def copy_current(self) -> None:
        """Copy the selection, or what is picked of the block that is being read in its report."""
        spot, document = self.view.spot(), self.view.comparison
        text = document.sides[spot.side].document if document is not None and spot else None
        if self.view.selected_text() or spot is None or text is None or not _is_text(self.view):
            super().copy_current()
            return
        choices = copy_choices(text, spot.place.block, [], self.report_here, self._language)
        self._take = self._copy
        self.query_one(LinkPicker).open(choices, first="y")


def _is_text(view: CompareView) -> bool:
    """Whether the current block has texts of the reports, not only facts about them."""
    block = view.current_block
    return block is not None and block.section > 0
