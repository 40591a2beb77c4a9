"""`vibe notes`: what was noted in the reader, for people, for Markdown and for programs."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from vibe_tui.config import Config
from vibe_tui.model.note import Anchor
from vibe_tui.paths import find_paths
from vibe_tui.service import Service

TODAY = dt.date(2026, 8, 12)
SIZE = Anchor(("3. 局限性", "3.1 样本量"), "样本只有三十条", "", "。")


@pytest.fixture
def noted(home: Path, library: Path) -> Path:
    """The library with two notes and a highlight in it."""
    service = Service(find_paths({}, library=library), Config(), today=lambda: TODAY)
    service.refresh()
    lenses, review = service.find("透镜"), service.find("复盘")
    service.notes.add(lenses, SIZE, "三十条够不够？\n问作者 \x1b[2J")
    service.notes.add(review, Anchor(("概述",), "服务在夜里停了", "", ""), "")
    service.notes.add(lenses, Anchor(("9. 没有",), "这句话从来没有过", "", ""), "别丢")
    return library


def test_notes_are_listed_newest_first(run: Run, noted: Path) -> None:
    result = run("notes", "--library", noted)
    assert result.code == 0
    lines = result.out.split("\n")
    assert "    3. 局限性 › 3.1 样本量" in lines
    assert lines.index("    > 服务在夜里停了") < lines.index("    > 样本只有三十条")
    assert "    三十条够不够？" in lines
    assert "    问作者 ␛[2J" in lines
    assert "    （原文已找不到）" in lines


def test_json_says_where_each_passage_is(run: Run, noted: Path) -> None:
    notes = run("notes", "--json", "--library", noted).json
    by_quote = {note["quote"]: note for note in notes}
    size = by_quote["样本只有三十条"]
    assert size["section"] == "3. 局限性 › 3.1 样本量"
    assert size["state"] == "found"
    assert size["note"] == "三十条够不够？\n问作者 ␛[2J"
    text = Path(size["path"]).read_text("utf-8").split("\n")
    assert "样本只有三十条" in text[size["line"] - 1]
    assert by_quote["这句话从来没有过"]["state"] == "lost"


def test_markdown_quotes_and_links_back(run: Run, noted: Path) -> None:
    out = run("notes", "--format", "md", "--library", noted).out
    assert out.startswith("# 笔记\n")
    assert "\n## [硅基写手] 每日解读：小模型的透镜实验\n" in out
    assert "\n> 样本只有三十条\n\n三十条够不够？\n" in out
    assert "`vibe show 2026-08-11-小模型的透镜实验`" in out
    assert "小模型的透镜实验.md:44`" in out


@pytest.mark.parametrize(
    ("query", "quotes"),
    [
        ("够不够", ["样本只有三十条"]),
        ("夜里", ["服务在夜里停了"]),
        ("样本 -夜里", ["样本只有三十条"]),
        ("标题:复盘", ["服务在夜里停了"]),
        ("topic:agents", ["这句话从来没有过", "样本只有三十条"]),
        ("夜里 OR 从来没有", ["这句话从来没有过", "服务在夜里停了"]),
    ],
)
def test_notes_answer_queries(run: Run, noted: Path, query: str, quotes: list[str]) -> None:
    found = run("notes", *query.split(), "--json", "--library", noted).json
    assert [note["quote"] for note in found] == quotes


def test_no_notes_is_1(run: Run, library: Path) -> None:
    result = run("notes", "--library", library)
    assert (result.code, result.out) == (1, "")
    assert result.err.count("\n") == 1
    assert run("notes", "x", "--json", "--library", library).json == []


def test_a_note_outlives_its_report(run: Run, noted: Path) -> None:
    for path in noted.rglob("*复盘*.md"):
        path.unlink()
    notes = run("notes", "夜里", "--json", "--library", noted).json
    assert [(note["state"], note["path"], note["line"]) for note in notes] == [
        ("no-report", None, None)
    ]
    assert "报告不在文库中" in run("notes", "夜里", "--library", noted).out


def test_reports_are_not_written_to(run: Run, library: Path, home: Path) -> None:
    before = {path: path.read_bytes() for path in library.rglob("*.md")}
    service = Service(find_paths({}, library=library), Config(), today=lambda: TODAY)
    service.refresh()
    service.notes.add(service.find("透镜"), SIZE, "想法")
    assert {path: path.read_bytes() for path in library.rglob("*.md")} == before
