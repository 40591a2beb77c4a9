"""One at a time: what writes into a library holds its lock.

A process that was killed leaves a mark, by which the next holder knows of it; and it may leave
half-written files beside the library's, which are never part of a report.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from vibe_tui.errors import VibeError
from vibe_tui.files import take_lock
from vibe_tui.text import Text

WAIT_SECONDS = 10.0
_BUSY = Text("另一个 vibe 正在写入文库", "another vibe is writing to the library")
_LATER = Text("请稍后再试", "try again in a moment")


@contextmanager
def writing(
    path: Path,
    *,
    wait: float = WAIT_SECONDS,
    on_wait: Callable[[], None] = lambda: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Iterator[bool]:
    """Hold the lock in the file at `path`; gives whether its last holder was killed.

    Waits for another holder, which `on_wait` is told once. Raises `VibeError` when that takes
    longer than `wait` seconds or is `cancelled`. Where the file cannot be made, nobody can hold it:
    all go on.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        stream = take_lock(path, VibeError(_BUSY, _LATER), wait, on_wait, cancelled)
    except OSError:
        yield False
        return
    with stream:
        stream.seek(0)
        was_killed = stream.read(1) != b""
        stream.seek(0)
        stream.truncate()
        stream.write(b"*")
        stream.flush()
        try:
            yield was_killed
        finally:
            stream.seek(0)
            stream.truncate()


ASSETS = "assets"
"""The folder of the library in which the pictures of its reports are kept."""

_PATTERN = ".vibe-*.tmp"


def written_folders(library: Path) -> Iterator[Path]:
    """The folders of `library` into which a sync writes."""
    yield library
    yield library / ASSETS
    yield from library.glob("[0-9][0-9][0-9][0-9]")


def leftovers(library: Path) -> Iterator[Path]:
    """The half-written files in `library`; those of a run that goes on are among them."""
    for folder in written_folders(library):
        yield from folder.glob(_PATTERN)


def clear_leftovers(library: Path) -> int:
    """Remove the half-written files; how many there were. Call it only while holding the lock."""
    cleared = 0
    for path in tuple(leftovers(library)):
        try:
            path.unlink()
        except OSError:
            continue
        cleared += 1
    return cleared
