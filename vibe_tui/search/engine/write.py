"""Changes the index: one writer at a time, a new generation for every step that is finished.

A segment is written beside the others and counts only when a generation names it, so an ended
process leaves at most a folder that nobody names, which the next writer removes. The cost of an
update grows with what changed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path

from vibe_tui.errors import VibeError
from vibe_tui.search.engine.build import CancelledError, Progress, work
from vibe_tui.search.engine.generation import View
from vibe_tui.search.engine.jobs import Jobs
from vibe_tui.search.engine.segments import Segments
from vibe_tui.search.text import Entry, Unread
from vibe_tui.text import Text

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
            segments = Segments(folder, known, removed)
            source = iter(entries)
            few, more = list(islice(source, FEW)), list(islice(source, 1))
            jobs = Jobs(segments, chain(few, more, source))
            for job, built in work(folder, jobs.next, progress, cancelled, workers if more else 1):
                jobs.end(job, built)
            segments.drop_old()
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
