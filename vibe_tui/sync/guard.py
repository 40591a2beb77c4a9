"""Where work on content from outside may fail or take too much, and stops nothing else.

Parsers throw what they like: errors of their own kind, of Python's, of the system's. None of them
may stop more than the item, page, file or source that it came of. At each such boundary the work is
done by `attempt`, and nowhere else is anything caught that has no name. What ends the program (a
signal, an exit) is no error, and passes.

A parser may also take the square of what it is given, and holds the interpreter meanwhile. So what
is larger than `HEAVY` is read `apart`: in another process, within a time and within a size of
memory. What is smaller can be no trouble, and is read at once: a process takes a third of a second
to begin. A run (a sync, an import) has a `Workshop`, whose process does one piece of work after the
other and ends with the run, however that ends. Without one all is done at once.
"""

from __future__ import annotations

import os
import pickle
import queue
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from contextvars import ContextVar, Token
from functools import partial
from threading import Lock, Thread
from types import TracebackType
from typing import IO, Any, NamedTuple, TypeVar

from vibe_tui.errors import NO_HINT, VibeError
from vibe_tui.files import CANCELLED, TICK
from vibe_tui.text import Text

_T = TypeVar("_T")
_LONGEST = 200
"""Characters of an error that are said."""
_STUMBLED = Text("内容无法处理（{f}）", "its content could not be handled ({f})")
_REFUSED = Text("系统拒绝（{f}）", "the system refuses it ({f})")


def attempt(work: Callable[[], _T]) -> _T | VibeError:
    """What `work` gives, or else why it gives nothing."""
    with _Net() as net:
        return work()
    return net.error


class _Net:
    """Holds the error that was thrown inside it."""

    error: VibeError

    def __enter__(self) -> _Net:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        if isinstance(error, VibeError):
            self.error = error
        elif isinstance(error, Exception):
            self.error = _told(error)
        return isinstance(error, Exception)


def _told(error: Exception) -> VibeError:
    words = " ".join(str(error).split())[:_LONGEST]
    if isinstance(error, OSError):
        told = VibeError(_REFUSED.format(f=words or type(error).__name__))
    else:
        told = VibeError(_STUMBLED.format(f=f"{type(error).__name__}: {words}".rstrip(": ")))
    told.__cause__ = error
    return told


HEAVY = 64 * 1024
"""Characters from which on content is read apart."""
SECONDS = 20.0
"""For one piece of work."""
_PATIENCE = 3
"""So often they may be over in one run; each piece after that gets a tenth of them."""
_MEMORY = 1536 * 1024**2

_SLOW = Text("{s:.0f} 秒内没有读完", "could not be read within {s:.0f} seconds")
_DIED = Text("读它要太多内存", "takes too much memory to be read")
_BEGIN = "import sys; sys.path[:] = {path!r}; from vibe_tui.sync.guard import serve; serve()"


class TooMuchError(VibeError):
    """Content that cannot be read within bounds."""


class _Outcome(NamedTuple):
    """What came of a piece of work: what it gives, or else why it gives nothing."""

    result: Any = None
    message: Text | None = None
    hint: Text = NO_HINT
    is_too_much: bool = False


class Workshop:
    """Where the heavy work of one run is done, until the run is `cancelled`."""

    def __init__(
        self,
        cancelled: Callable[[], bool] = lambda: False,
        seconds: float = SECONDS,
        heavy: int = HEAVY,
    ) -> None:
        self.heavy = heavy
        self._cancelled = cancelled
        self._seconds = seconds
        self._times_over = 0
        self._is_over = False
        self._lock = Lock()
        self._all: set[_Worker] = set()
        self._idle: list[_Worker] = []

    def __enter__(self) -> Workshop:
        self._token: Token[Workshop | None] = _SHOP.set(self)
        return self

    def __exit__(self, *_: object) -> None:
        _SHOP.reset(self._token)
        with self._lock:
            self._is_over = True
            for worker in self._all:
                worker.end()

    def check(self) -> None:
        """Raise `VibeError` once the run is cancelled, or over."""
        if self._is_over or self._cancelled():
            raise VibeError(CANCELLED)

    def do(self, work: partial[_T]) -> _T:
        """What `work` gives, done in another process."""
        try:
            worker = self._worker()
        except OSError:
            # Where no process can be begun.
            return work()
        is_through = False
        try:
            outcome = self._wait(worker, work)
            is_through = not outcome.is_too_much
        finally:
            with self._lock:
                if is_through:
                    self._idle.append(worker)
                else:
                    self._all.discard(worker)
                    worker.end()
        if outcome.message:
            kind = TooMuchError if outcome.is_too_much else VibeError
            raise kind(outcome.message, outcome.hint)
        result: _T = outcome.result
        return result

    def _worker(self) -> _Worker:
        with self._lock:
            self.check()
            if self._idle:
                return self._idle.pop()
            worker = _Worker()
            self._all.add(worker)
            return worker

    def _wait(self, worker: _Worker, work: Callable[[], object]) -> _Outcome:
        """What comes of `work` in time. Raises `VibeError` where that is over."""
        seconds = self._seconds / (1 if self._times_over < _PATIENCE else 10)
        worker.ask(work, seconds)
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.check()
            with suppress(queue.Empty):
                return worker.outcomes.get(timeout=TICK)
        self._times_over += 1
        raise TooMuchError(_SLOW.format(s=seconds))


_SHOP: ContextVar[Workshop | None] = ContextVar("shop", default=None)
_ENDED = _Outcome(message=_DIED, is_too_much=True)


def apart(work: partial[_T], weight: int) -> _T:
    """What `work` on content of so many characters gives, done where it can be ended.

    `work` is a function of a module and what it is given. Raises `VibeError`, once the run is
    cancelled whatever the weight; it is a `TooMuchError` where time or memory was not enough.
    """
    shop = _SHOP.get()
    if shop is None:
        return work()
    shop.check()
    return work() if weight < shop.heavy else shop.do(work)


class _Worker:
    """The other process as this one sees it. In a session of its own, it gets no signal that is
    meant for this one; it ends by itself when this one has."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-X", "utf8", "-c", _BEGIN.format(path=sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.outcomes: queue.SimpleQueue[_Outcome] = queue.SimpleQueue()
        listening = Thread(target=self._listen, args=(self._process.stdout,), daemon=True)
        listening.start()

    def ask(self, work: Callable[[], object], seconds: float) -> None:
        """Give it a piece of work; what comes of that is among its `outcomes` then."""
        if stream := self._process.stdin:
            with suppress(OSError):
                pickle.dump((seconds, work), stream)
                stream.flush()

    def end(self) -> None:
        """End it, whatever it does."""
        self._process.kill()
        self._process.wait()
        if self._process.stdin:
            with suppress(OSError):
                self._process.stdin.close()

    def _listen(self, stream: IO[bytes]) -> None:
        with stream, suppress(EOFError, OSError, pickle.UnpicklingError):
            while True:
                self.outcomes.put(pickle.load(stream))
        self.outcomes.put(_ENDED)


def serve() -> None:
    """Do the work that comes on standard input, piece by piece, until there is no more."""
    asked, told = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # What a library prints is no outcome.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    _bound_memory()
    with suppress(EOFError):
        while True:
            seconds, work = pickle.load(asked)
            _bound_time(seconds)
            pickle.dump(_outcome(work), told)
            told.flush()


def _outcome(work: Callable[[], object]) -> _Outcome:
    result = attempt(work)
    if not isinstance(result, VibeError):
        return _Outcome(result)
    if isinstance(result.__cause__, MemoryError):
        return _Outcome(message=_DIED, is_too_much=True)
    return _Outcome(None, result.message, result.hint)


def _bound_memory() -> None:
    """Let the system refuse more memory than anything needs, where it can."""
    with suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))


def _bound_time(seconds: float) -> None:
    """Let the system end this process where the other one, which would, has ended itself."""
    import signal

    if hasattr(signal, "alarm"):
        signal.alarm(int(seconds) + 2)
