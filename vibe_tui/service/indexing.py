"""Keeps the index in step with the reports: what waits to be indexed, and indexing it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from vibe_tui.model.report import Report
from vibe_tui.search.settled import is_settled, look, settle
from vibe_tui.service.resources import Resources

if TYPE_CHECKING:
    from vibe_tui.search.index import Unread

Progress = Callable[[int, int], None]
"""Told how many are done, and of how many."""

Cancelled = Callable[[], bool]


class Indexing:
    """The index of what the last look at the reports found."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources

    def update(
        self, progress: Progress | None, cancelled: Cancelled | None, *, waits: bool = True
    ) -> None:
        """Index what is not indexed as it is now. Slow. Raises `VibeError`."""
        changed, gone = self.stale()
        if changed or gone or self._resources.index().problems():
            wanted = frozenset(changed)
            reports = (one for one in self._resources.known().scan.reports if one.id in wanted)
            told = _counted(progress, len(wanted))
            entries = self._entries(reports)
            self._resources.index().update(entries, gone, told, cancelled, waits=waits)
            self.is_behind()

    def rebuild(self, progress: Progress | None, cancelled: Cancelled | None) -> None:
        """Index everything anew. Slow. Raises `VibeError`."""
        reports = self._resources.known().scan.reports
        told = _counted(progress, len(reports))
        self._resources.index().rebuild(self._entries(reports), told, cancelled)

    def is_behind(self) -> bool:
        """Whether `update` has anything to do. Raises `VibeError`.

        Opens the index only where it is not known already that it is whole and up to date.
        """
        if not self._resources.has_files():
            return False
        folder, reports = self._resources.index_folder(), self._resources.known().scan.reports
        note = self._resources.index_note()
        looked_at = look(folder, reports)
        if is_settled(note, looked_at):
            return False
        index = self._resources.index()
        if any(index.stale({report.id: report.hash for report in reports})) or index.problems():
            return True
        settle(note, looked_at)
        return False

    def stale(self) -> tuple[Sequence[str], Sequence[str]]:
        """The reports that are to be indexed, and those to be forgotten. Raises `VibeError`."""
        if not self._resources.has_files():
            return (), ()
        reports = self._resources.known().scan.reports
        return self._resources.index().stale({report.id: report.hash for report in reports})

    def _entries(self, reports: Iterable[Report]) -> Iterator[Unread]:
        from vibe_tui.search.index import Unread

        for report in reports:
            yield Unread(report, self._resources.reader(report), report.hash)


def _counted(progress: Progress | None, total: int) -> Callable[[int], None] | None:
    return (lambda done: progress(done, total)) if progress else None
