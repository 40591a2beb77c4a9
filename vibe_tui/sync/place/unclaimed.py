"""Files of the library that no source is known to have written, as they stood before a run.

The state file may be lost, and users rename and move reports: a report is then known again by its
day, by its bytes or by what it says of its source. The library is looked at once, and its files
are read only when bytes count.

What a process that was killed may leave beside the library's files: never part of a report.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from vibe_tui.library.front_matter import read_front_matter
from vibe_tui.library.values import mapping, words
from vibe_tui.library.walk import walk
from vibe_tui.state.origins import content_hash

_DAY = len("2026-08-01")
_HEAD = 8192


class Unclaimed:
    """The files below `root` whose path, relative and with `/`, is not one of `known`."""

    def __init__(self, root: Path, known: Collection[str]) -> None:
        self._root = root
        self._paths = sorted(path for path in walk(root).files if path not in known)
        self._taken: set[str] = set()

    def of_day(self, day: dt.date) -> tuple[str, ...]:
        """The files in the folder of the year of `day` whose names begin with it."""
        return tuple(self._free(self._by_day.get(f"{day.year:04d}/{day.isoformat()}")))

    def with_hash(self, wanted: str) -> str:
        """The file with these bytes; empty where there is none."""
        return next(self._free(self._by_hash.get(wanted)), "")

    def of_item(self, source: str, guid: str, url: str) -> str:
        """The file whose front matter names this item; empty where there is none."""
        if not guid and not url:
            return ""
        # A guid that is the address too is not written.
        wanted = (source, guid if guid != url else "", url)
        return next(self._free(self._by_item.get(wanted)), "")

    def about(self, paper: str) -> str:
        """A file whose front matter names the arXiv id `paper`; empty where there is none."""
        return next(self._free(self._by_paper.get(paper)), "")

    def take(self, path: str) -> str:
        """`path`, which has an owner from now on."""
        self._taken.add(path)
        return path

    def _free(self, paths: Sequence[str] | None) -> Iterator[str]:
        """Those of `paths` that have no owner yet."""
        return (path for path in paths or () if path not in self._taken)

    @cached_property
    def _by_day(self) -> dict[str, list[str]]:
        found: defaultdict[str, list[str]] = defaultdict(list)
        for path in self._paths:
            folder, _, name = path.rpartition("/")
            found[f"{folder}/{name[:_DAY]}"].append(path)
        return found

    @cached_property
    def _by_hash(self) -> dict[str, list[str]]:
        found: defaultdict[str, list[str]] = defaultdict(list)
        for path, data in self._contents():
            found[content_hash(data)].append(path)
        return found

    @cached_property
    def _by_item(self) -> dict[tuple[str, ...], list[str]]:
        found: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
        for path, meta in self._front_matter():
            found[tuple(words(meta.get(key)) for key in ("source", "guid", "url"))].append(path)
        return found

    @cached_property
    def _by_paper(self) -> dict[str, list[str]]:
        found: defaultdict[str, list[str]] = defaultdict(list)
        for path, meta in self._front_matter():
            found[words(mapping(meta.get("paper")).get("arxiv"))].append(path)
        return found

    def _front_matter(self) -> Iterator[tuple[str, Mapping[str, object]]]:
        """The front matter of each file, as far as it is short."""
        for path, data in self._contents(_HEAD):
            head = data.decode("utf-8", "replace").partition("\n---")[0]
            yield path, read_front_matter(f"{head}\n---\n", path).meta

    def _contents(self, size: int = -1) -> Iterator[tuple[str, bytes]]:
        """The bytes of each file, `size` of them at most, all where it is negative."""
        for path in self._paths:
            try:
                with Path(self._root, path).open("rb") as file:
                    data = file.read(size)
            except OSError:
                # Gone or unreadable since the walk: it is none of ours then.
                continue
            yield path, data


ASSETS = "assets"
"""The folder of the library in which the pictures of its reports are kept."""

_PATTERN = ".vibe-*.tmp"


def written_folders(library: Path) -> Iterator[Path]:
    """The folders of `library` into which a sync writes."""
    yield library
    yield library / ASSETS
    yield from library.glob("[0-9][0-9][0-9][0-9]")


def leftovers(library: Path) -> Iterator[Path]:
    """The half-written files in `library`; those of a run that goes on are among them."""
    for folder in written_folders(library):
        yield from folder.glob(_PATTERN)


def clear_leftovers(library: Path) -> int:
    """Remove the half-written files; how many there were. Call it only while holding the lock."""
    cleared = 0
    for path in tuple(leftovers(library)):
        try:
            path.unlink()
        except OSError:
            continue
        cleared += 1
    return cleared
