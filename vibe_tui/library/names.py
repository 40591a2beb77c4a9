"""What reports are called: ids and short titles, each of them found by looking at all the others.

An id is a file's stem, or the shortest path ending that tells files of one stem apart. A short
title is a title without the tag of its column and without what titles of one source share.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import PurePosixPath

from vibe_tui.clean import clean_line
from vibe_tui.model.report import Report
from vibe_tui.render.titles import drawn_title


def ids_of(paths: Sequence[str]) -> list[str]:
    """An id for each of `paths` (absolute, with `/`).

    Ids stay distinct where only case or the composition of accents differs.
    """
    found = [""] * len(paths)
    alike: dict[str, list[int]] = defaultdict(list)
    for position, path in enumerate(paths):
        stem = _stem(path)
        found[position] = stem
        alike[_folded(stem)].append(position)
    for positions in alike.values():
        if len(positions) > 1:
            _tell_apart(paths, positions, found)
    return found


def _stem(path: str) -> str:
    name = path.rsplit("/", 1)[-1]
    at = name.rfind(".")
    return clean_line(name[:at] if at > 0 else name)


def _tell_apart(paths: Sequence[str], positions: list[int], found: list[str]) -> None:
    """Give longer and longer endings until each file of the group has its own.

    Files that differ in their ending only keep it; those that differ in case only are numbered.
    """
    parts = {p: _parts(paths[p]) for p in positions}
    whole = Counter(_folded("/".join(parts[p])) for p in positions)
    for p in positions:
        if whole[_folded("/".join(parts[p]))] > 1:
            parts[p][-1] = clean_line(PurePosixPath(paths[p]).name)
    left = positions
    for length in range(1, 1 + max(map(len, parts.values()))):
        endings = {p: "/".join(parts[p][-length:]) for p in left}
        counts = Counter(_folded(ending) for ending in endings.values())
        for p in left:
            found[p] = endings[p]
        left = [p for p in left if counts[_folded(endings[p])] > 1]
    for number, p in enumerate(left[1:], 2):
        found[p] = f"{found[p]}~{number}"


def _folded(text: str) -> str:
    return text.casefold() if text.isascii() else unicodedata.normalize("NFC", text).casefold()


def _parts(path: str) -> list[str]:
    pure = PurePosixPath(path)
    return [clean_line(part) for part in (*pure.parts[:-1], _stem(path)) if part != "/"]


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


def title_line(report: Report) -> str:
    """The one line that stands for a report, without what its siblings' titles share."""
    return clean_line(drawn_title(report.short_title)).strip() or report.id
