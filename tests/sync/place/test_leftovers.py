"""What a killed run leaves is found and cleared wherever a sync writes, and nothing else is."""

from __future__ import annotations

from pathlib import Path

from vibe_tui.sync.place.lock import clear_leftovers, leftovers


def test_half_files_are_found_and_cleared_wherever_a_sync_writes(tmp_path: Path) -> None:
    half = [tmp_path / name / ".vibe-1.tmp" for name in (".", "2026", "assets")]
    others = [tmp_path / name for name in ("2026/a.md", "assets/a.png", "own/.vibe-1.tmp")]
    for path in (*half, *others):
        path.parent.mkdir(exist_ok=True)
        path.touch()
    assert sorted(leftovers(tmp_path)) == sorted(half)
    assert clear_leftovers(tmp_path) == 3
    assert [path.exists() for path in (*half, *others)] == [False] * 3 + [True] * 3
