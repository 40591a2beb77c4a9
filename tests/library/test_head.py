"""Facts of a paper from the head of a note, in the forms that people write them in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vibe_tui.library.head import HeadFacts, head_facts, month_of_arxiv
from vibe_tui.library.split import split


def facts(text: str) -> HeadFacts:
    title = text.partition("\n")[0].removeprefix("# ") if text.startswith("# ") else ""
    return head_facts(split(text, 1, title), title)


BOLD = "\n".join(
    (
        "# 某方法：给机器人看的地图\n",
        "**会议**: NeurIPS 2025  ",
        "**arXiv**: [2505.16862](https://arxiv.org/abs/2505.16862)  ",
        "**代码**: https://github.com/who/map (有)  ",
        "**领域**: 机器人 / 地图  ",
        "**关键词**: 地图, 自回归, 循环填充\n",
        "## 一句话总结\n说明 2401.00001 与此无关。\n",
    )
)
QUOTE = """# 地图

> **论文**：*Maps for Robots*
>
> **作者**：Ann Lee, Bo Wu 等（通讯作者 Cy Xu）
>
> **机构**：甲大学、University of Science and Technology of Somewhere
>
> **发布时间**：2025 年 03 月（arXiv 2503.07135）
>
> **发表状态**：未录用（预印本）
>
> 🔗 [arXiv](https://arxiv.org/abs/2503.07135) | [PDF](https://arxiv.org/pdf/2503.07135)
>
> **分类标签**：`地图` `零样本` `SfM`

---

## 摘要
"""
TABLE = """# Maps for Robots

| Item | Value |
| --- | --- |
| arXiv | [http://arxiv.org/abs/2410.04680](http://arxiv.org/abs/2410.04680) |
| Authors | Lee, Ann;Wu, Bo;van der Xu, Cy |
| Source | ICRA 2025 / arXiv |

## TL;DR
"""
LIST = """# Paper

* **Title**: Maps for Robots
* **Authors**: Ann Lee, Bo Wu & Cy Xu
* **Link**: http://arxiv.org/abs/1602.07360v3
* **Tags**: maps, robots
* **Year**: 2016

# Summary
"""
HEADINGS = """### Paper:

Maps for Robots

### Author:

Ann Lee and Bo Wu

### Year:

2019

### Notes:

arXiv:2001.00001 is another one.
"""
INLINE = "# Maps\n\nauthors:: Ann Lee、Bo Wu\n\n**Venue:** ICLR 2024  **Year:** 2024\n\n## Method\n"


def test_bold_labels() -> None:
    found = facts(BOLD)
    assert (found.venue, found.arxiv, found.published) == ("NeurIPS 2025", "2505.16862", "2025")
    assert found.keywords == ("地图", "自回归", "循环填充")
    assert dict(found.links)["code"] == "https://github.com/who/map"
    assert found.field == "机器人 / 地图"


def test_a_quote_with_links() -> None:
    found = facts(QUOTE)
    assert found.title == "Maps for Robots"
    assert found.authors == ("Ann Lee", "Bo Wu")
    assert found.institutions == ("甲大学", "University of Science and Technology of Somewhere")
    assert (found.arxiv, found.published) == ("2503.07135", "2025-03")
    assert found.keywords == ("地图", "零样本", "SfM")


def test_a_table() -> None:
    found = facts(TABLE)
    assert found.authors == ("Ann Lee", "Bo Wu", "Cy van der Xu")
    assert (found.arxiv, found.published) == ("2410.04680", "2025")


def test_a_list_below_a_heading_for_facts() -> None:
    found = facts(LIST)
    assert found.title == "Maps for Robots"
    assert found.authors == ("Ann Lee", "Bo Wu", "Cy Xu")
    assert (found.arxiv, found.published) == ("1602.07360", "2016")


def test_headings_that_are_labels() -> None:
    found = facts(HEADINGS)
    assert (found.title, found.published) == ("Maps for Robots", "2019")
    assert found.authors == ("Ann Lee", "Bo Wu")
    assert found.arxiv == ""


def test_two_labels_on_a_line_and_those_of_logseq() -> None:
    found = facts(INLINE)
    assert found.authors == ("Ann Lee", "Bo Wu")
    assert (found.venue, found.published) == ("ICLR 2024", "2024")


@pytest.mark.parametrize(
    ("text", "arxiv", "title"),
    [
        (
            "## [Maps for Robots](http://arxiv.org/abs/1607.02173)\n\n_Jul 2016_\n\n### Idea\n",
            "1607.02173",
            "Maps for Robots",
        ),
        (
            "# Maps\n\n> Ann Lee, 2024\n> arXiv:2406.09246 | CoRL 2024\n\n## Idea\n",
            "2406.09246",
            "",
        ),
        ("# Maps\n\n**注意**: 2511.22862 是错的\n\n## 方法\n", "", ""),
        (
            "# Maps\n\n[甲](https://arxiv.org/abs/2401.00001) [乙](https://arxiv.org/abs/2401.00002)"
            "\n\n## 方法\n",
            "",
            "",
        ),
        ("# Maps\n\n**arXiv**: N/A\n\n## 方法\n\narXiv:2401.00001\n", "", ""),
    ],
)
def test_which_id_is_the_papers(text: str, arxiv: str, title: str) -> None:
    found = facts(text)
    assert (found.arxiv, found.title) == (arxiv, title)


@pytest.mark.parametrize(
    ("head", "published"),
    [
        ("**发布日期**：2025-12-18", "2025-12-18"),
        ("Published: 18 Dec 2025", "2025-12-18"),
        ("- **発表日**: 2024年5月", "2024-05"),
        ("**Year**: 2019", "2019"),
        ("**会议**: CVPR2025", "2025"),
        ("**会议**: CVPR", ""),
        ("**Year**: 9999", ""),
        ("**Published**: 2025-13-40", "2025"),
        ("_Jul 2016_", "2016-07"),
        ("昨天是 2016-07-01，天气好", ""),
    ],
)
def test_dates_are_as_precise_as_written(head: str, published: str) -> None:
    assert facts(f"# 甲\n\n{head}\n\n## 方法\n").published == published


def test_the_year_behind_a_title() -> None:
    assert facts("# Maps for Robots (2015)\n\nAnn Lee\n\n## Idea\n").published == "2015"


@pytest.mark.parametrize(
    ("number", "month"), [("2511.22862", "2025-11"), ("2513.00001", ""), ("0001.0001", "")]
)
def test_the_month_of_an_arxiv_id(number: str, month: str) -> None:
    assert month_of_arxiv(number) == month


@given(st.text(alphabet="*_:：|>[]()-# \n\\`arxiv作者2501.0", max_size=200))
def test_any_head_has_facts_of_one_line(text: str) -> None:
    for value in facts(text):
        for word in value if isinstance(value, tuple) else (value,):
            assert "\n" not in "".join(word)


@pytest.mark.parametrize(
    "written",
    [
        "2024-02-30",
        "2024/13/01",
        "2024年2月30日",
        "30 Feb 2024",
        "Apr 31, 2024",
        "2024-13",
        "2024-01-00",
    ],
)
def test_of_a_day_that_no_calendar_has_the_year_is_known(written: str) -> None:
    assert facts(f"# 甲\n\n**发表时间**：{written}\n\n## 方法\n").published == "2024"


@pytest.mark.parametrize(
    ("written", "names"),
    [
        (
            "Zhang, Tong, Huang, Dong, Youcef-Toumi, Kamal",
            ("Tong Zhang", "Dong Huang", "Kamal Youcef-Toumi"),
        ),
        ("Smereka, Jonathon M., Jia, Yunyi", ("Jonathon M. Smereka", "Yunyi Jia")),
        ("Ann Lee, Bo Wu, Cy Xu, Di Yu", ("Ann Lee", "Bo Wu", "Cy Xu", "Di Yu")),
        (r"Ann Lee\*, Bo Wu\*（\* 共同一作）", ("Ann Lee", "Bo Wu")),
    ],
)
def test_names_in_the_order_of_a_register(written: str, names: tuple[str, ...]) -> None:
    assert facts(f"# 甲\n\n**作者**：{written}\n\n## 摘要\n").authors == names


ONE = "https://arxiv.org/abs/2501.00001"
OTHER = "https://arxiv.org/abs/2402.00002"


@pytest.mark.parametrize(
    ("text", "arxiv"),
    [
        (f"# [Deep Nets]({ONE})\n\n- as in [others]({OTHER}) and arXiv:2303.00003\n", "2501.00001"),
        (
            f"# 甲\n\n## Introduction\n\n* [Link to the paper]({ONE}).\n\n* 见 {OTHER}\n",
            "2501.00001",
        ),
        (f"# 甲\n\n## 一\n\n[Paper]({ONE})\n\n## 二\n\n[Paper]({OTHER})\n", ""),
        (f"# 甲\n\n## 一\n\n[Some work]({ONE})\n", ""),
    ],
)
def test_the_link_that_leads_to_the_paper(text: str, arxiv: str) -> None:
    title = "Deep Nets" if "Deep" in text else "甲"
    assert head_facts(split(text, 1, title), title).arxiv == arxiv


@pytest.mark.parametrize(
    ("heading", "venue"),
    [("ICASSP 2021", "ICASSP 2021"), ("Winter 2018", ""), ("Chapter 2020", "")],
)
def test_a_heading_that_is_a_venue(heading: str, venue: str) -> None:
    assert facts(f"# 甲\n\n## {heading}\n\n图\n\n## Abstract\n\n文\n").venue == venue


def test_what_is_published_nowhere_has_no_venue() -> None:
    assert facts(QUOTE).venue == ""
