"""The query language: how what is typed is read, and what is said about it."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.search.library import TODAY
from vibe_tui.search.language import read_days, read_end, read_start
from vibe_tui.search.query import MAX_WORDS, parse_query
from vibe_tui.search.tree import (
    All,
    And,
    Condition,
    Days,
    FieldValue,
    Not,
    Or,
    Within,
    Word,
    sought_in,
)


def show(node: Condition) -> str:
    """A tree on one line."""
    match node:
        case All():
            return "*"
        case Word(term, name):
            return f"{name}{':' * bool(name)}{term.text}{'*' * term.prefix}"
        case Days(first, last):
            return f"{first or ''}..{last or ''}"
        case FieldValue(name, value):
            return f"{name}={value}"
        case Within(kinds, child):
            return f"{'/'.join(sorted(kinds))}[{show(child)}]"
        case Not(child):
            return f"-{show(child)}"
        case And(children):
            return f"({' & '.join(map(show, children))})"
        case Or(children):
            return f"({' | '.join(map(show, children))})"


READ = {
    "words": ("世界 模型", "(世界 & 模型)"),
    "phrase": ('"a b"', "a b"),
    "phrase of an input method": ("“a b”", "a b"),
    "or binds less": ("a b OR c d", "((a & b) | (c & d))"),
    "and is nothing": ("a AND b", "(a & b)"),
    "not": ("a -b NOT c", "(a & -b & -c)"),
    "not a group": ("-(a OR b)", "-(a | b)"),
    "not twice": ("NOT -a topic:--agents", "(a & topic=agents)"),
    "full-width brackets": ("（a OR b） c", "((a | b) & c)"),
    "hyphen inside": ("L1-L5", "L1-L5"),
    "dashes before": ("--lens", "lens"),
    "prefix": ("GRP*", "GRP*"),
    "prefix of a phrase": ('"a b"*', "a b*"),
    "joined": ("多 Agent 系统", "(多 Agent & 系统)"),
    "joined on both sides": ("在 RL 中", "在 RL 中"),
    "two Han apart": ("张 三", "(张 & 三)"),
    "not joined to a sign": ("涨 24%", "涨 24%"),
    "field": ("title:a b", "(title:a & b)"),
    "field of an input method": ("标题：“a b” c", "(title:a b & c)"),
    "field of a group": ("作者:(a OR b)", "(author:a | author:b)"),
    "field with a space": ("局限： 噪声", "limitations[噪声]"),
    "field joined": ("title:多 Agent", "title:多 Agent"),
    "value of a name not joined": ("topic:agents 债", "(topic=agents & 债)"),
    "scope": ("section:summary a -b", "summary[(a & -b)]"),
    "scope beside facts": ("topic:agents section:summary a", "(topic=agents & summary[a])"),
    "two scopes": ("section:summary section:局限 a", "limitations/summary[a]"),
    "scope alone": ("章节:方法", "method[*]"),
    "scope not": ("-section:summary a", "(-summary[*] & a)"),
    "scope of what is not there": ("局限:-a 主题:-agents", "(limitations[-a] & -topic=agents)"),
    "scope by kind": ("结论:(a OR b) c", "(takeaways[(a | b)] & c)"),
    "genre": ("体裁:访谈", "genre=interview"),
    "lists": ("体裁:索引", "genre=index"),
    "state": ("is:unread 状态:星标", "(is=unread & is=starred)"),
    "month": ("date:2026-08", "2026-08-01..2026-08-31"),
    "since": ("since:7d", "2026-08-05.."),
    "since ever, in days": ("since:999999d", "0001-01-01.."),
    "since ever, in years": ("since:2026y", "0001-01-01.."),
    "since, until": ("自:2026-08-01 至:2026年8月9日", "(2026-08-01.. & ..2026-08-09)"),
    "compared": ("date >= 2026-08", "2026-08-01.."),
    "compared with Chinese": ("日期＞2026-08-01", "2026-08-02.."),
    "no field": ("https://a.b/c", "https://a.b/c"),
    "brackets in a word": ("f(x) (a)", "(f(x) & a)"),
    "apostrophes": ("'a' b’s", "(a & b’s)"),
}

NOTED = {
    "quote": ('"净利', "净利", "未闭合的引号"),
    "inner star": ("a*b", "(a & b)", "词尾"),
    "lone star": ("*", "*", "已忽略"),
    "bracket": ("(a", "a", "括号"),
    "bracket closed": ("a) b", "(a & b)", "括号"),
    "operator": ("a AND", "a", "AND"),
    "operator alone": ("OR", "OR", "普通词"),
    "no value": ("title:", "*", "title"),
    "no date": ("date >", "*", "已忽略"),
    "odd date": ("date:[2024 to", "([2024 & to)", "date"),
    "odd genre": ("genre:odd", "odd", "genre"),
    "odd kind": ("section:无此 a", "(无此 & a)", "section"),
    "control codes": ("\x00a\x1bb", "(a & b)", "控制字符"),
    "control codes alone": ("\x7f\x9b", "*", "控制字符"),
}


@pytest.mark.parametrize(("text", "tree"), READ.values(), ids=READ.keys())
def test_reads(text: str, tree: str) -> None:
    query = parse_query(text, TODAY)
    assert show(query.tree) == tree
    assert query.note is None


@pytest.mark.parametrize(("text", "tree", "said"), NOTED.values(), ids=NOTED.keys())
def test_says_what_was_read_otherwise(text: str, tree: str, said: str) -> None:
    query = parse_query(text, TODAY)
    assert show(query.tree) == tree
    assert query.note is not None
    assert said in query.note.zh


@pytest.mark.parametrize(
    ("text", "tree"),
    [("a gr", "(a & gr*)"), ("a gr ", "(a & gr)"), ("置信", "置信"), ("title:gr", "title:gr*")],
    ids=["caret in a word", "a space follows", "Chinese needs no prefix", "in a field"],
)
def test_while_typing_the_last_word_may_go_on(text: str, tree: str) -> None:
    assert show(parse_query(text, TODAY, typing=True).tree) == tree


@pytest.mark.parametrize(
    ("text", "fields_only"),
    [
        *(("", True), ("topic:agents -genre:news", True), ("title:a", True), ("a", False)),
        *(("section:summary", False), ("topic:agents OR a", False)),
    ],
)
def test_knows_whether_metadata_is_enough(text: str, fields_only: bool) -> None:
    assert parse_query(text, TODAY).fields_only is fields_only


@given(st.text(st.one_of(st.sampled_from('ab模 "()（）“”:：-*ORANDNT局限标题>'), st.characters())))
def test_everything_has_a_reading(text: str) -> None:
    for typing in (False, True):
        query = parse_query(text, TODAY, typing=typing)
        assert all(sought.word.needle for sought in sought_in(query.tree))


def test_depth_and_length_have_limits() -> None:
    deep = parse_query("(" * 2_000 + "a" + ")" * 2_000, TODAY)
    assert deep.note is not None
    many = parse_query(" ".join(f"w{number}" for number in range(500)), TODAY)
    assert len(list(sought_in(many.tree))) == MAX_WORDS
    assert show(parse_query("-(" * 1_000 + "a", TODAY).tree)


DAYS = {
    "2026": ("2026-01-01", "2026-12-31"),
    "2026-08": ("2026-08-01", "2026-08-31"),
    "2026/8/9": ("2026-08-09", "2026-08-09"),
    "2026年8月9日": ("2026-08-09", "2026-08-09"),
    "2026年8月": ("2026-08-01", "2026-08-31"),
    "20260809": ("2026-08-09", "2026-08-09"),
    "今天": ("2026-08-12", "2026-08-12"),
    "yesterday": ("2026-08-11", "2026-08-11"),
    "本周": ("2026-08-10", "2026-08-12"),
    "本月": ("2026-08-01", "2026-08-12"),
    "2026-07..2026-08-03": ("2026-07-01", "2026-08-03"),
    "2026-07..": ("2026-07-01", None),
}


@pytest.mark.parametrize(("text", "days"), DAYS.items(), ids=DAYS.keys())
def test_days(text: str, days: tuple[str, str | None]) -> None:
    first, last = (dt.date.fromisoformat(day) if day else None for day in days)
    assert read_days(text, TODAY) == Days(first, last)


@pytest.mark.parametrize(
    "text", ["", "2026-13", "2026-02-30", "七月", "0000", "..", "9999999", "7"]
)
def test_no_days(text: str) -> None:
    assert read_days(text, TODAY) is None


@pytest.mark.parametrize(
    ("text", "day"),
    [
        *(("7d", "2026-08-05"), ("2w", "2026-07-29"), ("1m", "2026-07-12"), ("30天", "2026-07-13")),
        *(("1年", "2025-08-12"), ("2026-08", "2026-08-01"), ("99999y", "0001-01-01")),
    ],
)
def test_starts(text: str, day: str) -> None:
    assert read_start(text, TODAY) == dt.date.fromisoformat(day)


def test_ends() -> None:
    assert read_end("2026-07", TODAY) == dt.date(2026, 7, 31)
    assert read_end("7d", TODAY) == dt.date(2026, 8, 5)
    assert read_end("soon", TODAY) is None
