"""Entries of a feed between parsing and placing: put away packed, and known by what names them."""

from __future__ import annotations

import hashlib
import pickle
import zlib
from functools import partial

from vibe_tui.clean import clean_line
from vibe_tui.sync.feed.entry import UNTITLED, Entry, incoming_of, line_of, page_of
from vibe_tui.sync.http.request import Spool
from vibe_tui.sync.incoming import FORM, Draft, Incoming, Item

Place = tuple[int, int]
"""Where in a pack an entry begins and ends."""


class Pack:
    """Entries that are not held in memory. It lasts as long as one of its drafts."""

    def __init__(self) -> None:
        self._data = Spool()

    def add(self, entry: Entry) -> Place:
        """Put `entry` away."""
        start = self._data.size
        self._data.write(zlib.compress(pickle.dumps(entry, pickle.HIGHEST_PROTOCOL), 1))
        return start, self._data.size

    def entry(self, place: Place) -> Entry:
        """The entry at `place` again."""
        entry = pickle.loads(zlib.decompress(self._data.read(*place)))
        if not isinstance(entry, Entry):
            raise TypeError(type(entry))
        return entry


def draft_of(pack: Pack, place: Place, source: str, base: str) -> Item | None:
    """The report that an entry will become; nothing where it says nothing at all."""
    entry = pack.entry(place)
    title = line_of(entry.title)
    url = page_of(entry, base)
    guid = clean_line(entry.guid).strip()
    when = entry.when
    if not (title or url or guid or when.day):
        report = incoming_of(entry, source, base)
        return report if report.body or report.title != UNTITLED else None
    return Draft(
        source=source,
        make=partial(_made, pack, place, source, base),
        digest=f"{_digest(entry)}:{_digest((FORM, source, base))[:8]}",
        said=_digest(entry.bodies),
        feed_title=title,
        date=when.day,
        published=when.moment,
        url=url,
        guid=guid,
    )


def _made(pack: Pack, place: Place, source: str, base: str) -> Incoming:
    return incoming_of(pack.entry(place), source, base)


def _digest(value: object) -> str:
    data = repr(value).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(data, digest_size=16).hexdigest()
