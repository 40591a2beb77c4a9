"""Slow work off the UI thread: named groups, the newest job of a group wins.

A job is a function that touches no widget. Its result comes back on the UI thread, and only when
no newer job of its group was started meanwhile. A `VibeError` comes back too; any other exception
shows as a failed worker, which the app turns into one line. Writes are different: each is done,
one after the other, whatever comes later. `Again` asks anew while an answer is not whole.

The heavy parts of the program are loaded behind the first frame, one after the other. Two threads
that import packages with circular imports at the same time can meet a module that is half there:
a job that may import more than the first frame needs first calls the `load_…` that brings it. What
only indexing and searching need takes several megabytes and stays out until then; so does what
only some reports hold (formulas, code) or another screen shows.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from queue import Empty, SimpleQueue
from threading import Lock, Thread, current_thread
from typing import TypeVar

from textual.message_pump import MessagePump
from textual.timer import Timer
from textual.worker import Worker, get_current_worker

from vibe_tui.errors import VibeError
from vibe_tui.files import Cancelled
from vibe_tui.stuck import join_all

T = TypeVar("T")

WRITES = "writes"


class Threads(ThreadPoolExecutor):
    """Threads for workers. Asyncio waits for their end without end, we for a second."""

    def __init__(self) -> None:
        self._begun: list[Thread] = []
        super().__init__(initializer=lambda: self._begun.append(current_thread()))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let nothing more begin, and wait for what has, but not for ever."""
        super().shutdown(wait=False, cancel_futures=cancel_futures)
        join_all(self._begun if wait else ())


class Jobs:
    """The jobs of one part of the app, shown on `owner`; its groups are its own."""

    def __init__(self, owner: MessagePump) -> None:
        self._owner = owner
        self._generations: dict[str, int] = {}
        self._writes: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._writing = False
        self._in_order = Lock()

    def run(
        self,
        group: str,
        work: Callable[[Cancelled], T],
        done: Callable[[T], object],
        failed: Callable[[VibeError], None],
    ) -> None:
        """Start `work` in a thread, in place of the running job of `group`.

        `work` gets a function that tells whether it was cancelled, to be asked now and then.
        `done` may be a coroutine function.
        """
        generation = self._generations[group] = self._generations.get(group, 0) + 1

        def deliver(result: T) -> object:
            return done(result) if self._generations[group] == generation else None

        def give_up(error: VibeError) -> None:
            if self._generations[group] == generation:
                failed(error)

        def body() -> None:
            worker: Worker[None] = get_current_worker()
            app = self._owner.app

            def cancelled() -> bool:
                # An app that ends cancels what is running, but not what begins meanwhile.
                return worker.is_cancelled or not app.is_running

            if cancelled():
                return
            try:
                result = work(cancelled)
            except VibeError as error:
                self._owner.call_later(give_up, error)
            else:
                self._owner.call_later(deliver, result)

        self._start(body, group)

    def is_running(self, group: str) -> bool:
        """Whether a job of `group` goes on that nobody has cancelled."""
        own = self._own(group)
        return any(
            worker.group == own and not worker.is_finished and not worker.is_cancelled
            for worker in self._owner.app.workers
        )

    def cancel(self, group: str) -> None:
        """Let the running job of `group` come to nothing."""
        self._generations[group] = self._generations.get(group, 0) + 1
        self._owner.app.workers.cancel_group(self._owner.app, self._own(group))

    def write(
        self,
        work: Callable[[], object],
        done: Callable[[], None],
        failed: Callable[[VibeError], None],
    ) -> None:
        """Do `work` in a thread after the writes before it; none is dropped."""

        def step() -> None:
            try:
                work()
            except VibeError as error:
                self._owner.call_later(failed, error)
            else:
                self._owner.call_later(done)

        self._writes.put(step)
        if not self._writing:
            self._writing = True
            self._start(self._drain, WRITES)

    def flush(self) -> None:
        """Do the writes that still wait, in this thread, after the one that is being done."""
        with self._in_order, suppress(Empty):
            while True:
                self._writes.get_nowait()()

    def _drain(self) -> None:
        self.flush()
        self._owner.call_later(self._written)

    def _written(self) -> None:
        self._writing = False
        if not self._writes.empty():
            self._writing = True
            self._start(self._drain, WRITES)

    def _own(self, group: str) -> str:
        """What Textual calls a group: the app has the workers of all parts."""
        return f"{group} {id(self)}"

    def _start(self, body: Callable[[], None], group: str) -> None:
        self._owner.app.run_worker(
            body,
            name=group,
            group=self._own(group),
            exclusive=group != WRITES,
            exit_on_error=False,
            thread=True,
        )


AGAIN_AFTER, AGAIN_AT_MOST = 2.0, 60.0
"""After how long it is asked again; while nothing changes, the wait doubles up to the second."""


class Again:
    """When `ask` is called again, on behalf of `owner`, a screen or a widget."""

    def __init__(self, owner: MessagePump, ask: Callable[[], None]) -> None:
        self._owner = owner
        self._ask = ask
        self._timer: Timer | None = None
        self._unread = 0
        self._seconds = AGAIN_AFTER

    def answered(self, unread: int) -> None:
        """An answer is there: the texts of `unread` reports were not asked for it."""
        if self._timer is not None:
            self._timer.stop()
        is_stuck = unread == self._unread
        self._seconds = min(2 * self._seconds, AGAIN_AT_MOST) if is_stuck else AGAIN_AFTER
        self._unread = unread
        self._timer = self._owner.set_timer(self._seconds, self._ask) if unread else None


_LIST = ("vibe_tui.library.scan",)
_READER = ("vibe_tui.tui.reader.session", "vibe_tui.tui.search.screen")
_DISK = (
    "vibe_tui.library.split",
    "vibe_tui.library.yaml_text",
    "vibe_tui.library.lens",
    "vibe_tui.service.papers",
    "vibe_tui.library.watching",
    "watchfiles",
)
_SEARCH = (
    "vibe_tui.render.formula.display",
    "vibe_tui.search.engine.codec",
    "vibe_tui.search.match",
    "vibe_tui.search.text",
    "vibe_tui.search.engine.write",
)

_LOCK = threading.Lock()


def load_list() -> None:
    """What lists all reports. For a worker."""
    _load(_LIST)


def load_reader() -> None:
    """What shows a report. Takes longer than a frame: for a worker."""
    _load(_READER)


def load_disk() -> None:
    """What looks at the disk and reads any report, too. For a worker.

    Then the garbage collector is turned on, which a start turns off: it would walk all of this,
    which is here to stay, again and again.
    """
    _load((*_LIST, *_READER, *_DISK))
    gc.enable()


def load_all() -> None:
    """What indexes and searches, too. For a worker."""
    load_disk()
    _load(_SEARCH)


def _load(names: Iterable[str]) -> None:
    with _LOCK:
        for name in names:
            import_module(name)
