"""Where the reader has been: a line of stops with back and forward, apart from any widget.

A stop is a report, or a place in one that a link led to. It remembers where it was left.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from vibe_tui.render.place import BlockId, Place

LIMIT = 200


@dataclass(frozen=True, slots=True)
class Stop:
    """One report, what was at the top of the page when it was left, and the block in use."""

    report_id: str
    place: Place | None = None
    block: BlockId | None = None


@dataclass(slots=True)
class History:
    """Stops in the order they were made; a new one cuts off what lay ahead."""

    stops: list[Stop] = field(default_factory=list)
    at: int = -1

    def visit(self, report_id: str) -> None:
        """Add a report after the present stop; the same report again is no new stop."""
        if self.at < 0 or self.stops[self.at].report_id != report_id:
            self.jump(report_id)

    def jump(self, report_id: str) -> None:
        """Add a stop after the present one, which may be in the same report."""
        self.stops = [*self.stops[: self.at + 1], Stop(report_id)][-LIMIT:]
        self.at = len(self.stops) - 1

    def leave(self, report_id: str, place: Place | None, block: BlockId | None) -> None:
        """Remember where the present stop is being left, if it is in this report."""
        if self.at >= 0 and self.stops[self.at].report_id == report_id:
            self.stops[self.at] = replace(self.stops[self.at], place=place, block=block)

    def back(self) -> Stop | None:
        """The stop before, if there is one."""
        return self._step(-1)

    def forward(self) -> Stop | None:
        """The stop after, if there is one."""
        return self._step(1)

    def _step(self, by: int) -> Stop | None:
        if not 0 <= self.at + by < len(self.stops):
            return None
        self.at += by
        return self.stops[self.at]
