"""The lock of a library tells of a holder that was killed; what that leaves is cleared."""

from __future__ import annotations

from pathlib import Path

import pytest

from vibe_tui.errors import NO_HINT, VibeError
from vibe_tui.files import writing
from vibe_tui.library.store import clear_leftovers, leftovers
from vibe_tui.paths import find_paths
from vibe_tui.text import Text


def test_a_mark_without_a_holder_is_that_of_one_that_was_killed(tmp_path: Path) -> None:
    lock = tmp_path / "sync.lock"
    lock.write_bytes(b"*")
    with writing(lock) as was_killed:
        assert was_killed
    with writing(lock) as was_killed:
        assert not was_killed


@pytest.mark.parametrize("error", [VibeError(Text("错", "wrong")), KeyboardInterrupt()])
def test_a_holder_that_failed_was_not_killed(tmp_path: Path, error: BaseException) -> None:
    lock = tmp_path / "sync.lock"
    with pytest.raises(type(error)), writing(lock):
        raise error
    with writing(lock) as was_killed:
        assert not was_killed


def test_who_does_not_want_to_wait_any_longer_is_told_just_that(tmp_path: Path) -> None:
    lock = tmp_path / "sync.lock"
    with (
        writing(lock),
        pytest.raises(VibeError) as caught,
        writing(lock, cancelled=lambda: True),
    ):
        pytest.fail("both hold the lock")
    assert (caught.value.message.en, caught.value.hint) == ("was cancelled", NO_HINT)


def test_a_library_has_one_lock_whichever_way_leads_there(tmp_path: Path) -> None:
    library = tmp_path / "library"
    library.mkdir()
    (tmp_path / "link").symlink_to(library)
    names = (library, tmp_path / "link", tmp_path / "x" / ".." / "library")
    assert len({find_paths({}, library=name).lock for name in names}) == 1
    assert find_paths({}, library=library).lock != find_paths({}, library=tmp_path).lock


def test_half_files_are_found_and_cleared_wherever_a_sync_writes(tmp_path: Path) -> None:
    half = [tmp_path / name / ".vibe-1.tmp" for name in (".", "2026", "assets")]
    others = [tmp_path / name for name in ("2026/a.md", "assets/a.png", "own/.vibe-1.tmp")]
    for path in (*half, *others):
        path.parent.mkdir(exist_ok=True)
        path.touch()
    assert sorted(leftovers(tmp_path)) == sorted(half)
    assert clear_leftovers(tmp_path) == 3
    assert [path.exists() for path in (*half, *others)] == [False] * 3 + [True] * 3
