"""The index on disk: Whoosh with a codec of our own, in segments that are written once.

Of Whoosh there is used: its third codec's term file (`codec`: sorted names with a value each, on a
hash), its segment reader, its schema and its storage. Its own queries work on what
we write; ours (`search.match`) ask for whole sets of documents instead, so that AND, OR and NOT are
one operation on an integer. Not used, with figures from a library of 71 M characters on two cores:

- postings. Whoosh sorts, pickles and compresses them one by one and keeps positions: 41,000 to
  134,000 characters/s to build, where we need 180,000. Here a term's value is its set of documents
  (`bits`), without positions: 380,000 characters/s.
- scoring. A ranked AND of character pairs takes 34 ms, at worst 115, where ripgrep takes 113 and we
  may take half of that; ids only, and the text itself asked with `in`, takes 19. `search.ranking`
  asks four sets a word instead.
- its writer and merges, whose segments are pickled: `write` joins term files as they are sorted.
- its query language and analysis: the language must read every string, and Chinese has no words.

A positional phrase would be exact at once; here the terms are a filter and the text is the judge.
What the values hold is in `terms`; a `segment` is a fixed lot of reports; a `generation` is which
segments count; `build` makes segments, in other processes for many reports, and `write` decides
what is to be made.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

import vibe_tui

LAYOUT = 9
"""Raise this when anything about the files of the index or about folding changes."""

FIELDS = ("heading", "summary", "text", "title")
"""`text` is everything a reader sees of a report; in the others a hit counts for more."""


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
