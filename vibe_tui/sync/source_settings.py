"""Gives the reports of a source what its settings say: source, topics, genre, column.

What a file of the user says of itself wins. Of a report from the web the settings know more than
what was guessed from its text.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace

from vibe_tui.sync.incoming import Incoming
from vibe_tui.sync.sources import Source

FORM = 1
"""Raised when reports are made of the same feed in another way, so that all are made anew."""

_ORDER = (
    "title",
    "feed_title",
    "column",
    "date",
    "published",
    "author",
    "source",
    "url",
    "guid",
    "genre",
    "topics",
    "lang",
)


def settings_of(source: Source) -> str:
    """Names the settings that shape the reports of `source`: under others they are read anew."""
    shaping = (
        FORM,
        source.topics,
        source.genre,
        source.column,
        source.limit,
        source.full_text,
        source.images,
        source.copy,
        sorted(source.headers.items()),
    )
    return hashlib.blake2b(repr(shaping).encode(), digest_size=8).hexdigest()


def with_settings(report: Incoming, source: Source) -> Incoming:
    """`report` as it is written for `source`."""
    id_ = source.id if source.url else report.source or source.id
    given: dict[str, object] = {
        "source": id_,
        "column": source.column,
        "genre": source.genre,
        "topics": list(source.topics),
    }
    meta = dict(report.meta)
    for key, value in given.items():
        if value and (source.url or not meta.get(key)):
            meta[key] = value
    rank = {key: number for number, key in enumerate(_ORDER)}
    ordered = sorted(meta, key=lambda key: rank.get(key, len(rank)))
    return replace(report, source=id_, meta={key: meta[key] for key in ordered})
