"""The reports that are marked to be compared, side by side: facts, then their sections by kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.binding import BindingType

from vibe_tui.library.opened import Opened
from vibe_tui.model.lens import FULL, Lens
from vibe_tui.model.report import Report, make_report
from vibe_tui.render.comparison import ComparisonDocument
from vibe_tui.render.document import HEADING, Fold, Page, Place
from vibe_tui.service import Service
from vibe_tui.service.comparison import Comparison, compare
from vibe_tui.text import Text
from vibe_tui.tui.actions import Action, Scope, bindings
from vibe_tui.tui.jobs import Cancelled
from vibe_tui.tui.reading import Shown
from vibe_tui.tui.screens.several import SeveralScreen
from vibe_tui.tui.widgets.compare_pane import ComparePane
from vibe_tui.tui.widgets.compare_view import CompareView

COMPARISON = "comparison"
"""The name under which the screen is installed."""

_NOTHING = Text("这几篇报告都没有“{lens}”", "none of these reports has “{lens}”")
_FEWER = Text("只剩一篇了", "only one is left")


@dataclass(frozen=True, slots=True)
class Made:
    """A comparison made in a worker, and where to begin in it."""

    comparison: Comparison
    document: ComparisonDocument
    place: Place | None


class CompareScreen(SeveralScreen):
    """One comparison."""

    SCOPES = (Scope.COMPARE,)
    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.COMPARE)]

    def __init__(self, service: Service, actions: Sequence[Action]) -> None:
        super().__init__(service, actions, FULL, COMPARISON)
        self._asked: tuple[Report, ...] = ()

    def make_pane(self) -> ComparePane:
        return ComparePane(self._config)

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

        def work(cancelled: object) -> Made:
            comparison = compare(self._service, reports, lens)
            made = comparison.document()
            made.load(range(len(made.flat)))
            titles = [section.heading for section in made.flat]
            first = titles.index(kind) if kind in titles[1:] else -1
            place = Place(first, HEADING, 0, 0) if first >= 0 else None
            return Made(comparison, made, place)

        self._jobs.run("compare", work, self._made, self.tell)

    def _made(self, made: Made) -> None:
        title = made.comparison.title.pick(self._language)
        cover = make_report("", title, "", self._service.today())
        folds = [Fold.OPEN] * len(made.document.flat)
        opened = Opened(cover, "", "", ())
        shown = Shown(cover, opened, made.document, made.comparison.lens, folds)
        self.pane.show_comparison(shown, made.comparison, made.place)
        self.pane.focus_text()
        self._lay_ahead()
        if not any(part.has_text for part in made.comparison.parts):
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

        self._jobs.run("ahead", work, lambda _: None, self.tell)

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

    def action_next_report(self) -> None:
        self.pane.step_report(1)

    def action_previous_report(self) -> None:
        self.pane.step_report(-1)

    def action_other_pane(self) -> None:
        self.pane.step_report(1)

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
