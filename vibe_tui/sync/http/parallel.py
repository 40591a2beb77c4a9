"""Runs fetches side by side: many servers at once, few requests to any one of them.

Each job has its own thread and its own time; one that is over its time is cut and given up, even
where the system does not let go of it, and delays nobody. Results come to the calling thread, in
the order in which they are ready. No thread outlives the program.
"""

from __future__ import annotations

import queue
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from vibe_tui.errors import VibeError
from vibe_tui.sync.guard import attempt
from vibe_tui.sync.http.request import Connection, slow_error
from vibe_tui.text import Text

T = TypeVar("T")

AT_ONCE = 8
PER_HOST = 2
TICK = 0.05
GRACE = 1.0
"""Seconds for a job to notice by itself that its time is over."""
READING = 600.0
"""Seconds for what is done with the bytes once they have come."""


@dataclass(frozen=True, slots=True)
class Job(Generic[T]):
    """Work that fetches from `host` and is to be through within `seconds`."""

    key: str
    host: str
    work: Callable[[Connection], T]
    seconds: float


@dataclass(frozen=True, slots=True)
class JobResult(Generic[T]):
    """What a job gave: `result`, or else why it failed."""

    key: str
    result: T | None = None
    error: VibeError | None = None

    def get(self) -> T:
        """What the job gave. Raises the `VibeError` by which it failed."""
        if self.result is None:
            raise self.error or VibeError(Text("没有结果", "no result"))
        return self.result


class _Running(Generic[T]):
    def __init__(self, job: Job[T]) -> None:
        self.job = job
        self.connection = Connection()
        self._end = time.monotonic() + job.seconds + GRACE

    @property
    def is_overdue(self) -> bool:
        """Whether its time is over."""
        return time.monotonic() >= self._end + (READING if self.connection.is_through else 0)


def run_jobs(
    jobs: Sequence[Job[T]], cancelled: Callable[[], bool] = lambda: False
) -> Iterator[JobResult[T]]:
    """The outcome of every job as it is ready; ends early when `cancelled` says so."""
    waiting = list(jobs)
    running: dict[str, _Running[T]] = {}
    done: queue.SimpleQueue[JobResult[T]] = queue.SimpleQueue()
    try:
        while (waiting or running) and not cancelled():
            _start(waiting, running, done)
            try:
                outcome = done.get(timeout=TICK)
            except queue.Empty:
                yield from _overdue(running)
                continue
            if running.pop(outcome.key, None) is not None:
                yield outcome
    finally:
        for one in running.values():
            one.connection.cut()


def _start(
    waiting: list[Job[T]],
    running: dict[str, _Running[T]],
    done: queue.SimpleQueue[JobResult[T]],
) -> None:
    """Start what may run beside what is running."""
    busy = Counter(one.job.host for one in running.values())
    for job in list(waiting):
        if len(running) >= AT_ONCE:
            return
        if busy[job.host] >= PER_HOST:
            continue
        waiting.remove(job)
        busy[job.host] += 1
        one = _Running(job)
        running[job.key] = one
        # What is bound to this thread, as the workshop of the run is, is to its threads too.
        run = copy_context().run
        name = f"vibe-fetch-{job.key}"
        threading.Thread(target=run, args=(_work, one, done), name=name, daemon=True).start()


def _work(one: _Running[T], done: queue.SimpleQueue[JobResult[T]]) -> None:
    result = attempt(partial(one.job.work, one.connection))
    if isinstance(result, VibeError):
        done.put(JobResult(one.job.key, error=result))
    else:
        done.put(JobResult(one.job.key, result))


def _overdue(running: dict[str, _Running[T]]) -> Iterator[JobResult[T]]:
    for key, one in list(running.items()):
        if one.is_overdue:
            one.connection.cut()
            del running[key]
            yield JobResult(key, error=slow_error(one.job.seconds))
