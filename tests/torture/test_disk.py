"""A disk that is full, and one that is freed again: nothing half written, no mark lost."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.sync.desk import TODAY, feed, paths_in
from tests.sync.desk import item as json_item
from vibe_tui.config import Config
from vibe_tui.library.front_matter import read_front_matter
from vibe_tui.service import Service
from vibe_tui.state import db

pytestmark = pytest.mark.torture
ROOM = 6 * 1024 * 1024
ITEMS = 60
TEXT = "<p>" + "字" * 90_000 + "完</p>"


@pytest.fixture
def small(tmp_path: Path) -> Iterator[Path]:
    """A disk of a few megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={ROOM}", "small", str(folder)]
    if (
        not sys.platform.startswith("linux")
        or subprocess.run(mount, capture_output=True).returncode
    ):
        pytest.skip("no disk can be made here")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def _fill(disk: Path) -> Path:
    """Take all the room that is left."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as stream:
        for part in (65536, 4096, 1):
            try:
                while stream.write(bytes(part)):
                    pass
            except OSError:
                continue
    return ballast


def test_an_import_that_finds_no_room_leaves_nothing_half_written(
    small: Path, tmp_path: Path
) -> None:
    paths = replace(paths_in(tmp_path), library=small / "library")
    file = tmp_path / "f.json"
    file.write_bytes(feed([json_item(n, content_html=f"{n}{TEXT}") for n in range(ITEMS)]).body)
    service = Service(paths, Config(), today=lambda: TODAY)
    result = service.import_paths([file])
    assert 0 < len(result.added) < ITEMS
    assert "No space left on device" in result.errors[-1].message.en
    found = [
        read_front_matter(path.read_text("utf-8"), "x") for path in paths.library.rglob("*.md")
    ]
    assert len(found) == len(result.added)
    assert all(one.body.endswith("完\n") and not one.problems for one in found)
    assert [
        path for path in paths.library.rglob("*") if path.is_file() and path.suffix != ".md"
    ] == []
    subprocess.run(["mount", "-o", f"remount,size={4 * ROOM}", str(small)], check=True)
    again = service.import_paths([file])
    assert (len(again.added) + len(result.added), again.errors) == (ITEMS, ())


@pytest.mark.parametrize("at_quit", [False, True], ids=["while it is open", "at quit"])
def test_marks_that_were_made_while_it_was_full_are_written_when_it_is_freed(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, at_quit: bool
) -> None:
    monkeypatch.setattr(db, "RETRY_SECONDS", 0.0)
    paths = replace(paths_in(tmp_path), state=small / "state.db")
    file = tmp_path / "f.json"
    file.write_bytes(feed([json_item(n) for n in range(ITEMS)]).body)
    service = Service(paths, Config(), today=lambda: TODAY)
    service.import_paths([file])
    service.refresh()
    reports = service.reports().reports
    ballast = _fill(small)
    service.reading.set_star(reports[1:], True)
    for report in reports:
        service.reading.set_read([report], True)
    assert not service.is_kept
    assert all(service.reading.mark(report).read for report in reports)
    ballast.unlink()
    if not at_quit:
        service.reading.set_star(reports[:1], True)
        assert service.is_kept
    service.close()
    again = Service(paths, Config(), today=lambda: TODAY)
    again.refresh()
    assert again.state_problems == ()
    marks = [again.reading.mark(report) for report in again.reports().reports]
    assert sum(mark.read for mark in marks) == ITEMS
    assert sum(mark.starred for mark in marks) == ITEMS - at_quit
    again.close()
