"""How answers are spread, counted against a plain reading of the query."""

from __future__ import annotations

import pytest

from tests.search.library import TODAY
from vibe_tui.model.report import Report
from vibe_tui.model.section import SectionKind
from vibe_tui.search.facets import MOST_WORDS, Facet, Share, count_kinds, narrowed, shares_of
from vibe_tui.search.index import Index
from vibe_tui.search.query import parse_query
from vibe_tui.search.tree import Subject, question_of, unmarked

Small = tuple[Index, tuple[Report, ...]]


def spread(small: Small, text: str) -> tuple[Share, ...]:
    index, reports = small
    query = parse_query(text, TODAY)
    found = index.select(query, reports).reports
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
        assert len(index.select(narrower, reports).reports) == share.reports, share


def test_facets_come_by_field_and_the_largest_first(small: Small) -> None:
    shares = spread(small, "GRPO")
    assert [share.facet.field for share in shares] == sorted(
        (share.facet.field for share in shares),
        key=["section", "topic", "genre", "date", "tag"].index,
    )
    assert shares[0] == Share(Facet("section", "limitations"), 1)
    assert Share(Facet("topic", "evaluation"), 2) in shares
    assert Share(Facet("date", "2026"), 3) in shares


ODD = [
    'chain of "thought"',
    "a: b (c)",
    "A股",
    "-x",
    "OR",
    "人 AI",
    "LLM*",
    "🧪",
    "[red]",
    "a/b",
    "a ／",
]


def noted(number: int, *tags: str, folder: str = "x") -> Report:
    return Report(f"r{number}", "t", f"{folder}/r{number}.md", root="/notes", tags=tags)


def left_by(facet: Facet, reports: list[Report]) -> int:
    """How many reports the query of a facet leaves."""
    test = question_of(parse_query(narrowed(parse_query("", TODAY), facet), TODAY).tree)
    return sum(test(Subject(report), unmarked) for report in reports)


@pytest.mark.parametrize("name", ODD)
def test_whatever_a_tag_or_a_folder_is_called_its_facet_finds_it(name: str) -> None:
    folder = name.replace("/", "")
    reports = [noted(1, name, "both", folder=f"up/{folder}/down"), noted(2, "both", folder="y")]
    shares = {(s.facet.field, s.facet.name): s for s in shares_of(reports, {}, complete=True)}
    for key in (("tag", name), ("folder", folder)):
        assert shares[key].reports == left_by(shares[key].facet, reports) == 1


def test_words_that_leave_nothing_out_are_no_facets_unless_they_were_chosen() -> None:
    reports = [noted(1, "LLM", "RAG", folder="docs/a"), noted(2, "llm", folder="docs/2026")]
    shares = shares_of(reports, {}, complete=True, chosen=(Facet("tag", "llm", "Llm"),))
    words = [s for s in shares if s.facet.field in ("tag", "folder")]
    assert [(str(share.facet), share.reports) for share in words] == [
        ('tag:"Llm"', 2),
        ('tag:"RAG"', 1),
        ("folder:a", 1),
    ]


def test_of_ten_thousand_tags_the_most_frequent_are_offered() -> None:
    many = noted(1, *(f"t{n}" for n in range(10_000)))
    shares = shares_of([many, noted(2, "t7", "t8"), noted(3, "t7")], {}, complete=True)
    tags = [share for share in shares if share.facet.field == "tag"]
    assert [share.facet.value for share in tags[:2]] == ["t8", "t0"]
    assert len(tags) == MOST_WORDS


def test_without_time_the_count_says_that_there_are_more(small: Small) -> None:
    index, reports = small
    query = parse_query("GRPO", TODAY)
    counted = index.asked(reports, lambda coverage: count_kinds(query.tree, coverage, seconds=-1))
    assert counted == ({}, False)
    shares = shares_of((), {SectionKind.SUMMARY: 2}, complete=False)
    assert shares == (Share(Facet("section", "summary"), 2, more=True),)
