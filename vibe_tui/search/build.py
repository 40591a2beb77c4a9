"""Turns reports into segments: here for a few, in other processes for many.

A report is parsed, folded and packed, and its terms gathered; that is all work for the processor,
so a large build goes to one process for each of them, each writing segments of its own, and the
program that reads meanwhile stays quick.
"""

from __future__ import annotations

import multiprocessing
import os
import secrets
import shutil
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import redirect_stderr, suppress
from dataclasses import dataclass
from itertools import chain, count, islice
from multiprocessing import resource_tracker
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path

from vibe_tui.errors import VibeError
from vibe_tui.search.generation import SegmentState, state_of
from vibe_tui.search.record import Entry, StoredReport, Unread
from vibe_tui.search.segment import write_segment
from vibe_tui.search.stored import stored_report

Chunk = list[Entry | Unread]
Progress = Callable[[int], None]
"""Told how many reports are done."""

FEW = 96
"""So many reports are indexed in this process."""

CHUNK = 1024
MAX_CHARS = 12_000_000
_POLL = 0.1
_NICE = 10
"""How much a worker process steps back for whoever reads meanwhile."""


@dataclass(frozen=True, slots=True)
class Built:
    """A finished segment and the reports in it."""

    state: SegmentState
    ids: tuple[str, ...]


class CancelledError(Exception):
    """The user asked to stop."""


def new_name() -> str:
    """A name for a segment that no other has."""
    return f"s-{secrets.token_hex(8)}"


def build(
    folder: Path,
    entries: Iterable[Entry | Unread],
    progress: Progress,
    cancelled: Callable[[], bool],
    workers: int | None = None,
) -> Iterator[Built]:
    """Write `entries` as segments in `folder`, each given when it is finished.

    Raises `OSError`, and `CancelledError` soon after `cancelled` says so.
    """
    source = iter(entries)
    first = list(islice(source, FEW))
    processes = os.cpu_count() or 1 if workers is None else workers
    following = list(islice(source, 1))
    if not following or processes < 2:
        yield from _build_here(folder, chain(first, following, source), progress, cancelled)
    else:
        chunks = _chunks(chain(first, following, source))
        yield from _build_beside(folder, chunks, processes, progress, cancelled)


def _chunks(entries: Iterable[Entry | Unread]) -> Iterator[Chunk]:
    chunk: Chunk = []
    chars = 0
    for entry in entries:
        chunk.append(entry)
        chars += entry.report.chars
        if len(chunk) >= CHUNK or chars >= MAX_CHARS:
            yield chunk
            chunk, chars = [], 0
    if chunk:
        yield chunk


def write_stored(folder: Path, name: str, stored_reports: Iterable[StoredReport]) -> SegmentState:
    """Write a segment of `stored_reports`; nothing of it is left where that fails."""
    try:
        count = write_segment(folder / name, stored_reports)
        return state_of(folder, name, count)
    except BaseException:
        shutil.rmtree(folder / name, ignore_errors=True)
        raise


def _build_chunk(
    folder: Path,
    name: str,
    chunk: Iterable[Entry | Unread],
    cancelled: Callable[[], bool],
    one_done: Callable[[], None],
) -> Built:
    """Write a segment of what can be read of `chunk`: the next scan says what cannot, and why."""
    ids: list[str] = []

    def stored_reports() -> Iterator[StoredReport]:
        for one in chunk:
            if cancelled():
                raise CancelledError
            with suppress(VibeError):
                stored = stored_report(one.read())
                ids.append(one.report.id)
                yield stored
            one_done()

    state = write_stored(folder, name, stored_reports())
    return Built(state, tuple(ids))


def _build_here(
    folder: Path,
    entries: Iterable[Entry | Unread],
    progress: Progress,
    cancelled: Callable[[], bool],
) -> Iterator[Built]:
    done = count(1)
    for chunk in _chunks(entries):
        yield _build_chunk(folder, new_name(), chunk, cancelled, lambda: progress(next(done)))


_done: Synchronized[int] | None = None
_stop: Synchronized[int] | None = None


def _begin(done: Synchronized[int], stop: Synchronized[int]) -> None:
    """Give a worker process what it shares with the program, a lower rank, and the same end."""
    global _done, _stop
    _done, _stop = done, stop
    if sys.platform != "win32":
        os.nice(_NICE)
    threading.Thread(target=_end_with_program, daemon=True).start()


def _end_with_program() -> None:
    """End when the program has: one that was killed leaves nobody to tell a worker to stop."""
    program = multiprocessing.parent_process()
    if program is not None:
        program.join()
        os._exit(1)


def _build_one(folder: Path, name: str, chunk: Chunk) -> Built:
    return _build_chunk(folder, name, chunk, _is_stopped, _one_done)


def _is_stopped() -> bool:
    return _stop is not None and bool(_stop.value)


def _one_done() -> None:
    if _done is not None:
        with _done.get_lock():
            _done.value += 1


def _start_tracker() -> None:
    """Start the process that clears away what the workers share, with the real standard error.

    It is handed the descriptor of `sys.stderr`, where a program that owns the screen may have put
    something that has none; then it does not start.
    """
    with redirect_stderr(sys.__stderr__):
        resource_tracker.ensure_running()


def _build_beside(
    folder: Path,
    chunks: Iterator[Chunk],
    workers: int,
    progress: Progress,
    cancelled: Callable[[], bool],
) -> Iterator[Built]:
    # A fresh interpreter: a fork of a program with threads may hang.
    context = multiprocessing.get_context("spawn")
    running: dict[Future[Built], Chunk] = {}
    try:
        _start_tracker()
        done, stop = context.Value("q", 0), context.Value("b", 0)
        pool = ProcessPoolExecutor(workers, context, initializer=_begin, initargs=(done, stop))
    except (OSError, ImportError, NotImplementedError):
        # A system without semaphores or shared memory: a sandbox, a phone.
        yield from _build_here(folder, chain.from_iterable(chunks), progress, cancelled)
        return
    try:
        while True:
            for chunk in islice(chunks, workers + 1 - len(running)):
                running[pool.submit(_build_one, folder, new_name(), chunk)] = chunk
            if not running:
                return
            finished, _ = wait(running, _POLL, FIRST_COMPLETED)
            progress(done.value)
            if cancelled():
                raise CancelledError
            for future in finished:
                chunk = running.pop(future)
                try:
                    built = future.result()
                except BrokenProcessPool:
                    # The system ended a worker (for want of memory, say): go on in this process.
                    rest = chain(chunk, *running.values(), chain.from_iterable(chunks))
                    running = {}
                    yield from _build_here(folder, rest, progress, cancelled)
                    return
                yield built
    finally:
        stop.value = 1
        pool.shutdown(wait=True, cancel_futures=True)
