"""Asks a question again while its answer is not whole because the index is still being built."""

from __future__ import annotations

from collections.abc import Callable

from textual.message_pump import MessagePump
from textual.timer import Timer

SECONDS, MOST_SECONDS = 2.0, 60.0
"""After how long it is asked again; while nothing changes, the wait doubles up to the second."""


class Again:
    """When `ask` is called again, on behalf of `owner`, a screen or a widget."""

    def __init__(self, owner: MessagePump, ask: Callable[[], None]) -> None:
        self._owner = owner
        self._ask = ask
        self._timer: Timer | None = None
        self._unread = 0
        self._seconds = SECONDS

    def answered(self, unread: int) -> None:
        """An answer is there: the texts of `unread` reports were not asked for it."""
        if self._timer is not None:
            self._timer.stop()
        is_stuck = unread == self._unread
        self._seconds = min(2 * self._seconds, MOST_SECONDS) if is_stuck else SECONDS
        self._unread = unread
        self._timer = self._owner.set_timer(self._seconds, self._ask) if unread else None
