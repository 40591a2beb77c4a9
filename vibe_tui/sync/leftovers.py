"""What a process that was killed may leave beside the library's files: never part of a report."""

from __future__ import annotations

from pathlib import Path

PATTERN = ".vibe-*.tmp"


def clear_leftovers(library: Path) -> int:
    """Remove half-written files from `library`; how many there were. Holds for its lock's owner."""
    cleared = 0
    for folder in (library, *library.glob("[0-9][0-9][0-9][0-9]")):
        for path in folder.glob(PATTERN):
            try:
                path.unlink()
            except OSError:
                continue
            cleared += 1
    return cleared
