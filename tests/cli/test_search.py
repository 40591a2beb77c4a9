"""`vibe search` where nothing answers: what may have been meant."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Run


def test_what_may_have_been_meant_is_said_beside_the_data(run: Run, library: Path) -> None:
    result = run("search", "置信区问", "--library", library)
    assert (result.code, result.out) == (1, "")
    assert "是不是要找：置信区间 (1)" in result.err


def test_what_may_have_been_meant_is_in_the_json(run: Run, library: Path) -> None:
    result = run("search", "置信区问", "--library", library, "--json")
    assert result.json["total"] == 0
    assert result.json["suggestions"][0] == {"query": "置信区间", "why": "spelling", "total": 1}


def test_an_answer_needs_no_suggestion(run: Run, library: Path) -> None:
    result = run("search", "置信区间", "--library", library, "--json")
    assert result.json["suggestions"] == []
    assert "是不是要找" not in run("search", "置信区间", "--library", library).err
