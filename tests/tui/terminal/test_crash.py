"""The file that stays after a crash."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from vibe_tui.tui.terminal.driver import write_crash_log


def crash(folder: Path) -> Path:
    """Where the traceback of an exception is kept."""
    try:
        raise ValueError("甲")
    except ValueError:
        return write_crash_log(folder)


def test_it_is_in_the_cache(tmp_path: Path) -> None:
    log = crash(tmp_path / "cache")
    assert log == tmp_path / "cache" / "crash.log"
    assert "ValueError: 甲" in log.read_text("utf-8")


def test_where_the_cache_cannot_be_written_it_follows_no_link_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cache").write_text("")
    shared = tmp_path / "shared"
    shared.mkdir()
    (shared / "crash.log").symlink_to(tmp_path / "theirs")
    monkeypatch.setattr(tempfile, "tempdir", str(shared))
    log = crash(tmp_path / "cache")
    assert log.parent == shared
    assert "ValueError: 甲" in log.read_text("utf-8")
    assert not (tmp_path / "theirs").exists()
