"""Writes segments and joins them: here for a few reports, in other processes for many.

A report is read, parsed, folded and packed, and its terms gathered; that is all work for the
processor, so a large build goes to other processes, each writing segments of its own, and the
program that reads meanwhile stays quick. A process is given a few reports at a time, unread.
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
from functools import partial
from itertools import chain, count
from multiprocessing import resource_tracker
from multiprocessing.sharedctypes import Synchronized
from pathlib import Path

from vibe_tui.errors import VibeError
from vibe_tui.search.engine.generation import DAMAGE, SegmentState, is_intact, segment_state
from vibe_tui.search.engine.segment import join_segments, write_segment
from vibe_tui.search.text import Pending, StoredReport, stored_report

CountDone = Callable[[int], None]
"""Told how many reports are done."""

BATCH = 64
"""Reports that a process is given at a time."""

MOST_WORKERS = 4
"""More would be quicker yet, but each of them takes memory."""

_POLL = 0.1
_NICE = 10
"""How much a worker process steps back for whoever reads meanwhile."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Reports to be written as new segments."""

    reports: tuple[Pending, ...]


@dataclass(frozen=True, slots=True)
class Join:
    """Segments of which one is to be made, without what is deleted in them."""

    states: tuple[SegmentState, ...]


Job = Batch | Join


@dataclass(frozen=True, slots=True)
class Built:
    """A finished segment and the reports in it."""

    state: SegmentState
    ids: tuple[str, ...]


Done = tuple[Job, list[Built]]
"""A job and its segments: none of a lot in which nothing can be read, or where one to be joined
is damaged."""


class CancelledError(Exception):
    """The user asked to stop."""


def work(
    folder: Path,
    next_job: Callable[[], Job | None],
    progress: CountDone,
    cancelled: Callable[[], bool],
    workers: int | None = None,
) -> Iterator[Done]:
    """Do the jobs in `folder` that `next_job` gives, each given back when it is done.

    `next_job` gives `None` while there is nothing to begin; when all is done that ends the work.
    Raises `OSError`, and `CancelledError` soon after `cancelled` says so.
    """
    processes = min(os.cpu_count() or 1, MOST_WORKERS) if workers is None else workers
    if processes < 2:
        yield from _work_here(folder, next_job, progress, cancelled)
    else:
        yield from _work_beside(folder, next_job, processes, progress, cancelled)


def _do(
    folder: Path, job: Job, cancelled: Callable[[], bool], one_done: Callable[[], None]
) -> list[Built]:
    def check() -> None:
        if cancelled():
            raise CancelledError

    def stored_reports(reports: Iterable[Pending]) -> Iterator[StoredReport]:
        for one in reports:
            check()
            # The next scan says what cannot be read, and why.
            with suppress(VibeError):
                yield stored_report(one.report, one.paper, one.read(), one.stamp)
            one_done()

    if isinstance(job, Join):
        return _join(folder, job.states, check)
    stored = stored_reports(job.reports)
    return [
        _written(folder, partial(write_segment, reports=chain((first,), stored)))
        for first in stored
    ]


def _join(folder: Path, states: Iterable[SegmentState], check: Callable[[], None]) -> list[Built]:
    sources = [(folder / state.name, state.deleted) for state in states]
    try:
        if all(is_intact(folder, state) for state in states):
            return [_written(folder, partial(join_segments, sources=sources, check=check))]
    except DAMAGE as error:
        if isinstance(error, OSError):
            raise
    return []


def _written(folder: Path, write: Callable[[Path], tuple[str, ...]]) -> Built:
    """Write a new segment; nothing of it is left where that fails."""
    name = f"s-{secrets.token_hex(8)}"
    try:
        ids = write(folder / name)
        return Built(segment_state(folder, name, len(ids)), ids)
    except BaseException:
        shutil.rmtree(folder / name, ignore_errors=True)
        raise


def _work_here(
    folder: Path,
    next_job: Callable[[], Job | None],
    progress: CountDone,
    cancelled: Callable[[], bool],
    before: int = 0,
) -> Iterator[Done]:
    done = count(before + 1)
    while job := next_job():
        yield job, _do(folder, job, cancelled, lambda: progress(next(done)))


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


def _do_beside(folder: Path, job: Job) -> list[Built]:
    def one_done() -> None:
        if _done is not None:
            with _done.get_lock():
                _done.value += 1

    return _do(folder, job, lambda: _stop is not None and bool(_stop.value), one_done)


def _work_beside(
    folder: Path,
    next_job: Callable[[], Job | None],
    workers: int,
    progress: CountDone,
    cancelled: Callable[[], bool],
) -> Iterator[Done]:
    # A fresh interpreter: a fork of a program with threads may hang.
    context = multiprocessing.get_context("spawn")
    running: dict[Future[list[Built]], Job] = {}
    begun: list[Job] = []
    finished = 0
    try:
        # What clears away what the workers share is handed the descriptor of `sys.stderr`, where a
        # program that owns the screen may have put something that has none.
        with redirect_stderr(sys.__stderr__):
            resource_tracker.ensure_running()
        done, stop = context.Value("q", 0), context.Value("b", 0)
        pool = ProcessPoolExecutor(workers, context, initializer=_begin, initargs=(done, stop))
    except (OSError, ImportError, NotImplementedError):
        # A system without semaphores or shared memory: a sandbox, a phone.
        yield from _work_here(folder, next_job, progress, cancelled)
        return
    try:
        while True:
            while len(running) <= workers and (job := next_job()):
                begun.append(job)
                running[pool.submit(_do_beside, folder, job)] = job
            if not running:
                return
            ended, _ = wait(running, _POLL, FIRST_COMPLETED)
            progress(done.value)
            if cancelled():
                raise CancelledError
            for future in ended:
                built = future.result()
                job = running.pop(future)
                begun.remove(job)
                finished += len(job.reports) if isinstance(job, Batch) else 0
                yield job, built
    except BrokenProcessPool:
        # The system ended a worker (for want of memory, say): go on in this process.
        left = iter(begun)

        def rest() -> Job | None:
            return next(left, None) or next_job()

        yield from _work_here(folder, rest, progress, cancelled, finished)
    finally:
        stop.value = 1
        pool.shutdown(wait=True, cancel_futures=True)
