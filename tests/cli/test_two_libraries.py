"""Who writes into one library keeps nobody from writing into another."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from vibe_tui.files import writing
from vibe_tui.paths import Paths, find_paths, short_digest
from vibe_tui.search.engine.write import locked


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A report to import."""
    path = tmp_path / "page.md"
    path.write_text("# 新的一篇\n\n正文里有置信区间。\n", "utf-8")
    return path


def other(tmp_path: Path) -> Paths:
    """The paths of another library of the same user."""
    (tmp_path / "other").mkdir(exist_ok=True)
    return find_paths({}, library=tmp_path / "other")


@pytest.mark.parametrize("command", [("import", "PAGE"), ("sync",), ("doctor", "--fix")])
def test_a_sync_of_one_library_lets_others_be_written(
    command: tuple[str, ...],
    library: Path,
    page: Path,
    tmp_path: Path,
    run: Run,
) -> None:
    (library / ".vibe-left.tmp").write_bytes(b"half")
    words = [str(page) if word == "PAGE" else word for word in command]
    with writing(other(tmp_path).lock):
        result = run("--library", library, *words)
    assert (result.code, "another vibe" in result.err) == (0, False), result.err
    if command[0] == "doctor":
        assert not (library / ".vibe-left.tmp").exists()


def test_an_index_that_is_written_lets_those_of_other_libraries_be_written(
    library: Path, tmp_path: Path, run: Run
) -> None:
    run("--library", library, "list")
    paths = other(tmp_path)
    folder = paths.cache / "index"
    index = folder / short_digest(str(paths.library.resolve()))
    index.mkdir(parents=True, exist_ok=True)
    with locked(index):
        result = run("--library", library, "index", "--json")
    assert (result.code, result.json["reports"]) == (0, 3)
    assert len([*folder.iterdir()]) == 2
