"""Changes the index: one writer at a time, a new generation for every step that is finished.

A segment is written beside the others and counts only when a generation names it, so an ended
process leaves at most a folder that nobody names, which the next writer removes. The cost of an
update grows with what changed; small segments are joined now and then, after everything is
searchable.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from vibe_tui.errors import VibeError
from vibe_tui.search.build import FEW, CancelledError, Progress, build, new_name, write_stored
from vibe_tui.search.generation import SegmentState, View, open_view, publish
from vibe_tui.search.record import Entry, StoredReport, Unread
from vibe_tui.text import Text

LOCK = "write.lock"
LOCK_SECONDS = 5.0
SMALL = 512
MOST_SMALL = 6

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
    known: View,
    entries: Iterable[Entry | Unread],
    removed: Iterable[str] | None,
    progress: Progress,
    cancelled: Callable[[], bool],
    workers: int | None = None,
    *,
    waits: bool = True,
) -> None:
    """Index `entries` and forget `removed` (`None`: everything else). Raises `VibeError`.

    Where another writes, it `waits` some seconds for that. What `known` has open is not read
    again. What there was answers until it is replaced.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with locked(folder, LOCK_SECONDS if waits else 0.0):
            writer = _Writer(folder, known, removed or ())
            before = writer.names if removed is None else frozenset()
            writer.run(entries, progress, cancelled, workers)
            writer.drop(before)
    except CancelledError:
        return
    except OSError as error:
        reason = error.strerror or str(error)
        raise VibeError(_UNWRITABLE.format(folder=folder, reason=reason), _SPACE) from error


@contextmanager
def locked(folder: Path, seconds: float = 0.0) -> Iterator[None]:
    """Hold the only right to write; waits for it so many seconds. Raises `VibeError`, `OSError`.

    The system gives the lock back when its holder ends, however it ends.
    """
    from whoosh.util.filelock import FileLock

    lock = FileLock(str(folder / LOCK))
    until = time.monotonic() + seconds
    while not lock.acquire(blocking=False):
        if time.monotonic() >= until:
            raise VibeError(_LOCKED.format(folder=folder), _LATER)
        time.sleep(0.05)
    try:
        yield
    finally:
        lock.release()


class _Writer:
    def __init__(self, folder: Path, known: View, removed: Iterable[str]) -> None:
        self._folder = folder
        self._view = view = open_view(folder, known)
        self._states = {state.name: state for state in view.states}
        self._where = {
            report_id: (view.states[segment].name, document)
            for report_id, (segment, document) in view.where.items()
        }
        gone = [name for name in removed if name in self._where]
        for report_id in gone:
            self._delete(report_id)
        if gone or view.damaged:
            self._publish()
        self._sweep()

    @property
    def names(self) -> frozenset[str]:
        """The segments there are."""
        return frozenset(self._states)

    def drop(self, names: frozenset[str]) -> None:
        """Forget what is left in some segments."""
        left = [report_id for report_id, (name, _) in self._where.items() if name in names]
        for report_id in left:
            self._delete(report_id)
        if left:
            self._publish()

    def run(
        self,
        entries: Iterable[Entry | Unread],
        progress: Progress,
        cancelled: Callable[[], bool],
        workers: int | None,
    ) -> None:
        """Add `entries`, then join what has become too small."""
        for built in build(self._folder, entries, progress, cancelled, workers):
            state = built.state
            if not built.ids:
                shutil.rmtree(self._folder / state.name, ignore_errors=True)
            for document, report_id in enumerate(built.ids):
                self._delete(report_id)
                self._states.setdefault(state.name, state)
                self._where[report_id] = (state.name, document)
            self._publish()
        self._join()

    def _delete(self, report_id: str) -> None:
        place = self._where.pop(report_id, None)
        if place:
            name, document = place
            self._states[name] = self._states[name].without(1 << document)

    def _publish(self, replaced: Iterable[str] = ()) -> None:
        publish(self._folder, self._states.values())
        empty = [name for name, state in self._states.items() if not state.live]
        for name in (*replaced, *empty):
            self._states.pop(name, None)
            shutil.rmtree(self._folder / name, ignore_errors=True)

    def _sweep(self) -> None:
        """Remove segments that an ended process has left and no generation names."""
        for path in self._folder.glob("s-*"):
            if path.name not in self._states:
                shutil.rmtree(path, ignore_errors=True)

    def _join(self) -> None:
        """Make one segment of the small ones when they are many, and of one that is half gone."""
        small = [state for state in self._states.values() if state.live <= SMALL]
        hollow = [s for s in self._states.values() if s.count - s.live > max(FEW, s.live)]
        if len(small) > MOST_SMALL:
            self._replace(small)
        elif hollow:
            self._replace(hollow)

    def _replace(self, states: list[SegmentState]) -> None:
        view = open_view(self._folder, self._view)
        names = {state.name for state in states} & {state.name for state in view.states}

        def stored_reports() -> Iterator[StoredReport]:
            for state, segment in zip(view.states, view.segments, strict=True):
                if state.name in names:
                    for document in range(len(segment)):
                        if not state.deleted >> document & 1:
                            yield segment.stored(document)

        joined = write_stored(self._folder, new_name(), stored_reports())
        for name in names:
            del self._states[name]
        self._states[joined.name] = joined
        self._publish(names)
