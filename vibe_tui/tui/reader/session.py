"""Where the reader has been: a line of stops with back and forward, apart from any widget.

A stop is a report, or a place in one that a link led to. It remembers where it was left.

Which report is open, under which lens, how it was reached and where to go from it.

The main screen's helper: it sets the list and the pane. The lens stays on from report to report.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from textual.timer import Timer

from vibe_tui.errors import VibeError
from vibe_tui.model.report import Report
from vibe_tui.model.section import FULL, Lens
from vibe_tui.render.links import is_picture, shown_target
from vibe_tui.render.place import BlockId, Place
from vibe_tui.service import NothingFoundError, Service
from vibe_tui.service.notes import Placed
from vibe_tui.service.opening import OpenReport, Target, find_beside, prepare, prepare_again
from vibe_tui.text import Text
from vibe_tui.tui import words
from vibe_tui.tui.jobs import Jobs
from vibe_tui.tui.library.list import ReportList
from vibe_tui.tui.library.marking import Marking
from vibe_tui.tui.messages import Said, WentWrong
from vibe_tui.tui.reader.attention import Attention
from vibe_tui.tui.reader.pane import ReaderPane
from vibe_tui.tui.search.results import Result

LIMIT = 200


@dataclass(frozen=True, slots=True)
class Stop:
    """One report, what was at the top of the page when it was left, and the block in use."""

    report_id: str
    place: Place | None = None
    block: BlockId | None = None


@dataclass(slots=True)
class History:
    """Stops in the order they were made; a new one cuts off what lay ahead."""

    stops: list[Stop] = field(default_factory=list)
    at: int = -1

    def visit(self, report_id: str) -> None:
        """Add a report after the present stop; the same report again is no new stop."""
        if self.at < 0 or self.stops[self.at].report_id != report_id:
            self.jump(report_id)

    def jump(self, report_id: str) -> None:
        """Add a stop after the present one, which may be in the same report."""
        self.stops = [*self.stops[: self.at + 1], Stop(report_id)][-LIMIT:]
        self.at = len(self.stops) - 1

    def leave(self, report_id: str, place: Place | None, block: BlockId | None) -> None:
        """Remember where the present stop is being left, if it is in this report."""
        if self.at >= 0 and self.stops[self.at].report_id == report_id:
            self.stops[self.at] = replace(self.stops[self.at], place=place, block=block)

    def back(self) -> Stop | None:
        """The stop before, if there is one."""
        return self._step(-1)

    def forward(self) -> Stop | None:
        """The stop after, if there is one."""
        return self._step(1)

    def _step(self, by: int) -> Stop | None:
        if not 0 <= self.at + by < len(self.stops):
            return None
        self.at += by
        return self.stops[self.at]


PREVIEW_AFTER = 0.06


class ReadingSession:
    """The open report and the ways from it to others."""

    def __init__(
        self,
        reports: ReportList,
        pane: ReaderPane,
        service: Service,
        jobs: Jobs,
        marks: Marking,
        *,
        is_reading: Callable[[], bool],
        has_eyes: Callable[[], bool],
        enter: Callable[[], None],
        opened: Callable[[OpenReport], None],
    ) -> None:
        """`is_reading` tells whether keys are for the report, `has_eyes` whether nothing lies over
        it, `enter` gives it the keys;
        `opened` hears of each report that is in the pane."""
        self._reports = reports
        self._pane = pane
        self._service = service
        self._jobs = jobs
        self._marks = marks
        self._is_reading = is_reading
        self._enter = enter
        self._tell_opened = opened
        self._history = History()
        self._later: Sequence[Result] = ()
        self._preview: Timer | None = None
        self.lens: Lens = FULL
        self.shown: OpenReport | None = None
        self.attention = Attention(
            pane,
            service,
            marks,
            opened=lambda: self.shown,
            is_reading=is_reading,
            has_eyes=has_eyes,
        )

    def _say(self, text: Text) -> None:
        self._pane.app.post_message(Said(text))

    def _tell(self, error: VibeError) -> None:
        self._pane.app.post_message(WentWrong(error))

    @property
    def report(self) -> Report | None:
        """The open report."""
        return self.shown.report if self.shown is not None else None

    # Opening

    def preview(self, report: Report | None) -> None:
        """Show what the list is on, a moment later while a key is held down."""
        self._stop_preview()
        if report is None or self._is_reading() or self._is_open(report):
            return
        self._preview = self._pane.set_timer(PREVIEW_AFTER, lambda: self._load(report))

    def _stop_preview(self) -> None:
        if self._preview is not None:
            self._preview.stop()
            self._preview = None

    def read(
        self, report: Report, target: Target | None = None, later: Sequence[Result] = ()
    ) -> None:
        """Open `report` for reading: it takes the keys and is a stop of the history.

        `later` are the results after it, where search found it."""
        self._leave()
        self._history.visit(report.id)
        self._later = later
        self._open(report, target)

    def resume(self, report: Report, lens_id: str, place: Place | None) -> None:
        """Go on reading where the reader was left: at `place`, else where reading stopped."""
        self.lens = self._service.config.lens(lens_id) or FULL
        self._history.visit(report.id)
        self._enter()
        self._load(report, place=place)

    def _open(
        self, report: Report, target: Target | None = None, place: Place | None = None
    ) -> None:
        if self._is_open(report) and target is None:
            self._enter()
            self.attention.begin(self._pane.view.top_place)
            return
        self.attention.pause()
        self._enter()
        self._load(report, target, place)

    def _is_open(self, report: Report) -> bool:
        return self.report == report

    def _load(
        self, report: Report, target: Target | None = None, place: Place | None = None
    ) -> None:
        self._stop_preview()
        lens = self.lens if target is None else FULL
        self._jobs.run(
            "open",
            lambda cancelled: prepare(self._service, report, lens, target),
            lambda shown: self._opened(shown, target, place),
            self._tell,
        )

    def _opened(self, shown: OpenReport, target: Target | None, place: Place | None) -> None:
        self.shown = shown
        self.lens = shown.lens
        self._pane.show(shown, target, place or self.attention.place_of(shown.report))
        self._tell_opened(shown)
        if self._is_reading():
            self.attention.begin()

    def look_again(self, reports: Sequence[Report]) -> None:
        """Show the open report anew if its file changed, with the same place at the top."""
        shown = self.shown
        id_ = shown.report.id if shown is not None else ""
        now = next((report for report in reports if report.id == id_), None)
        if shown is None or now is None:
            return

        folds, terms = self._pane.view.folds, self._pane.terms

        def done(fresh: OpenReport | None) -> None:
            if fresh is not None and self.shown is shown:
                self.shown = fresh
                self._pane.show_again(fresh, terms)
                self._tell_opened(fresh)

        self._jobs.run(
            "again",
            lambda cancelled: prepare_again(self._service, now, shown, folds, terms),
            done,
            self._tell,
        )

    def look_at_notes(self) -> None:
        """Place the notes on the open report anew, where they changed."""
        shown = self.shown
        if shown is None:
            return

        def done(notes: Sequence[Placed]) -> None:
            now = self.shown
            if now is not None and now.document is shown.document and notes != now.notes:
                self.shown = replace(now, notes=notes)
                self._pane.set_notes(notes)

        self._jobs.run(
            "place-notes",
            lambda cancelled: self._service.notes.placed(shown.report, shown.document),
            done,
            self._tell,
        )

    def pick_word(self, search: Callable[[str], None]) -> None:
        """Have `search` called for what is selected, or for a word of the block in use."""
        if self.shown is not None:
            self._pane.pick_word(self.shown.body, search)

    @property
    def line(self) -> int:
        """The line of the report's file at which the current block begins."""
        block = self._pane.view.current_block
        return self.shown.document.file_line(block) if self.shown and block else 1

    def follow(self, target: str) -> None:
        """Go where a link inside the library leads, or say that it leads nowhere."""
        if not self._follow(target):
            self._say(self._nowhere(target).format(target=shown_target(target)))

    def _nowhere(self, target: str) -> Text:
        """What to say of a link that leads nowhere."""
        if target.startswith("#"):
            return words.NO_HEADING
        if is_picture(target) and not self._service.config.images:
            return words.PICTURES_ARE_OFF
        return words.NO_TARGET

    def _follow(self, target: str) -> bool:
        if self.shown is None:
            return False
        name, _, anchor = target.partition("#")
        if not name:
            place = self.shown.document.place_of(anchor)
            if place is not None:
                self._jump(lambda: self._pane.view.go_to_place(place))
            return place is not None
        report = find_beside(self._reports.reports, self.shown.report, name)
        if report is not None:
            self._reports.select(report.id)
            self.read(report, Target(anchor) if anchor else None)
        return report is not None

    # From report to report

    def step(self, by: int) -> None:
        """The next (1) or previous (-1) report of the list."""
        report = self._reports.neighbour(by)
        if report is None and not self._reports.reports:
            self._say(words.NO_REPORTS_HERE)
        elif report is None:
            self._say(words.NO_NEXT if by > 0 else words.NO_PREVIOUS)
        else:
            self._go(report)

    def next_unread(self) -> None:
        """The next unread report, from the top again after the last."""
        here = self.report.id if self.report is not None else ""

        def wanted(report: Report) -> bool:
            return report.id != here and self._marks.of(report).unread

        reports = self._reports
        report = reports.neighbour(1, wanted) or next(filter(wanted, reports.reports), None)
        if report is None:
            self._say(words.NO_UNREAD)
        else:
            self._go(report)

    def _go(self, report: Report) -> None:
        reading = self._is_reading()
        self._reports.select(report.id)
        if reading:
            self.read(report)

    def go_to_section(self, section: int) -> None:
        """Show a section of the open report; `back` returns from it."""
        self._jump(lambda: self._pane.view.go_to_section(section))

    def _jump(self, go: Callable[[], None]) -> None:
        """Go elsewhere in the open report, as a stop of the history."""
        if self.shown is not None:
            self._leave()
            self._history.visit(self.shown.report.id)
            self._history.jump(self.shown.report.id)
        go()

    def _leave(self) -> None:
        """Let the history know where its present stop is left."""
        if self.shown is not None:
            view = self._pane.view
            self._history.leave(self.shown.report.id, view.place, view.current_block)

    def back(self) -> None:
        """Where reading was before: in another report, or elsewhere in this one."""
        self._leave()
        self._revisit(self._history.back(), words.NO_BACK)

    def forward(self) -> None:
        """Where reading was after."""
        self._leave()
        self._revisit(self._history.forward(), words.NO_FORWARD)

    def _revisit(self, stop: Stop | None, nothing: Text) -> None:
        if stop is None:
            self._say(nothing)
            return
        try:
            report = self._service.report(stop.report_id)
        except NothingFoundError:
            self._say(words.REPORT_GONE)
            return
        same = self._is_open(report)
        self._reports.select(report.id)
        self._open(report, place=stop.place)
        if same and stop.place is not None:
            self._pane.view.return_to(stop.place, stop.block)

    # Lenses

    def set_lens(self, lens: Lens) -> None:
        """Look at this report and the next ones through `lens`."""
        self.lens = lens
        if self.shown is not None:
            self.attention.keep_place()
            folds = self._service.folds(self.shown.document, lens)
            self.shown = replace(self.shown, lens=lens, folds=folds)
            self._pane.change_lens(lens, folds)

    def toggle_lens(self, lens_id: str) -> None:
        """Through this lens, or back to the full text."""
        lens = self._service.config.lens(lens_id)
        if lens is not None:
            self.set_lens(FULL if self.lens.id == lens_id else lens)

    # Hits

    def open_result(self, result: Result, later: Sequence[Result]) -> None:
        """Read a passage that search found, its words marked; `later` are the results after it."""
        self._reports.select(result.report.id)
        self.read(result.report, result.target, later)

    def next_hit(self) -> None:
        """The next mark; after the last one, the next report that search found."""
        pane = self._pane
        if pane.next_hit(1) or not pane.terms:
            return
        here = self.report.id if self.report is not None else ""
        for at, result in enumerate(self._later):
            if result.report.id != here:
                self.open_result(result, self._later[at + 1 :])
                return
        pane.wrap_hits()
