"""What is remembered of reports, and of the main screen as it was left. Knows no widget.

Of a report: read, starred, where reading stopped. Every change is written in a thread, in order,
and the list is drawn again when it is done. Of the screen: who was reading reads on, at the same
place under the same lens; who was in the list is there again, on the same row, but at its top where
new reports came since, so that they are seen. Nothing more is restored once a key was pressed.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from vibe_tui.errors import VibeError
from vibe_tui.library.groups import GroupBy, ReportGroup, top_groups
from vibe_tui.model.report import Report
from vibe_tui.service import Service
from vibe_tui.state.session import LastScreen
from vibe_tui.text import Language, Text
from vibe_tui.tui.jobs import Jobs
from vibe_tui.tui.library.rows import RowMark

if TYPE_CHECKING:
    from vibe_tui.render.place import Place
    from vibe_tui.tui.reader.screen import ReadingScreen
    from vibe_tui.tui.reader.session import ReadingSession

BEGUN = 3
"""Reports that are offered to be read on."""

DONE = 97
"""The percentage from which a report counts as finished: the rest is references."""

_NUMBER = re.compile(r"-?\d{1,9}")


class Marking:
    """Reads and changes marks."""

    def __init__(
        self,
        service: Service,
        jobs: Jobs,
        changed: Callable[[], None],
        failed: Callable[[VibeError], None],
    ) -> None:
        self._service = service
        self._jobs = jobs
        self._changed = changed
        self._failed = failed

    def of(self, report: Report) -> RowMark:
        """The marks that a list shows."""
        mark = self._service.reading.mark(report)
        compared = self._service.comparing.holds(report)
        return RowMark(mark.unread, mark.starred, mark.progress, compared)

    def above(self, reports: Sequence[Report]) -> list[ReportGroup]:
        """The groups at the top of the list."""
        return top_groups(self._begun(reports), self.starred(reports))

    def new(self, reports: Iterable[Report]) -> frozenset[str]:
        """The ids of what came last, while one of them is listed and not yet read."""
        ids = self._service.reading.new
        listed = (report for report in reports if report.id in ids) if ids else ()
        return ids if any(self.of(report).unread for report in listed) else frozenset()

    def starred(self, reports: Iterable[Report]) -> list[Report]:
        """The reports with a star."""
        return self._service.reading.marked(reports, lambda mark: mark.starred)

    def _begun(self, reports: Iterable[Report]) -> list[Report]:
        """The reports that were begun and not finished, the last opened first."""
        found = self._service.reading.marked(reports, lambda mark: 0 < mark.progress < DONE)
        found.sort(key=lambda report: self._service.reading.mark(report).opened)
        return found[: -BEGUN - 1 : -1]

    def unread(self, reports: Sequence[Report]) -> int:
        """How many are unread."""
        return len(reports) - len(self._service.reading.marked(reports, lambda mark: mark.read))

    def opened(self, report: Report, seconds: float = 0.0) -> None:
        """Remember that the report is open now, and how much longer it was read."""
        now = dt.datetime.now(dt.UTC)
        self._write(lambda: self._service.reading.set_opened(report, now, seconds))

    def place_of(self, report: Report) -> Place | None:
        """Where reading stopped."""
        return read_place(self._service.reading.mark(report).place)

    def set_read(self, reports: Sequence[Report], read: bool, *, since: int | None = None) -> None:
        """Mark as read or unread, counted as done at the moment `since`."""
        if reports:
            self._write(lambda: self._service.reading.set_read(reports, read, since=since))

    def toggle_read(self, report: Report) -> None:
        """The other of read and unread."""
        self.set_read([report], self.of(report).unread)

    def undo(self, done: Callable[[Text | None], None]) -> None:
        """Take back the last change; `done` gets which that was, if there was one."""

        def work() -> None:
            taken_back.append(self._service.reading.undo())

        def undone() -> None:
            self._changed()
            done(taken_back[0])

        taken_back: list[Text | None] = []
        self._jobs.write(work, undone, self._failed)

    def toggle_star(self, report: Report) -> None:
        """The other of starred and not."""
        starred = not self.of(report).starred
        self._write(lambda: self._service.reading.set_star([report], starred))

    def keep_place(self, report: Report, place: Place, progress: int) -> None:
        """Remember where reading stopped."""
        self._write(lambda: self._service.reading.set_place(report, write_place(place), progress))

    def _write(self, work: Callable[[], object]) -> None:
        self._jobs.write(work, self._changed, self._failed)


def _guide(reports: Sequence[Report], language: Language) -> str:
    """The id of the guide in the reader's language that a first start begins with, if any."""
    from vibe_tui.fold import is_han

    newest = (one for one in reports if one.bundled and one.date == reports[0].date)
    own = (one.id for one in newest if any(map(is_han, one.title)) is (language == "zh"))
    return next(own, "")


def write_place(place: Place) -> str:
    """A place as the reading state keeps it."""
    return ":".join(map(str, place))


def read_place(word: str) -> Place | None:
    """The place that `write_place` wrote; `None` for anything else."""
    from vibe_tui.render.place import Place

    numbers = [int(part) for part in word.split(":") if _NUMBER.fullmatch(part)]
    return Place(*numbers) if len(numbers) == len(Place._fields) else None


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
        elif self._kept is None and not self._row[0]:
            shown.select(_guide(reports, self._service.config.language))
        self._row = shown.row
        # A first start lists nothing until the disk was looked at.
        self._is_open = whole and (bool(reports) or self._kept is not None)

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
