"""Front matter: every oddity opens, is named with file and line, and is written back as it was."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vibe_tui.clean import clean_line
from vibe_tui.library.front_matter import (
    FrontMatter,
    Meta,
    Written,
    dump_front_matter,
    read_front_matter,
)
from vibe_tui.library.opened import parse_report

CORPUS = Path(__file__).resolve().parents[1] / "corpus" / "front_matter"


def read(name: str) -> FrontMatter:
    return read_front_matter((CORPUS / name).read_bytes().decode(), name)


# File, title, first words of the body, where each problem is.
CASES: list[tuple[str, str, str, tuple[str, ...]]] = [
    ("bom.md", "年报", "正文", ()),
    ("crlf.md", "年报", "# 甲\n\n正文", ()),
    ("colon_in_value.md", "上半年回顾", "# 上半年回顾\n\n正文", ("colon_in_value.md:2",)),
    ("bracket_unquoted.md", "论文解读", "# 论文解读\n\n正文", ("bracket_unquoted.md:2",)),
    ("tabs.md", "tabs", "正文", ("tabs.md:4",)),
    ("no_closing_fence.md", "正文", "---\ntitle: 甲\n\n# 正文\n...", ("no_closing_fence.md:1",)),
    ("rules_in_body.md", "甲", "一\n\n---\n\n二\n\n---\n\n三\n\n---", ()),
    ("rule_first.md", "rule_first", "----------\n\n正文\n\n---\n\n尾", ()),
    ("thematic_breaks.md", "thematic_breaks", "---\n\n正文在两条线之间\n\n---\n\n尾", ()),
    ("fence_in_value.md", "甲 --- 乙", "正文", ()),
    ("plain_string.md", "这不是元数据", "---\n这不是元数据\n---\n正文", ("plain_string.md:2",)),
    ("list.md", "list", "---\n- 甲\n- 乙\n---\n正文", ("list.md:2",)),
    ("duplicate_keys.md", "乙", "正文", ("duplicate_keys.md:3",)),
    ("chinese_and_english_key.md", "乙", "正文", ("chinese_and_english_key.md:2",)),
    ("chinese_key.md", "甲", "正文", ()),
    ("comment.md", "甲", "## 乙", ()),
    ("alias_bomb.md", "甲", "# 甲", ("alias_bomb.md:2",)),
    ("alias_to_itself.md", "甲", "# 甲", ("alias_to_itself.md:2",)),
    ("deep.md", "甲", "# 甲", ("deep.md:2",)),
    ("types.md", "2024", "正文", ()),
    ("title_yes.md", "yes", "", ()),
    ("title_null.md", "null", "", ()),
    ("title_list.md", "[甲]", "", ()),
    ("title_missing.md", "title_missing", "正文没有标题", ()),
    ("empty.md", "empty", "", ()),
    ("only_front_matter.md", "甲", "", ()),
    ("empty_front_matter.md", "甲", "# 甲", ()),
    ("control_codes.md", "年报␛]8;;https://evil.example␇点此", "正文\x1b[2J", ()),
    ("escaped_control_codes.md", "年报␛[2J", "正文", ()),
    ("python_tag.md", "[echo]", "正文", ()),
    ("hugo.md", "甲", "正文", ()),
]


@pytest.mark.parametrize(("name", "title", "body", "places"), CASES, ids=[c[0] for c in CASES])
def test_every_oddity_opens(name: str, title: str, body: str, places: tuple[str, ...]) -> None:
    text = (CORPUS / name).read_bytes().decode()
    front, found, _ = parse_report(text, name)
    assert found == title
    assert front.body.strip("\n") == body
    assert tuple(problem.where for problem in front.problems) == places


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.md")), ids=lambda path: path.stem)
def test_written_back_nothing_changes(path: Path) -> None:
    front = read(path.name)
    again = read_front_matter(dump_front_matter(front.meta, front.body), "again")
    assert again.meta == front.meta
    assert again.body.strip("\n") == front.body.strip("\n")
    assert dump_front_matter(again.meta, again.body) == dump_front_matter(front.meta, front.body)


def test_every_corpus_file_has_a_case() -> None:
    known = {case[0] for case in CASES} | {"bad_date.md"}
    assert {path.name for path in CORPUS.glob("*.md")} == known


def test_values_stay_as_written() -> None:
    meta = read("types.md").meta
    assert meta == {
        "title": 2024,
        "yes_": "yes",
        "null_": "null",
        "open": "10:00",
        "ratio": "1.50",
        "octal": "012",
        "draft": True,
        "count": 7,
        "arxiv": "2608.03573",
        "date": "2025-03-01T23:30:00+08:00",
    }
    assert (CORPUS / "types.md").read_text().split("---\n")[1].replace('"', "'") in (
        dump_front_matter(meta, "")
    )


def test_unknown_keys_are_kept_in_order() -> None:
    front = read("hugo.md")
    assert list(front.meta) == ["title", "date", "draft", "tags", "authors", "menu"]
    assert front.meta["menu"] == {"main": {"weight": 1}}


def test_body_line_counts_in_the_file() -> None:
    assert read("hugo.md").body_line == 10
    assert read("rule_first.md").body_line == 1
    assert read_front_matter("\n\n---\ntitle: 甲\n---\n正文", "x").body_line == 6


def test_two_megabytes_of_front_matter_are_read() -> None:
    tags = "".join(f"- 标签{number}\n" for number in range(120_000))
    front = read_front_matter(f"---\ntitle: 甲\ntags:\n{tags}---\n正文", "big.md")
    assert front.meta["title"] == "甲"
    assert not front.problems


def test_front_matter_beyond_measure_is_left_out_and_named() -> None:
    front = read_front_matter(f"---\ntitle: {'长' * 4_000_001}\n---\n正文", "big.md")
    assert (front.body, front.problems[0].where) == ("正文", "big.md:2")


def test_python_values_are_written_as_yaml() -> None:
    meta = {
        "date": dt.date(2026, 8, 1),
        "published": dt.datetime(2026, 8, 1, tzinfo=dt.UTC),
        "title": "[甲] 乙: 丙",
        "names": ("a", "b"),
        "arxiv": "2608.03573",
    }
    assert dump_front_matter(meta, "\n\n正文\n\n") == (
        "---\n"
        "date: 2026-08-01\n"
        "published: 2026-08-01T00:00:00+00:00\n"
        "title: '[甲] 乙: 丙'\n"
        "names:\n  - a\n  - b\n"
        "arxiv: '2608.03573'\n"
        "---\n\n正文\n"
    )


def test_lone_surrogates_can_be_written() -> None:
    dump_front_matter({"title": "a\ud800b"}, "c\udfff").encode()


# What reading leaves as it is: neither control codes nor signs that change the direction of text.
TEXT = st.text(st.characters().filter(lambda char: clean_line(char) == char))
VALUES = st.recursive(
    st.booleans() | st.integers(-(10**15), 10**15) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(TEXT, VALUES, max_size=5), TEXT)
def test_any_metadata_comes_back(meta: Meta, body: str) -> None:
    front = read_front_matter(dump_front_matter(meta, body), "x")
    if meta:
        assert front.meta == meta
        assert front.body.strip("\n") == body.strip("\n").rstrip()


@given(st.text())
def test_any_text_opens(text: str) -> None:
    front = read_front_matter(text, "x")
    assert len(front.body) <= len(text)
    again = read_front_matter("---\n" + text, "x")
    assert len(again.body) <= len(text) + 4


def test_a_written_value_equals_its_words() -> None:
    assert Written("10:00") == "10:00"
