"""What lenses leave of a report."""

from __future__ import annotations

from vibe_tui.library.lens import apply_lens
from vibe_tui.library.split import split
from vibe_tui.model.lens import FULL, LENSES, LIMITATIONS, SUMMARY
from vibe_tui.model.section import Section

BODY = """\
引言

## 概述

要点

## 联网补充

甲

### 已知限制

乙

| a | b |
| --- | --- |
| 1 | 2 |

### 接入

丙

## 局限与批判性分析

### 论文较扎实的部分

丁

### 尚未解决的问题

> | c | d |
> | --- | --- |
> | `x\\|y` | 4 |
"""
SECTIONS = split(BODY)
TABLES = LENSES[-1]


def drawn(sections: tuple[Section, ...]) -> list[tuple[str, str]]:
    return [(one.heading, one.text) for top in sections for one in top.walk()]


def test_full_is_everything() -> None:
    assert apply_lens(SECTIONS, FULL) == SECTIONS


def test_a_section_stays_whole_and_its_parents_as_bare_headings() -> None:
    found = drawn(apply_lens(SECTIONS, LIMITATIONS))
    assert [heading for heading, _ in found] == [
        "联网补充",
        "已知限制",
        "局限与批判性分析",
        "尚未解决的问题",
    ]
    assert found[0][1] == ""
    assert found[1][1].startswith("乙")


def test_summary() -> None:
    assert drawn(apply_lens(SECTIONS, SUMMARY)) == [("概述", "要点")]


def test_nothing_to_show_is_nothing() -> None:
    assert apply_lens(split("## 甲\n乙"), LIMITATIONS) == ()


def test_tables_alone_also_out_of_quotes() -> None:
    assert drawn(apply_lens(SECTIONS, TABLES)) == [
        ("联网补充", ""),
        ("已知限制", "| a | b |\n| --- | --- |\n| 1 | 2 |"),
        ("局限与批判性分析", ""),
        ("尚未解决的问题", "| c | d |\n| --- | --- |\n| `x\\|y` | 4 |"),
    ]
