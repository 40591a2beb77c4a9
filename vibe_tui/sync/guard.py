"""The one place where whatever a library throws over content from outside becomes a `VibeError`.

Parsers throw what they like: errors of their own kind, of Python's, of the system's. None of them
may stop more than the item, page, file or source that it came of. At each such boundary the work is
done by `attempt`, and nowhere else is anything caught that has no name. What ends the program (a
signal, an exit) is no error, and passes.
"""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import TypeVar

from vibe_tui.errors import VibeError
from vibe_tui.text import Text

_T = TypeVar("_T")
_LONGEST = 200
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
