"""What every format of feeds is read into."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vibe_tui.sync.feed.entry import Entry
from vibe_tui.text import Text


@dataclass(frozen=True, slots=True)
class Listing:
    """What a feed says of itself, and its entries one after the other.

    `notes` say what was odd about it and was mended; one that is not `whole` breaks off.
    """

    title: str = ""
    link: str = ""
    entries: Iterable[Entry] = ()
    notes: tuple[Text, ...] = ()
    whole: bool = True
