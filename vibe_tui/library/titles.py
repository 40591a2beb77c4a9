"""Short titles: without the tag of their column, and without what titles of one source share."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

_TAG = re.compile(r"\s*(?:\[([^\[\]]{1,24})\]|【([^【】]{1,24})】)\s*(?=\S)")
ENOUGH = 3
"""Titles that must share a beginning before it is dropped."""

LONGEST_SHARED = 200
"""Characters of a beginning that is still compared: a title may hold thousands of `：`."""

TitleKey = tuple[str, str, str]
"""Source, column and whole title of a report."""


def column_of(title: str) -> str:
    """The leading `[tag]` of a title, without brackets; empty where there is none."""
    match = _TAG.match(title)
    return (match[1] or match[2]).strip() if match else ""


def without_column(title: str, column: str) -> str:
    """`title` without the tag that names its column."""
    match = _TAG.match(title)
    if match and (match[1] or match[2]).strip() == column:
        return title[match.end() :]
    return title


def short_titles(keys: Sequence[TitleKey]) -> list[str]:
    """The short title of each: no column tag, and no part up to a `：` that siblings share.

    Siblings are different titles of the same source and column; the longest shared part goes.
    """
    bare = [without_column(title, column) for _, column, title in keys]
    sharing: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    for (source, column, _), title in zip(keys, bare, strict=True):
        for part in _openings(title):
            sharing[source, column, part].add(title)
    found = []
    for (source, column, _), title in zip(keys, bare, strict=True):
        shared = (part for part in _openings(title) if len(sharing[source, column, part]) >= ENOUGH)
        found.append(title[len(max(shared, key=len, default="")) :].lstrip())
    return found


def _openings(title: str) -> Iterable[str]:
    """The parts up to each `：` that leave something."""
    at = title.find("：", 0, LONGEST_SHARED)
    while at != -1 and title[at + 1 :].strip():
        yield title[: at + 1]
        at = title.find("：", at + 1, LONGEST_SHARED)
