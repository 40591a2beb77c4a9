"""Keeps the index in step with the reports, and a start from opening what is whole and up to date.

Who has read every byte of the index, and has found that it holds the texts of some reports as they
are, notes what he looked at: the reports, and size and times of every file. While all of it is the
same, there is nothing to look for. The note is a cache; without it one looks.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from vibe_tui.atomic import write_text
from vibe_tui.errors import Problem
from vibe_tui.model.report import Report
from vibe_tui.regular import read_regular
from vibe_tui.search.engine import stamp
from vibe_tui.service.resources import Resources

if TYPE_CHECKING:
    from vibe_tui.search.text import Pending

Progress = Callable[[int, int], None]
"""Told how many are done, and of how many."""

Cancelled = Callable[[], bool]


class Indexing:
    """The index of what the last look at the reports found."""

    def __init__(self, resources: Resources) -> None:
        self._resources = resources

    def update(
        self,
        progress: Progress | None = None,
        cancelled: Cancelled | None = None,
        *,
        waits: bool = True,
    ) -> None:
        """Index what is not indexed as it is now. Slow.

        Raises `VibeError`, at once or after some seconds (`waits`) where another process writes.
        """
        changed, gone = self.stale()
        if changed or gone or self._resources.index().problems():
            wanted = frozenset(changed)
            reports = [one for one in self._resources.reports if one.id in wanted]
            self._write(reports, gone, progress, cancelled, waits=waits)
            self.is_behind()

    def rebuild(self, progress: Progress | None = None, cancelled: Cancelled | None = None) -> None:
        """Index everything anew. Slow. Raises `VibeError`."""
        self._write(self._resources.reports, None, progress, cancelled)

    def _write(
        self,
        reports: Sequence[Report],
        gone: Iterable[str] | None,
        progress: Progress | None,
        cancelled: Cancelled | None,
        *,
        waits: bool = True,
    ) -> None:
        def told(done: int) -> None:
            if progress is not None:
                progress(done, len(reports))

        index = self._resources.index()
        stopped = cancelled or (lambda: False)
        index.update(self._pending(reports), gone, told, stopped, waits=waits)

    def _pending(self, reports: Iterable[Report]) -> Iterator[Pending]:
        from vibe_tui.search.text import Pending

        library = self._resources.library
        for report in reports:
            yield Pending(report, library.reader(report), report.hash, library.paper(report))

    def is_behind(self) -> bool:
        """Whether `update` has anything to do. Raises `VibeError`.

        Opens the index only where it is not known already that it is whole and up to date.
        """
        if not self._resources.has_files():
            return False
        note = self._resources.index_note()
        looked_at = fingerprint(self._resources.index_folder(), self._resources.reports)
        with suppress(OSError, ValueError):
            if read_regular(note) == looked_at.encode():
                return False
        if any(self.stale()) or self._resources.index().problems():
            return True
        with suppress(OSError):
            write_text(note, looked_at)
        return False

    def health(self) -> tuple[int, tuple[Problem, ...]]:
        """How many reports wait to be indexed or forgotten, and what is wrong with the index."""
        return sum(map(len, self.stale())), self._resources.index().problems()

    def stale(self) -> tuple[Sequence[str], Sequence[str]]:
        """The reports that are to be indexed, and those to be forgotten. Raises `VibeError`."""
        if not self._resources.has_files():
            return (), ()
        reports = self._resources.reports
        return self._resources.index().stale({report.id: report.hash for report in reports})


def fingerprint(folder: Path, reports: Sequence[Report]) -> str:
    """One text for an index and the reports that it is to hold; another when anything changes."""
    files = []
    for place, _, names in os.walk(folder):
        for name in names:
            path = Path(place, name)
            with suppress(OSError):
                found = path.stat()
                numbers = (found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)
                files.append((str(path.relative_to(folder)), *numbers))
    contents = 0
    for report in reports:
        words = f"{report.id}\n{report.hash}".encode()
        contents ^= int.from_bytes(hashlib.blake2b(words, digest_size=16).digest(), "big")
    return json.dumps([stamp(), len(reports), f"{contents:x}", sorted(files)])
