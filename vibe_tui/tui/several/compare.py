"""The reports that are marked to be compared, side by side: facts, then their sections by kind."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual import on
from textual.binding import BindingType

from vibe_tui.files import Cancelled
from vibe_tui.model.report import Report
from vibe_tui.model.section import FULL, Lens
from vibe_tui.render.comparison import ComparisonDocument
from vibe_tui.render.layout import whole_width
from vibe_tui.render.page import Page
from vibe_tui.render.place import HEADING, Fold, Place
from vibe_tui.render.titles import shown_title
from vibe_tui.service import Service
from vibe_tui.service.comparison import LETTERS, Comparison, compare
from vibe_tui.text import Text
from vibe_tui.tui import words
from vibe_tui.tui.actions import bindings
from vibe_tui.tui.keys import Action, Scope
from vibe_tui.tui.reader.choices import copy_choices
from vibe_tui.tui.reader.exporting import Made
from vibe_tui.tui.reader.pane import ReaderPane
from vibe_tui.tui.several.compare_view import CompareView
from vibe_tui.tui.several.screen import SeveralScreen

_HEAD = Text("对照", "Comparison")


class ComparePane(ReaderPane):
    """One comparison with what belongs to reading it."""

    VIEW = CompareView

    reports: Sequence[Report] = ()

    @property
    def view(self) -> CompareView:
        """The text."""
        return self.query_one(CompareView)

    def show_comparison(
        self, comparison: Comparison, document: ComparisonDocument, place: Place | None
    ) -> None:
        """Show a comparison, made a document, from a place in it."""
        reports = [one.report for one in comparison.reports]
        if len(reports) != len(self.reports):
            self.view.text_width = whole_width(self._config.text_width, len(reports))
        self.reports = reports
        folds = [Fold.OPEN] * len(document.flat)
        # What the front and the first heading say stands in the frame.
        self.show_document(document, comparison.lens, folds, place or Place(0, 0, 0, 0))

    @property
    def report_here(self) -> Report | None:
        """The report whose column is being read."""
        side = self.view.side
        return self.reports[side] if side < len(self.reports) else None

    @on(CompareView.SideChanged)
    def _side_changed(self) -> None:
        self._say_progress()

    def _say_progress(self) -> None:
        document, report = self.view.comparison, self.report_here
        if document is None or report is None:
            return
        names = [_HEAD] if self._lens.is_full else [_HEAD, self._lens.name]
        head = [name.pick(self._language) for name in names]
        section = self.view.current_section
        place = self.view.top_place
        if place is not None and place.section >= 0:
            title = document.title(section) if section >= 0 else ""
            head += [title] if title not in head else []
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
        choices = copy_choices(text, spot.place.block, [], self.cited, self._language)
        self._offer_copies(choices)


def _is_text(view: CompareView) -> bool:
    """Whether the current block has texts of the reports, not only facts about them."""
    block = view.current_block
    return block is not None and block.section > 0


COMPARISON = "comparison"
"""The name under which the screen is installed."""

_NOTHING = Text("这几篇报告都没有“{lens}”", "none of these reports has “{lens}”")
_FEWER = Text("只剩一篇了", "only one is left")


class CompareScreen(SeveralScreen):
    """One comparison."""

    SCOPES = (Scope.COMPARE,)
    PANE = ComparePane
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.COMPARE)]

    def __init__(self, service: Service, actions: Sequence[Action]) -> None:
        super().__init__(service, actions, FULL, COMPARISON)
        self._asked: tuple[Report, ...] = ()

    @property
    def pane(self) -> ComparePane:
        """The pane with the text."""
        return self.query_one(ComparePane)

    # What it shows

    def ask(self, reports: tuple[Report, ...], lens: Lens) -> None:
        """Compare these under `lens`, from where they were left if they are the same."""
        wanted = self._lens if lens.is_full else lens
        if (reports, wanted) != (self._asked, self._lens):
            self._asked, self._lens = reports, wanted
            self.make()

    def make(self) -> None:
        """Make the comparison under the lens of now, beginning at the kind being read."""
        reports, lens = self._asked, self._lens
        document = self.pane.view.comparison if self.is_mounted else None
        kind = document.title(max(0, self.pane.view.current_section)) if document else ""

        def work(cancelled: object) -> tuple[Comparison, ComparisonDocument, Place | None]:
            comparison = compare(self._service, reports, lens)
            made = comparison.document()
            made.load(range(len(made.flat)))
            titles = [section.heading for section in made.flat]
            first = titles.index(kind) if kind in titles[1:] else -1
            place = Place(first, HEADING, 0, 0) if first >= 0 else None
            return comparison, made, place

        self.jobs.run("compare", work, lambda made: self._show(*made), self.tell)

    def _show(
        self, comparison: Comparison, document: ComparisonDocument, place: Place | None
    ) -> None:
        self.pane.show_comparison(comparison, document, place)
        self.pane.focus_text()
        self._lay_ahead()
        if not any(part.has_text for part in comparison.parts):
            self.say(_NOTHING.format(lens=self._lens.name))

    def _lay_ahead(self) -> None:
        """Lay out the page once in a worker: what costs most in it, its formulas, is then known."""
        page = self.pane.view.page
        if page is None:
            return

        def work(cancelled: Cancelled) -> None:
            same = Page(page.document, page.width, page.folds, options=page.options)
            for _ in same.all_lines():
                if cancelled():
                    return

        self.jobs.run("ahead", work, lambda _: None, self.tell)

    def what_to_export(self) -> tuple[str, Made] | None:
        """The comparison."""
        reports, lens = self._asked, self._lens

        def make(form: str) -> str:
            from vibe_tui.service.written import comparison_text

            width = whole_width(self._config.text_width, len(reports))
            return comparison_text(
                self._service, compare(self._service, reports, lens), form, width
            )

        return COMPARISON, make

    # Opening

    @on(CompareView.OpenRequested)
    def _open_requested(self, event: CompareView.OpenRequested) -> None:
        self.open_report(self._asked[event.spot.side], event.spot.place)

    @property
    def line_here(self) -> int:
        """The line of the report's file that is being read."""
        spot, document = self.pane.view.spot(), self.pane.view.comparison
        text = document.sides[spot.side].document if document is not None and spot else None
        return text.file_line(spot.place.block) if text is not None and spot is not None else 1

    def follow(self, target: str) -> None:
        """Open the report being read, at the place in it that a link means."""
        spot, document = self.pane.view.spot(), self.pane.view.comparison
        if spot is None or document is None:
            return
        name, _, anchor = target.partition("#")
        text = document.sides[spot.side].document
        inside = text.place_of(anchor) if text is not None and not name else None
        self.open_report(self._asked[spot.side], inside or spot.place)

    # What keys do

    def action_step(self, by: int) -> None:
        self.pane.view.step_side(by)

    def action_other_pane(self) -> None:
        self.action_step(1)

    def action_mark_comparison(self) -> None:
        """Take the report being read out of the comparison; with one left there is none."""
        report = self.pane.report_here
        if report is None:
            return
        self._service.comparing.remove(report)
        left = tuple([one for one in self._asked if one.id != report.id])
        if len(left) < 2:
            self.say(_FEWER)
            self.dismiss()
        else:
            self.ask(left, self._lens)
