"""Changes on disk are noticed: with the system's help, by looking, and in folders yet to come."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import watchfiles

from vibe_tui.errors import VibeError
from vibe_tui.library import watching
from vibe_tui.library.watching import is_report, watch_reports

SOON = 20.0


class Watcher:
    """A watch in a thread; `noticed` is set at every change."""

    def __init__(self, *paths: Path) -> None:
        self.noticed = threading.Event()
        self.stopped = threading.Event()
        self.thread = threading.Thread(
            target=watch_reports, args=(lambda: paths, self.noticed.set, self.stopped.is_set)
        )


@contextmanager
def watching_(*paths: Path) -> Iterator[Watcher]:
    watcher = Watcher(*paths)
    watcher.thread.start()
    try:
        yield watcher
    finally:
        watcher.stopped.set()
        watcher.thread.join(SOON)
        assert not watcher.thread.is_alive()


def write_until_noticed(watcher: Watcher, path: Path) -> bool:
    """Write again and again: nobody knows when the watch has begun."""
    for number in range(40):
        path.write_text(f"# 第 {number} 次\n", "utf-8")
        if watcher.noticed.wait(SOON / 40):
            return True
    return False


def test_a_changed_report_is_noticed(tmp_path: Path) -> None:
    with watching_(tmp_path) as watcher:
        assert write_until_noticed(watcher, tmp_path / "a.md")


def test_a_folder_that_comes_later_is_watched(tmp_path: Path) -> None:
    later = tmp_path / "library"
    with watching_(later) as watcher:
        later.mkdir()
        assert write_until_noticed(watcher, later / "a.md")
        watcher.noticed.clear()
        assert write_until_noticed(watcher, later / "a.md")


def test_without_the_systems_help_the_files_are_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real: Any = watchfiles.watch
    asked: list[object] = []

    def helpless(*paths: Path, **options: object) -> object:
        asked.append(options["force_polling"])
        if not options["force_polling"]:
            raise OSError(28, "OS file watch limit reached")
        return real(*paths, **{**options, "poll_delay_ms": 50})

    monkeypatch.setattr(watchfiles, "watch", helpless)
    with watching_(tmp_path) as watcher:
        assert write_until_noticed(watcher, tmp_path / "a.md")
    assert asked[:2] == [None, True]


def test_where_nothing_helps_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def helpless(*paths: Path, **options: object) -> object:
        raise OSError(28, "OS file watch limit reached")

    monkeypatch.setattr(watching, "POLL", 50)
    monkeypatch.setattr(watchfiles, "watch", helpless)
    with pytest.raises(VibeError, match="OS file watch limit"):
        watch_reports(lambda: [tmp_path], lambda: None, lambda: False)


@pytest.mark.parametrize(
    ("path", "counts"),
    [("a.md", True), ("2026/a.markdown", True), ("2026", True), ("a.tmp", False), (".x.md", False)],
)
def test_what_can_change_the_list(path: str, counts: bool) -> None:
    assert is_report(path) is counts
