"""What a page marks: matches of what was looked for, one of them the current one, and notes.

Knows no Textual: both come in the order of the document. A note is a tint under the words and a
sign beside them; what search marks lies over it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from vibe_tui.render.anchors import AnchorState
from vibe_tui.render.place import FRONT, BlockId, Match, Place
from vibe_tui.service.notes import Placed
from vibe_tui.tui.look.strips import Tint


class MatchMarks:
    """Matches in order, looked up by block, gone through with `step`."""

    def __init__(self, matches: Sequence[Match] = ()) -> None:
        self.matches = tuple(matches)
        self.current = -1
        self._by_block: dict[BlockId, list[int]] = defaultdict(list)
        for index, match in enumerate(self.matches):
            self._by_block[match.block].append(index)
        self._made: dict[BlockId, tuple[Tint, ...]] = {}

    def __len__(self) -> int:
        return len(self.matches)

    def of(self, block: BlockId | None) -> tuple[Tint, ...]:
        """What to mark in a block, in the order of its text."""
        found = self._by_block.get(block) if block is not None else None
        if block is None or not found:
            return ()
        if block not in self._made:
            matches = self.matches
            self._made[block] = tuple(
                [Tint(matches[at].start, matches[at].end, at == self.current) for at in found]
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
        self.current = (self.current + by) % len(self.matches)
        return self.matches[self.current]

    def start_at(self, place: Place) -> Match | None:
        """Make the first match at or below `place` the current one, else the first of all."""
        for index, match in enumerate(self.matches):
            if match.place >= place:
                self.current = index
                self._made.clear()
                return match
        return self.step(1)


TOP = BlockId(FRONT, 0, 0)
"""The block that stands for the report as a whole."""

_SIGNS = ("◇", "◆")
_ASCII_SIGNS = ("+", "*")


class NoteMarks:
    """Placed notes, looked up by block."""

    def __init__(self, placed: Sequence[Placed] = ()) -> None:
        self.placed = tuple(placed)
        self._by_block: dict[BlockId, list[Placed]] = defaultdict(list)
        self._marks: dict[BlockId, list[Tint]] = defaultdict(list)
        self._layered: dict[BlockId, tuple[Sequence[Tint], Sequence[Tint]]] = {}
        for one in self.placed:
            if not one.found.spans and one.found.state is not AnchorState.LOST:
                self._by_block[TOP].append(one)
            for span in one.found.spans:
                if one not in self._by_block[span.block]:
                    self._by_block[span.block].append(one)
                self._marks[span.block].append(Tint(span.start, span.end, note=True))

    @property
    def lost(self) -> int:
        """How many have lost their place."""
        return sum(one.found.state is AnchorState.LOST for one in self.placed)

    def at(self, block: BlockId | None) -> Placed | None:
        """The note on a block that was written last."""
        here = self._by_block.get(block) if block is not None else None
        return here[-1] if here else None

    def sign(self, block: BlockId | None, *, ascii_only: bool) -> str:
        """The sign beside a block: hollow for highlights alone, full where words were written."""
        here = self._by_block.get(block) if block is not None else None
        if not here:
            return ""
        written = any(one.note.text for one in here)
        return (_ASCII_SIGNS if ascii_only else _SIGNS)[written]

    def over(self, block: BlockId | None, marks: Sequence[Tint]) -> Sequence[Tint]:
        """`marks` of a block with its notes around them: sorted, none over another."""
        own = self._marks.get(block) if block is not None else None
        if block is None or own is None:
            return marks
        known = self._layered.get(block)
        if known is None or known[0] is not marks:
            known = self._layered[block] = (marks, layered(marks, own))
        return known[1]


def layered(above: Sequence[Tint], below: Sequence[Tint]) -> list[Tint]:
    """Tints that do not overlap, sorted: those of `above` whole, of `below` what is left free.

    `above` is sorted and does not overlap itself.
    """
    found = list(above)
    done = at = 0
    for note in sorted(below, key=lambda mark: mark.start):
        start = max(note.start, done)
        while at < len(above) and above[at].end <= start:
            at += 1
        over = at
        while start < note.end:
            stop = min(above[over].start, note.end) if over < len(above) else note.end
            if start < stop:
                found.append(Tint(start, stop, note=True))
            if over == len(above) or above[over].start >= note.end:
                break
            start = max(start, above[over].end)
            over += 1
        done = max(done, note.end)
    return sorted(found, key=lambda mark: mark.start)
