"""The changes that can be taken back, the last one first.

A change may count from an earlier moment than it was made: a report that is marked as read by
itself some seconds after it was opened was changed by opening it, so what the person did since
is taken back before that. Safe for threads.
"""

from __future__ import annotations

import threading
from bisect import insort
from collections.abc import Callable
from typing import NamedTuple

from vibe_tui.clean import clean_line
from vibe_tui.text import Text


class Change(NamedTuple):
    """What was done at `moment`, in words, and how to take it back."""

    moment: int
    words: Text
    take_back: Callable[[], object]


class Changes:
    """A stack of changes."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._changes: list[Change] = []
        self._moment = 0

    def moment(self) -> int:
        """A number for this point: above that of every change so far, below that of every later."""
        with self._lock:
            self._moment += 1
            return self._moment

    def add(self, words: Text, take_back: Callable[[], object], since: int | None = None) -> None:
        """Remember a change, as made now or at the moment `since`."""
        with self._lock:
            moment = self.moment() if since is None else since
            change = Change(moment, words, take_back)
            insort(self._changes, change, key=lambda one: one.moment)

    def take_back(self) -> Text | None:
        """Take back the last one and say which it was; `None` where there is none."""
        with self._lock:
            if not self._changes:
                return None
            change = self._changes.pop()
        change.take_back()
        return change.words


def about(what: Text, name: Text) -> Text:
    """A change and what it was done to; the name may come from outside."""
    return Text(f"{what.zh}：{clean_line(name.zh)}", f"{what.en}: {clean_line(name.en)}")
