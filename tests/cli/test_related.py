"""`vibe related`."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run


def test_related_reports_come_with_the_reason(run: Run, library: Path) -> None:
    other = library / "2026" / "2026-08-08-other.md"
    other.write_text("---\ntitle: 另一篇\n---\n\n## 概述\n\n见 arXiv:2608.00001。\n", "utf-8")
    result = run("related", "透镜", "--library", library)
    assert result.code == 0
    assert "2026-08-08-other" in result.out
    assert "同一篇论文 2608.00001" in result.out
    data = run("related", "透镜", "--library", library, "--json").json
    first = next(row for row in data if row["id"] == "2026-08-08-other")
    assert first["reasons"] == [{"bond": "paper", "items": ["2608.00001"]}]
    assert set(first) == {"id", "title", "date", "score", "reasons"}


def test_a_report_without_relations_is_1_and_an_unknown_one_says_so(
    run: Run, library: Path
) -> None:
    for other in (library / "2026").glob("*"):
        if "一次复盘" not in other.name:
            other.unlink()
    nothing = run("related", "一次复盘", "--library", library, "--json")
    assert (nothing.code, nothing.json) == (1, [])
    assert "没有与《一次没有讲局限的复盘》相关的报告" in nothing.err
    assert run("related", "xyz", "--library", library).code == 1
