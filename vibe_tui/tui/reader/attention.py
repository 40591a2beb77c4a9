"""What reading a report leaves behind: where it stopped, how long it took, whether it was read.

A report is read after some seconds in front of the person, or at its end. The place that is kept is
that of the full text; one under a lens is found again while the program runs.
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


class Attention:
    """The attention that the open report gets.

    `opened` gives that report, `is_given` tells whether it is what the person is at.
    """

    def __init__(
        self,
        pane: ReaderPane,
        service: Service,
        marks: Marking,
        *,
        opened: Callable[[], OpenReport | None],
        is_given: Callable[[], bool],
    ) -> None:
        self._pane = pane
        self._service = service
        self._marks = marks
        self._opened = opened
        self._is_given = is_given
        self._clock = time.monotonic
        self._since = 0.0
        self._opening: int | None = None
        self._read_timer: Timer | None = None
        self._keeping: Timer | None = None
        self._places: dict[str, Place] = {}

    def place_of(self, report: Report) -> Place | None:
        """Where reading stopped."""
        return self._places.get(report.id) or self._marks.place_of(report)

    def pause(self) -> None:
        """The open report is left: keep what is known, and count no more time."""
        self.keep_place()
        self._since = 0.0

    def begin(self) -> None:
        """Somebody reads the open report from now on."""
        self._since = self._clock()
        self.stop_counting()
        self._opening = self._service.reading.moment()
        if seconds := self._service.config.read_after:
            self._read_timer = self._pane.set_timer(seconds, self.count_as_read)

    def moved(self) -> None:
        """The text moved: keep the place soon, so that little is lost if the program is killed."""
        if self._keeping is None and self._is_given():
            self._keeping = self._pane.set_timer(KEEP_AFTER, self._keep_now)

    def _keep_now(self) -> None:
        self._keeping = None
        self.keep_place()

    def keep_place(self) -> None:
        """Remember where reading stopped in the report that is left, for good in the full text.

        Under a lens, the place is found again while the program runs.
        """
        place, shown = self._pane.place, self._opened()
        if shown is not None and self._since:
            now = self._clock()
            self._marks.opened(shown.report, now - self._since)
            self._since = now
        if shown is None or place is None or not self._is_given():
            return
        report = shown.report
        if not shown.lens.is_full:
            self._places[report.id] = place
            return
        self._places.pop(report.id, None)
        is_whole = self._pane.view.is_whole
        progress = self._pane.progress if is_whole else self._marks.of(report).progress
        self._marks.keep_place(report, place, progress)

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
        shown, opening = self._opened(), self._opening
        if shown is None or opening is None or not self._is_given():
            return
        self._opening = None
        if self._marks.of(shown.report).unread:
            self._marks.set_read([shown.report], True, since=opening)
