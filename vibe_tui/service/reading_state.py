"""What the reader did, as the part of `Service` that keeps it: marks, undo, and the last screen."""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence

from vibe_tui.model.report import Report
from vibe_tui.service.resources import Resources
from vibe_tui.service.undo import Changes, about
from vibe_tui.state.last_screen import LastScreen, LastScreens
from vibe_tui.state.reading import NO_MARK, Mark, Reading, reading_key
from vibe_tui.text import Text

_READ = Text("标为已读", "marked as read")
_UNREAD = Text("标为未读", "marked as unread")
_STARRED = Text("加星标", "starred")
_UNSTARRED = Text("去掉星标", "star removed")
_MANY = Text("{n} 篇", "{n} reports")


class ReadingState:
    """Marks of the reports of one library."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources
        self._marks: Mapping[str, Mark] = {}
        self._changing = threading.Lock()
        self._changes = Changes()

    def mark(self, report: Report) -> Mark:
        """What the reader did with `report`, as of the last listing or change."""
        return self._marks.get(reading_key(report), NO_MARK)

    def marked(self, reports: Iterable[Report], wanted: Callable[[Mark], bool]) -> list[Report]:
        """Those of `reports` whose mark is `wanted`; a report without a mark is not asked about."""
        keys = {key for key, mark in self._marks.items() if wanted(mark)}
        return [report for report in reports if reading_key(report) in keys] if keys else []

    def set_read(self, reports: Iterable[Report], read: bool, *, since: int | None = None) -> None:
        """Mark as read or unread; `undo` takes it back.

        It is undone as if it had been made at the point `since`, which `moment` gave.
        """
        self._set(reports, _READ if read else _UNREAD, _read, Reading.set_read, read, since)

    def set_star(self, reports: Iterable[Report], starred: bool) -> None:
        """Star or unstar; `undo` takes it back."""
        self._set(reports, _STARRED if starred else _UNSTARRED, _star, Reading.set_star, starred)

    def _set(
        self,
        reports: Iterable[Report],
        words: Text,
        value_of: Callable[[Mark], bool],
        write: Callable[[Reading, Iterable[str], bool], Mapping[str, Mark]],
        value: bool,
        since: int | None = None,
    ) -> None:
        """Change one thing about reports; what has that value already is no change."""
        titles = {reading_key(report): report.short_title for report in reports}
        with self._changing:
            reading = self._resources.stores().reading
            before = write(reading, titles, value)
            self._marks = reading.marks()
            changed = [key for key, mark in before.items() if value_of(mark) is not value]
            if changed:
                title = titles[changed[0]]
                many = _MANY.format(n=len(changed))
                words = about(words, many if len(changed) > 1 else Text(title, title))
                self._changes.add(words, lambda: write(reading, changed, not value), since)

    def set_place(self, report: Report, place: str, progress: int) -> None:
        """Remember where reading stopped, in the reader's own words, and the percentage read."""
        reading = self._resources.stores().reading
        reading.set_place(reading_key(report), place, progress)
        self._marks = reading.marks()

    def set_opened(self, report: Report, moment: dt.datetime, seconds: float = 0.0) -> None:
        """Remember when `report` was last open, and `seconds` more of reading."""
        reading = self._resources.stores().reading
        reading.set_opened(reading_key(report), moment.isoformat(), seconds)
        self._marks = reading.marks()

    def look_at_marks(self) -> bool:
        """Read the marks again if another program changed them; whether it did."""
        before, self._marks = self._marks, self._resources.stores().reading.marks()
        return before is not self._marks

    def look_at_marks_of(self, reports: Sequence[Report]) -> None:
        """Read the marks of these reports only, for the first frame: reading all takes longer."""
        keys = [reading_key(report) for report in reports]
        self._marks = self._resources.stores().reading.some(keys)

    def last_screen(self) -> LastScreen | None:
        """The screen as the reader was left on these reports; `None` where it never was."""
        if not self._resources.has_files():
            return None
        return self._last_screens().load(self._resources.name())

    def keep_last_screen(self, screen: LastScreen) -> None:
        """Remember the screen as it is now."""
        if self._resources.has_files():
            self._last_screens().save(self._resources.name(), screen)

    def _last_screens(self) -> LastScreens:
        return LastScreens(self._resources.stores().state)

    def moment(self) -> int:
        """This point in the order of changes, for a later change that is to be undone as of now."""
        return self._changes.moment()

    def undo(self) -> Text | None:
        """Take back the last change of read, star or notes, and say which; `None` for none."""
        with self._changing:
            words = self._changes.take_back()
            self._marks = self._resources.stores().reading.marks()
            return words


def _read(mark: Mark) -> bool:
    return mark.read


def _star(mark: Mark) -> bool:
    return mark.starred
