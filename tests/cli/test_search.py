"""`vibe search`: what may have been meant where nothing answers; words that look like options."""

from __future__ import annotations

from pathlib import Path

import pytest

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


@pytest.mark.parametrize("word", ["-o", "-x", "-V1"])
def test_a_word_with_a_dash_is_left_out(run: Run, library: Path, word: str) -> None:
    result = run("search", "置信区间", word, "--library", library, "--json")
    assert result.code == 0
    assert result.json["query"] == f"置信区间 {word}"


def test_what_looks_like_an_option_can_be_looked_for(run: Run, library: Path) -> None:
    result = run("search", "置信区间", "--word", "--library", library, "--lang", "en")
    assert (result.code, result.out) == (2, "")
    assert "vibe search -- WORD" in result.err
    assert run("search", "--library", library, "--", "--word").code == 1


@pytest.mark.parametrize(
    "query", ["is:bogus", "since:7x", "genre:x", "date:2024-13", "date>bogus", "状态：胡说"]
)
@pytest.mark.parametrize("command", ["list", "search", "digest"])
def test_a_value_that_its_field_cannot_have_is_said(
    library: Path, run: Run, command: str, query: str
) -> None:
    more = ("--lens", "summary") if command == "digest" else ()
    result = run("--lang", "en", "--library", library, command, query, *more)
    assert "does not know “" in result.err
