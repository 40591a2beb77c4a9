"""What the reader did: marks of reports, which of them are compared, and how to take that back.

The comparison is a choice of this session, in the order it was made; the rest is in the reading
state. Safe for threads.
"""

from __future__ import annotations

import datetime as dt
import threading
from bisect import insort
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from vibe_tui.clean import clean_line
from vibe_tui.errors import VibeError
from vibe_tui.model.report import Report
from vibe_tui.service.resources import Resources
from vibe_tui.state.reading import NO_MARK, Mark, Reading, reading_key
from vibe_tui.state.session import LastScreen, LastScreens
from vibe_tui.text import Text


class Change(NamedTuple):
    """What was done at `moment`, in words, and how to take it back."""

    moment: int
    words: Text
    take_back: Callable[[], object]


class Changes:
    """The changes that can be taken back, the last one first.

    A change may count from an earlier moment than it was made: a report that is marked as read by
    itself some seconds after it was opened was changed by opening it, so what the person did since
    is taken back before that.
    """

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._changes: list[Change] = []
        self._moment = 0

    def moment(self) -> int:
        """A number for this point: above that of every change so far, below that of every later."""
        with self._lock:
            self._moment += 1
            return self._moment

    def add(self, words: Text, take_back: Callable[[], object], since: int | None = None) -> None:
        """Remember a change, as made now or at the moment `since`."""
        with self._lock:
            moment = self.moment() if since is None else since
            change = Change(moment, words, take_back)
            insort(self._changes, change, key=lambda one: one.moment)

    def take_back(self) -> Text | None:
        """Take back the last one and say which it was; `None` where there is none."""
        with self._lock:
            if not self._changes:
                return None
            change = self._changes.pop()
        change.take_back()
        return change.words


def about(what: Text, name: Text) -> Text:
    """A change and what it was done to; the name may come from outside."""
    return Text(f"{what.zh}：{clean_line(name.zh)}", f"{what.en}: {clean_line(name.en)}")


_READ = Text("标为已读", "marked as read")
_UNREAD = Text("标为未读", "marked as unread")
_STARRED = Text("加星标", "starred")
_UNSTARRED = Text("去掉星标", "star removed")
_MANY = Text("{n} 篇", "{n} reports")


class ReadingState:
    """Marks of the reports of one library."""

    def __init__(self, resources: Resources, changes: Changes) -> None:
        self._resources = resources
        self._marks: Mapping[str, Mark] = {}
        self._new: frozenset[str] = frozenset()
        self._changing = threading.Lock()
        self._changes = changes

    @cached_property
    def _stored(self) -> Reading:
        return Reading(self._resources.state)

    def mark(self, report: Report) -> Mark:
        """What the reader did with `report`, as of the last listing or change."""
        mark = self._marks.get(reading_key(report), NO_MARK)
        return replace(mark, new=True) if report.id in self._new else mark

    @property
    def new(self) -> frozenset[str]:
        """The ids of what the last sync or import brought."""
        return self._new

    def arrive(self, ids: Collection[str]) -> None:
        """A sync or an import brought these reports into the user's library; none change nothing.

        What a folder that is read in place holds was there before.
        """
        if ids:
            self._stored.set_arrived(self._resources.library_name(), ids)
            self._new = self._stored.arrived(self._resources.name())

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
            before = write(self._stored, titles, value)
            self._marks = self._stored.marks()
            changed = [key for key, mark in before.items() if value_of(mark) is not value]
            if changed:
                title = titles[changed[0]]
                many = _MANY.format(n=len(changed))
                words = about(words, many if len(changed) > 1 else Text(title, title))
                self._changes.add(words, lambda: write(self._stored, changed, not value), since)

    def set_place(self, report: Report, place: str, progress: int) -> None:
        """Remember where reading stopped, in the reader's own words, and the percentage read."""
        self._stored.set_place(reading_key(report), place, progress)
        self._marks = self._stored.marks()

    def set_opened(self, report: Report, moment: dt.datetime, seconds: float = 0.0) -> None:
        """Remember when `report` was last open, and `seconds` more of reading."""
        self._stored.set_opened(reading_key(report), moment.isoformat(), seconds)
        self._marks = self._stored.marks()

    def follow(self, reports: Sequence[Report]) -> None:
        """Take `reports` as all that there are: marks go along with files that were renamed."""
        self._stored.follow(reports)
        self._marks = self._stored.marks()

    def look(self) -> bool:
        """Read the marks again if another program changed them; whether it did."""
        before, self._marks = self._marks, self._stored.marks()
        self._new = self._stored.arrived(self._resources.name())
        return before is not self._marks

    def look_at_some(self, reports: Sequence[Report]) -> None:
        """Read the marks of these reports only, for the first frame: reading all takes longer."""
        self._marks = self._stored.some([reading_key(report) for report in reports])
        self._new = self._stored.arrived(self._resources.name())

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
        return LastScreens(self._resources.state)

    def moment(self) -> int:
        """This point in the order of changes, for a later change that is to be undone as of now."""
        return self._changes.moment()

    def undo(self) -> Text | None:
        """Take back the last change of marks, notes or what is compared, and say which it was."""
        with self._changing:
            words = self._changes.take_back()
            self._marks = self._stored.marks()
            return words


def _read(mark: Mark) -> bool:
    return mark.read


def _star(mark: Mark) -> bool:
    return mark.starred


MOST = 8
"""Reports that are compared at once."""

_MARKED = Text("标记对照", "marked for comparison")
_NO_MARK = Text("取消对照标记", "no longer marked for comparison")
_CLEARED = Text("取消 {n} 个对照标记", "{n} comparison marks cleared")
_FULL = Text("最多对照 {n} 篇报告", "{n} reports are compared at most")
_FULL_HINT = Text("在已标的一篇上再按 c 取消", "c on a marked one unmarks it")


class Comparing:
    """The reports marked to be compared; changes of them can be taken back.

    What is no longer in the library is passed over, and counts again when it comes back.
    """

    def __init__(self, changes: Changes) -> None:
        self._changes = changes
        self._marked: dict[str, Report] = {}
        self._gone: frozenset[str] = frozenset()

    @property
    def reports(self) -> tuple[Report, ...]:
        """Those that are in the library."""
        return tuple([one for id_, one in self._marked.items() if id_ not in self._gone])

    def holds(self, report: Report) -> bool:
        """Whether a report is marked."""
        return bool(self._marked) and report.id in self._marked

    def look(self, reports: Iterable[Report]) -> None:
        """Update the marked reports from `reports`, which is all that the library holds now."""
        if not self._marked:
            return
        by_id = {report.id: report for report in reports if report.id in self._marked}
        self._gone = frozenset([id_ for id_ in self._marked if id_ not in by_id])
        self._marked = {id_: by_id.get(id_, report) for id_, report in self._marked.items()}

    def toggle(self, report: Report) -> bool:
        """Mark a report or unmark it; whether it is marked now. Raises `VibeError` when full."""
        if self.holds(report):
            self.remove(report)
            return False
        if len(self.reports) >= MOST:
            raise VibeError(_FULL.format(n=MOST), _FULL_HINT)
        self._change(report, True)
        return True

    def remove(self, report: Report) -> None:
        """Unmark a report, if it is marked."""
        if self.holds(report):
            self._change(report, False)

    def clear(self) -> int:
        """Unmark all; how many there were."""
        before = self._marked
        if before:
            self._marked = {}
            words = _CLEARED.format(n=len(before))
            self._changes.add(words, lambda: self._restore(before))
        return len(before)

    def _change(self, report: Report, marked: bool) -> None:
        """Mark or unmark, so that it can be taken back."""
        self._set(report, marked)
        words = about(_MARKED if marked else _NO_MARK, Text(report.short_title, report.short_title))
        self._changes.add(words, lambda: self._set(report, not marked))

    def _set(self, report: Report, marked: bool) -> None:
        others = {id_: one for id_, one in self._marked.items() if id_ != report.id}
        self._marked = {**others, report.id: report} if marked else others

    def _restore(self, before: dict[str, Report]) -> None:
        self._marked = before
