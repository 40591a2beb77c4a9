"""Small libraries to search, as reports with sections."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from vibe_tui.library.front_matter import read_front_matter
from vibe_tui.library.split import split
from vibe_tui.model.report import NO_PAPER, Genre, Paper, Report
from vibe_tui.model.section import Section
from vibe_tui.search.text import Pending, StoredReport, stored_report

TODAY = dt.date(2026, 8, 12)

BODIES = {
    "one": (
        "Alpha 世界模型",
        "2026-08-11",
        "## 执行摘要\n\n本文用结构化数据做精准检索，净利率24.9%。GRPO 与 LoRA。\n\n"
        "## 4. 方法\n\n发短信投诉 C++ 与 C# 项目，COVID-19 影响 A 股。见 §3 与 .NET。\n\n"
        "| 模型 | 延迟 |\n| --- | --- |\n| Qwen2.5-7B | 31.2 ms |\n| $\\pi_{0.5}$ | 141,006 |\n\n"
        "## 7. 局限性\n\n没有置信区间。\n\n### 7.1 **重点。**后文\n\n样本只有 CO₂ 还原。\n",
    ),
    "two": (
        "Beta exploratory study",
        "2026-08-10",
        "## 执行摘要\n\n这是 exploratory 的多Agent系统，报告置信区间。\n\n"
        "## 局限\n\n数据有限，结构化不足，数据太少。GRPO\n",
    ),
    "three": (
        "國債市場",
        "2026-07-01",
        "## 概述\n\n這份報告以繁體書寫：債券市場。国债很多，café 与 L1‑L5。\n\n"
        "## 4.1 GRPO 训练\n\n“#1 Paper of the day” 与 snake_case。\n",
    ),
}


class Entry(Pending):
    """A report to index whose sections are known."""

    @property
    def sections(self) -> tuple[Section, ...]:
        return tuple(self.read())

    @property
    def stored(self) -> StoredReport:
        """What the index keeps of it."""
        return stored_report(self.report, self.paper, self.sections, self.stamp)


def entry_of(
    report: Report, sections: Sequence[Section], stamp: str = "1", paper: Paper = NO_PAPER
) -> Entry:
    return Entry(report, partial(tuple, sections), stamp, paper)


def entry(report_id: str, body: str, title: str = "", stamp: str = "1") -> Entry:
    """A report of which little is said but its text."""
    date = dt.date(2026, 8, 11)
    made = Report(report_id, title or report_id, f"/{report_id}.md", date.isoformat())
    return entry_of(made, split(body, title=title), stamp)


def entries() -> list[Entry]:
    """The three test reports, newest first."""
    made = []
    for name, (title, date, body) in BODIES.items():
        paper = Paper()
        if name == "one":
            paper = Paper(arxiv="2608.03573", authors=("Juanzi Li", "Jun Zhao"))
        made.append(
            entry_of(
                Report(
                    name,
                    title,
                    f"/{name}.md",
                    date,
                    author="Yooooo",
                    source="vibe-research",
                    genre=Genre.PAPER if name == "one" else Genre.NEWS,
                    topics=("agents",) if name == "two" else ("evaluation",),
                    arxiv=paper.arxiv,
                ),
                split(body, title=title),
                paper=paper,
            )
        )
    return made


def entries_of(paths: Sequence[Path]) -> list[Entry]:
    """Reports read from Markdown files."""
    made = []
    for path in paths:
        front = read_front_matter(path.read_text(encoding="utf-8"), str(path))
        made.append(entry(path.stem, front.body, str(front.meta.get("title", path.stem))))
    return made
