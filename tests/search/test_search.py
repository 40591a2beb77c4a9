"""What is found: the examples of the design and the field's known failures."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.search.library import TODAY, entries, entry
from vibe_tui.model.report import NO_PAPER, Paper, Report
from vibe_tui.model.section import Section
from vibe_tui.search.index import Index
from vibe_tui.search.query import parse_query

FOUND = {
    "middle of a sentence": ("精准", ["one"]),
    "end of a sentence": ("检索", ["one"]),
    "across words": ("信投", ["one"]),
    "one character": ("债", ["three"]),
    "one common character": ("数", ["one", "two"]),
    "percentage": ("24.9%", ["one"]),
    "number": ("24.9", ["one"]),
    "part of a number": ("24", []),
    "C++": ("C++", ["one"]),
    "C#": ("C#", ["one"]),
    ".NET": (".NET", ["one"]),
    "section sign": ("§3", ["one"]),
    "share": ("A股", ["one"]),
    "share with a space": ("A 股", ["one"]),
    "hyphen is no minus": ("COVID-19", ["one"]),
    "hyphen as space": ("COVID 19", ["one"]),
    "model name": ("Qwen2.5-7B", ["one"]),
    "number with its unit": ("31.2 ms", ["one"]),
    "thousands": ("141006", ["one"]),
    "thousands as written": ("141,006", ["one"]),
    "formula": ("π0.5", ["one"]),
    "formula as Markdown": (r"$\pi_{0.5}$", ["one"]),
    "formula in a phrase": (r"“$\pi_{0.5}$ | 141,006”", ["one"]),
    "formula with signs of the language": (r"$(-x^2)$", []),
    "bold beside Han": ("重点。后文", ["one"]),
    "subscript": ("CO2 还原", ["one"]),
    "whole Latin words": ("LoRA", ["one"]),
    "not inside": ("lorat", []),
    "joined": ("多 Agent", ["two"]),
    "author": ("Juanzi Li", ["one"]),
    "arXiv id": ("2608.03573", ["one"]),
    "phrase": ('"#1 Paper of the day"', ["three"]),
    "phrase is strict": ('"结构化数据"', ["one"]),
    "words anywhere": ("结构化 数据", ["one", "two"]),
    "accent": ("cafe", ["three"]),
    "accent typed": ("café", ["three"]),
    "no-break hyphen": ("L1-L5", ["three"]),
    "identifier": ("snake_case", ["three"]),
    "traditional as written": ("債券", ["three"]),
    "title first": ("exploratory", ["two"]),
    "prefix": ("explor*", ["two"]),
    "prefix of three": ("exp*", ["two"]),
    "or": ("LoRA OR 债", ["one", "three"]),
    "not": ("GRPO -LoRA", ["three", "two"]),
    "NOT": ("GRPO NOT LoRA", ["three", "two"]),
    "brackets": ("（LoRA OR 债） GRPO", ["three", "one"]),
    "scope": ("局限:置信区间", ["one"]),
    "scope by field": ("section:limitations 置信区间", ["one"]),
    "scope by Chinese field": ("章节：局限性 数据", ["two"]),
    "scope with children": ("section:limitations CO2", ["one"]),
    "scope all words": ("section:summary GRPO 置信区间", []),
    "scope alone": ("section:summary", ["one", "two", "three"]),
    "scope negated": ("-section:limitations", ["three"]),
    "title field": ("title:世界模型", ["one"]),
    "title phrase": ("标题：“exploratory study”", ["two"]),
    "author field": ("作者:li", ["one"]),
    "topic": ("topic:agents", ["two"]),
    "topic by name": ("主题:智能体", ["two"]),
    "genre": ("体裁:论文", ["one"]),
    "arxiv": ("arxiv:2608", ["one"]),
    "source": ("source:vibe-research GRPO", ["three", "one", "two"]),
    "date": ("date:2026-08", ["one", "two"]),
    "since": ("since:2d", ["one", "two"]),
    "until": ("until:2026-07", ["three"]),
    "later than": ("date>2026-08-10", ["one"]),
    "unread": ("is:unread", ["one", "two", "three"]),
    "starred": ("is:starred", []),
    "nothing": ("区块链", []),
    "inner star": ("净*率", ["one"]),
    "unclosed quote": ('"净利', ["one"]),
    "quotes of an input method": ("“净利率”", ["one"]),
    "single quotes": ("'净利率'", ["one"]),
    "group left open": ("(LoRA AND", ["one"]),
    "full width": ("ＧＲＰＯ　ＬｏＲＡ", ["one"]),
}


@pytest.mark.parametrize(("query", "ids"), FOUND.values(), ids=FOUND.keys())
def test_finds(find: Callable[[str], list[str]], query: str, ids: list[str]) -> None:
    assert find(query) == ids


NASTY = [
    *(
        '"',
        "(",
        ")",
        "[",
        "\\",
        "*",
        "??*",
        "a^",
        "~",
        "date:[2024 to",
        "AND",
        "NOT",
        "OR",
        "-",
        "--",
    ),
    *("title:", "date:[2024 to", "date >", "(a AND", "*的*", "a*b*c*", "\n", "\x00\x1b[31m"),
    *(
        "\ud800",
        "a" * 10_000,
        "的" * 10_000,
        "(" * 10_000,
        "-" * 10_000,
        '" ' * 5_000,
        "a b " * 3_000,
        "NOT " * 3_000,
    ),
    *(
        "局限:",
        "局限:(",
        "section:",
        "section:无",
        "since:999999999d",
        "date:2026-13",
        "since:0000",
    ),
    *(
        "\u200b",
        "\ufeff",
        "“",
        "：",
        "（）",
        "is:",
        "is:odd",
        "genre:odd",
        "..",
        "。",
        ",",
        "a:b:c",
    ),
]


@pytest.mark.parametrize("query", NASTY, ids=[repr(query[:16]) for query in NASTY])
def test_always_answers(small: tuple[Index, tuple[Report, ...]], query: str) -> None:
    index, reports = small
    for typing in (False, True):
        asked = parse_query(query, TODAY, typing=typing)
        answer = index.search(asked, reports)
        chosen = index.select(asked, reports).reports
        assert asked.is_empty or answer.total == len(chosen)


def test_passages_say_where(small: tuple[Index, tuple[Report, ...]]) -> None:
    index, reports = small
    answer = index.search(parse_query("CO2 还原", TODAY), reports)
    (passage,) = answer.hits[0].passages
    assert passage.section == "7. 局限性 › 7.1 重点。后文"
    assert passage.kind == "limitations"
    assert passage.snippet == "样本只有 CO₂ 还原。"
    assert [passage.snippet[start:end] for start, end in passage.marks] == ["CO₂", "还原"]
    assert (passage.section_index, passage.line, passage.nth) == (3, 1, 0)


def test_a_table_row_is_a_passage(small: tuple[Index, tuple[Report, ...]]) -> None:
    index, reports = small
    answer = index.search(parse_query("141006", TODAY), reports)
    assert answer.hits[0].passages[0].snippet == "π₀.₅ | 141,006"


def test_scope_shows_passages_of_its_sections(small: tuple[Index, tuple[Report, ...]]) -> None:
    index, reports = small
    answer = index.search(parse_query("section:summary GRPO", TODAY), reports)
    kinds = {passage.kind for hit in answer.hits for passage in hit.passages}
    assert kinds == {"summary"}


def test_a_rare_word_beside_a_common_one_is_shown(tmp_path: Path) -> None:
    common = "\n\n".join(f"第 {n} 段讲模型与模型。" for n in range(40))
    body = f"## 执行摘要\n\n{common}\n\n## 5. 统计\n\n{common}\n\n这个模型没有给出显著性。\n"
    index = Index(tmp_path)
    index.update([entry("long", body)])
    (hit,) = index.search(parse_query("模型 显著性", TODAY), (entry("long", body).report,)).hits
    best = hit.passages[0]
    assert (best.section, best.snippet) == ("5. 统计", "这个模型没有给出显著性。")
    assert best.nth == 80


def test_whole_words_come_before_what_is_being_typed(
    small: tuple[Index, tuple[Report, ...]],
) -> None:
    index, reports = small
    answer = index.search(parse_query("A", TODAY, typing=True), reports)
    assert answer.hits[0].report_id == "one"
    assert answer.total == 2


def test_text_is_shown_rather_than_the_heading_that_says_the_same(tmp_path: Path) -> None:
    one = entry("one", "## 信用分配\n\n没有。\n\n信用分配的话。")
    index = Index(tmp_path)
    index.update([one])
    (hit,) = index.search(parse_query("信用分配", TODAY), (one.report,)).hits
    assert (hit.passages[0].line, hit.passages[0].snippet) == (2, "信用分配的话。")


def test_matches_that_overlap_are_one_mark(tmp_path: Path) -> None:
    one = entry("one", "## 节\n\n信用分。\n\n信用分与目标。")
    index = Index(tmp_path)
    index.update([one])
    (hit,) = index.search(parse_query("信用 用分 目标", TODAY), (one.report,)).hits
    assert (hit.passages[0].line, hit.passages[0].nth) == (2, 1)


@pytest.mark.parametrize("query", ["<eos>", "eos", "PAD", "vector<int>", "<s>"])
def test_tags_that_are_words_are_found(tmp_path: Path, query: str) -> None:
    body = "## 关于 <PAD>\n\n以 <eos> 结束，the <s> token。\n\n| 型 |\n|--|\n| vector<int> |\n"
    one = entry("one", body)
    index = Index(tmp_path)
    index.update([one])
    assert index.search(parse_query(query, TODAY), (one.report,)).total == 1


PLACES = {
    "title": ("{}", "## 节\n\n文"),
    "heading": ("题", "## 节 {}\n\n文"),
    "summary": ("题", "## 摘要\n\n文 {}"),
    "text": ("题", "## 节\n\n文 {}"),
}


@pytest.mark.parametrize("indexed", [True, False], ids=["indexed", "not yet indexed"])
@pytest.mark.parametrize("place", PLACES)
def test_a_whole_word_comes_before_one_that_goes_on(
    tmp_path: Path, place: str, indexed: bool
) -> None:
    title, body = PLACES[place]
    words = {"newer": "grpo", "older": "gr"}
    made = {name: entry(name, body.format(w), title.format(w)) for name, w in words.items()}
    index = Index(tmp_path, lambda report: made[report.id].sections)
    if indexed:
        index.update(made.values())
    reports = tuple(one.report for one in made.values())
    for query, typing, order in (("gr", True, ["older", "newer"]), ("gr*", False, [*words])):
        answer = index.search(parse_query(query, TODAY, typing=typing), reports)
        assert [hit.report_id for hit in answer.hits] == order


TOGETHER = {
    "as one phrase": ("## 节\n\nno credit assignment.", "## 节\n\nno credit, assignment."),
    "in one line": ("## 节\n\n信用和分配。\n\n行。", "## 节\n\n信用和。\n\n分配行。"),
    "in one section": (
        "## 甲\n\n信用。\n\n分配。\n\n## 乙\n\n文",
        "## 甲\n\n信用。\n\n## 乙\n\n分配。文",
    ),
}


@pytest.mark.parametrize("indexed", [True, False], ids=["indexed", "not yet indexed"])
@pytest.mark.parametrize("nearer", TOGETHER)
def test_words_that_stand_together_come_first(tmp_path: Path, nearer: str, indexed: bool) -> None:
    together, apart = TOGETHER[nearer]
    query = "credit assignment" if "credit" in apart else "信用 分配"
    made = {"newer": entry("newer", apart), "older": entry("older", together)}
    index = Index(tmp_path, lambda report: made[report.id].sections)
    if indexed:
        index.update(made.values())
    answer = index.search(parse_query(query, TODAY), [one.report for one in made.values()])
    assert [hit.report_id for hit in answer.hits] == ["older", "newer"]


def test_only_the_reports_given_are_found(small: tuple[Index, tuple[Report, ...]]) -> None:
    index, reports = small
    answer = index.search(parse_query("GRPO", TODAY), reports[1:])
    assert {hit.report_id for hit in answer.hits} == {"two", "three"}


def test_the_limit_counts_reports(small: tuple[Index, tuple[Report, ...]]) -> None:
    index, reports = small
    answer = index.search(parse_query("GRPO", TODAY), reports, limit=1)
    assert (answer.total, len(answer.hits)) == (3, 1)


def test_nothing_asked_says_so(small: tuple[Index, tuple[Report, ...]]) -> None:
    index, reports = small
    answer = index.search(parse_query(" ", TODAY), reports)
    assert answer.total == 0
    assert answer.note is not None


def test_what_titles_take_is_not_there_for_texts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Slow titles of many reports: an answer while typing reads no text on top of them."""
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])

    def slow_paper(_: Report) -> Paper:
        now[0] += 1
        return NO_PAPER

    def read(report: Report) -> tuple[Section, ...]:
        raise AssertionError(report.id)

    reports = tuple(made.report for made in entries())
    index = Index(tmp_path, read, paper_of=slow_paper)
    listed = index.select(parse_query("Beta", TODAY, typing=True), reports)
    assert ([report.id for report in listed.reports], listed.unread) == (["two"], len(reports))


def test_papers_are_asked_for_in_the_order_of_files(tmp_path: Path) -> None:
    asked: list[str] = []

    def paper_of(report: Report) -> Paper:
        asked.append(report.file)
        return NO_PAPER

    reports = tuple(replace(made.report, file=f) for made, f in zip(entries(), "bca", strict=True))
    index = Index(tmp_path, paper_of=paper_of)
    index.select(parse_query("Beta", TODAY, typing=True), reports)
    assert asked == ["c", "b", "a"]
