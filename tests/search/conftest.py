"""An index of three small reports."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.search.library import TODAY, entries
from vibe_tui.model.report import Report
from vibe_tui.search.index import Index
from vibe_tui.search.query import parse_query


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> tuple[Index, tuple[Report, ...]]:
    """An index of the three reports; do not change it."""
    made = entries()
    papers = {entry.report.id: entry.paper for entry in made}
    index = Index(tmp_path_factory.mktemp("index"), paper_of=lambda report: papers[report.id])
    index.update(made)
    return index, tuple(entry.report for entry in made)


@pytest.fixture
def find(small: tuple[Index, tuple[Report, ...]]) -> Callable[[str], list[str]]:
    """The ids of the reports that answer a query, best first."""
    index, reports = small

    def ids(text: str) -> list[str]:
        answer = index.search(parse_query(text, TODAY), reports)
        assert answer.total == len(answer.hits)
        return [hit.report_id for hit in answer.hits]

    return ids
