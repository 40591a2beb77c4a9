"""What every format of feeds is read into."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vibe_tui.sync.feed.entry import Entry


@dataclass(frozen=True, slots=True)
class Listing:
    """What a feed says of itself, and its entries one after the other."""

    title: str = ""
    link: str = ""
    entries: Iterable[Entry] = ()
