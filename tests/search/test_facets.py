"""How answers are spread, counted against a plain reading of the query."""

from __future__ import annotations

import pytest

from tests.search.library import TODAY
from vibe_tui.model.report import Report
from vibe_tui.model.section import SectionKind
from vibe_tui.search.facets import Facet, Share, count_kinds, narrowed, shares_of
from vibe_tui.search.index import Index
from vibe_tui.search.query import parse_query

Small = tuple[Index, tuple[Report, ...]]


def spread(small: Small, text: str) -> tuple[Share, ...]:
    index, reports = small
    query = parse_query(text, TODAY)
    found, _ = index.select(query, reports)
    kinds, complete = index.asked(reports, lambda coverage: count_kinds(query.tree, coverage))
    return shares_of(found, kinds, complete=complete)


@pytest.mark.parametrize(
    "text",
    ["GRPO", "置信区间", "数据", "GRPO OR 国债", "数据 -LoRA", "局限:置信区间", "section:方法 C++"],
)
def test_a_facet_leaves_as_many_reports_as_it_says(small: Small, text: str) -> None:
    index, reports = small
    shares = spread(small, text)
    assert shares
    for share in shares:
        if share.facet.field == "section" and "section:" in text:
            continue
        narrower = parse_query(narrowed(parse_query(text, TODAY), share.facet), TODAY)
        assert len(index.select(narrower, reports)[0]) == share.reports, share


def test_facets_come_by_field_and_the_largest_first(small: Small) -> None:
    shares = spread(small, "GRPO")
    assert [share.facet.field for share in shares] == sorted(
        (share.facet.field for share in shares), key=["section", "topic", "genre", "date"].index
    )
    assert shares[0] == Share(Facet("section", "limitations"), 1)
    assert Share(Facet("topic", "evaluation"), 2) in shares
    assert Share(Facet("date", "2026"), 3) in shares


def test_without_time_the_count_says_that_there_are_more(small: Small) -> None:
    index, reports = small
    query = parse_query("GRPO", TODAY)
    counted = index.asked(reports, lambda coverage: count_kinds(query.tree, coverage, seconds=-1))
    assert counted == ({}, False)
    shares = shares_of((), {SectionKind.SUMMARY: 2}, complete=False)
    assert shares == (Share(Facet("section", "summary"), 2, more=True),)
