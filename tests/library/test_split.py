"""Reports as trees of sections: levels, kinds, own text, lines."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vibe_tui.library.split import same_title, split
from vibe_tui.model.section import Section, SectionKind


def drawn(sections: tuple[Section, ...]) -> list[tuple[int, str, str]]:
    return [(one.level, one.heading, one.text) for top in sections for one in top.walk()]


CASES: dict[str, tuple[str, list[tuple[int, str, str]]]] = {
    "text only": ("正文\n\n再一段\n", [(0, "", "正文\n\n再一段")]),
    "nothing": ("\n\n", []),
    "text before": ("引言\n\n## 甲\n乙", [(0, "", "引言"), (1, "甲", "乙")]),
    "title repeated": ("# 题目\n\n引言\n\n## 甲\n", [(0, "", "引言"), (1, "甲", "")]),
    "another H1": ("# 别的\n\n## 甲\n", [(1, "别的", ""), (2, "甲", "")]),
    "shallowest is 1": ("### 甲\n#### 乙\n### 丙\n", [(1, "甲", ""), (2, "乙", ""), (1, "丙", "")]),
    "skipped level": ("## 甲\n#### 乙\n### 丙\n", [(1, "甲", ""), (3, "乙", ""), (2, "丙", "")]),
    "deeper first": ("### 甲\n## 乙\n", [(2, "甲", ""), (1, "乙", "")]),
    "setext": ("甲\n===\n\n乙\n---\n丙\n", [(1, "甲", ""), (2, "乙", "丙")]),
    "closing hashes": ("## 甲 ##\n", [(1, "甲", "")]),
    "source kept": ("## 1. **甲** `b` $x$\n", [(1, "1. **甲** `b` $x$", "")]),
    "no heading in code": ("## 甲\n```\n# 乙\n```\n", [(1, "甲", "```\n# 乙\n```")]),
    "blank lines, not indents": ("## 甲\n\n    code\n\n\n", [(1, "甲", "    code")]),
    "crlf left over": ("## 甲\r\n乙\r\n", [(1, "甲", "乙")]),
    "empty heading": ("##\n甲\n", [(1, "", "甲")]),
}


@pytest.mark.parametrize("name", CASES)
def test_sections(name: str) -> None:
    body, expected = CASES[name]
    assert drawn(split(body, title="题目")) == expected


def test_children_lines_and_kinds() -> None:
    body = "\n引言\n\n## 1. 方法详解\n\n### 1.1 甲\n\n乙\n\n## 2. 局限\n"
    lead, method, limits = split(body, first_line=10)
    assert (lead.line, method.line, method.children[0].line, limits.line) == (11, 13, 15, 19)
    assert lead.kind is SectionKind.OTHER
    assert method.children[0].kind is SectionKind.METHOD
    assert limits.kind is SectionKind.LIMITATIONS


def test_line_of_text_below_a_repeated_title() -> None:
    (lead,) = split("# 题目\n\n\n正文\n", first_line=5, title="题目")
    assert (lead.text, lead.line) == ("正文", 8)


@pytest.mark.parametrize(
    ("heading", "title", "same"),
    [
        (r"\[硅基写手\] 解读：SFT", "[硅基写手] 解读：SFT", True),
        ("**解读** SFT", "解读 SFT", True),
        ("解读", "解读 SFT", False),
        ("", "", False),
        ("！！", "！！", True),
    ],
)
def test_same_title(heading: str, title: str, same: bool) -> None:
    assert same_title(heading, title) is same


LINES = ["# 题目", "## 甲", "### 乙", "#### 丙", "正文一段"]
LINES += ["", "```", "| a | b |", "| - | - |", "- x"]
MARKDOWN = st.lists(st.sampled_from(LINES), max_size=30).map("\n".join)


@given(MARKDOWN, st.booleans())
def test_no_line_is_lost(body: str, titled: bool) -> None:
    sections = split(body, title="题目" if titled else "")
    found = "\n".join(f"{heading}\n{text}" for _, heading, text in drawn(sections))
    for word in ("甲", "乙", "丙", "正文一段", "- x", "| a | b |"):
        assert found.count(word) == body.count(word)
    if not titled:
        assert found.count("题目") == body.count("题目")


@given(MARKDOWN, st.integers(1, 9))
def test_lines_are_those_of_the_file(body: str, first: int) -> None:
    lines = body.split("\n")
    for top in split(body, first):
        for section in top.walk():
            if section.heading:
                assert section.heading in lines[section.line - first]
            if section.text:
                text = section.text.split("\n")[0]
                assert lines[section.text_line - first].rstrip() == text.rstrip()


@given(MARKDOWN)
def test_levels_follow_the_tree(body: str) -> None:
    sections = split(body)
    for top in sections:
        for section in top.walk():
            assert all(child.level > section.level for child in section.children)
    levels = [level for level, heading, _ in drawn(sections) if heading]
    assert not levels or min(levels) == 1


def test_one_megabyte_is_split(seed: Path) -> None:
    body = "\n\n".join(f"## {n}. 方法\n\n{seed.read_text()[:10_000]}" for n in range(100))
    assert len(split(body)) >= 100
