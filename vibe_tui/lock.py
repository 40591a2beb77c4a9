"""One writer at a time: the lock of what is written, a library or an index, in a file of its own.

The lock is the operating system's, so that it ends with the process that holds it, however that
ends.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

from vibe_tui.errors import VibeError
from vibe_tui.regular import check_regular
from vibe_tui.text import Text

if sys.platform == "win32":
    import msvcrt

    def _take(stream: IO[bytes]) -> None:
        stream.seek(1)
        msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(stream: IO[bytes]) -> None:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)


TICK = 0.05
CANCELLED = Text("已取消", "was cancelled")


def take_lock(
    path: Path,
    busy: VibeError,
    wait: float,
    on_wait: Callable[[], None] = lambda: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> IO[bytes]:
    """The lock in the file at `path`, held until it is closed.

    Waits for another holder, which `on_wait` is told once. Raises `busy` when that takes longer
    than `wait` seconds, `VibeError` when it is `cancelled`, `OSError` where there cannot be such a
    file.
    """
    check_regular(path)
    stream = path.open("a+b")
    try:
        _wait_for(stream, busy, wait, on_wait, cancelled)
    except BaseException:
        stream.close()
        raise
    return stream


def _wait_for(
    stream: IO[bytes],
    busy: VibeError,
    wait: float,
    on_wait: Callable[[], None],
    cancelled: Callable[[], bool],
) -> None:
    end = time.monotonic() + wait
    told = False
    while True:
        try:
            _take(stream)
        except OSError as error:
            if cancelled():
                raise VibeError(CANCELLED) from error
            if time.monotonic() >= end:
                raise busy from error
        else:
            return
        if not told:
            told = True
            on_wait()
        time.sleep(TICK)
