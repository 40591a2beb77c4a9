"""Which reports are marked to be compared: a choice of this session, in the order it was made.

What is no longer in the library is passed over, and counts again when it comes back.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from vibe_tui.errors import VibeError
from vibe_tui.model.report import Report
from vibe_tui.service.undo import Changes, about
from vibe_tui.text import Text

MOST = 8
"""Reports that are compared at once."""

_MARKED = Text("标记对照", "marked for comparison")
_UNMARKED = Text("取消对照标记", "no longer marked for comparison")
_CLEARED = Text("取消 {n} 个对照标记", "{n} comparison marks cleared")
_FULL = Text("最多对照 {n} 篇报告", "{n} reports are compared at most")
_FULL_HINT = Text("在已标的一篇上再按 c 取消", "c on a marked one unmarks it")


class Comparing:
    """The marked reports; changes of them can be taken back."""

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
        words = about(
            _MARKED if marked else _UNMARKED, Text(report.short_title, report.short_title)
        )
        self._changes.add(words, lambda: self._set(report, not marked))

    def _set(self, report: Report, marked: bool) -> None:
        others = {id_: one for id_, one in self._marked.items() if id_ != report.id}
        self._marked = {**others, report.id: report} if marked else others

    def _restore(self, before: Mapping[str, Report]) -> None:
        self._marked = {**before, **self._marked}
