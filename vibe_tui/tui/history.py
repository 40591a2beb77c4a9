"""Where the reader has been: a line of stops with back and forward, apart from any widget."""

from __future__ import annotations

from dataclasses import dataclass, field

LIMIT = 200


@dataclass(slots=True)
class History:
    """Report ids in the order they were read; a new stop cuts off what lay ahead."""

    stops: list[str] = field(default_factory=list)
    at: int = -1

    def visit(self, report_id: str) -> None:
        """Add a stop after the present one; the same report again is no new stop."""
        if self.at >= 0 and self.stops[self.at] == report_id:
            return
        self.stops = [*self.stops[: self.at + 1], report_id][-LIMIT:]
        self.at = len(self.stops) - 1

    def back(self) -> str:
        """The stop before, or empty at the beginning."""
        if self.at <= 0:
            return ""
        self.at -= 1
        return self.stops[self.at]

    def forward(self) -> str:
        """The stop after, or empty at the end."""
        if self.at + 1 >= len(self.stops):
            return ""
        self.at += 1
        return self.stops[self.at]
