"""The library as the list shows it: which reports there are, kept up to date with the disk.

A scan compares every file's time and size with the catalogue and reads only what differs, newest
path first, in batches. One bad file is one `Problem`; the rest goes on. Of each report only what
lists need is held; all else that is known of it stays in the catalogue. Slow the first time:
belongs in a worker.
"""

from __future__ import annotations

import datetime as dt
import gc
import hashlib
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from vibe_tui.errors import Problem
from vibe_tui.files import read_regular
from vibe_tui.library.metadata import derive
from vibe_tui.library.names import ids_of, short_titles
from vibe_tui.library.opened import Opened, decode_report, parse_report, read_report, sections_of
from vibe_tui.library.topics import NO_WORDS, Keywords
from vibe_tui.library.walk import Disk, Key, Root, Stamp, no_access
from vibe_tui.model.report import NO_PAPER, Paper, Report
from vibe_tui.model.section import OwnNames, Section
from vibe_tui.state.catalogue import Catalogue, CatalogueRow
from vibe_tui.state.origins import content_hash

RULES = "14"
"""Changes whenever the same file would give another row; part of the catalogue's stamp."""

BATCH = 100
_SOON = frozenset(BATCH << doubled for doubled in range(12))
"""After how many files of a library of which nothing is known its list grows."""
_PAPERS_AT_ONCE, _MOST_PAPERS = 64, 256


class ReadSoFar(NamedTuple):
    """How many of the files that have to be read were read; of many new ones, the first already."""

    done: int
    total: int
    first: tuple[Report, ...] = ()


@dataclass(frozen=True, slots=True)
class Scan:
    """All reports, newest first, and what is wrong with their files."""

    reports: tuple[Report, ...] = ()
    problems: tuple[Problem, ...] = ()


def rules_of(keywords: Keywords, own: OwnNames = ()) -> str:
    """The stamp of a catalogue whose topics and kinds of sections come from these words."""
    words = repr((keywords, own)).encode()
    return f"{RULES} {hashlib.md5(words, usedforsecurity=False).hexdigest()}"


class Library:
    """The reports below some roots. May be used from several threads; scans run one at a time."""

    def __init__(
        self,
        roots: Sequence[Root],
        catalogue: Catalogue,
        today: Callable[[], dt.date],
        *,
        keywords: Keywords = NO_WORDS,
        own: OwnNames = (),
    ) -> None:
        self._disk = Disk(roots)
        self._bundled = {root.resolved().top for root in roots if root.kind == "bundled"}
        self._catalogue = catalogue
        self._today = today
        self._keywords = keywords
        self._own = own
        self._lock = threading.Lock()
        self._version = 0
        self._scan: Scan | None = None
        # Of the few that have them: problems, the day a report dated ahead was first
        # seen. Papers were looked up, or are those of texts that are in no file.
        self._flaws: dict[Key, tuple[Problem, ...]] = {}
        self._ahead: dict[Key, str] = {}
        self._papers: dict[Key, Paper] = {}
        self._own_papers: dict[Key, Paper] = {}
        self._looking_up = threading.Lock()

    def load(self) -> Scan:
        """The reports as the catalogue knows them, without a look at the disk."""
        with self._lock:
            return self._load()

    def scan(self, progress: Callable[[ReadSoFar], None] | None = None) -> Scan:
        """The reports as they are now on disk."""
        with self._lock:
            before = self._scan
            if before is None or self._catalogue.version() != self._version:
                now = self._load()
                before = before or now
            for step in self._steps(before.reports):
                if isinstance(step, Scan):
                    self._scan = step
                elif progress is not None:
                    progress(step)
            return self._scan or Scan()

    def read(self, report: Report) -> Opened:
        """`report` with its text, front matter and sections. Raises `VibeError`."""
        return read_report(report, self._disk.texts.get(report.path), self._own)

    def reader(self, report: Report) -> Callable[[], tuple[Section, ...]]:
        """A function that reads the sections of `report`; it can be sent to another process."""
        return partial(sections_of, report, self._disk.texts.get(report.path), self._own)

    def kinds(self, report: Report) -> Mapping[str, int]:
        """How many sections of each kind a report has, as the catalogue knows it, unread."""
        return self._catalogue.kinds(report.root, report.file)

    def paper(self, report: Report) -> Paper:
        """The paper that a report is about, as the catalogue knows it, unread; else `NO_PAPER`.

        After one report a reader often comes to the next older one: several are looked up at once.
        """
        root, file = key = _key(report)
        if key in self._own_papers:
            return self._own_papers[key]
        with self._looking_up:
            if key not in self._papers:
                if len(self._papers) >= _MOST_PAPERS:
                    self._papers.clear()
                found = self._catalogue.papers(root, file, _PAPERS_AT_ONCE)
                self._papers |= {(root, name): paper for name, paper in found.items()}
            return self._papers.get(key, NO_PAPER)

    def _forget_papers(self) -> None:
        with self._looking_up:
            self._papers.clear()

    # What the catalogue holds

    def _load(self) -> Scan:
        """Take what the catalogue holds now; of single files' folders only those files."""
        self._version = self._catalogue.version()
        self._flaws.clear()
        self._ahead.clear()
        with _collector_paused():
            reports = [report for top in self._disk.tops for report in self._stored(top)]
        if self._scan is not None:
            reports += [report for report in self._scan.reports if report.path in self._disk.texts]
        self._forget_papers()
        self._scan = Scan(self._in_order(reports), self._problems())
        return self._scan

    def _stored(self, top: str) -> Iterator[Report]:
        latest = self._latest()
        for report, first_seen, problems in self._catalogue.listed(top):
            if self._disk.holds(report.root, report.file):
                if problems:
                    self._flaws[_key(report)] = problems
                if report.date > latest:
                    self._ahead[_key(report)] = first_seen
                yield report

    def _latest(self) -> str:
        """The latest day that is believed: a mistyped year must not stay on top of the list."""
        return (self._today() + dt.timedelta(days=1)).isoformat()

    def _in_order(self, reports: list[Report]) -> tuple[Report, ...]:
        """Newest first, undated ones last; one of a day to come stands where it was first seen."""
        latest, today = self._latest(), self._today().isoformat()

        def day(report: Report) -> str:
            return report.date if report.date <= latest else self._ahead.get(_key(report), today)

        reports.sort(key=lambda report: report.id, reverse=True)
        reports.sort(key=lambda r: r.published if r.date <= latest else "", reverse=True)
        reports.sort(key=day, reverse=True)
        return tuple(reports)

    def _problems(self, fresh: Sequence[Problem] = ()) -> tuple[Problem, ...]:
        return (*fresh, *(problem for flaws in self._flaws.values() for problem in flaws))

    # What the disk holds

    def _steps(self, before: tuple[Report, ...]) -> Iterator[ReadSoFar | Scan]:
        """Read what changed, batch by batch; the last step is the result."""
        reports = self._scan.reports if self._scan is not None else ()
        found = self._disk.compare(self._catalogue)
        if not found.stale and not found.gone and reports is before:
            yield Scan(reports, self._problems(found.problems))
            return
        old = {*found.stale, *found.gone}
        kept = [report for report in reports if _key(report) not in old]
        for key in old:
            self._flaws.pop(key, None)
        fresh: list[Report] = []
        stale = sorted(found.stale, reverse=True)
        for start in range(0, len(stale), BATCH):
            first: tuple[Report, ...] = ()
            if start in _SOON and not kept:
                fresh = self._with_names(fresh)
                first = self._in_order([*fresh])
            yield ReadSoFar(start, len(stale), first)
            read = (
                self._read_row(key, found.stale[key], found.problems)
                for key in stale[start : start + BATCH]
            )
            rows = [row for row in read if row is not None]
            latest = self._latest()
            self._flaws |= {_key(row.report): row.problems for row in rows if row.problems}
            self._ahead |= {_key(r.report): r.first_seen for r in rows if r.report.date > latest}
            fresh += [row.report for row in rows]
            self._catalogue.put(row for row in rows if row.report.path not in self._disk.texts)
        yield ReadSoFar(len(stale), len(stale))
        self._catalogue.remove(found.gone)
        self._forget_papers()
        listed = self._in_order(self._with_names([*kept, *fresh]))
        yield Scan(listed, self._problems(found.problems))

    def _read_row(self, key: Key, stamp: Stamp, problems: list[Problem]) -> CatalogueRow | None:
        """The row of one file, derived from its bytes; `None`, and a problem, if unreadable."""
        top, path = key
        root = self._disk.root_at(top)
        where = f"{top}/{path}"
        odd: tuple[Problem, ...] = ()
        if root.kind == "text":
            text = root.text
            data = text.encode("utf-8", "surrogatepass")
        else:
            try:
                data = read_regular(Path(where))
            except FileNotFoundError:
                return None
            except OSError as error:
                problems.append(no_access(where, error))
                return None
            text, oddity = decode_report(data)
            odd = (Problem(where, oddity),) if oddity else ()
        front, title, sections = parse_report(text, where, self._own)
        row = derive(
            front._replace(problems=(*odd, *front.problems)),
            title,
            sections,
            root=top,
            file=path,
            text=text,
            content_hash=content_hash(data),
            stamp=stamp,
            today=self._today(),
            source=root.source,
            bundled=top in self._bundled,
            keywords=self._keywords,
        )
        if root.kind == "text":
            self._own_papers[key] = row.paper
        return row

    def _with_names(self, reports: list[Report]) -> list[Report]:
        """`reports` with the ids and short titles that they have beside each other."""
        ids = ids_of([report.path for report in reports])
        shorts = short_titles([(r.source, r.column, r.title) for r in reports])
        changes: list[tuple[str, int, str, str]] = []
        named: list[Report] = []
        for report, id_, short in zip(reports, ids, shorts, strict=True):
            start = len(report.title) - len(short)
            if (report.id, report.start) != (id_, start):
                report = replace(report, id=id_, start=start)
                changes.append((id_, start, *_key(report)))
            named.append(report)
        self._catalogue.name(changes)
        return named


def _key(report: Report) -> Key:
    return report.root, report.file


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Keep the garbage collector from walking ten thousand new reports again and again."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
