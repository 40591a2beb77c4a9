"""What a search offers beside its answer, and what keeps the index in step with the reports.

`Service.finder` gives facets, suggestions, related reports and earlier queries, all of it slow
enough for a worker. `Service.indexing` keeps a start from opening what is whole and up to date: who
has read every byte of the index, and has found that it holds the texts of some reports as they are,
notes what he looked at, the reports, and size and times of every file. While all of it is the same,
there is nothing to look for. The note is a cache; without it one looks.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from vibe_tui.clean import clean_line
from vibe_tui.errors import Problem
from vibe_tui.files import Cancelled, read_regular, write_text
from vibe_tui.model.report import Report, Topic
from vibe_tui.model.section import SectionKind
from vibe_tui.search.engine import stamp
from vibe_tui.service.resources import Resources
from vibe_tui.state.session import Search, Searches
from vibe_tui.text import BETWEEN

if TYPE_CHECKING:
    from vibe_tui.config import Config
    from vibe_tui.search.facets import Share
    from vibe_tui.search.index import Progress
    from vibe_tui.search.query import Query
    from vibe_tui.search.related import Reason, Related
    from vibe_tui.search.suggest import Suggestion
    from vibe_tui.search.text import Pending
    from vibe_tui.search.tree import MarkOf


def reason_words(reason: Reason, config: Config) -> str:
    """Why two reports belong together, for people."""
    from vibe_tui.search.related import BONDS, Bond

    names = {topic.id: topic.name.pick(config.language) for topic in config.topics}
    items = reason.items
    if reason.bond is Bond.TOPIC:
        items = tuple(names.get(item, item) for item in items)
    words = BETWEEN.pick(config.language).join(map(clean_line, items))
    return f"{BONDS[reason.bond].pick(config.language)} {words}"


class Finder:
    """Answers what a search screen asks beside the search itself."""

    def __init__(
        self,
        resources: Resources,
        today: Callable[[], dt.date],
        marks: MarkOf,
        topics: Sequence[Topic],
    ) -> None:
        self._resources = resources
        self._today = today
        self._marks = marks
        self._topics = topics

    def facets(self, query: Query) -> tuple[Share, ...]:
        """How many of the reports that answer `query` fall under each facet."""
        from vibe_tui.search.facets import count_kinds, facets_in, shares_of

        reports = self._resources.reports
        index = self._resources.index()
        found = index.select(query, reports, self._marks).reports
        kinds: Counter[SectionKind] = Counter()
        complete = True
        if not query.fields_only:
            kinds, complete = index.asked(
                reports, lambda covered: count_kinds(query.tree, covered, self._marks)
            )
        return shares_of(found, kinds, complete=complete, chosen=facets_in(query))

    def suggest(self, query: Query) -> tuple[Suggestion, ...]:
        """Other queries, for one that nothing answers, or whose last name is not whole."""
        from vibe_tui.search.lexicon import Lexicon
        from vibe_tui.search.query import parse_query
        from vibe_tui.search.suggest import complete, suggest

        reports = self._resources.reports
        index = self._resources.index()

        def count(other: str) -> int:
            asked = parse_query(other, self._today())
            return len(index.select(asked, reports, self._marks).reports)

        return complete(query, self._names, count) or index.asked(
            reports, lambda covered: suggest(query, Lexicon(covered), count)
        )

    def _names(self, field: str) -> list[Sequence[str]]:
        """What there is of a field, the most frequent first; a topic with all of its names."""
        counts: Counter[str] = Counter()
        paper_of = self._resources.library.paper
        for report in self._resources.reports:
            match field:
                case "topic":
                    counts.update(report.topics)
                case "tag":
                    counts.update(report.tags)
                case "source":
                    counts.update(filter(None, [report.source]))
                case _:
                    counts.update({*filter(None, [report.author]), *paper_of(report).authors})
        topics = {one.id: (one.id, one.name.zh, one.name.en) for one in self._topics}
        return [topics.get(name, (name,)) for name, _ in counts.most_common()]

    def related(self, report: Report, most: int = 20) -> tuple[Related, ...]:
        """The reports that have most in common with `report`. Raises `VibeError`."""
        from vibe_tui.search.related import related

        opened = self._resources.library.read(report)
        reports = self._resources.reports
        return self._resources.index().asked(
            reports, lambda covered: related(opened, covered, most)
        )

    # Queries to come back to

    def searches(self) -> tuple[Search, ...]:
        """Those with a name, then those asked last."""
        return self._searches.all()

    def remember(self, query: str) -> None:
        """`query` was asked. Raises `VibeError`."""
        if query := clean_line(query).strip():
            self._searches.remember(query)

    def save(self, query: str, name: str) -> None:
        """Give `query` a name; an empty one takes it away. Raises `VibeError`."""
        if query := clean_line(query).strip():
            self._searches.save(query, clean_line(name).strip())

    @property
    def _searches(self) -> Searches:
        return Searches(self._resources.state)


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
