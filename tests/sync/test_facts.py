"""Facts of a paper as the table and the list of links of an article give them."""

from __future__ import annotations

import pytest

from vibe_tui.library.front_matter import mapping
from vibe_tui.sync.dump.markdown import dump_to_markdown
from vibe_tui.sync.facts import describe, main_language


def described(body: str) -> dict[str, object]:
    """What is said of the article that the text of a dump is."""
    return describe("", dump_to_markdown(body))


def paper(*rows: str) -> dict[str, object]:
    body = "\n".join(["项目\t内容", "论文编号\tarXiv:2608.03573", *rows])
    return dict(mapping(described(body)["paper"]))


@pytest.mark.parametrize(
    ("row", "names", "count"),
    [
        ("作者\t甲、乙、丙", ["甲", "乙", "丙"], None),
        (
            "作者\tKimi Team，Ann Bai、Bob Bao 等，共 401 位作者",
            ["Kimi Team", "Ann Bai", "Bob Bao"],
            401,
        ),
        ("作者\tShuqi Lu、Chaofan Li 等 24 位作者", ["Shuqi Lu", "Chaofan Li"], 24),
        ("作者\tFan Jiang 等 41 位作者，以 Team 形式协作", ["Fan Jiang"], 41),
        ("作者\tAnn Lee, Bob Ray and Cid Poe", ["Ann Lee", "Bob Ray", "Cid Poe"], None),
        ("作者\tAnn Lee 等", ["Ann Lee"], None),
        ("作者\t等等、甲", ["等等", "甲"], None),
        ("作者\t平等、王等闲", ["平等", "王等闲"], None),
        ("作者\tA B、C D 等（共 12 人）", ["A B", "C D"], 12),
        ("作者\tA B, C D, and E F", ["A B", "C D", "E F"], None),
        ("作者\tA B, C D, et al. (12 authors)", ["A B", "C D"], 12),
        ("作者\tA（甲所、乙所）、B", ["A（甲所、乙所）", "B"], None),
        ("作者\tKimi Team（共 30 人）", ["Kimi Team"], 30),
    ],
)
def test_authors(row: str, names: list[str], count: int | None) -> None:
    found = paper(row)
    assert (found["authors"], found.get("author_count")) == (names, count)


@pytest.mark.parametrize(
    ("row", "version"),
    [
        ("arXiv 版本\tv2，2026-08-06 修订；v1 于 2026-08-04 提交", "v2"),
        ("arXiv 版本\tv1 于 2026-07-31 提交；当前 v2 于 2026-08-04 修订", "v2"),
        ("版本\tv12", "v12"),
        ("基础模型\tDeepSeek-v3、GPT v4", None),
    ],
)
def test_version(row: str, version: str | None) -> None:
    assert paper(row).get("version") == version


@pytest.mark.parametrize(
    ("row", "names"),
    [
        ("机构\t甲大学、乙公司", ["甲大学", "乙公司"]),
        ("机构\t甲大学（一系、二系）、乙公司", ["甲大学（一系、二系）", "乙公司"]),
        (
            "机构\tAlibaba；浙江大学实验室、软件学院；复旦",
            ["Alibaba", "浙江大学实验室、软件学院", "复旦"],
        ),
        (
            "研究机构\tNew York University、Matterstack, Inc.",
            ["New York University", "Matterstack, Inc."],
        ),
        ("研究团队\tMoonshot AI / Kimi Team", ["Moonshot AI", "Kimi Team"]),
        ("团队\tAI Team，Shenzhen Institute", ["AI Team", "Shenzhen Institute"]),
    ],
)
def test_institutions(row: str, names: list[str]) -> None:
    assert paper(row)["institutions"] == names


def test_categories_and_ids() -> None:
    row = "学科分类\tComputation（cs.CL）、q-bio.NC、Quantum（quant-ph）、cond-mat.mtrl-sci"
    assert paper(row)["categories"] == ["cs.CL", "q-bio.NC", "quant-ph", "cond-mat.mtrl-sci"]
    old = mapping(described("项目\t内容\narXiv\tarXiv:hep-th/9901001v3")["paper"])
    assert (old["arxiv"], old["version"]) == ("hep-th/9901001", "v3")
    assert "paper" not in described("项目\t内容\n编号\t1234.5678 号")
    assert "paper" not in described("指标\t值\narXiv\t2608.03573")


def test_links() -> None:
    lines = [
        "Hugging Face：https://huggingface.co/papers/2608.1",
        "模型：https://huggingface.co/org/model",
        "PDF：https://www.arxiv.org/pdf/2608.1",
        "摘要：https://arxiv.org/abs/2608.1",
        "全文：https://arxiv.org/html/2608.1v2",
        "开源仓库：https://code.example/x",
        "另一个：https://github.com/a/b",
    ]
    assert paper("", *lines)["links"] == {
        "hf": "https://huggingface.co/papers/2608.1",
        "abs": "https://arxiv.org/abs/2608.1",
        "pdf": "https://www.arxiv.org/pdf/2608.1",
        "html": "https://arxiv.org/html/2608.1v2",
        "code": "https://code.example/x",
    }


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (
            "自动研究时间：2026-01-01 09:02（Asia/Shanghai） 来源日期：页面显示 Dec 31，榜首。 "
            "研究路径：列表 -> 详情页 -> 全文。",
            {
                "at": "2026-01-01 09:02",
                "source_date": "2025-12-31",
                "path": ["列表", "详情页", "全文"],
            },
        ),
        ("自动研究时间：2026-08-11", {"at": "2026-08-11"}),
        ("自动研究时间：2026-08-11 来源日期：未知。", {"at": "2026-08-11", "source_date": "未知"}),
        (
            "自动研究时间：2026-08-11 来源日期：Feb 30",
            {"at": "2026-08-11", "source_date": "Feb 30"},
        ),
        ("研究说明", {}),
    ],
)
def test_research(line: str, found: dict[str, object]) -> None:
    assert described(line).get("research", {}) == found


def test_language() -> None:
    assert main_language("一段中文 with two words") == "zh"
    assert main_language("An English text 中") == "en"
