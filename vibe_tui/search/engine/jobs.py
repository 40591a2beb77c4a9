"""What an update does, and in which order: lots of reports are written, segments are joined.

Lots become small segments, searchable at once. They are joined as soon as they make a full one, and
at the end where they are many: a query asks every segment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from vibe_tui.search.engine.build import LOT, Built, Job, Join, Lot
from vibe_tui.search.engine.generation import SegmentState
from vibe_tui.search.engine.segments import Segments
from vibe_tui.search.text import Entry, Unread

FULL_REPORTS, FULL_BYTES = 1024, 48_000_000
"""What makes a segment full; one that is less than half full is small."""

MOST_NEW, MOST_SMALL = 24, 6
"""Small segments that there may be while many reports are written, and after a small update."""

HOLLOW = 96
"""Deleted reports that a segment may keep even if they are the most of it."""


class Jobs:
    """The jobs for changing `segments` by `entries`."""

    def __init__(self, segments: Segments, entries: Iterator[Entry | Unread]) -> None:
        self._segments = segments
        self._entries = entries
        self._begun = 0
        self._written = 0
        self._joining: set[str] = set()

    def next(self) -> Job | None:
        """A job to begin; `None` while there is none, and when all are done."""
        job = self._join() or self._lot()
        if job is None and not self._begun:
            job = self._last_join()
        if job is not None:
            self._begun += 1
        if isinstance(job, Join):
            self._joining.update(state.name for state in job.states)
        return job

    def end(self, job: Job, built: Sequence[Built]) -> None:
        """Make the segments that a job has built count."""
        self._begun -= 1
        if isinstance(job, Lot):
            self._written += len(built)
            self._segments.add(built, self._joining)
        elif built:
            # Damaged ones are left, and not tried again: who opens the index next finds out.
            self._joining.difference_update(state.name for state in job.states)
            self._segments.replace(job.states, built[0], self._joining)

    def _lot(self) -> Lot | None:
        reports = tuple(islice(self._entries, LOT))
        return Lot(reports) if reports else None

    def _join(self) -> Join | None:
        small = self._small()
        if len(small) > MOST_NEW or (len(small) > 1 and sum(map(_fill, small)) >= 1):
            return Join(small)
        return None

    def _last_join(self) -> Join | None:
        small = self._small()
        if len(small) > (MOST_SMALL if self._written < 2 else 1):
            return Join(small)
        for state in self._free():
            if state.count - state.live > max(HOLLOW, state.live):
                return Join((state,))
        return None

    def _small(self) -> tuple[SegmentState, ...]:
        return tuple(state for state in self._free() if _fill(state) < 0.5)

    def _free(self) -> list[SegmentState]:
        return [state for state in self._segments.current if state.name not in self._joining]


def _fill(state: SegmentState) -> float:
    """How much of a full segment one is."""
    size = sum(file.size for file in state.files)
    return max(state.live / FULL_REPORTS, size / FULL_BYTES)
