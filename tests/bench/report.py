"""The rows of the table that a benchmark run prints."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from rich.cells import cell_len

HOME = Path(os.environ.get("VIBE_BENCH_HOME") or Path(tempfile.gettempdir()) / "vibe-bench")
"""Where generated libraries are kept from run to run; a run makes it."""


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement. `kept` says whether the budget was kept; `None` where there is none."""

    work: str
    ours: str
    peer: str
    ratio: str
    budget: str
    kept: bool | None

    def cells(self) -> tuple[str, ...]:
        """The row as text."""
        mark = "" if self.kept is None else "yes" if self.kept else "NO"
        return self.work, self.ours, self.peer, self.ratio, self.budget, mark


@dataclass(slots=True)
class Report:
    """Collects rows and says each at once, so that a long run shows where it is."""

    rows: list[Row] = field(default_factory=list)

    def add(
        self,
        work: str,
        ours: str,
        peer: str = "",
        ratio: str = "",
        budget: str = "",
        kept: bool | None = None,
    ) -> None:
        """Add a row."""
        row = Row(work, ours, peer, ratio, budget, kept)
        self.rows.append(row)
        print("·", " | ".join(filter(None, row.cells())), flush=True)

    def table(self) -> str:
        """All rows, aligned."""
        head = ("work", "ours", "peer", "ratio", "budget", "kept")
        lines = [head, *(row.cells() for row in self.rows)]
        widths = [max(cell_len(line[i]) for line in lines) for i in range(len(head))]
        shown = ["  ".join(map(_pad, line, widths)).rstrip() for line in lines]
        rule = "  ".join("-" * width for width in widths)
        return "\n".join([shown[0], rule, *shown[1:]])


def _pad(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))


def percentile(times: list[float], share: float) -> float:
    """The time that `share` of `times` do not exceed."""
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]
