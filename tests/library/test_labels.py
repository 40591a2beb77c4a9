"""Which lines of a section its bold labels say are limits."""

from __future__ import annotations

import pytest

from vibe_tui.library.headings import heading_names
from vibe_tui.library.split import limits_in, split
from vibe_tui.model.section import SectionKind, Spans

TAKEAWAYS, OTHER = (SectionKind.TAKEAWAYS,), (SectionKind.OTHER,)


@pytest.mark.parametrize(
    ("text", "spans"),
    [
        ("**局限**\n\n甲\n\n- 乙\n\n**启发**\n\n丙", ((0, 5),)),
        ("**优点**：甲\n\n**局限性**：乙\n\n丙", ((2, 5),)),
        ("- **优点**：甲\n- **局限**：乙\n  - 丙\n- **启发**：丁", ((1, 3),)),
        ("1. **Limitations:** 甲\n2. 乙\n\n丙", ((0, 2),)),
        ("__Weaknesses__\n\n| a |\n|--|\n| 1 |", ((0, 5),)),
        ("**侷限**\n\n甲\n\n**缺点与开放问题。** 乙", ((0, 3), (4, 5))),
        ("**現有方法的局限**\n\n甲", ()),
        ("**现有方法的局限**：甲", ()),
        ("正文里的**局限**在此", ()),
        ("```\n**局限**：甲\n```", ()),
        ("**核心贡献**：甲", ()),
        ("- **边界与安全**：甲\n- **Topic的闭合与边界**：乙", ()),
        ("- **适用边界**：甲", ((0, 1),)),
        ("**Cons:** 甲", ((0, 1),)),
    ],
)
def test_limits_go_on_to_the_next_label_of_the_same_form(text: str, spans: Spans) -> None:
    assert limits_in(text, TAKEAWAYS, heading_names()) == spans
    assert limits_in(text, OTHER, heading_names()) == spans


@pytest.mark.parametrize("heading", ["相关工作", "方法详解", "背景", "局限"])
def test_labels_in_some_sections_say_nothing_more(heading: str) -> None:
    (section,) = split(f"## {heading}\n\n**局限**：甲\n")
    assert section.limits == ()


def test_a_label_of_which_only_the_head_is_known_counts_where_a_report_is_judged() -> None:
    first, second = split(
        "## 评价\n\n**本文数据的局限**：甲\n\n## 亮点\n\n**揭示训练的局限**：乙\n"
    )
    assert (first.limits, second.limits) == (((0, 1),), ())


def test_names_of_ones_own_are_labels_too() -> None:
    own = ((SectionKind.LIMITATIONS, ("要小心的地方",)),)
    (section,) = split("## 评价\n\n**要小心的地方**：甲\n", own=own)
    assert section.limits == ((0, 1),)
