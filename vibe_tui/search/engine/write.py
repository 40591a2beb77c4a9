"""Changes the index: one writer at a time, a new generation for every step that is finished.

`Schedule` says what is to be done: batches of reports become small segments, searchable at once,
which are joined as soon as they make a full one, and at the end where they are many: a query asks
every segment. A segment is written beside the others and counts only when a generation names it, so
an ended process leaves at most a folder that nobody names, which the next writer removes. The cost
of an update grows with what changed.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import IO

from vibe_tui.errors import VibeError
from vibe_tui.files import take_lock
from vibe_tui.search.engine.build import (
    BATCH,
    Batch,
    Built,
    CancelledError,
    CountDone,
    Job,
    Join,
    work,
)
from vibe_tui.search.engine.generation import Generation, SegmentState, open_view, publish
from vibe_tui.search.text import Pending
from vibe_tui.text import Text

FULL_REPORTS, FULL_BYTES = 1024, 48_000_000
"""What makes a segment full; one that is less than half full is small."""

MOST_NEW, MOST_SMALL = 24, 6
"""Small segments that there may be while many reports are written, and after a small update."""

HOLLOW = 96
"""Deleted reports that a segment may keep even if they are the most of it."""


class Schedule:
    """What is to be done for `pending` reports, and which report counts in which segment meanwhile.

    `removed` count in none; where everything else is to be forgotten (`None`), the segments there
    are now are old and answer until the end. What `known` has open is not read again.
    """

    def __init__(
        self,
        folder: Path,
        known: Generation,
        pending: Iterator[Pending],
        removed: Iterable[str] | None,
    ) -> None:
        self._folder = folder
        self._pending = pending
        self._begun = self._written = 0
        self._joining: set[str] = set()
        view = open_view(folder, known)
        self._states = {state.name: state for state in view.states}
        self._where = {
            report_id: (view.states[segment].name, document)
            for report_id, (segment, document) in view.where.items()
        }
        self._old = frozenset(self._states) if removed is None else frozenset()
        gone = [report_id for report_id in removed or () if report_id in self._where]
        self._forget(gone)
        if gone or view.damaged:
            self._publish()
        for path in folder.glob("s-*"):
            # An ended process has left it, or it is damaged.
            if path.name not in self._states:
                shutil.rmtree(path, ignore_errors=True)

    # What is to be done

    def next(self) -> Job | None:
        """A job to begin; `None` while there is none, and when all are done."""
        job: Job | None = self._join()
        if job is None and (batch := tuple(islice(self._pending, BATCH))):
            job = Batch(batch)
        if job is None and not self._begun:
            job = self._last_join()
        if job is not None:
            self._begun += 1
        if isinstance(job, Join):
            self._joining.update(state.name for state in job.states)
        return job

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
        busy = self._joining | self._old
        return [state for state in self._states.values() if state.name not in busy]

    # What has been done

    def end(self, job: Job, built: Sequence[Built]) -> None:
        """Make the segments that a job has built count."""
        self._begun -= 1
        if isinstance(job, Batch):
            self._written += len(built)
            self._add(built)
        elif built:
            # Damaged ones are left, and not tried again: who opens the index next finds out.
            self._joining.difference_update(state.name for state in job.states)
            self._replace(job.states, built[0])

    def finish(self) -> None:
        """Forget what is left in the old segments."""
        left = [report_id for report_id, (name, _) in self._where.items() if name in self._old]
        self._forget(left)
        self._joining.clear()
        if left:
            self._publish()

    def _add(self, built: Iterable[Built]) -> None:
        """Count new segments in; their reports count nowhere else any more."""
        for one in built:
            self._states[one.state.name] = one.state
            for document, report_id in enumerate(one.ids):
                self._forget([report_id])
                self._where[report_id] = (one.state.name, document)
        self._publish()

    def _replace(self, joined: Iterable[SegmentState], built: Built) -> None:
        """Put a segment in the place of those that it was made of, as they were then.

        What was deleted in them meanwhile is deleted in it.
        """
        name = built.state.name
        self._states[name] = built.state
        places = [
            (state.name, document)
            for state in joined
            for document in range(state.count)
            if not state.deleted >> document & 1
        ]
        for document, (report_id, place) in enumerate(zip(built.ids, places, strict=True)):
            if self._where.get(report_id) == place:
                self._forget([report_id])
                self._where[report_id] = (name, document)
            else:
                self._states[name] = self._states[name].without(1 << document)
        self._publish()

    def _forget(self, report_ids: Iterable[str]) -> None:
        for report_id in report_ids:
            if place := self._where.pop(report_id, None):
                name, document = place
                self._states[name] = self._states[name].without(1 << document)

    def _publish(self) -> None:
        """Make a generation; what none needs any more, and nobody joins, leaves the disk."""
        publish(self._folder, self._states.values())
        for name in [name for name, state in self._states.items() if not state.live]:
            if name not in self._joining:
                del self._states[name]
                shutil.rmtree(self._folder / name, ignore_errors=True)


def _fill(state: SegmentState) -> float:
    """How much of a full segment one is."""
    size = sum(file.size for file in state.files)
    return max(state.live / FULL_REPORTS, size / FULL_BYTES)


LOCK = "write.lock"
LOCK_SECONDS = 5.0
FEW = 96
"""So many reports are indexed in this process."""

_LOCKED = Text(
    "搜索索引 {folder} 正由另一个 vibe 更新",
    "the search index {folder} is being updated by another vibe",
)
_LATER = Text("稍后再试；搜索照常可用", "try again later; searching works meanwhile")
_UNWRITABLE = Text(
    "搜索索引 {folder} 写不进去：{reason}", "the search index {folder} cannot be written: {reason}"
)
_SPACE = Text(
    "检查磁盘空间与权限；搜索会直接查原文",
    "check disk space and rights; search reads the texts instead",
)


def update_index(
    folder: Path,
    known: Generation,
    pending: Iterable[Pending],
    removed: Iterable[str] | None,
    progress: CountDone,
    cancelled: Callable[[], bool],
    workers: int | None,
    waits: bool,
) -> None:
    """See `Index.update`; what `known` has open is not read again."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with locked(folder, LOCK_SECONDS if waits else 0.0):
            source = iter(pending)
            few, more = list(islice(source, FEW)), list(islice(source, 1))
            schedule = Schedule(folder, known, chain(few, more, source), removed)
            processes = workers if more else 1
            for job, built in work(folder, schedule.next, progress, cancelled, processes):
                schedule.end(job, built)
            schedule.finish()
    except CancelledError:
        return
    except OSError as error:
        reason = error.strerror or str(error)
        raise VibeError(_UNWRITABLE.format(folder=folder, reason=reason), _SPACE) from error


def locked(folder: Path, seconds: float = 0.0) -> IO[bytes]:
    """Hold the only right to write; waits for it so many seconds. Raises `VibeError`, `OSError`."""
    return take_lock(folder / LOCK, VibeError(_LOCKED.format(folder=folder), _LATER), seconds)
