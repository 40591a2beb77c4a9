"""Ends without threads that are stuck: in a share that is gone, a disk that does not answer.

Nobody can end such a thread, and Python would wait for it for ever.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from threading import Thread, main_thread

PATIENCE = 1.0
"""Seconds that an end waits for all threads together."""


def join_all(threads: Iterable[Thread]) -> bool:
    """Wait for the end of `threads`, but not long; whether all have ended."""
    waited_for = tuple(threads)
    end = time.monotonic() + PATIENCE
    for thread in waited_for:
        thread.join(max(0.0, end - time.monotonic()))
    return not any(thread.is_alive() for thread in waited_for)


def do_soon(work: Callable[[], object]) -> None:
    """Do `work` in a thread of its own, and leave it to that when it takes too long."""
    thread = Thread(target=work, daemon=True)
    thread.start()
    join_all([thread])


def end_process(code: int) -> int:
    """Give `code`, with which the process can end; or end it here, where a thread is stuck."""
    others = [one for one in threading.enumerate() if one is not main_thread() and not one.daemon]
    if not join_all(others):
        for stream in (sys.stdout, sys.stderr):
            if stream is not None:
                with suppress(OSError, ValueError):
                    stream.flush()
        os._exit(code)
    return code
