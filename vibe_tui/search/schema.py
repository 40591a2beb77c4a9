"""The fields of the index and the stamp that says which code can read it.

`text` is everything a reader sees of a report; `title`, `heading` and `summary` are the parts of
it where a hit counts for more. All four hold terms of `analysis`, without positions.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

import vibe_tui

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
