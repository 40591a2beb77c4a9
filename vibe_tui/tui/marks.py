"""The matches that a page marks, and which of them is the current one.

Knows no Textual: matches come from the page in the order of the document.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from vibe_tui.render.document import BlockId, Match
from vibe_tui.tui.strips import Mark


class Marks:
    """Matches in order, looked up by block, gone through with `step`."""

    def __init__(self, matches: Sequence[Match] = ()) -> None:
        self.matches = tuple(matches)
        self.current = -1
        self._by_block: dict[BlockId, list[int]] = defaultdict(list)
        for index, match in enumerate(self.matches):
            self._by_block[match.block].append(index)
        self._made: dict[BlockId, tuple[Mark, ...]] = {}

    def __len__(self) -> int:
        return len(self.matches)

    def of(self, block: BlockId | None) -> tuple[Mark, ...]:
        """What to mark in a block, in the order of its text."""
        found = self._by_block.get(block) if block is not None else None
        if block is None or not found:
            return ()
        if block not in self._made:
            matches = self.matches
            self._made[block] = tuple(
                [Mark(matches[at].start, matches[at].end, at == self.current) for at in found]
            )
        return self._made[block]

    def here(self) -> Match | None:
        """The current match."""
        return self.matches[self.current] if self.current >= 0 else None

    def step(self, by: int) -> Match | None:
        """Go to the next (1) or previous (-1) match, around the ends."""
        if not self.matches:
            return None
        self._made.clear()
        if self.current < 0:
            self.current = 0 if by > 0 else len(self.matches) - 1
        else:
            self.current = (self.current + by) % len(self.matches)
        return self.matches[self.current]

    def start_at(self, section: int) -> Match | None:
        """Make the first match in or below `section` the current one, else the first of all."""
        for index, match in enumerate(self.matches):
            if match.section >= section:
                self.current = index
                self._made.clear()
                return match
        return self.step(1)
