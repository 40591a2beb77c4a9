"""Ids: a file's stem, or the shortest path ending that tells files of one stem apart."""

from __future__ import annotations

import unicodedata
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import PurePosixPath

from vibe_tui.clean import clean_line


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
