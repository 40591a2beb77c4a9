"""Gives the reports of a source what its settings say: source, topics, genre, column.

What a file of the user says of itself wins. Of a report from the web the settings know more than
what was guessed from its text.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from vibe_tui.sync.incoming import FORM, Draft, Incoming, Item
from vibe_tui.sync.sources import Source

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


def with_settings(item: Item, source: Source) -> Item:
    """`item` as it is written for `source`."""
    if isinstance(item, Draft):
        return replace(
            item,
            source=source.id,
            make=partial(_made, item.make, source),
            digest=f"{item.digest}:{settings_of(source)}:{source.id}",
        )
    return _with_settings(item, source)


def _made(make: Callable[[], Incoming], source: Source) -> Incoming:
    return _with_settings(make(), source)


def _with_settings(report: Incoming, source: Source) -> Incoming:
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
