"""Facets written into a query and taken out again."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from vibe_tui.search.facets import Facet, facets_in, narrowed
from vibe_tui.search.query import parse_query
from vibe_tui.search.tree import whole_value

TODAY = dt.date(2026, 8, 12)
AGENTS = Facet("topic", "agents")
LIMITS = Facet("section", "limitations")


@pytest.mark.parametrize(
    ("query", "facets"),
    [
        pytest.param("GRPO", (), id="none"),
        pytest.param("topic:agents GRPO", (AGENTS,), id="one"),
        pytest.param("主题：智能体与多智能体 GRPO", (AGENTS,), id="by its Chinese name"),
        pytest.param("GRPO section:局限 date:2026", (LIMITS, Facet("date", "2026")), id="two"),
        pytest.param("局限:置信区间", (), id="a scoped word is no facet"),
        pytest.param("-topic:agents x", (), id="excluded"),
        pytest.param("topic:agents a OR b", (), id="one side of a choice"),
        pytest.param("x (topic:agents OR b)", (), id="in brackets"),
        pytest.param("date:2026-08 since:7d", (), id="other dates"),
        pytest.param("topic: genre:", (), id="without values"),
        pytest.param('tag:"A b" 标签:LLM', (Facet("tag", "a b"), Facet("tag", "llm")), id="tags"),
        pytest.param(
            "folder:ICLR2026/Agent/ x", (Facet("folder", "iclr2026/agent"),), id="a folder"
        ),
        pytest.param('folder:"a / b／"', (Facet("folder", "a/b"),), id="blanks beside slashes"),
        pytest.param("folder:／", (), id="slashes alone"),
        pytest.param('genre:"论文"', (Facet("genre", "paper"),), id="quoted"),
    ],
)
def test_facets_are_seen_in_the_query(query: str, facets: tuple[Facet, ...]) -> None:
    assert facets_in(parse_query(query, TODAY)) == facets


@pytest.mark.parametrize(
    ("query", "facet", "then"),
    [
        ("GRP", AGENTS, "topic:agents GRP"),
        ("topic:agents GRP", AGENTS, "GRP"),
        ("GRP 主题:agents 训练", AGENTS, "GRP 训练"),
        ("genre:paper x", Facet("genre", "news"), "genre:news x"),
        ("date:2025 x", Facet("date", "2026"), "date:2026 x"),
        ("topic:evaluation x", AGENTS, "topic:agents topic:evaluation x"),
        ("a OR b", LIMITS, "section:limitations (a OR b)"),
        ("section:limitations (a OR b)", LIMITS, "(a OR b)"),
        ("", LIMITS, "section:limitations "),
        ("x", Facet("tag", "chain of thought", "Chain of Thought"), 'tag:"Chain of Thought" x'),
        ("tag:llm x", Facet("tag", "llm", "LLM"), "x"),
        ("x", Facet("folder", "iclr2026", "ICLR2026"), "folder:ICLR2026 x"),
        ("folder:a 多", Facet("folder", "b"), "folder:b folder:a 多"),
        ("x", Facet("folder", "or", "OR"), 'folder:"OR" x'),
        ("x", Facet("folder", ".."), "folder:.. x"),
        ("x", Facet("folder", "-a b"), 'folder:"-a b" x'),
    ],
)
def test_a_facet_is_put_in_front_or_taken_out(query: str, facet: Facet, then: str) -> None:
    assert narrowed(parse_query(query, TODAY), facet) == then


WRITTEN = st.sampled_from(["tag", "folder"])
FACETS = st.one_of(
    st.sampled_from([AGENTS, LIMITS, Facet("genre", "paper"), Facet("date", "2026")]),
    st.builds(
        lambda field, name: Facet(field, whole_value(field, name), name), WRITTEN, st.text()
    ).filter(lambda facet: facet.value),
)


@given(st.text(), FACETS)
@example("", Facet("folder", "0", "0/"))
@example("", Facet("folder", "a", "a ／"))
def test_what_was_put_in_is_seen_and_can_be_taken_out(query: str, facet: Facet) -> None:
    asked = parse_query(query, TODAY, typing=True)
    if facet in facets_in(asked):
        asked = parse_query(narrowed(asked, facet), TODAY, typing=True)
    narrower = parse_query(narrowed(asked, facet), TODAY, typing=True)
    if facets_in(narrower):
        assert facet in facets_in(narrower)
        wider = parse_query(narrowed(narrower, facet), TODAY, typing=True)
        assert facet not in facets_in(wider)
