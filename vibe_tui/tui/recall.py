"""Going back through earlier queries in an input, as a shell does. Pure."""

from __future__ import annotations

from collections.abc import Sequence


class Recall:
    """Where somebody is in the list of earlier queries, newest first."""

    def __init__(self) -> None:
        self.entries: Sequence[str] = ()
        self._at = -1

    def older(self, text: str) -> str | None:
        """The query before the one in the box; `None` where `text` was typed, or there is none."""
        if not text:
            self._at = -1
        elif not self.is_at(text):
            return None
        if self._at + 1 >= len(self.entries):
            return None
        self._at += 1
        return self.entries[self._at]

    def is_at(self, text: str) -> bool:
        """Whether `text` is the query that was recalled last."""
        return 0 <= self._at < len(self.entries) and self.entries[self._at] == text
