"""What sync remembers of what it wrote, and when files were first seen."""

from __future__ import annotations

from pathlib import Path

import pytest

from vibe_tui.state.db import StateDatabase
from vibe_tui.state.origins import Origin, Origins, content_hash


@pytest.fixture
def database(tmp_path: Path) -> StateDatabase:
    return StateDatabase.open(tmp_path / "state.db")


@pytest.fixture
def origins(database: StateDatabase, tmp_path: Path) -> Origins:
    return Origins(database, tmp_path / "library")


def test_an_item_is_found_by_the_first_identity_that_is_known(origins: Origins) -> None:
    origins.record("s", ("guid:a", "url:l"), "2026/a.md", "h1")
    assert origins.find("s", ("guid:b", "url:l")) == Origin("s", "2026/a.md", "h1")
    assert origins.find("s", ("guid:b",)) is None
    assert origins.find("other", ("guid:a",)) is None
    origins.record("s", ("guid:b", "url:l"), "2026/a.md", "h2")
    for name in ("guid:a", "guid:b"):
        assert origins.find("s", (name,)) == Origin("s", "2026/a.md", "h2")


def test_identities_across_sources(origins: Origins) -> None:
    origins.record("dump", ("title:2026-08-01 甲",), "2026/a.md", "h")
    origins.record("feed", ("title:2026-08-01 甲",), "2026/a.md", "h")
    assert [origin.path for origin in origins.find_anywhere("title:2026-08-01 甲")] == ["2026/a.md"]


def test_renamed_files(origins: Origins) -> None:
    origins.record("s", ("guid:a",), "2026/a.md", "h")
    origins.move("2026/a.md", "2026/b.md")
    found = origins.find("s", ("guid:a",))
    assert found is not None
    assert (found.path, found.hash) == ("2026/b.md", "h")
    assert origins.paths() == {"2026/b.md"}


def test_a_renamed_source_keeps_its_files(origins: Origins) -> None:
    origins.record("old", ("guid:a", "guid:b"), "2026/a.md", "h")
    origins.record("new", ("guid:b",), "2026/b.md", "h")
    origins.rename_source("old", "new")
    found = [origins.find("new", (name,)) for name in ("guid:a", "guid:b")]
    assert [one.path for one in found if one] == ["2026/a.md", "2026/b.md"]


def test_a_file_is_found_by_what_its_source_said(origins: Origins) -> None:
    origins.record("s", ("guid:a",), "2026/a.md", "h", "e1")
    found = origins.find_entry("e1")
    assert (found.path if found else "") == "2026/a.md"
    origins.record("s", ("guid:a",), "2026/a.md", "h2", "e2")
    assert (origins.find_entry("e1"), origins.find_entry("")) == (None, None)


def test_libraries_are_apart(origins: Origins, database: StateDatabase, tmp_path: Path) -> None:
    origins.record("s", ("guid:a",), "2026/a.md", "h")
    assert Origins(database, tmp_path / "second").find("s", ("guid:a",)) is None


def test_hashes_tell_texts_apart() -> None:
    assert content_hash(b"a") != content_hash(b"b")
    assert len(content_hash(b"")) == 32
