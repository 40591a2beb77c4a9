"""What reading a report leaves behind: where it stopped, how long it took, whether it was read.

Time counts while the report is what the person is at: not in a dialog, on another screen, in
another window or program. Who only passes by, for less than some seconds and without moving in it,
leaves nothing behind. A report is read after some seconds of attention, or at its end. The place
that is kept is that of the full text; one under a lens is found again while the program runs.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from textual.timer import Timer

from vibe_tui.model.report import Report
from vibe_tui.render.place import Place
from vibe_tui.service import Service
from vibe_tui.service.opening import OpenReport
from vibe_tui.tui.library.marking import Marking
from vibe_tui.tui.reader.pane import ReaderPane

KEEP_AFTER = 0.8
"""Seconds from a move to the writing of the place."""

PASSING = 3.0
"""Seconds of attention below which a report is only passed by."""


class Attention:
    """The attention that the open report gets.

    `opened` gives that report, `is_reading` tells whether it is what keys are for, `has_eyes`
    whether nothing lies over it.
    """

    def __init__(
        self,
        pane: ReaderPane,
        service: Service,
        marks: Marking,
        *,
        opened: Callable[[], OpenReport | None],
        is_reading: Callable[[], bool],
        has_eyes: Callable[[], bool],
    ) -> None:
        self._pane = pane
        self._service = service
        self._marks = marks
        self._opened = opened
        self._is_reading = is_reading
        self._has_eyes = has_eyes
        self.clock = time.monotonic
        self._since: float | None = None
        self._seconds = 0.0
        self._written = 0.0
        self._start: Place | None = None
        self._has_moved = False
        self._progress: int | None = None
        self._opening: int | None = None
        self._read_timer: Timer | None = None
        self._keeping: Timer | None = None
        self._places: dict[str, Place] = {}

    def place_of(self, report: Report) -> Place | None:
        """Where reading stopped."""
        return self._places.get(report.id) or self._marks.place_of(report)

    def begin(self, start: Place | None = None) -> None:
        """Somebody reads the open report from now on, from `start` or where it is shown first."""
        self._seconds = self._written = 0.0
        self._since = None
        self._start, self._has_moved, self._progress = start, False, None
        self._opening = self._service.reading.moment()
        self.look()

    def look(self) -> None:
        """The report may have got the person's attention, or lost it: count what it had."""
        now = self.clock()
        if self._since is not None:
            self._seconds += now - self._since
        is_given = self._is_reading() and self._has_eyes()
        self._since = now if is_given else None
        self._wait_for_read(is_given)

    def pause(self) -> None:
        """The open report is left: keep what is known, and count no more time."""
        self.keep_place()
        self._since = None

    def moved(self) -> None:
        """The text moved: keep the place soon, so that little is lost if the program is killed."""
        here = self._pane.view.top_place
        self._has_moved = self._has_moved or self._start not in (None, here)
        self._start = self._start or here
        if self._pane.view.is_whole:
            self._progress = self._pane.progress
        if self._since is None:
            self.look()
        if self._keeping is None and self._is_reading():
            self._keeping = self._pane.set_timer(KEEP_AFTER, self._keep_now)

    def _keep_now(self) -> None:
        self._keeping = None
        self.keep_place()

    def keep_place(self) -> None:
        """Remember where reading stopped in the report that is left, for good in the full text.

        Under a lens, the place is found again while the program runs.
        """
        self.look()
        place, shown = self._pane.place, self._opened()
        if shown is None or not (self._has_moved or self._seconds >= PASSING):
            return
        report = shown.report
        if self._seconds > self._written:
            self._marks.opened(report, self._seconds - self._written)
            self._written = self._seconds
        if place is None or not self._is_reading():
            return
        if not shown.lens.is_full:
            self._places[report.id] = place
            return
        self._places.pop(report.id, None)
        known = self._marks.of(report).progress if self._progress is None else self._progress
        progress = self._pane.progress if self._pane.view.is_whole else known
        self._marks.keep_place(report, place, progress)

    def stop_counting(self) -> None:
        """Do not take the open report for read: the person said what it is."""
        self._opening = None
        self._wait_for_read(False)

    def _wait_for_read(self, is_given: bool) -> None:
        """Count the report as read when it has had the seconds for that."""
        if self._read_timer is not None:
            self._read_timer.stop()
            self._read_timer = None
        enough = self._service.config.read_after
        if is_given and enough and self._opening is not None:
            left = max(0.01, enough - self._seconds)
            self._read_timer = self._pane.set_timer(left, self.count_as_read)

    def count_as_read(self) -> None:
        """The open report was read, if somebody is reading it.

        What brought that about was its opening: what was done since is taken back first.
        """
        shown, opening = self._opened(), self._opening
        if shown is None or opening is None or not self._is_reading():
            return
        self._opening = None
        if self._marks.of(shown.report).unread:
            self._marks.set_read([shown.report], True, since=opening)
