"""`vibe papers`: the papers behind the reports."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from tests.cli.conftest import Run


def test_one_line_a_paper(run: Run, library: Path) -> None:
    result = run("papers", "--library", library)
    assert (result.code, result.err) == (0, "")
    assert result.out == "2026-08-11  2608.00001  Lens · Ada Lin\n"


def test_as_data(run: Run, library: Path) -> None:
    (paper,) = run("papers", "--json", "--library", library).json
    assert paper == {
        "id": "2026-08-11-小模型的透镜实验",
        "short_title": "每日解读：小模型的透镜实验",
        "date": "2026-08-11",
        "topics": ["agents", "evaluation"],
        "paper_title": "Lens",
        "arxiv": "2608.00001",
        "version": "",
        "authors": ["Ada Lin"],
        "author_count": 1,
        "institutions": [],
        "categories": [],
        "links": {},
    }
    table = run("papers", "--format", "csv", "--library", library).out
    header, row = csv.reader(io.StringIO(table))
    assert header[:5] == ["ID", "报告", "论文", "arXiv", "版本"]
    assert row[:4] == [paper["id"], paper["short_title"], "Lens", "2608.00001"]
    markdown = run("papers", "--format", "md", "--lang", "en", "--library", library).out
    assert markdown.startswith("| ID | Report | Paper | arXiv | Version | Date | Authors |")


def test_a_query_chooses_the_reports(run: Run, library: Path) -> None:
    assert run("papers", "topic:agents", "--library", library).code == 0
    nothing = run("papers", "复盘", "--json", "--library", library)
    assert (nothing.code, nothing.json) == (1, [])
    assert "没有关于论文的报告" in nothing.err
    assert run("papers", "复盘", "--format", "csv", "--library", library).out == ""


def test_a_report_whose_genre_says_so_is_about_a_paper(run: Run, library: Path) -> None:
    text = "---\ntitle: 无名\ndate: 2026-01-01\ngenre: paper\n---\n\n话\n"
    (library / "x.md").write_text(text, "utf-8")
    assert "2026-01-01  –           无名\n" in run("papers", "--library", library).out
