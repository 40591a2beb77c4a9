"""`vibe compare`: a few reports beside each other."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cli.conftest import Run


def test_texts_of_one_kind_stand_side_by_side(run: Run, library: Path) -> None:
    result = run("compare", "透镜", "一次复盘", "--width", "100", "--library", library)
    assert (result.code, result.err) == (0, "")
    assert re.search(r"日期 +│ 2026-08-11 +│ 2026-08-10", result.out)
    assert re.search(r"arXiv +│ 2608\.00001 +│ —", result.out)
    summary = result.out.split("执行摘要\n", 1)[1].split("方法\n", 1)[0]
    assert re.search(
        r"^A  每日解读：小模型的透镜实验 +│ B  一次没有讲局限的复盘$", summary, re.MULTILINE
    )
    assert re.search(r"^本文用 42\.5% .+│ 概述$", summary, re.MULTILINE)
    assert max(len(line) for line in result.out.splitlines()) <= 100


def test_a_report_without_the_section_is_honestly_empty(run: Run, library: Path) -> None:
    words = ("--lens", "limitations", "--library", library)
    result = run("compare", "透镜", "一次复盘", "--width", "100", *words)
    assert result.code == 0
    assert re.search(r"只测了一种语言，置信区间偏宽。 +│ 这篇报告没有这一部分。", result.out)
    assert "执行摘要" not in result.out
    data = run("compare", "透镜", "一次复盘", "--json", *words).json
    assert [one["id"] for one in data["reports"]] == [
        "2026-08-11-小模型的透镜实验",
        "2026-08-10-一次复盘",
    ]
    assert data["reports"][0]["arxiv"] == "2608.00001"
    (kind,) = data["kinds"]
    assert kind["kind"] == "limitations"
    assert kind["reports"][0]["sections"][0]["heading"] == "3. 局限性"
    assert kind["reports"][1] == {"id": "2026-08-10-一次复盘", "sections": []}


def test_a_lens_that_finds_nothing_anywhere_is_1(run: Run, library: Path) -> None:
    result = run("compare", "复盘", "nasty", "--lens", "limitations", "--library", library)
    assert result.code == 1
    assert "这些报告都没有“局限性”部分" in result.err


def test_one_below_the_other_where_it_is_narrow(run: Run, library: Path) -> None:
    result = run("compare", "透镜", "一次复盘", "--width", "40", "--library", library)
    assert result.code == 0
    summary = result.out.split("执行摘要\n", 1)[1].split("方法\n", 1)[0]
    assert summary.index("42.5%") < summary.index("B  一次没有讲局限的复盘")
    assert "│" not in summary


def test_as_markdown_and_html(run: Run, library: Path) -> None:
    words = ("compare", "透镜", "一次复盘", "--lens", "limitations", "--library", library)
    text = run(*words, "--format", "md").out
    assert text.startswith(
        "# 对照：局限性\n\n|  | 每日解读：小模型的透镜实验 | 一次没有讲局限的复盘 |\n"
    )
    assert (
        "\n## 局限性\n\n### 每日解读：小模型的透镜实验\n\n#### 3. 局限性\n\n只测了一种语言" in text
    )
    assert "\n### 一次没有讲局限的复盘\n\n这篇报告没有这一部分。" in text
    page = run(*words, "--format", "html").out
    assert "<th>" in page
    assert "只测了一种语言" in page


def test_the_same_report_twice_is_one(run: Run, library: Path) -> None:
    result = run("compare", "透镜", "小模型", "--library", library)
    assert (result.code, result.out) == (2, "")
    assert "要两篇或更多不同的报告" in result.err
    result = run("compare", "透镜", "复盘", "小模型", "--json", "--library", library)
    assert len(result.json["reports"]) == 2
    assert run("compare", "透镜", "没有这一篇", "--library", library).code == 1
    assert run("compare", "--library", library).code == 2


def test_too_many_are_refused(run: Run, library: Path) -> None:
    for number in range(9):
        (library / f"2026-01-0{number}-x{number}.md").write_text("# 题\n\n话\n", "utf-8")
    result = run("compare", *[f"x{number}" for number in range(9)], "--library", library)
    assert result.code == 2
    assert "最多对照 8 篇" in result.err


def test_outside_text_is_never_a_control_code(run: Run, library: Path) -> None:
    for form in ("text", "md", "html"):
        out = run("compare", "透镜", "nasty", "--format", form, "--library", library).out
        assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", out), form


def test_in_english(run: Run, library: Path) -> None:
    words = ("compare", "透镜", "一次复盘", "--lang", "en", "--width", "100", "--library", library)
    result = run(*words, "--lens", "limitations")
    assert "Comparison: Limitations" in result.out
    assert "This report has no such section." in result.out
    assert re.search(r"Topics +│ Agents and multi-agent systems", result.out)


def test_with_colours_when_asked(run: Run, library: Path) -> None:
    words = ("compare", "透镜", "一次复盘", "--library", library)
    assert "\x1b[1m" in run(*words, "--format", "ansi").out
    assert "\x1b" not in run(*words, "--format", "text").out
