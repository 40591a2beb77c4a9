"""What a report is about, and which others belong beside it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.search.library import Entry, entry
from vibe_tui.fold import fold_text
from vibe_tui.library.opened import Opened
from vibe_tui.model.report import Paper, Report
from vibe_tui.search.index import Index
from vibe_tui.search.keyterms import key_terms, words_in
from vibe_tui.search.related import Bond, Reason, related

BODIES = {
    "here": "## 方法\n\n用 SWE-bench 与 GSM8K 比较，见 arXiv:2502.15840。\n\n"
    "信用分配靠重放，信用分配很慢，信用分配不稳。\n\n[代码](https://github.com/acme/tools)\n",
    "same paper": "## 概述\n\n另一种读法：arXiv:2608.03573v2。\n",
    "same code": "## 概述\n\n代码在 github.com/acme/tools 里。\n",
    "same names": "## 结果\n\nGSM8K 与 SWE‑bench 都用了。\n",
    "same term": "## 方法\n\n谈信用分配。\n",
    "cites": "## 参考\n\n2502.15840\n",
    "nothing": "## 概述\n\n一次访谈。\n",
    **{f"other {number}": f"## 概述\n\n别的话 {number}。\n" for number in range(12)},
}


def _entries() -> list[Entry]:
    made = []
    for name, body in BODIES.items():
        one = entry(name, body)
        paper = Paper(arxiv="2608.03573") if name == "here" else Paper()
        topics = ("agents",) if name in ("here", "same term") else ("evaluation",)
        report = replace(one.report, arxiv=paper.arxiv, topics=topics)
        made.append(replace(one, report=report, paper=paper))
    return made


REPORTS = tuple(one.report for one in _entries())
PAPERS = {one.report.id: one.paper for one in _entries()}


def opened(report: Report, body: str) -> Opened:
    return Opened(report, body, body, (), paper=PAPERS.get(report.id, Paper()))


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    index = Index(tmp_path_factory.mktemp("index"))
    index.update(_entries())
    yield index


def beside(index: Index, report: Report) -> dict[str, tuple[Reason, ...]]:
    one = opened(report, BODIES[report.id])
    found = index.asked(REPORTS, lambda coverage: related(one, coverage))
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    return {one.report_id: one.reasons for one in found}


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        ("same paper", Reason(Bond.PAPER, ("2608.03573",))),
        ("cites", Reason(Bond.PAPER, ("2502.15840",))),
        ("same code", Reason(Bond.CODE, ("acme/tools",))),
        ("same names", Reason(Bond.NAME, ("GSM8K", "SWE-bench"))),
        ("same term", Reason(Bond.TERM, ("信用分配",))),
        ("same term", Reason(Bond.TOPIC, ("agents",))),
    ],
)
def test_each_bond_is_found_and_said(index: Index, other: str, reason: Reason) -> None:
    assert reason in beside(index, REPORTS[0])[other]


def test_a_shared_paper_binds_most_and_strangers_do_not(index: Index) -> None:
    found = beside(index, REPORTS[0])
    assert next(iter(found)) in ("same paper", "cites")
    assert "here" not in found
    assert "nothing" not in found


def test_a_report_on_the_very_paper_comes_first_whatever_else_is_shared(index: Index) -> None:
    twin = replace(REPORTS[6], arxiv="2608.03573")
    reports = tuple(twin if one.id == twin.id else one for one in REPORTS)
    one = opened(REPORTS[0], BODIES["here"])
    first = index.asked(reports, lambda coverage: related(one, coverage))[0]
    assert first.report_id == twin.id == "nothing"
    assert Reason(Bond.PAPER, ("2608.03573",)) in first.reasons


def test_a_report_that_is_not_indexed_is_compared_by_what_it_names(index: Index) -> None:
    stranger = opened(entry("stranger", "").report, "见 GSM8K。")
    found = index.asked(REPORTS, lambda coverage: related(stranger, coverage))
    assert {one.report_id for one in found} == {"same names", "here"}


def terms(text: str) -> list[str]:
    lines = [fold_text(line) for line in text.splitlines()]
    return key_terms(lines, lambda term: 1, 100, 20)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("信用分配难。信用分配慢。信用分配贵。", ["信用分配"]),
        ("在模型里，在模型上，在模型中，大模型，大模型，大模型", ["大模型", "模型"]),
        ("AREX 与 AREX，the the the，2026 2026", ["arex"]),
        (r"\operatorname{clip} \mathrm{clip} \operatorname{x} \mathrm{y}", ["clip"]),
        ("只说一次的话", []),
    ],
)
def test_phrases_that_come_back_are_terms_and_their_parts_are_not(
    text: str, found: list[str]
) -> None:
    assert sorted(terms(text)) == sorted(found)


def test_what_stands_in_every_text_tells_nothing() -> None:
    assert key_terms(["模型模型。模型。模型"], lambda term: 100, 100, 5) == []


def test_words_of_a_block_are_whole_and_in_order() -> None:
    text = (
        "采样 G 的轨迹，GRPO 用终局奖励：终局奖励知道谁赢了没有，"
        "3.5% 与 Qwen2.5-7B、SWE-bench 的 1,024。"
    )
    spans = words_in(text, [text, "终局奖励在轨迹上，不采样"], 26)
    assert [text[start:end] for start, end in spans] == [
        *("采样", "轨迹", "GRPO", "终局奖励", "3.5%", "Qwen2.5-7B", "SWE-bench", "1,024")
    ]


@given(st.text("信用分配 GRPO3.5%-，\n", max_size=60), st.integers(0, 9))
def test_words_never_overlap_and_are_no_more_than_asked(text: str, most: int) -> None:
    spans = words_in(text, text.splitlines(), most)
    assert len(spans) <= most
    assert all(start < end for start, end in spans)
    assert all(a[1] <= b[0] for a, b in pairwise(spans))
