"""What was written is said although the rest found no room, or what comes after it failed."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from vibe_tui.errors import VibeError
from vibe_tui.files import create_text
from vibe_tui.library import store
from vibe_tui.paths import find_paths, short_digest
from vibe_tui.search.engine import generation, write
from vibe_tui.search.engine.write import locked
from vibe_tui.service.reading_state import ReadingState
from vibe_tui.state.origins import Visits
from vibe_tui.state.reading import Reading
from vibe_tui.text import Text

Fault = Callable[[Path, pytest.MonkeyPatch], AbstractContextManager[None]]


def full(*_: object, **__: object) -> None:
    """A disk without room."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@contextmanager
def index_without_room(_: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(generation, "write_text", full)
    yield


@contextmanager
def index_being_written(library: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(write, "LOCK_SECONDS", 0.0)
    name = short_digest(str(library.resolve()))
    folder = find_paths({}, library=library).cache / "index" / name
    folder.mkdir(parents=True)
    with locked(folder):
        yield


@contextmanager
def cache_that_is_a_file(library: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    cache = find_paths({}, library=library).cache
    cache.parent.mkdir(parents=True, exist_ok=True)
    cache.write_text("x")
    yield


@contextmanager
def state_being_written(_: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def busy(*_: object) -> None:
        raise VibeError(Text("另一个 vibe", "another vibe is writing"))

    monkeypatch.setattr(ReadingState, "follow", busy)
    yield


@contextmanager
def visits_that_cannot_be_noted(_: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def busy(*_: object) -> None:
        raise VibeError(Text("另一个 vibe", "another vibe is writing"))

    monkeypatch.setattr(Visits, "record", busy)
    yield


@contextmanager
def arrivals_that_cannot_be_noted(_: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    def busy(*_: object) -> None:
        raise VibeError(Text("另一个 vibe", "another vibe is writing"))

    monkeypatch.setattr(Reading, "set_arrived", busy)
    yield


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Six notes."""
    folder = tmp_path / "notes"
    folder.mkdir()
    for number in range(6):
        (folder / f"{number}.md").write_text(f"# Note {number}\n\nText {number}.\n", "utf-8")
    return folder


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        (index_without_room, "No space left on device"),
        (index_being_written, "being updated by another vibe"),
        (cache_that_is_a_file, "cannot be written"),
        (state_being_written, "another vibe is writing"),
        (visits_that_cannot_be_noted, "another vibe is writing"),
        (arrivals_that_cannot_be_noted, "another vibe is writing"),
    ],
)
@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_sync_says_what_it_wrote_although_the_index_failed(
    folder: Path,
    tmp_path: Path,
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    fault: Fault,
    why: str,
    form: tuple[str, ...],
) -> None:
    library = tmp_path / "library"
    options = ("--lang", "en", "--library", library)
    run(*options, "source", "add", folder, "--copy")
    with fault(library, monkeypatch):
        result = run(*options, "sync", *form)
    assert result.code == 0
    assert "6 added, 0 updated, 0 unchanged, 0 skipped, 0 errors" in result.err
    assert why in result.err
    if form:
        assert len(result.json["added"]) == 6
        assert why in result.json["notes"][-1]["message"]
    else:
        assert result.out.count("+ ") == 6


def test_an_import_says_what_it_wrote_although_the_state_is_held(
    folder: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = tmp_path / "library"
    with arrivals_that_cannot_be_noted(library, monkeypatch):
        result = run("--lang", "en", "--library", library, "import", folder, "--json")
    assert (result.code, len(result.json["added"])) == (0, 6)
    assert "another vibe is writing" in result.err


@pytest.mark.parametrize("words", [("import", "FOLDER"), ("sync",)])
def test_what_was_written_before_the_disk_was_full_is_said(
    folder: Path, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    options = ("--lang", "en", "--library", tmp_path / "library")
    run(*options, "source", "add", folder, "--copy")
    room = iter(range(4))

    def written(path: Path, text: str) -> bool:
        if next(room, None) is None:
            full()
        return create_text(path, text)

    monkeypatch.setattr(store, "create_text", written)
    result = run(*options, *(str(folder) if word == "FOLDER" else word for word in words))
    assert "4 added" in result.err
    assert "2 errors" in result.err
    assert "No space left on device" in result.err
    assert (result.code, result.out.count("+ ")) == (1, 4)
