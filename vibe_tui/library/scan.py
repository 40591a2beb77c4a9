"""The library as the list shows it: which reports there are, kept up to date with the disk.

A scan compares every file's time and size with the catalogue and reads only what differs, newest
path first, in batches. One bad file is one `Problem`; the rest goes on. The text of reports is
never held. Slow the first time: belongs in a worker.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, NamedTuple

from vibe_tui.errors import Problem, VibeError
from vibe_tui.library.decode import decode
from vibe_tui.library.front_matter import FrontMatter, read_front_matter
from vibe_tui.library.ids import ids_of
from vibe_tui.library.metadata import FileFacts, derive, report_of, title_of, unpack_problems
from vibe_tui.library.metadata_values import Meta
from vibe_tui.library.titles import short_titles
from vibe_tui.library.topics import KEYWORDS, Keywords
from vibe_tui.library.walk import Stamp, stamp_file, unreadable, walk
from vibe_tui.model.report import Report
from vibe_tui.model.section import Section
from vibe_tui.state.catalogue import Catalogue, CatalogueRow
from vibe_tui.state.seen import FirstSeen
from vibe_tui.text import Text

RULES = "1"
"""Changes whenever the same file would give another row; part of the catalogue's stamp."""

BATCH = 100

RootKind = Literal["library", "bundled", "folder", "file", "text"]


@dataclass(frozen=True, slots=True)
class Root:
    """Where reports are read from: a folder, a single file, or a text that is in no file.

    A `library` or `bundled` folder need not exist. `source` is for reports that name none.
    """

    path: Path
    kind: RootKind = "library"
    source: str = ""
    text: str = ""


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


@dataclass(frozen=True, slots=True)
class Opened:
    """A report with its text: `text` is the whole file, `body` what follows the front matter."""

    report: Report
    text: str
    body: str
    sections: tuple[Section, ...]
    meta: Meta = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()


_Key = tuple[str, str]


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
        self._roots = tuple(_resolved(root) for root in roots)
        self._catalogue = catalogue
        self._today = today
        self._seen = seen
        self._keywords = keywords
        self._lock = threading.Lock()
        self._rows: dict[_Key, CatalogueRow] = {}
        self._reports: dict[_Key, Report] = {}
        self._files: dict[_Key, Stamp] = {}
        self._scan: Scan | None = None

    def load(self) -> Scan:
        """The reports as the catalogue knows them, without a look at the disk."""
        with self._lock:
            self._rows = self._stored(None)
            self._scan = self._made((), ())
            return self._scan

    def scan(self, progress: Callable[[Progress], None] | None = None) -> Scan:
        """The reports as they are now on disk."""
        with self._lock:
            for step in self._steps():
                if isinstance(step, Scan):
                    self._scan = step
                elif progress is not None:
                    progress(step)
            return self._scan or Scan()

    def read(self, report: Report) -> Opened:
        """`report` with its text, front matter and sections. Raises `VibeError`."""
        given = next(
            (r for r in self._roots if r.kind == "text" and str(r.path) == report.path), None
        )
        if given is not None:
            return _opened(report, given.text, ())
        try:
            data = Path(report.path).read_bytes()
        except OSError as error:
            problem = unreadable(report.path, error)
            raise VibeError(
                Text(
                    f"{problem.where}：{problem.message.zh}",
                    f"{problem.where} {problem.message.en}",
                ),
                problem.hint,
            ) from error
        text, odd = decode(data)
        return _opened(report, text, (Problem(report.path, odd),) if odd else ())

    def _steps(self) -> Iterator[Progress | Scan]:
        """Read what changed, batch by batch; the last step is the result."""
        files, problems = self._on_disk()
        if self._scan is not None and files == self._files and not self._scan.removed:
            yield Scan(self._scan.reports, self._problems(problems), (), (), self._scan.stamps)
            return
        before = self._rows or self._stored(files)
        rows = {key: row for key, row in before.items() if key in files}
        stale = [
            key
            for key, stamp in files.items()
            if key not in rows or (rows[key].mtime_ns, rows[key].size) != stamp
        ]
        stale.sort(reverse=True)
        gone = [key for key in before if key not in files]
        for start in range(0, len(stale), BATCH):
            yield Progress(start, len(stale))
            batch: list[CatalogueRow] = []
            for key in stale[start : start + BATCH]:
                row = self._read_row(key, files[key], problems)
                if row is None:
                    rows.pop(key, None)
                    files.pop(key)
                else:
                    batch.append(row)
                    rows[key] = row
            self._catalogue.put(batch)
        yield Progress(len(stale), len(stale))
        renamed = self._name(rows, stale or gone)
        self._catalogue.put(renamed, gone)
        changed = tuple(
            row.id
            for key, row in rows.items()
            if key not in before or (before[key].hash, before[key].id) != (row.hash, row.id)
        )
        ids = {row.id for row in rows.values()}
        removed = tuple(row.id for row in before.values() if row.id not in ids)
        self._rows, self._files = rows, dict(files)
        yield self._made(changed, removed, problems)

    def _on_disk(self) -> tuple[dict[_Key, Stamp], list[Problem]]:
        """The stamp of every file of every root; a file that two roots hold counts once."""
        files: dict[_Key, Stamp] = {}
        problems: list[Problem] = []
        known: set[str] = set()
        for root in self._roots:
            if root.kind == "text":
                data = root.text.encode("utf-8", "surrogatepass")
                found: Mapping[str, Stamp] = {root.path.name: Stamp(hash(data), len(data))}
                more: list[Problem] = []
            elif root.kind == "file":
                found, more = stamp_file(root.path)
            else:
                found, more = walk(root.path)
                if root.kind == "folder" and not root.path.exists():
                    more = [Problem(str(root.path), Text("不存在", "does not exist"))]
            problems += more
            top = _top(root)
            for path, stamp in found.items():
                whole = f"{top}/{path}"
                if whole not in known:
                    known.add(whole)
                    files[top, path] = stamp
        return files, problems

    def _stored(self, files: Mapping[_Key, Stamp] | None) -> dict[_Key, CatalogueRow]:
        """What the catalogue holds for the roots; of single files' folders only those files."""
        tops = {_top(root) for root in self._roots if root.kind != "text"}
        whole = {_top(root) for root in self._roots if root.kind not in ("file", "text")}
        named = {(_top(root), root.path.name) for root in self._roots if root.kind == "file"}
        return {
            (row.root, row.path): row
            for row in self._catalogue.rows(sorted(tops))
            if row.root in whole or (row.root, row.path) in named
        }

    def _read_row(self, key: _Key, stamp: Stamp, problems: list[Problem]) -> CatalogueRow | None:
        """The row of one file, derived from its bytes; `None`, and a problem, if unreadable."""
        top, path = key
        root = next(root for root in self._roots if _top(root) == top)
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
        front, title, sections = _parsed(text, where)
        front = front._replace(problems=(*odd, *front.problems))
        digest = hashlib.blake2b(data, digest_size=16).hexdigest()
        return derive(
            FileFacts(top, path, *stamp, digest, where),
            front,
            title,
            sections,
            text=text,
            source=root.source,
            keywords=self._keywords,
        )

    def _name(self, rows: dict[_Key, CatalogueRow], anything: object) -> list[CatalogueRow]:
        """Set what depends on siblings in `rows`: ids, short titles, days; the rows that differ."""
        if not anything:
            return []
        keys = list(rows)
        undated = [f"{top}/{path}" for top, path in keys if not rows[top, path].date]
        today = self._today()
        days = (
            self._seen.days(undated, today)
            if self._seen is not None and undated
            else dict.fromkeys(undated, today)
        )
        ids = ids_of([f"{top}/{path}" for top, path in keys])
        shorts = short_titles([(r.source, r.column, r.title) for r in rows.values()])
        differing = []
        for key, id_, short in zip(keys, ids, shorts, strict=True):
            row = rows[key]
            day = days.get(f"{key[0]}/{key[1]}")
            first = day.isoformat() if day and self._seen else row.first_seen or today.isoformat()
            if (row.id, row.short_title, row.first_seen) != (id_, short, first):
                rows[key] = row._replace(id=id_, short_title=short, first_seen=first)
                differing.append(rows[key])
        return differing

    def _made(
        self,
        changed: tuple[str, ...],
        removed: tuple[str, ...],
        problems: Sequence[Problem] = (),
    ) -> Scan:
        bundled = {_top(root) for root in self._roots if root.kind == "bundled"}
        latest = self._today() + dt.timedelta(days=1)
        old = self._reports
        reports: dict[_Key, Report] = {}
        order: list[tuple[dt.date, str, str, Report]] = []
        for key, row in self._rows.items():
            report = report_of(row, bundled=row.root in bundled)
            if old.get(key) == report:
                report = old[key]
            reports[key] = report
            day = report.date if report.date <= latest else dt.date.fromisoformat(row.first_seen)
            order.append((day, row.published, row.id, report))
        self._reports = reports
        order.sort(key=lambda entry: entry[:3], reverse=True)
        stamps = {row.id: row.hash for row in self._rows.values()}
        listed = tuple(entry[3] for entry in order)
        return Scan(listed, self._problems(problems), changed, removed, stamps)

    def _problems(self, fresh: Sequence[Problem]) -> tuple[Problem, ...]:
        kept = [p for row in self._rows.values() for p in unpack_problems(row.problems)]
        return (*fresh, *kept)


def _resolved(root: Root) -> Root:
    if root.kind == "text":
        return root
    return Root(root.path.expanduser().resolve(), root.kind, root.source, root.text)


def _top(root: Root) -> str:
    """The folder that rows of this root are kept under."""
    folder = root.path.parent if root.kind in ("file", "text") else root.path
    return folder.as_posix().rstrip("/")


def _parsed(text: str, where: str) -> tuple[FrontMatter, str, tuple[Section, ...]]:
    from vibe_tui.library.split import split_at
    from vibe_tui.render.outline import outline

    front = read_front_matter(text, where)
    found = outline(front.body)
    first = found.headings[0].text if found.headings else ""
    title = title_of(front, first, where)
    return front, title, split_at(front.body, found, front.body_line, title)


def _opened(report: Report, text: str, odd: tuple[Problem, ...]) -> Opened:
    front, _, sections = _parsed(text, report.path)
    return Opened(report, text, front.body, sections, front.meta, (*odd, *front.problems))
