"""File names, ids, short titles, genres, topics: all that a report is called and sorted by."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vibe_tui.library.metadata import genre_of
from vibe_tui.library.names import LONGEST_SHARED, column_of, ids_of, short_titles, without_column
from vibe_tui.library.store import LONGEST, slugify
from vibe_tui.library.topics import shipped_words, topic_ids, topics_of
from vibe_tui.model.report import TOPICS, Genre


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("[硅基写手] 论文解读：SFT Conflicts, RL", "硅基写手-论文解读-sft-conflicts-rl"),
        ("RLSVR / SpyRL", "rlsvr-spyrl"),
        ("../../x", "x"),
        ('a/b\\c:d*e?f"g<h>i|j', "a-b-c-d-e-f-g-h-i-j"),
        ("CON", "con-report"),
        ("com1", "com1-report"),
        ("尾部的点...", "尾部的点"),
        ("  空格  ", "空格"),
        ("\x1b[2J\x00", "2j"),
        ("😀👩‍🔬", "report"),
        ("", "report"),
        ("Cafe\u0301", "café"),
        ("ＡＢＣ", "ａｂｃ"),
        ("π_{0.5}", "π-0-5"),
        ("हिन्दी", "हिन्दी"),
        ("\u202eevil", "evil"),
    ],
)
def test_slugs(title: str, slug: str) -> None:
    assert slugify(title) == slug


@given(st.text(max_size=300))
def test_any_title_is_a_safe_name(title: str) -> None:
    slug = slugify(title)
    assert 0 < len(slug.encode()) <= LONGEST + len("-report")
    assert not re.search(r"[\x00-\x1f/\\:*?\"<>|.\s]", slug)
    assert slug == unicodedata.normalize("NFC", slug)
    assert not slug.startswith("-")
    assert not slug.endswith("-")


@pytest.mark.parametrize(
    ("paths", "ids"),
    [
        (["/l/2026/2026-08-01-a.md"], ["2026-08-01-a"]),
        (["/l/2024/README.md", "/l/2025/README.md"], ["2024/README", "2025/README"]),
        (["/l/2024/readme.md", "/l/2025/README.md"], ["2024/readme", "2025/README"]),
        (["/l/caf\u00e9.md", "/l/cafe\u0301.md"], ["l/caf\u00e9.md", "l/cafe\u0301.md~2"]),
        (["/l/a/_index.md", "/l/b/_index.md", "/l/x/a/_index.md"],
         ["l/a/_index", "b/_index", "x/a/_index"]),
        (["/l/a.md", "/l/a.markdown"], ["a.md", "a.markdown"]),
        (["/l/a.md", "/l/A.md"], ["l/a.md", "l/A.md~2"]),
        (["/l/a\x1b.md"], ["a␛"]),
        ([], []),
    ],
)  # fmt: skip
def test_ids(paths: list[str], ids: list[str]) -> None:
    assert ids_of(paths) == ids


@given(
    st.lists(
        st.lists(st.sampled_from(["a", "A", "b", "readme"]), min_size=1, max_size=4)
        .map("/".join)
        .flatmap(lambda path: st.sampled_from([f"/{path}.md", f"/{path}.markdown"])),
        unique=True,
    )
)
def test_ids_are_distinct_even_when_case_is_folded(paths: list[str]) -> None:
    ids = ids_of(paths)
    assert len({id_.casefold() for id_ in ids}) == len(paths)


@pytest.mark.parametrize(
    ("title", "column", "rest"),
    [
        ("[硅基写手] 甲", "硅基写手", "甲"),
        ("【周报】甲", "周报", "甲"),
        ("[甲]", "", "[甲]"),
        ("甲 [乙]", "", "甲 [乙]"),
        ("[[甲 b] c] 丁", "", "[[甲 b] c] 丁"),
    ],
)
def test_columns(title: str, column: str, rest: str) -> None:
    assert column_of(title) == column
    assert without_column(title, column) == rest


def test_a_beginning_that_three_titles_share_is_dropped() -> None:
    titles = [f"[硅基写手] 每日论文解读：{name}" for name in ("SFT", "RL: 甲", "乙：丙")]
    keys = [("vibe", "硅基写手", title) for title in titles]
    assert short_titles(keys) == ["SFT", "RL: 甲", "乙：丙"]
    assert short_titles(keys[:2]) == ["每日论文解读：SFT", "每日论文解读：RL: 甲"]


@given(st.lists(st.text("甲：[]【】 a", min_size=1).filter(str.strip), min_size=3, max_size=8))
def test_a_short_title_is_a_part_of_the_title_that_says_something(titles: list[str]) -> None:
    keys = [("", column_of(title), title.strip()) for title in titles]
    for title, short in zip(titles, short_titles(keys), strict=True):
        assert short.strip()
        assert title.strip().endswith(short)


def test_a_title_of_nothing_but_colons_stays_whole() -> None:
    titles = ["甲：" * 200_000 + name for name in "乙丙"]
    assert short_titles([("", "", title) for title in titles]) == titles


def test_siblings_are_different_titles_of_one_source_and_column() -> None:
    same = [("vibe", "", "解读：甲")] * 3
    assert short_titles(same) == ["解读：甲"] * 3
    apart = [(source, "", f"解读：{source}") for source in "abc"]
    assert short_titles(apart) == [title for _, _, title in apart]


def test_a_short_title_is_never_empty() -> None:
    keys = [("", "", title) for title in ("解读：", "解读：甲", "解读：乙", "解读：丙")]
    assert short_titles(keys) == ["解读：", "甲", "乙", "丙"]


@pytest.mark.parametrize(
    ("title", "has_paper", "headings", "genre"),
    [
        ("专访某人", True, [], Genre.PAPER),
        ("三起事件：从复盘到治理", False, ["执行摘要", "文档索引"], Genre.INCIDENT_REVIEW),
        ("梁文锋投资者交流会核心观点", False, [], Genre.INTERVIEW),
        ("对话创始人", False, [], Genre.INTERVIEW),
        ("网络访问控制的新做法", False, ["一", "二", "三"], Genre.DEEP_DIVE),
        ("MCP 2026-07-28 规范", False, [], Genre.NEWS),
        ("Introducing Kitesurf", False, [], Genre.NEWS),
        ("最佳实践", False, ["一"], Genre.NOTE),
    ],
)
def test_genres(title: str, has_paper: bool, headings: list[str], genre: Genre) -> None:
    assert genre_of(title, "字" * 2_000, headings, has_paper=has_paper) is genre


LINKS = "\n".join(f"- [笔记 {number}]({number}.md)" for number in range(9))


@pytest.mark.parametrize(
    ("text", "genre"),
    [
        (LINKS, Genre.INDEX),
        (LINKS.replace("(", "<").replace("- [", "- [[").replace("]<", "]] <"), Genre.INDEX),
        ("## 甲\n\n" + LINKS.replace("\n", "：一句话\n"), Genre.INDEX),
        (LINKS + "\n\n字字字" * 9, Genre.NOTE),
        ("字" * 200, Genre.NOTE),
    ],
)
def test_short_texts_and_lists_of_links(text: str, genre: Genre) -> None:
    assert genre_of("甲", text, ["一", "二", "三"], has_paper=False) is genre


@pytest.mark.parametrize(
    ("title", "summary", "topic"),
    [
        ("SFT Conflicts, RL Coexists", "多任务后训练与强化学习", "rl-post-training"),
        ("从Multi-Agent到Agent Team", "智能体协作", "agents"),
        ("TurboVLA", "机器人动作块解码", "embodied-robotics"),
        ("某公司融资与商业化", "战略", "industry-strategy"),
        ("网络安全评测越界事件", "事故与治理", "safety-governance"),
        ("MCP 规范", "协议与平台", "platforms-protocols"),
    ],
)
def test_topics(title: str, summary: str, topic: str) -> None:
    assert topics_of(title, summary, [], "")[0] == topic


def test_latin_keywords_are_whole_words() -> None:
    assert "embodied-robotics" not in topics_of("Revlation of vlad", "", [], "")


@given(st.text(), st.text())
def test_up_to_three_topics(title: str, text: str) -> None:
    found = topics_of(title, "", [], text)
    assert len(found) <= 3
    assert len(set(found)) == len(found)


def test_every_topic_has_keywords() -> None:
    assert set(shipped_words()) == {topic.id for topic in TOPICS}


def test_topics_may_be_named() -> None:
    assert topic_ids(["智能体与多智能体", "agents", "Safety and governance", "own"]) == (
        "agents",
        "safety-governance",
        "own",
    )


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("周末购物清单", "牛奶、鸡蛋、面粉，还有平台上的优惠券。"),
        ("Notes from the garden", "The apple tree was attacked by aphids; see the data on GitHub."),
        ("合唱团会议纪要", "对齐下周的排练时间，标注乐谱。"),
    ],
)
def test_where_nothing_speaks_there_is_no_topic(title: str, text: str) -> None:
    assert topics_of(title, text, [], text) == ()


def test_words_of_the_settings_decide() -> None:
    own = {"agents": (), "gardening": ("aphids", "苹果树")}
    assert topics_of("The year of the aphids", "", [], "", own) == ("gardening",)
    assert topics_of("Web agents at work", "", [], "", own) == ("agents",)
    assert topics_of("A robot hand", "", [], "", own) == ()


@pytest.mark.parametrize(
    ("length", "shared"), [(LONGEST_SHARED, True), (LONGEST_SHARED + 1, False)]
)
def test_a_shared_beginning_may_be_long_but_not_endless(length: int, shared: bool) -> None:
    opening = "题" * (length - 1) + "："
    titles = [("s", "", f"{opening}{name}") for name in "甲乙丙"]
    found = short_titles(titles)
    assert found == (list("甲乙丙") if shared else [title for _, _, title in titles])


def test_a_long_slug_is_cut_at_a_hyphen_that_is_near() -> None:
    assert slugify("a" * 25 + " " + "b" * 20, 30) == "a" * 25
    assert slugify("a" * 9 + " " + "b" * 40, 30) == "a" * 9 + "-" + "b" * 20
