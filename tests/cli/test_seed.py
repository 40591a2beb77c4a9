"""The main job on the publication's own text: import, list, show, search."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.cli.conftest import Result, Run

PAPERS = 10


@pytest.fixture
def own(run: Run, seed: Path, tmp_path: Path) -> Path:
    """A library with the publication's reports."""
    folder = tmp_path / "own"
    result = run("import", seed, "--library", folder, "--json")
    assert (result.code, len(result.json["added"])) == (0, 15)
    assert result.json["errors"] == result.json["skipped"] == []
    return folder


def headings(result: Result) -> list[str]:
    """All headings of a `show --format json`, indented by level; bare ones in brackets."""
    found: list[str] = []

    def walk(sections: list[dict[str, object]]) -> None:
        for section in sections:
            name = f"{section['heading']}"
            found.append(name if section["text"] else f"({name})")
            children = section["children"]
            assert isinstance(children, list)
            walk(children)

    walk(result.json["sections"])
    return found


def test_importing_again_changes_nothing(run: Run, seed: Path, own: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in own.rglob("*")}
    again = run("import", seed, "--library", own, "--json")
    assert (again.code, again.json["unchanged"]) == (0, 15)
    assert again.json["added"] == again.json["updated"] == []
    assert {path: path.stat().st_mtime_ns for path in own.rglob("*")} == before


def test_limitations_are_exactly_the_limitation_sections(run: Run, own: Path) -> None:
    def limitations(part: str) -> list[str]:
        words = ["show", part, "--lens", "limitations", "--format", "json", "--library", own]
        return headings(run(*words))

    assert limitations("kitesurf") == [
        "(联网补充)",
        "已知限制",
        "安全威胁模型与局限",
        "(优势、局限与适用场景)",
        "根本性局限与风险",
    ]
    assert limitations("agent-team") == ["(优势、局限与适用场景)", "局限与风险"]
    merchant = limitations("merchantbench")
    assert merchant[0] == "(9. 局限与需要补充的证据)"
    assert all(re.match(r"9\.\d ", name) for name in merchant[1:9])
    assert merchant[9:] == ["(10. 应用与影响)", "10.3 潜在风险"]
    assert [name.split()[0] for name in limitations("turbovla")] == ["(8.", "8.2", "8.3"]
    assert limitations("anthropic") == []


def test_every_report_has_a_summary(run: Run, own: Path) -> None:
    for report in run("list", "--library", own, "--json").json:
        result = run("show", report["id"], "--lens", "summary", "--json", "--library", own)
        assert result.code == 0
        assert headings(result)[0] in ("执行摘要", "概述")


@pytest.mark.parametrize(
    ("query", "part"),
    [
        ("24.9%", "sft-conflicts"),
        ("31.2 ms", "turbovla"),
        ("141006", "anthropic"),
        ("Juanzi Li", "sft-conflicts"),
        ("多 Agent", "agent-team"),
        ("CO2 还原", "askchem"),
        ("LoRA", "sft-conflicts"),
        ("谁是卧底", "spyrl"),
    ],
)
def test_search_finds_the_report(run: Run, own: Path, query: str, part: str) -> None:
    hits = run("search", query, "--library", own, "--json").json["hits"]
    assert part in hits[0]["id"]
    assert not any("askchem" in hit["id"] for hit in hits) or query == "CO2 还原"


def test_search_finds_a_phrase_in_all_papers_and_nothing_where_nothing_is(
    run: Run, own: Path
) -> None:
    found = run("search", '"#1 Paper of the day"', "--library", own, "--json").json
    assert found["total"] == PAPERS
    papers = run("list", "genre:paper", "--library", own, "--json").json
    assert {hit["id"] for hit in found["hits"]} == {paper["id"] for paper in papers}
    assert run("search", "区块链", "--library", own).code == 1


def test_every_report_can_be_shown_in_every_way(run: Run, own: Path) -> None:
    for report in run("list", "--library", own, "--json").json:
        for words in (["--width", "40"], ["--format", "ansi"], ["--format", "md"], ["--json"]):
            result = run("show", report["id"], *words, "--library", own)
            assert (result.code, result.err) == (0, "")
            assert report["short_title"].split("：")[0].split(":")[0] in result.out
