"""Opens the main screen as it was left, and keeps how it is now.

Who was reading reads on, at the same place under the same lens. Who was in the list is there again,
on the same row; where new reports came since, at its top, so that they are seen. Nothing more is
restored once the person has pressed a key.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from vibe_tui.library.groups import GroupBy
from vibe_tui.service import Service
from vibe_tui.state.session import LastScreen
from vibe_tui.tui.jobs import Jobs
from vibe_tui.tui.library.marking import read_place, write_place

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vibe_tui.model.report import Report
    from vibe_tui.tui.reader.screen import ReadingScreen
    from vibe_tui.tui.reader.session import ReadingSession


class Resuming:
    """The last screen of one library."""

    def __init__(self, screen: ReadingScreen, service: Service, jobs: Jobs) -> None:
        self._screen = screen
        self._service = service
        self._jobs = jobs
        self._left: LastScreen | None = None
        self._kept: LastScreen | None = None
        self._row = ("", "")
        self._newest = ""
        self._is_open = False

    # Opening

    def begin(self) -> None:
        """Before the first list: what the list is grouped by and how wide the text is."""
        left = self._left = self._kept = self._service.reading.last_screen()
        if left is None:
            return
        with suppress(ValueError):
            self._screen.reports.regroup(
                group_by=GroupBy(left.group_by), newest_first=left.newest_first
            )
        if left.wider:
            width = self._service.config.text_width + left.wider
            self._screen.with_pane(lambda pane: pane.set_width(width))

    def listed(self, reports: Sequence[Report], *, whole: bool) -> None:
        """The newest reports, or all when `whole`, are listed: go to where the reader was left."""
        self._newest = reports[0].id if reports else ""
        if self._is_open:
            return
        left, shown = self._left, self._screen.reports
        if self._row[0] and not self._is_untouched():
            left = self._left = None
        if left is not None and left.reading:
            if shown.select(left.report):
                self._left = None
                self._row = shown.row
                self._screen.with_session(lambda session: self._read_on(session, left))
                return
        elif left is not None and left.newest == self._newest:
            shown.select_row(left.group_key, left.report)
        self._row = shown.row
        self._is_open = whole

    def _read_on(self, session: ReadingSession, left: LastScreen) -> None:
        report = self._screen.reports.selected
        if report is not None and report.id == left.report and self._is_untouched():
            session.resume(report, left.lens, read_place(left.place))
        self._is_open = True

    def _is_untouched(self) -> bool:
        """Whether nobody has pressed a key yet that led elsewhere."""
        screen = self._screen
        on_list = screen.is_active and not screen.is_reading and screen.reports.has_focus
        return on_list and screen.reports.row == self._row

    # Keeping

    def keep(self) -> None:
        """Remember the screen as it is now, once it is as it was left."""
        session, screen = self._screen.session, self._screen
        if not self._is_open or session is None:
            return
        group_key, selected = screen.reports.row
        report = session.report.id if screen.is_reading and session.report else ""
        place = screen.pane.place if report and not session.lens.is_full else None
        now = LastScreen(
            report or selected,
            bool(report),
            session.lens.id,
            write_place(place) if place is not None else "",
            group_key,
            screen.reports.group_by,
            screen.reports.newest_first,
            self._newest,
            screen.pane.view.text_width - self._service.config.text_width,
        )
        if now != self._kept:
            self._kept = now
            keep = self._service.reading.keep_last_screen
            self._jobs.write(lambda: keep(now), lambda: None, screen.tell)
