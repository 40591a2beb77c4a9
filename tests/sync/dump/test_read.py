"""What is a dump, where its items begin, and that nothing typed into one breaks the reading."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vibe_tui.errors import VibeError
from vibe_tui.sync.dump.read import is_dump, read_dump, slug_of

HEAD = "Feed\n\n甲\n\nAnn — Tue, 11 Aug 2026 00:00:00 GMT\n\n"
PARTS = """
甲
1. 甲
Ann — Tue, 11 Aug 2026 00:00:00 GMT
Ann — Tue, 99 Aug 2026 99:00:00 GMT
$$
a\tb
项目\t内容
论文编号\tarXiv:2608.03573
自动研究时间：2026-13-45 来源日期：Feb 31
参考资料
```
\\[
\\begin{align}
作者\t等 3 位
A：https://e.example
"""
LINES = st.sampled_from(PARTS.splitlines())


@pytest.mark.parametrize(
    ("text", "dump"),
    [
        (HEAD + "甲\n\n正文。", True),
        (HEAD.removeprefix("Feed\n\n") + "正文。", True),
        ("\n\n" + HEAD, True),
        ("Feed\n\n说明一行\n\n" + HEAD.removeprefix("Feed\n\n"), True),
        ("正文。\n\n又。\n\n再。\n\n末。\n\n" + HEAD, False),
        ("# 报告\n\n正文。", False),
        ("甲\n\n见 Ann — Tue, 11 Aug 2026 00:00:00 GMT 的信", False),
        ("", False),
    ],
)
def test_is_dump(text: str, dump: bool) -> None:
    assert is_dump(text) is dump


@pytest.mark.parametrize(
    ("byline", "author", "published"),
    [
        ("Ann — Tue, 11 Aug 2026 00:00:00 GMT", "Ann", "2026-08-11T00:00:00+00:00"),
        ("甲 — 乙 — Tue, 11 Aug 2026 23:30:00 +0800", "甲 — 乙", "2026-08-11T23:30:00+08:00"),
        ("Ann - 11 Aug 2026 23:30 -0800", "Ann", "2026-08-11T23:30:00-08:00"),
        ("Tue, 11 Aug 2026 09:05:00 EST", "", "2026-08-11T09:05:00-05:00"),
        ("— Tue, 11 Aug 2026 00:00:00 GMT", "", "2026-08-11T00:00:00+00:00"),
        ("Ann | Tue, 11 Aug 2026 00:00:00 +08:00", "Ann", "2026-08-11T00:00:00+08:00"),
        ("Ann -- Tuesday, 11 August 2026 00:00:00 gmt", "Ann", "2026-08-11T00:00:00+00:00"),
        ("Ann · 2026-08-11T09:05:00Z", "Ann", "2026-08-11T09:05:00+00:00"),
    ],
)
def test_byline(byline: str, author: str, published: str) -> None:
    (item,) = read_dump(f"Feed\n\n甲\n\n{byline}\n\n甲\n\n正文。", "x").items
    assert item.published is not None
    assert (item.author, item.published.isoformat(), str(item.date)) == (
        author,
        published,
        "2026-08-11",
    )


@pytest.mark.parametrize(
    ("below", "title"),
    [
        ("甲：全名\n\n正文。", "甲：全名"),
        ("执行摘要\n\n正文。", "甲"),
        ("正文很短。\n\n正文。", "甲"),
        ("自动研究时间：2026-08-11\n\n正文。", "甲"),
        ("1. 引言\n\n正文。", "甲"),
        ("一\n二\n\n正文。", "甲"),
    ],
)
def test_title_in_the_text(below: str, title: str) -> None:
    (item,) = read_dump(HEAD + below, "x").items
    assert item.title == title
    assert item.meta.get("feed_title", "甲") == "甲"
    assert "正文。" in item.body


ITEM = "{t}\n\nAnn — Tue, 11 Aug 2026 00:00:00 GMT\n\n{t}\n\n概述\n\n正文。\n\n{end}\n\n"
WHOLE = "参考资料\n\n文献"


@pytest.mark.parametrize(
    ("ends", "titles", "whole", "problems"),
    [
        ((WHOLE, WHOLE), ["甲0", "甲1"], True, 0),
        ((WHOLE, "说到一半就没有"), ["甲0"], True, 1),
        ((WHOLE, "说完了。"), ["甲0", "甲1"], False, 1),
        (("说完了。", "也说完了。"), ["甲0", "甲1"], True, 0),
        (("说到一半就没有",), ["甲0"], False, 1),
    ],
    ids=["whole", "cut", "perhaps cut", "no references anywhere", "a single item"],
)
def test_an_item_that_was_cut(
    ends: tuple[str, ...], titles: list[str], whole: bool, problems: int
) -> None:
    items = [ITEM.format(t=f"甲{number}", end=end) for number, end in enumerate(ends)]
    dump = read_dump("Feed\n\n" + "".join(items), "x")
    assert [item.title for item in dump.items] == titles
    assert dump.items[-1].whole is whole
    assert len(dump.problems) == problems


def test_a_byline_in_the_text_begins_no_item() -> None:
    quoted = "他写道：\n\nAnn — Tue, 11 Aug 2026 00:00:00 GMT\n\n完。"
    (item,) = read_dump(HEAD + "甲\n\n" + quoted, "x").items
    assert "他写道：" in item.body


def test_an_impossible_date_is_no_date() -> None:
    (item,) = read_dump(HEAD.replace("11 Aug", "99 Aug") + "甲\n\n正文。", "x").items
    assert (item.date, item.published) == (None, None)


def test_the_id_of_a_source() -> None:
    assert slug_of("Vibe Research") == "vibe-research"
    assert slug_of("深度 / 研究") == "深度-研究"
    (item,) = read_dump(HEAD.removeprefix("Feed\n\n") + "正文。", "in/我的 源.txt").items
    assert item.source == "我的-源"


@given(st.lists(LINES, max_size=30).map("\n".join))
def test_whatever_follows_is_read(text: str) -> None:
    assert read_dump(HEAD + text, "x").name == "Feed"


@given(st.text(max_size=200))
def test_anything_else_is_refused_by_name(text: str) -> None:
    with pytest.raises(VibeError, match=r"^here: "):
        read_dump(text, "here")
