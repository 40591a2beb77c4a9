"""Entries of a feed between parsing and placing: packed small, and known by what names them."""

from __future__ import annotations

import hashlib
import pickle
import zlib
from functools import partial

from vibe_tui.clean import clean_line
from vibe_tui.sync.feed.entry import UNTITLED, Entry, incoming_of, line_of, page_of
from vibe_tui.sync.incoming import FORM, Draft, Incoming, Item
from vibe_tui.sync.papers import arxiv_id


class Packed:
    """One entry in a fraction of its room."""

    __slots__ = ("_data", "is_paper")

    def __init__(self, entry: Entry) -> None:
        self.is_paper = bool(arxiv_id(entry.link)[0])
        self._data = zlib.compress(pickle.dumps(entry, pickle.HIGHEST_PROTOCOL), 1)

    def entry(self) -> Entry:
        """The entry again."""
        entry = pickle.loads(zlib.decompress(self._data))
        if not isinstance(entry, Entry):
            raise TypeError(type(entry))
        return entry


def draft_of(packed: Packed, source: str, base: str) -> Item | None:
    """The report that an entry will become; nothing where it says nothing at all."""
    entry = packed.entry()
    made = partial(_made, packed, source, base)
    title = line_of(entry.title)
    url = page_of(entry, base)
    guid = clean_line(entry.guid).strip()
    when = entry.when
    if not (title or url or guid or when.day):
        report = made()
        return report if report.body or report.title != UNTITLED else None
    return Draft(
        source=source,
        make=made,
        digest=f"{_digest(entry)}:{_digest((FORM, source, base))[:8]}",
        said=_digest(entry.bodies),
        feed_title=title,
        date=when.day,
        published=when.moment,
        url=url,
        guid=guid,
    )


def _made(packed: Packed, source: str, base: str) -> Incoming:
    return incoming_of(packed.entry(), source, base)


def _digest(value: object) -> str:
    data = repr(value).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(data, digest_size=16).hexdigest()
