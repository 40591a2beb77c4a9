"""Rows of cells written out for other programs: as a Markdown table, as comma-separated values."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence


def to_markdown(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table. Cells are Markdown with bare pipes, as `Table.source_rows` holds them."""

    def line(cells: Sequence[str]) -> str:
        escaped = [cell.replace("|", r"\|") for cell in cells]
        return f"| {' | '.join(escaped)} |"

    return "\n".join([line(header), line(["---"] * len(header)), *map(line, rows)]) + "\n"


def to_csv(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Comma-separated values of plain cells."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue()
