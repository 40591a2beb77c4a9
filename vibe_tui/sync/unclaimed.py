"""Files of the library that no source is known to have written, as they stood before a run.

The state file may be lost, and users rename and move reports: a report is then known again by its
day, by its bytes or by what it says of its source. The library is looked at once, and its files
are read only when bytes count.
"""

from __future__ import annotations

import datetime as dt
import re
from collections import defaultdict
from collections.abc import Collection
from functools import cached_property
from pathlib import Path

from vibe_tui.library.front_matter import read_front_matter
from vibe_tui.library.metadata_values import words
from vibe_tui.library.walk import walk
from vibe_tui.state.origins import content_hash

_DAY = len("2026-08-01")
_HEAD = 8192
_ARXIV = re.compile(r"^\s+arxiv:\s*[\"']?([\w./-]+)", re.MULTILINE)


class Unclaimed:
    """The files below `root` whose path, relative and with `/`, is not one of `known`."""

    def __init__(self, root: Path, known: Collection[str]) -> None:
        self._root = root
        self._paths = sorted(path for path in walk(root).files if path not in known)
        self._taken: set[str] = set()

    def of_day(self, day: dt.date) -> tuple[str, ...]:
        """The files in the folder of the year of `day` whose names begin with it."""
        found = self._by_day.get(f"{day.year:04d}/{day.isoformat()}", ())
        return tuple(path for path in found if path not in self._taken)

    def with_hash(self, wanted: str) -> str:
        """The file with these bytes; empty where there is none."""
        found = self._by_hash.get(wanted, "")
        return "" if found in self._taken else found

    def of_item(self, source: str, guid: str, url: str) -> str:
        """The file whose front matter names this item; empty where there is none."""
        # A guid that is the address too is not written.
        wanted = (source, guid if guid != url else "", url)
        for path, head in self._heads.items():
            if (guid or url) and (guid or url) in head and path not in self._taken:
                meta = read_front_matter(f"{head}\n---\n", path).meta
                if tuple(words(meta.get(key)) for key in ("source", "guid", "url")) == wanted:
                    return path
        return ""

    def about(self, paper: str) -> str:
        """A file whose front matter names the arXiv id `paper`; empty where there is none."""
        return self._by_paper.get(paper, "")

    def take(self, path: str) -> str:
        """`path`, which has an owner from now on."""
        self._taken.add(path)
        return path

    @cached_property
    def _by_day(self) -> dict[str, list[str]]:
        found: defaultdict[str, list[str]] = defaultdict(list)
        for path in self._paths:
            folder, _, name = path.rpartition("/")
            found[f"{folder}/{name[:_DAY]}"].append(path)
        return found

    @cached_property
    def _heads(self) -> dict[str, str]:
        """The front matter of each file, as far as it is short."""
        found: dict[str, str] = {}
        for path in self._paths:
            try:
                with Path(self._root, path).open("rb") as file:
                    head = file.read(_HEAD).decode("utf-8", "replace")
            except OSError:
                # Gone or unreadable since the walk: it is none of ours then.
                continue
            found[path] = head.partition("\n---")[0]
        return found

    @cached_property
    def _by_paper(self) -> dict[str, str]:
        return {
            found[1]: path for path, head in self._heads.items() if (found := _ARXIV.search(head))
        }

    @cached_property
    def _by_hash(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for path in self._paths:
            try:
                found.setdefault(content_hash(Path(self._root, path).read_bytes()), path)
            except OSError:
                # Gone or unreadable since the walk: it is none of ours then.
                continue
        return found
