"""Whether the index is behind is known without opening it, as long as nothing has changed."""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from vibe_tui.config import Config
from vibe_tui.paths import Paths
from vibe_tui.search.engine.segment import Segment, open_segment
from vibe_tui.service import Service


def service_in(folder: Path) -> Service:
    paths = Paths(
        config=folder / "config.toml",
        library=folder / "library",
        bundled=folder / "none",
        sources=folder / "sources.toml",
        state=folder / "state.db",
        cache=folder / "cache",
        explicit=True,
    )
    return Service(paths, Config(), today=lambda: dt.date(2026, 8, 12))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    library = tmp_path / "library"
    library.mkdir()
    for name in "abc":
        (library / f"{name}.md").write_text(f"# {name}\n\n正文\n", encoding="utf-8")
    service = service_in(tmp_path)
    service.refresh()
    assert service.indexing.is_behind()
    service.indexing.update()
    return tmp_path


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Path]]:
    """The segments that are opened."""
    found: list[Path] = []

    def opening(folder: Path) -> Segment:
        found.append(folder)
        return open_segment(folder)

    monkeypatch.setattr("vibe_tui.search.engine.generation.open_segment", opening)
    yield found


def behind(folder: Path) -> bool:
    service = service_in(folder)
    service.refresh()
    return service.indexing.is_behind()


def test_an_index_just_written_is_not_opened(folder: Path, opened: list[Path]) -> None:
    assert not behind(folder)
    assert opened == []


@pytest.mark.parametrize("change", ["edited", "added", "removed"])
def test_a_changed_library_is_noticed(folder: Path, change: str) -> None:
    match change:
        case "edited":
            (folder / "library" / "a.md").write_text("# a\n\n新的正文\n", encoding="utf-8")
        case "added":
            (folder / "library" / "d.md").write_text("# d\n", encoding="utf-8")
        case _:
            (folder / "library" / "a.md").unlink()
    assert behind(folder)
    service = service_in(folder)
    service.refresh()
    service.indexing.update()
    assert not behind(folder)


def test_a_changed_index_is_read_anew(folder: Path, opened: list[Path]) -> None:
    records = next(folder.rglob("records"))
    os.utime(records, ns=(1, 1))
    assert not behind(folder)
    assert len(opened) == 1
    assert not behind(folder)
    assert len(opened) == 1
    records.write_bytes(b"x" + records.read_bytes()[1:])
    assert behind(folder)
    records.unlink()
    assert behind(folder)


def test_a_note_that_cannot_be_read_is_as_good_as_none(folder: Path, opened: list[Path]) -> None:
    (note,) = (folder / "cache" / "settled").iterdir()
    note.write_bytes(b"\xff")
    assert not behind(folder)
    assert len(opened) == 1
