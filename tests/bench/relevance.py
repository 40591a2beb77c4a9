"""How well the order of answers fits a reader's judgement, on the bundled reports.

`relevance.txt` has queries with graded answers. nDCG and recall are taken at ten reports.
"""

from __future__ import annotations

import datetime as dt
import math
import tempfile
from pathlib import Path

from vibe_tui.library.scan import Library
from vibe_tui.library.walk import Root
from vibe_tui.search.index import Index
from vibe_tui.search.query import parse_query
from vibe_tui.search.text import Pending
from vibe_tui.state.catalogue import Catalogue

from .report import Report

DEPTH = 10
FLOOR = 0.9
CONTENT = Path(__file__).resolve().parents[2] / "content"
JUDGED = Path(__file__).with_name("relevance.txt")


def judgements() -> dict[str, dict[str, int]]:
    """Grades by part of an id, for each query."""
    found: dict[str, dict[str, int]] = {}
    for line in JUDGED.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        query, _, grades = line.rpartition(" | ")
        pairs = (grade.rsplit("=", 1) for grade in grades.split(", "))
        found[query] = {name: int(grade) for name, grade in pairs}
    return found


def measure(report: Report) -> None:
    """One row for nDCG, one for recall."""
    today = dt.date(2026, 8, 12)
    with tempfile.TemporaryDirectory() as scratch:
        coverage = Library([Root(CONTENT)], Catalogue(Path(scratch) / "catalogue"), lambda: today)
        scan = coverage.scan()
        index = Index(Path(scratch) / "index")
        index.update(Pending(r, coverage.reader(r), r.hash) for r in scan.reports)
        gains, recalls = [], []
        for query, grades in judgements().items():
            answer = index.search(parse_query(query, today), scan.reports, DEPTH)
            ids = [hit.report_id for hit in answer.hits]
            gains.append(_ndcg(ids, grades))
            found = [name for name in grades if any(name in found for found in ids)]
            recalls.append(len(found) / len(grades))
    for name, values in (("nDCG", gains), ("recall", recalls)):
        mean = sum(values) / len(values)
        work = f"{name} at {DEPTH}, {len(values)} judged queries"
        report.add(work, f"{mean:.3f}", "", "", f"≥ {FLOOR}", mean >= FLOOR)


def _ndcg(ids: list[str], grades: dict[str, int]) -> float:
    def gain(grade: int, place: int) -> float:
        return float((2**grade - 1) / math.log2(place + 2))

    graded = [next((g for name, g in grades.items() if name in i), 0) for i in ids]
    best = sorted(grades.values(), reverse=True)[:DEPTH]
    ideal = sum(gain(grade, place) for place, grade in enumerate(best))
    return sum(gain(grade, place) for place, grade in enumerate(graded)) / ideal
