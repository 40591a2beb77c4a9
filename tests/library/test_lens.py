"""What lenses leave of a report."""

from __future__ import annotations

from vibe_tui.library.lens import apply_lens, folds_for
from vibe_tui.library.split import split
from vibe_tui.model.section import FULL, LENSES, LIMITATIONS, SUMMARY, Section
from vibe_tui.render.document import Document
from vibe_tui.render.page import Page
from vibe_tui.render.place import Fold

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


LABELLED = """\
## 五、评价与展望

**优点**

好。

**局限：**

不好。

- 其一

**启发**：以后。

## 六、讨论

- **可取**：好
- **局限性**：不好
  还有
- **其他**：略

结尾
"""


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


def test_limits_that_a_label_names_are_kept_and_the_rest_of_their_section_is_not() -> None:
    sections = split(LABELLED)
    kept = apply_lens(sections, LIMITATIONS)
    assert drawn(kept) == [
        ("五、评价与展望", "**局限：**\n\n不好。\n\n- 其一"),
        ("六、讨论", "- **局限性**：不好\n  还有"),
    ]
    assert apply_lens(kept, LIMITATIONS) == kept
    assert folds_for(sections, LIMITATIONS, hide=False) == [Fold.LIMITS] * 2
    assert apply_lens(sections, SUMMARY) == ()
    assert folds_for(sections, TABLES, hide=True) == [Fold.HIDDEN] * 2


def test_a_page_shows_the_limits_that_a_label_names() -> None:
    page = Page(Document(split(LABELLED)), 40, [Fold.LIMITS] * 2)
    shown = [row.line.text.strip() for row in page.all_lines()]
    assert [text for text in shown if text and "─" not in text] == [
        *("五、评价与展望", "局限：", "不好。", "• 其一"),
        *("六、讨论", "• 局限性：不好还有"),
    ]
    assert not shown[shown.index("• 局限性：不好还有") - 1]
