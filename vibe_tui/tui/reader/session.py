"""Which report is open, under which lens, how it was reached and where to go from it.

The main screen's helper: it sets the list and the pane, and asks its host (the screen) for focus
and timers. The lens stays on from report to report; a report is read after some seconds in front of
the person, or at its end.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Protocol

from textual.timer import Timer

from vibe_tui.config import Config
from vibe_tui.errors import VibeError
from vibe_tui.model.lens import FULL, Lens
from vibe_tui.model.report import Report
from vibe_tui.render.links import is_picture, shown_target
from vibe_tui.render.place import Place
from vibe_tui.service import NothingFoundError, Service
from vibe_tui.text import Text
from vibe_tui.tui import words
from vibe_tui.tui.jobs import Jobs
from vibe_tui.tui.library.list import ReportList
from vibe_tui.tui.library.marking import Marking
from vibe_tui.tui.reader.history import History, Stop
from vibe_tui.tui.reader.pane import ReaderPane
from vibe_tui.tui.reader.prepare import (
    Shown,
    Target,
    find_beside,
    prepare,
    prepare_again,
    under_lens,
)
from vibe_tui.tui.search.results import Result

PREVIEW_AFTER = 0.06
KEEP_AFTER = 0.8


class Host(Protocol):
    """The screen, as the session needs it."""

    @property
    def reports(self) -> ReportList:
        """The list."""

    @property
    def pane(self) -> ReaderPane:
        """The pane with the report."""

    @property
    def is_reading(self) -> bool:
        """Whether the report has the person's attention."""

    def enter_reader(self) -> None:
        """Give the keys to the report."""

    def report_shown(self, shown: Shown) -> None:
        """Another report is in the pane."""

    def say(self, text: Text) -> None:
        """Tell the person."""

    def tell(self, error: VibeError) -> None:
        """Tell the person what failed."""

    def later(self, seconds: float, call: Callable[[], None]) -> Timer:
        """Call in some seconds, unless the timer is stopped."""


class ReadingSession:
    """The open report and the ways from it to others."""

    def __init__(
        self, host: Host, service: Service, jobs: Jobs, marks: Marking, config: Config
    ) -> None:
        self._host = host
        self._service = service
        self._jobs = jobs
        self._marks = marks
        self._config = config
        self._history = History()
        self._later: tuple[Result, ...] = ()
        self._preview: Timer | None = None
        self._read_timer: Timer | None = None
        self._clock = time.monotonic
        self._since = 0.0
        self._opening: int | None = None
        self._keeping: Timer | None = None
        self._places: dict[str, Place] = {}
        self.lens: Lens = FULL
        self.shown: Shown | None = None

    @property
    def report(self) -> Report | None:
        """The open report."""
        return self.shown.report if self.shown is not None else None

    # Opening

    def preview(self, report: Report | None) -> None:
        """Show what the list is on, a moment later while a key is held down."""
        self._stop_preview()
        if report is None or self._host.is_reading or self._is_open(report):
            return
        self._preview = self._host.later(PREVIEW_AFTER, lambda: self._load(report))

    def _stop_preview(self) -> None:
        if self._preview is not None:
            self._preview.stop()
            self._preview = None

    def read(self, report: Report, target: Target | None = None) -> None:
        """Open `report` for reading: it takes the keys and is a stop of the history."""
        self._leave()
        self._history.visit(report.id)
        if target is None:
            self._later = ()
        self._open(report, target)

    def resume(self, report: Report, lens_id: str, place: Place | None) -> None:
        """Go on reading where the reader was left: at `place`, else where reading stopped."""
        self.lens = self._config.lens(lens_id) or FULL
        self._history.visit(report.id)
        self._host.enter_reader()
        self._load(report, place=place)

    def _open(
        self, report: Report, target: Target | None = None, place: Place | None = None
    ) -> None:
        if self._is_open(report) and target is None:
            self._host.enter_reader()
            self._begin_reading()
            return
        self.keep_place()
        self._since = 0.0
        self._host.enter_reader()
        self._load(report, target, place)

    def _is_open(self, report: Report) -> bool:
        return self.shown is not None and self.shown.report == report

    def _load(
        self, report: Report, target: Target | None = None, place: Place | None = None
    ) -> None:
        self._stop_preview()
        lens = self.lens if target is None else FULL
        self._jobs.run(
            "open",
            lambda cancelled: prepare(self._service, report, lens, target),
            lambda shown: self._opened(shown, target, place),
            self._host.tell,
        )

    def _opened(self, shown: Shown, target: Target | None, place: Place | None) -> None:
        self.shown = shown
        self.lens = shown.lens
        report = shown.report
        place = place or self._places.get(report.id) or self._marks.place_of(report)
        self._host.pane.show(shown, target, place)
        self._host.report_shown(shown)
        if self._host.is_reading:
            self._begin_reading()

    def _begin_reading(self) -> None:
        self._since = self._clock()
        self.stop_counting()
        self._opening = self._service.reading.moment()
        if self._config.read_after:
            self._read_timer = self._host.later(self._config.read_after, self.count_as_read)

    def look_again(self, reports: Sequence[Report]) -> None:
        """Show the open report anew if its file changed, with the same place at the top."""
        shown = self.shown
        id_ = shown.report.id if shown is not None else ""
        now = next((report for report in reports if report.id == id_), None)
        if shown is None or now is None:
            return

        def done(fresh: Shown | None) -> None:
            if fresh is not None and self.shown is shown:
                self.shown = fresh
                self._host.pane.show(fresh, None, self._host.pane.place)
                self._host.report_shown(fresh)

        self._jobs.run(
            "again",
            lambda cancelled: prepare_again(self._service, now, shown),
            done,
            self._host.tell,
        )

    def take_notes(self, shown: Shown) -> None:
        """The open report with other notes on it."""
        self.shown = shown
        self._host.pane.set_notes(shown)

    @property
    def line(self) -> int:
        """The line of the report's file that is at the top of the pane."""
        place = self._host.pane.view.top_place
        return self.shown.document.file_line(place.block) if self.shown and place else 1

    def follow(self, target: str) -> None:
        """Go where a link inside the library leads, or say that it leads nowhere."""
        if not self._follow(target):
            self._host.say(self._nowhere(target).format(target=shown_target(target)))

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
                self._jump(lambda: self._host.pane.go_to_place(place))
            return place is not None
        report = find_beside(self._host.reports.reports, self.shown.report, name)
        if report is not None:
            self._host.reports.select(report.id)
            self.read(report, Target(anchor) if anchor else None)
        return report is not None

    def moved(self) -> None:
        """The text moved: keep the place soon, so that little is lost if the program is killed."""
        if self._keeping is None and self._host.is_reading:
            self._keeping = self._host.later(KEEP_AFTER, self._keep_now)

    def _keep_now(self) -> None:
        self._keeping = None
        self.keep_place()

    def keep_place(self) -> None:
        """Remember where reading stopped in the report that is left, for good in the full text.

        Under a lens, the place is found again while the program runs.
        """
        place, shown = self._host.pane.place, self.shown
        if shown is not None and self._since:
            now = self._clock()
            self._marks.opened(shown.report, now - self._since)
            self._since = now
        if shown is None or place is None or not self._host.is_reading:
            return
        report = shown.report
        if not shown.lens.is_full:
            self._places[report.id] = place
            return
        self._places.pop(report.id, None)
        is_whole = self._host.pane.view.is_whole
        progress = self._host.pane.progress if is_whole else self._marks.of(report).progress
        self._marks.keep_place(report, place, progress)

    # Read or not

    def stop_counting(self) -> None:
        """Do not take the open report for read: the person said what it is."""
        self._opening = None
        if self._read_timer is not None:
            self._read_timer.stop()
            self._read_timer = None

    def count_as_read(self) -> None:
        """The open report was read, if somebody is reading it.

        What brought that about was its opening: what was done since is taken back first.
        """
        report, opening = self.report, self._opening
        if report is None or opening is None or not self._host.is_reading:
            return
        self._opening = None
        if self._marks.of(report).unread:
            self._marks.set_read([report], True, since=opening)

    # From report to report

    def step(self, by: int) -> None:
        """The next (1) or previous (-1) report of the list."""
        report = self._host.reports.neighbour(by)
        if report is None and not self._host.reports.reports:
            self._host.say(words.NO_REPORTS_HERE)
        elif report is None:
            self._host.say(words.NO_NEXT if by > 0 else words.NO_PREVIOUS)
        else:
            self._go(report)

    def next_unread(self) -> None:
        """The next unread report, from the top again after the last."""
        here = self.report.id if self.report is not None else ""

        def wanted(report: Report) -> bool:
            return report.id != here and self._marks.of(report).unread

        reports = self._host.reports
        report = reports.neighbour(1, wanted) or next(filter(wanted, reports.reports), None)
        if report is None:
            self._host.say(words.NO_UNREAD)
        else:
            self._go(report)

    def _go(self, report: Report) -> None:
        reading = self._host.is_reading
        self._host.reports.select(report.id)
        if reading:
            self.read(report)

    def go_to_section(self, section: int) -> None:
        """Show a section of the open report; `back` returns from it."""
        self._jump(lambda: self._host.pane.go_to_section(section))

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
            view = self._host.pane.view
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
            self._host.say(nothing)
            return
        try:
            report = self._service.report(stop.report_id)
        except NothingFoundError:
            self._host.say(words.REPORT_GONE)
            return
        same = self._is_open(report)
        self._host.reports.select(report.id)
        self._open(report, place=stop.place)
        if same and stop.place is not None:
            self._host.pane.return_to(stop.place, stop.block)

    # Lenses

    def set_lens(self, lens: Lens) -> None:
        """Look at this report and the next ones through `lens`."""
        self.lens = lens
        if self.shown is not None:
            self.keep_place()
            self.shown = under_lens(self._service, self.shown, lens)
            self._host.pane.change_lens(self.shown)

    def toggle_lens(self, lens_id: str) -> None:
        """Through this lens, or back to the full text."""
        lens = self._config.lens(lens_id)
        if lens is not None:
            self.set_lens(FULL if self.lens.id == lens_id else lens)

    # Hits

    def open_result(self, result: Result, later: tuple[Result, ...]) -> None:
        """Read a passage that search found, its words marked; `later` are the results after it."""
        self._later = later
        self._host.reports.select(result.report.id)
        self.read(result.report, result.target)

    def next_hit(self) -> None:
        """The next mark; after the last one, the next report that search found."""
        pane = self._host.pane
        if pane.next_hit(1):
            return
        here = self.report.id if self.report is not None else ""
        for at, result in enumerate(self._later):
            if result.report.id != here:
                self.open_result(result, self._later[at + 1 :])
                return
        pane.wrap_hits()
