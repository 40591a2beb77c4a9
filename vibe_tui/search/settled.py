"""Remembers that the index was found whole and up to date, so that a start need not open it.

Who has read every byte of the index, and has found that it holds the texts of some reports as they
are, notes what he looked at: the reports, and size and times of every file. While all of it is the
same, there is nothing to look for. The note is a cache; without it one looks.

The fields of the index and the stamp that says which code can read it.

`text` is everything a reader sees of a report; `title`, `heading` and `summary` are the parts of
it where a hit counts for more. All four hold terms of `analysis`, without positions.
"""

from __future__ import annotations

import hashlib
import json
import os
import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import vibe_tui
from vibe_tui.atomic import write_text
from vibe_tui.model.report import Report

LAYOUT = 6
"""Raise this when anything about the files of the index or about folding changes."""

FIELDS = ("heading", "summary", "text", "title")


@lru_cache(maxsize=1)
def stamp() -> dict[str, str]:
    """What an index must have been written by to be read."""
    # Its own word for its version: to read the one of the package takes more than the rest of this.
    from whoosh import versionstring

    return {
        "layout": str(LAYOUT),
        "vibe": vibe_tui.__version__,
        "whoosh": versionstring(),
        "unicode": unicodedata.unidata_version,
    }


def look(folder: Path, reports: Sequence[Report]) -> str:
    """One text for an index and the reports that it is to hold; another when anything changes."""
    files = []
    for place, _, names in os.walk(folder):
        for name in names:
            path = Path(place, name)
            with suppress(OSError):
                found = path.stat()
                numbers = (found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)
                files.append((str(path.relative_to(folder)), *numbers))
    return json.dumps([stamp(), len(reports), _digest(reports), sorted(files)])


def _digest(reports: Sequence[Report]) -> str:
    """One number for all ids and contents, in whatever order."""
    found = 0
    for report in reports:
        words = f"{report.id}\n{report.hash}".encode()
        found ^= int.from_bytes(hashlib.blake2b(words, digest_size=16).digest(), "big")
    return f"{found:x}"


def is_settled(note: Path, looked_at: str) -> bool:
    """Whether what `look` gave is known to be whole and up to date."""
    try:
        return note.read_text("utf-8") == looked_at
    except (OSError, ValueError):
        return False


def settle(note: Path, looked_at: str) -> None:
    """Note that it is; what `look` gave before the index was read."""
    with suppress(OSError):
        write_text(note, looked_at)
