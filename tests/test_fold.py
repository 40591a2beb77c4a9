"""Folding: what counts as equal, and the way back to the source."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vibe_tui.fold import Term, find_terms, fold, fold_lines, fold_text, needle_of

EQUAL = {
    "case": ("GRPO", "grpo"),
    "width": ("ＧＲＰＯ：２４．９％", "grpo:24.9%"),
    "hyphen is a space": ("L1-L5", "l1 l5"),
    "no-break hyphen": ("L1\u2011L5", "l1 l5"),
    "en dash": ("L1–L5", "l1 l5"),
    "minus": ("a − b", "a b"),
    "curly quotes": ("“RL’s”", '"rl\'s"'),
    "subscript": ("CO₂ 还原", "co2还原"),
    "superscript": ("10⁵", "105"),
    "thousands": ("141,006 次", "141006次"),
    "millions": ("1,234,567.8", "1234567.8"),
    "thousands after a comma": ("共 10,000 个，9,174 个", "共10000个,9174个"),
    "thousands after dots": ("约…1,000", "约...1000"),
    "no thousands": ("1,23,456", "1,23,456"),
    "no thousands in a fraction": ("v4.1,580", "v4.1,580"),
    "full-width thousands": ("１４１，００６", "141006"),
    "full-width comma is none": ("12，345", "12,345"),
    "space beside Han": ("多 Agent 系统", "多agent系统"),
    "space between Han stays": ("张三 李四", "张三 李四"),
    "space beside a bracket": ("模型 (LLM)", "模型(llm)"),
    "white space runs": ("a \t\n b\u3000c", "a b c"),
    "accents": ("Café", "cafe"),
    "combining accent": ("Cafe\u0301", "cafe"),
    "index mark": ("π_0.5 与 x^2", "π0.5与x2"),
    "an index that is a word": ("W_base 与 s_k, m̄_c", "w_base与s_k, m_c"),
    "power": ("10^4 与 2^10", "104与210"),
    "power in braces": ("10^{4}", "104"),
    "negative power": ("10⁻⁴", "10 4"),
    "negative power in TeX": ("10^{-4}", "10 4"),
    "negative power typed": ("10^-4", "10 4"),
    "index in braces": ("x_{1}^{2} 与 x₁²", "x12与x12"),
    "an index that is no number": ("x_{t}^{k}", "x_{t}^{k}"),
    "a word in braces": ("foo_{1}", "foo_{1}"),
    "names keep theirs": ("net_profit_ratio", "net_profit_ratio"),
    "invisible": ("a\u200bb\u00ad", "ab"),
    "surrogate": ("a\ud800", "a\ufffd"),
    "kana keeps its marks": ("ガ", "ガ"),
    "kana and its mark": ("カ\u3099キ と ﾊﾟ", "ガキ と パ"),
    "letters of Hangul": ("\u1112\u1161\u11ab\u1100\u116e\u11a8어 AI", "한국어ai"),
    "a syllable and its last letter": ("하\u11ab", "한"),
    "variation selector": ("葛\U000e0100城❤\ufe0f", "葛城❤"),
    "ligature": ("ﬁt…", "fit..."),
}

FOUND = {
    "Latin as a whole": ("exploratory LoRA", "LoRA", ["LoRA"]),
    "not inside": ("exploratory", "LoRA", []),
    "beside Han": ("用LoRA做", "lora", ["LoRA"]),
    "number as a whole": ("124.9% 24.95 24.9%", "24.9%", ["24.9%"]),
    "not the whole part": ("24.9", "24", []),
    "not the fraction": ("24.9", "9", []),
    "number ends a sentence": ("共 24.", "24", ["24"]),
    "C++": ("C C# C++", "C++", ["C++"]),
    "C#": ("C C# C++", "C#", ["C#"]),
    ".NET": ("ASP.NET 与 .NETwork", ".NET", [".NET"]),
    "rank": ("#1 与 #10", "#1", ["#1"]),
    "section sign": ("见 §3。", "§3", ["§3"]),
    "model": ("用 Qwen2.5-7B 训练", "qwen2.5‑7b", ["Qwen2.5-7B"]),
    "joined": ("很多 Agent", "多Agent", ["多 Agent"]),
    "share": ("买 A 股", "A股", ["A 股"]),
    "thousands": ("共 141,006 次", "141006", ["141,006"]),
    "not a group of a number": ("3 步，1,000 个", "1", []),
    "chemistry": ("把 CO₂ 还原", "CO2还原", ["CO₂ 还原"]),
    "one character": ("国债与债", "债", ["债", "债"]),
    "accent kept in the span": ("cafe\u0301 x", "café", ["cafe\u0301"]),
    "expanded": ("等…后", "...", ["…"]),
    "a word below a letter": ("权重 W_base", "base", ["base"]),
    "two letters are no index": ("状态 s_k", "sk", []),
    "index as written": ("状态 s_k", "s_k", ["s_k"]),
    "underscore": ("net_profit_ratio", "profit_ratio", ["profit_ratio"]),
    "nothing": ("abc", "  ", []),
    "a power however written": ("10^4、10⁴、10^{4}", "10⁴", ["10^4", "10⁴", "10^{4"]),
    "a negative power": ("10⁻⁴ 或 10^{-4}", "10^-4", ["10⁻⁴", "10^{-4"]),
    "the whole of a syllable": ("\u1112\u1161\u11ab글", "한", ["\u1112\u1161\u11ab"]),
    "not a syllable without its last letter": ("\u1112\u1161\u11ab", "하", []),
    "not kana without its mark": ("カ\u3099", "カ", []),
}


@pytest.mark.parametrize(("text", "folded"), EQUAL.values(), ids=EQUAL.keys())
def test_folds(text: str, folded: str) -> None:
    assert fold(text).text == folded


@pytest.mark.parametrize(("text", "term", "found"), FOUND.values(), ids=FOUND.keys())
def test_finds(text: str, term: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in find_terms(text, [Term(term)])] == found


def test_prefix_goes_on_at_the_end_only() -> None:
    text = "GRPO 与 MyGRPO"
    assert find_terms(text, [Term("GRP", prefix=True)]) == [(0, 3)]


def test_overlapping_terms_are_joined() -> None:
    assert find_terms("信用分配机制", [Term("信用分配"), Term("分配机制")]) == [(0, 6)]


TEXTS = st.text(
    alphabet=st.one_of(
        st.sampled_from("模型的多股aAbé0159,._^- ‑—“”₂²π…½\u0301\u200b\n\t％（）#+ﬁ"),
        st.characters(),
    ),
    max_size=60,
)


@given(TEXTS)
def test_folding_twice_changes_nothing(text: str) -> None:
    once = needle_of(text)
    assert needle_of(once) == once


@given(TEXTS)
def test_the_fast_way_gives_the_same(text: str) -> None:
    assert fold_text(text) == fold(text).text


@given(TEXTS.filter(lambda text: "\uffff" not in text))
def test_lines_are_folded_each_on_its_own(text: str) -> None:
    lines = [line.strip(" ") for line in fold_lines(text).split("\n")]
    assert lines == [needle_of(line).strip(" ") for line in text.split("\n")]


@given(TEXTS)
def test_every_folded_character_comes_from_the_source(text: str) -> None:
    folded = fold(text)
    places = [folded.at(i) for i in range(len(folded.text) + 1)]
    assert places == sorted(places)
    assert places[-1] == len(text)
    for i, char in enumerate(folded.text):
        assert char in fold(text[places[i]]).text or char == " "


@given(TEXTS, st.data())
def test_a_span_of_the_source_folds_to_what_was_found(text: str, data: st.DataObject) -> None:
    folded = fold(text)
    if not folded.text:
        return
    start = data.draw(st.integers(0, len(folded.text) - 1))
    end = data.draw(st.integers(start + 1, len(folded.text)))
    first, last = folded.span(start, end)
    assert 0 <= first < last <= len(text)
