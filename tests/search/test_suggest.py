"""What is offered for a query that finds nothing, from the index's own words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.search.library import TODAY, entry
from vibe_tui.search import lexicon as scripts
from vibe_tui.search.index import Index
from vibe_tui.search.lexicon import Lexicon
from vibe_tui.search.query import parse_query
from vibe_tui.search.suggest import Suggestion, Why, complete, edits, near_words, suggest

TEXTS = (
    "## 局限性\n\n没有报告置信区间，Transformer 只有一层。GRPO 与 MerchantBench。\n",
    "## 执行摘要\n\n世界模型用强化学习训练，再蒸馏。Transformer 更长，局限在数据。\n",
    "## 方法\n\n奖励模型与检索，Qwen2.5-7B，世界模型，置信区间。\n",
)


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Index]:
    index = Index(tmp_path_factory.mktemp("index"))
    index.update([entry(f"r{number}", text) for number, text in enumerate(TEXTS)])
    yield index


REPORTS = tuple(entry(f"r{number}", text).report for number, text in enumerate(TEXTS))


def ask(index: Index, query: str, *, typing: bool = False) -> tuple[Suggestion, ...]:
    def count(other: str) -> int:
        return len(index.select(parse_query(other, TODAY), REPORTS).reports)

    asked = parse_query(query, TODAY, typing=typing)
    return index.asked(REPORTS, lambda coverage: suggest(asked, Lexicon(coverage), count))


@pytest.mark.parametrize(
    ("query", "meant", "why"),
    [
        pytest.param("Tranformer", "Transformer", Why.SPELLING, id="letter missing"),
        pytest.param("GPRO", "GRPO", Why.SPELLING, id="letters swapped"),
        pytest.param("merchantbnech", "MerchantBench", Why.SPELLING, id="as it is written"),
        pytest.param("rtansformer", "Transformer", Why.SPELLING, id="first letters swapped"),
        pytest.param("置信区问", "置信区间", Why.SPELLING, id="one character is another"),
        pytest.param("置区间", "置信区间", Why.SPELLING, id="one character is missing"),
        pytest.param("置信的区间", "置信区间", Why.SPELLING, id="one character too many"),
        pytest.param("信置区间", "置信区间", Why.SPELLING, id="two swapped"),
        pytest.param(
            "世界模型奖励模型", "世界模型 奖励模型", Why.FEWER, id="two words typed as one"
        ),
        pytest.param("GRPO 层", 'GRPO "层"', Why.FEWER, id="one character joined to a word"),
        pytest.param("局限 GPRO", "局限 GRPO", Why.SPELLING, id="one word of two"),
        pytest.param('"置信区问"', '"置信区间"', Why.SPELLING, id="a phrase"),
        pytest.param("局限:置信区问", "局限:置信区间", Why.SPELLING, id="in a kind of section"),
        pytest.param("Qwen2.5-7B GRPO", "Qwen2.5-7B", Why.FEWER, id="never together"),
        pytest.param("topic:agents 蒸馏", "蒸馏", Why.FEWER, id="without the facet"),
    ],
)
def test_a_slip_is_mended(index: Index, query: str, meant: str, why: Why) -> None:
    found = ask(index, query)
    assert Suggestion(meant, why, found[0].total) in found
    assert all(one.total for one in found)


@pytest.mark.parametrize(
    "query",
    ["", '"', "xqzzy", "龘龘龘龘", "(", "title:", "a" * 4000, "*", "\udcff龘", "title:\udcff"],
    ids=lambda query: repr(query[:9]),
)
def test_where_nothing_is_near_nothing_is_offered(index: Index, query: str) -> None:
    assert ask(index, query) == ()


def test_letters_that_changed_places_come_first(tmp_path: Path) -> None:
    index = Index(tmp_path)
    texts = ("Pro GRPO", "Pro", "Pro", "PGRPO")
    made = [entry(f"r{number}", f"## 方法\n\n{text}") for number, text in enumerate(texts)]
    index.update(made)
    lexicon = index.asked(tuple(e.report for e in made), Lexicon)
    assert near_words("gpro", lexicon)[:2] == ["grpo", "pro"]


def test_an_unfinished_word_is_compared_with_how_others_begin(index: Index) -> None:
    assert [one.query for one in ask(index, "trnasf", typing=True)] == ["Transformer"]
    assert ask(index, "trnasf") == ()


@pytest.mark.parametrize(
    ("query", "meant"),
    [
        ("juxian", "局限"),
        ("zhixinqujian", "置信区间"),
        ("shijie'moxing", "世界模型"),
        ("局线", "局限"),
        ("GRPO juxian", "GRPO 局限"),
    ],
)
def test_chinese_is_found_by_its_sound(index: Index, query: str, meant: str) -> None:
    pytest.importorskip("pypinyin")
    assert ask(index, query)[0].query == meant


@pytest.mark.parametrize(
    ("query", "meant"),
    [("侷限", "局限"), ("強化學習", "强化学习"), ("局限:置信區間", "局限:置信区间")],
)
def test_traditional_finds_simplified(index: Index, query: str, meant: str) -> None:
    pytest.importorskip("opencc")
    first = ask(index, query)[0]
    assert (first.query, first.why) == (meant, Why.SCRIPT)


def test_without_the_packages_the_rest_still_works(
    index: Index, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scripts, "_converter", lambda name: None)
    monkeypatch.setattr(scripts, "_codes_by_syllable", dict)
    monkeypatch.setattr(scripts, "_readings", dict)
    assert ask(index, "juxian") == ()
    assert ask(index, "強化學習") == ()
    assert ask(index, "置信区问")[0].query == "置信区间"


def _distance(a: str, b: str) -> int:
    """The same number, the slow way."""
    if not a or not b:
        return len(a) + len(b)
    best = min(
        _distance(a[1:], b) + 1, _distance(a, b[1:]) + 1, _distance(a[1:], b[1:]) + (a[0] != b[0])
    )
    if len(a) > 1 and len(b) > 1 and a[0] == b[1] and a[1] == b[0]:
        best = min(best, _distance(a[2:], b[2:]) + 1)
    return best


@given(st.text("abc", max_size=5), st.text("abc", max_size=5), st.integers(0, 3))
def test_edits_are_counted_up_to_a_number(a: str, b: str, most: int) -> None:
    counted, true = edits(a, b, most), _distance(a, b)
    assert counted == true or (counted > most and true > most)


@given(st.text(max_size=12))
def test_any_query_has_suggestions_that_are_queries(index: Index, query: str) -> None:
    for one in ask(index, query, typing=True):
        assert one.total


@pytest.mark.parametrize(
    ("query", "offered"),
    [
        ("检索奖励机制", ["检索", "奖励"]),
        ("强化置信学习", ["强化", "置信", "学习"]),
        ("蒸馏强化学习量子", ["蒸馏", "强化学习"]),
        ("量子纠缠", []),
    ],
)
def test_a_long_chinese_word_is_asked_in_pieces(
    index: Index, query: str, offered: list[str]
) -> None:
    found = [one.query for one in ask(index, query) if one.why is Why.PIECE]
    assert sorted(found) == sorted(offered)


NAMES: dict[str, list[tuple[str, ...]]] = {
    "topic": [("agents", "智能体", "Agents"), ("rl", "强化学习", "Reinforcement learning")],
    "author": [("Zhuoran Jin",), ("Zhang",), ("金卓然",)],
    "source": [("vibe-research",)],
    "tag": [],
}
COMPLETED = {
    "nothing typed": ("topic:", ["topic:agents", "topic:rl"]),
    "in Chinese": ("主题：", ["主题：智能体", "主题：强化学习"]),
    "the beginning": ("topic:ag", ["topic:agents"]),
    "a Chinese beginning": ("主题:强", ["主题:强化学习"]),
    "pinyin": ("topic:qiang", ["topic:强化学习"]),
    "initials": ("topic:qhx", ["topic:强化学习"]),
    "a name of two words": ("GRPO author:zhu", ['GRPO author:"Zhuoran Jin"']),
    "several": ("作者:zh", ['作者:"Zhuoran Jin"', "作者:Zhang"]),
    "an open quote": ('author:"Zhuoran J', ['author:"Zhuoran Jin"']),
    "a name with a sign": ("来源:vib", ["来源:vibe-research"]),
    "whole already": ("topic:agents", []),
    "another field": ("genre:pa", []),
    "a word after it": ("topic:agents GRPO", []),
    "no field": ("ag", []),
    "nothing begins so": ("tag:x", []),
}


@pytest.mark.parametrize(("query", "offered"), COMPLETED.values(), ids=COMPLETED)
def test_names_are_offered_after_their_field(query: str, offered: list[str]) -> None:
    found = complete(parse_query(query, TODAY, typing=True), lambda field: NAMES[field], len)
    assert [one.query for one in found] == offered
