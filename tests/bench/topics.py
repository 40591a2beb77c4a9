"""How often the first topic that is guessed is a right one, on texts labelled by hand.

`topics.txt` has a title, the topics that are right as the first (`-` for none), and a summary.
"""

from __future__ import annotations

from pathlib import Path

from vibe_tui.library.topics import topics_of

from .report import Report

LEAST = 0.85
LABELLED = Path(__file__).with_name("topics.txt")


def measure(report: Report) -> None:
    """One row for all, one for texts that are about none of the topics."""
    blocks = LABELLED.read_text(encoding="utf-8").strip().split("\n\n")
    right: list[bool] = []
    none: list[bool] = []
    for block in blocks:
        title, labels, summary = block.split("\n")
        first = (*topics_of(title, summary, (), summary), "-")[0]
        (none if labels == "-" else right).append(first in labels.split("/"))
    for name, found in (("first topic", right), ("no topic", none)):
        share = sum(found) / len(found)
        work = f"{name} right, {len(found)} labelled texts"
        report.add(work, f"{share:.3f}", "", "", f"≥ {LEAST}", share >= LEAST)
