"""The library as the list shows it: which reports there are, kept up to date with the disk.

A scan compares every file's time and size with the catalogue and reads only what differs, newest
path first, in batches. One bad file is one `Problem`; the rest goes on. The text of reports is
never held. Slow the first time: belongs in a worker.
"""

from __future__ import annotations

import datetime as dt
import gc
import hashlib
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from sys import intern
from typing import NamedTuple

from vibe_tui.errors import Problem, VibeError
from vibe_tui.library.decode import decode
from vibe_tui.library.ids import ids_of
from vibe_tui.library.metadata import (
    derive,
    pack_facts,
    pack_kinds,
    pack_problems,
    report_of,
    unpack_facts,
    unpack_kinds,
    unpack_problems,
)
from vibe_tui.library.opened import Opened, opened, parse_report
from vibe_tui.library.roots import Root, files_of, resolved, top_of
from vibe_tui.library.titles import short_titles
from vibe_tui.library.topics import KEYWORDS, Keywords
from vibe_tui.library.walk import Stamp, unreadable
from vibe_tui.model.report import Report
from vibe_tui.state.catalogue import Catalogue, CatalogueRow, Naming
from vibe_tui.state.origins import content_hash
from vibe_tui.state.seen import FirstSeen
from vibe_tui.text import Text

__all__ = ["Library", "Opened", "Progress", "Root", "Scan", "rules_of"]

RULES = "3"
"""Changes whenever the same file would give another row; part of the catalogue's stamp."""

BATCH = 100


class Progress(NamedTuple):
    """How many of the files that have to be read were read."""

    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Scan:
    """All reports, newest first, and what is new about them.

    `changed` and `removed` are ids since the scan before (for the first one: since the catalogue
    was last written). `stamps` gives each report's content hash by id.
    """

    reports: tuple[Report, ...] = ()
    problems: tuple[Problem, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    stamps: Mapping[str, str] = field(default_factory=dict)


_Key = tuple[str, str]


class _Entry(NamedTuple):
    """A file as the library holds it; `dated` tells that it names its day itself."""

    stamp: Stamp
    hash: str
    first_seen: str
    dated: bool
    problems: str
    report: Report


def rules_of(keywords: Keywords) -> str:
    """The stamp of a catalogue whose topics come from `keywords`."""
    return f"{RULES} {hashlib.md5(repr(keywords).encode(), usedforsecurity=False).hexdigest()}"


class Library:
    """The reports below some roots. May be used from several threads; scans run one at a time."""

    def __init__(
        self,
        roots: Sequence[Root],
        catalogue: Catalogue,
        today: Callable[[], dt.date],
        *,
        seen: FirstSeen | None = None,
        keywords: Keywords = KEYWORDS,
    ) -> None:
        self._roots = tuple(resolved(root) for root in roots)
        self._bundled = {top_of(root) for root in self._roots if root.kind == "bundled"}
        self._unfiled = {top_of(root) for root in self._roots if root.kind == "text"}
        self._catalogue = catalogue
        self._today = today
        self._seen = seen
        self._keywords = keywords
        self._lock = threading.Lock()
        self._entries: dict[_Key, _Entry] = {}
        self._scan: Scan | None = None

    def load(self) -> Scan:
        """The reports as the catalogue knows them, without a look at the disk."""
        with self._lock, _collector_paused():
            self._entries = self._stored()
            self._scan = self._made()
            return self._scan

    def scan(self, progress: Callable[[Progress], None] | None = None) -> Scan:
        """The reports as they are now on disk."""
        with self._lock:
            if self._scan is None:
                with _collector_paused():
                    self._entries = self._stored()
            for step in self._steps():
                if isinstance(step, Scan):
                    self._scan = step
                elif progress is not None:
                    progress(step)
            return self._scan or Scan()

    def read(self, report: Report) -> Opened:
        """`report` with its text, front matter and sections. Raises `VibeError`."""
        for root in self._roots:
            if root.kind == "text" and f"{top_of(root)}/{root.path.name}" == report.path:
                return opened(report, root.text, ())
        try:
            data = Path(report.path).read_bytes()
        except OSError as error:
            problem = unreadable(report.path, error)
            zh, en = problem.message.zh, problem.message.en
            message = Text(f"{report.path} {zh}", f"{report.path} {en}")
            raise VibeError(message, problem.hint) from error
        text, odd = decode(data)
        return opened(report, text, (Problem(report.path, odd),) if odd else ())

    def kinds(self, report: Report) -> Mapping[str, int]:
        """How many sections of each kind a report has, as the catalogue knows it, unread."""
        for top in {top_of(root) for root in self._roots}:
            if report.path.startswith(f"{top}/"):
                packed = self._catalogue.kinds(top, report.path.removeprefix(f"{top}/"))
                if packed:
                    return unpack_kinds(packed)
        return {}

    def _steps(self) -> Iterator[Progress | Scan]:
        """Read what changed, batch by batch; the last step is the result."""
        files, problems = self._on_disk()
        before = self._entries
        stale = [
            key for key, stamp in files.items() if key not in before or before[key].stamp != stamp
        ]
        gone = [key for key in before if key not in files]
        if not stale and not gone:
            known = self._scan or self._made()
            yield replace(known, problems=self._problems(problems), changed=(), removed=())
            return
        entries = {key: entry for key, entry in before.items() if key in files}
        stale.sort(reverse=True)
        for start in range(0, len(stale), BATCH):
            yield Progress(start, len(stale))
            rows: list[CatalogueRow] = []
            for key in stale[start : start + BATCH]:
                row = self._read_row(key, files[key], problems)
                if row is None:
                    entries.pop(key, None)
                else:
                    rows.append(row)
                    entries[key] = self._entry(row)
            self._catalogue.put(row for row in rows if row.root not in self._unfiled)
        yield Progress(len(stale), len(stale))
        self._catalogue.remove(gone)
        self._name(entries)
        self._entries = entries
        changed = tuple(
            entry.report.id
            for key, entry in entries.items()
            if key not in before
            or (before[key].hash, before[key].report.id) != (entry.hash, entry.report.id)
        )
        ids = {entry.report.id for entry in entries.values()}
        old_ids = (entry.report.id for entry in before.values())
        removed = tuple(id_ for id_ in old_ids if id_ not in ids)
        yield self._made(changed, removed, problems)

    def _on_disk(self) -> tuple[dict[_Key, Stamp], list[Problem]]:
        """The stamp of every file of every root; a file that two roots hold counts once."""
        files: dict[_Key, Stamp] = {}
        problems: list[Problem] = []
        known: set[str] = set()
        for root in self._roots:
            found, more = files_of(root)
            problems += more
            top = top_of(root)
            if len(self._roots) == 1:
                return {(top, path): stamp for path, stamp in found.items()}, problems
            for path, stamp in found.items():
                whole = f"{top}/{path}"
                if whole not in known:
                    known.add(whole)
                    files[top, path] = stamp
        return files, problems

    def _stored(self) -> dict[_Key, _Entry]:
        """What the catalogue holds for the roots; of single files' folders only those files."""
        tops = {top_of(root) for root in self._roots if root.kind != "text"}
        whole = {top_of(root) for root in self._roots if root.kind not in ("file", "text")}
        named = {(top_of(root), root.path.name) for root in self._roots if root.kind == "file"}
        try:
            return {
                (row.root, row.path): self._entry(row)
                for row in self._catalogue.rows(sorted(tops))
                if row.id and (row.root in whole or (row.root, row.path) in named)
            }
        except (TypeError, ValueError, KeyError):
            # A damaged cache: every file is read anew.
            return {}

    def _entry(self, row: CatalogueRow) -> _Entry:
        facts = unpack_facts(row.facts)
        first_seen = row.first_seen or self._today().isoformat()
        report = report_of(
            facts,
            id_=row.id,
            short_title=row.short_title,
            path=f"{row.root}/{row.path}",
            first_seen=first_seen,
            bundled=row.root in self._bundled,
        )
        return _Entry(
            Stamp(row.mtime_ns, row.size),
            row.hash,
            intern(row.first_seen),
            bool(facts.date),
            row.problems,
            report,
        )

    def _read_row(self, key: _Key, stamp: Stamp, problems: list[Problem]) -> CatalogueRow | None:
        """The row of one file, derived from its bytes; `None`, and a problem, if unreadable."""
        top, path = key
        root = next(root for root in self._roots if top_of(root) == top)
        where = f"{top}/{path}"
        odd: tuple[Problem, ...] = ()
        if root.kind == "text":
            text = root.text
            data = text.encode("utf-8", "surrogatepass")
        else:
            try:
                data = Path(where).read_bytes()
            except FileNotFoundError:
                return None
            except OSError as error:
                problems.append(unreadable(where, error))
                return None
            text, oddity = decode(data)
            odd = (Problem(where, oddity),) if oddity else ()
        front, title, sections = parse_report(text, where)
        facts, wrong = derive(
            front._replace(problems=(*odd, *front.problems)),
            title,
            sections,
            where=where,
            text=text,
            source=root.source,
            keywords=self._keywords,
        )
        return CatalogueRow(
            root=top,
            path=path,
            mtime_ns=stamp.mtime_ns,
            size=stamp.size,
            hash=content_hash(data),
            first_seen="",
            id="",
            short_title="",
            facts=pack_facts(facts),
            kinds=pack_kinds(sections),
            problems=pack_problems(wrong),
        )

    def _name(self, entries: dict[_Key, _Entry]) -> None:
        """Set what depends on siblings: ids, short titles, and days for reports without one."""
        reports = [entry.report for entry in entries.values()]
        ids = ids_of([report.path for report in reports])
        shorts = short_titles([(r.source, r.column, r.title) for r in reports])
        today = self._today()
        undated = [
            entry.report.path
            for (top, _), entry in entries.items()
            if not entry.dated and top not in self._unfiled
        ]
        days = self._seen.days(undated, today) if self._seen is not None and undated else {}
        namings: list[Naming] = []
        for (key, entry), id_, short in zip(list(entries.items()), ids, shorts, strict=True):
            report = entry.report
            day = days.get(report.path)
            first = day.isoformat() if day else entry.first_seen or today.isoformat()
            if (report.id, report.short_title, entry.first_seen) == (id_, short, first):
                continue
            date = report.date if entry.dated else dt.date.fromisoformat(first)
            named = replace(report, id=id_, short_title=short, date=date)
            entries[key] = entry._replace(report=named, first_seen=first)
            namings.append(Naming(id_, short, first, *key))
        self._catalogue.name(namings)

    def _made(
        self,
        changed: tuple[str, ...] = (),
        removed: tuple[str, ...] = (),
        problems: Sequence[Problem] = (),
    ) -> Scan:
        # A day that is still to come must not stand above today's reports for ever.
        latest = (self._today() + dt.timedelta(days=1)).isoformat() + "~"
        entries = self._entries.values()
        order = {
            entry.report.id: moment if moment < latest else entry.first_seen
            for entry in entries
            for moment in (_moment(entry.report),)
        }
        listed = sorted(
            [entry.report for entry in entries],
            key=lambda report: (order[report.id], report.id),
            reverse=True,
        )
        stamps = {entry.report.id: entry.hash for entry in entries}
        return Scan(tuple(listed), self._problems(problems), changed, removed, stamps)

    def _problems(self, fresh: Sequence[Problem]) -> tuple[Problem, ...]:
        packed = [entry.problems for entry in self._entries.values() if entry.problems]
        return (*fresh, *(problem for one in packed for problem in unpack_problems(one)))


def _moment(report: Report) -> str:
    """What sorts a report among the others: its day and, where that is known, the hour."""
    return f"{report.date} {report.published.isoformat() if report.published else ''}"


@contextmanager
def _collector_paused() -> Iterator[None]:
    """Without the garbage collector, which would walk ten thousand new reports again and again."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
