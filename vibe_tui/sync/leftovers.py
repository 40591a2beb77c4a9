"""What a process that was killed may leave beside the library's files: never part of a report."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

ASSETS = "assets"
"""The folder of the library in which the pictures of its reports are kept."""

_PATTERN = ".vibe-*.tmp"


def written_folders(library: Path) -> Iterator[Path]:
    """The folders of `library` into which a sync writes."""
    yield library
    yield library / ASSETS
    yield from library.glob("[0-9][0-9][0-9][0-9]")


def leftovers(library: Path) -> Iterator[Path]:
    """The half-written files in `library`; those of a run that goes on are among them."""
    for folder in written_folders(library):
        yield from folder.glob(_PATTERN)


def clear_leftovers(library: Path) -> int:
    """Remove the half-written files; how many there were. Call it only while holding the lock."""
    cleared = 0
    for path in tuple(leftovers(library)):
        try:
            path.unlink()
        except OSError:
            continue
        cleared += 1
    return cleared
