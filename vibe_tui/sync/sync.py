"""Runs a sync: asks each source for what is new and puts it into the library.

Sources are fetched side by side and placed one at a time, each as soon as it is there. A source
that fails is one problem that names it and stops no other. What a source said of its version is
remembered only once all its reports are in their files, so that a run that was cut off is made
good by the next one; a source that has not changed costs one request and touches no file.

What an item passes: `sources.visit` (whether its source is due, what to ask, what comes of it),
`http.fetch` (the bytes), `feed.read` (the bytes as drafts of reports), `place.placer` (which known
item it is, and which file it becomes) and `attached` (its page and pictures). Files and folders
come in by `import_files` instead of the first three.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from vibe_tui.errors import Problem, VibeError
from vibe_tui.files import CANCELLED
from vibe_tui.library.store import Store
from vibe_tui.state.origins import Origins, Visit, Visits
from vibe_tui.sync.attached import with_images, with_pages
from vibe_tui.sync.guard import Workshop, attempt
from vibe_tui.sync.http.parallel import Job, run_jobs
from vibe_tui.sync.http.request import LIMITS, FetchError, Limits, Reply
from vibe_tui.sync.import_files import find_files, reports_in
from vibe_tui.sync.incoming import ImportResult, Incoming, Item, Tally
from vibe_tui.sync.place.placer import Placer, Prepare
from vibe_tui.sync.sources.listed import Source
from vibe_tui.sync.sources.visit import (
    Fetched,
    Fetcher,
    failed,
    known_visit,
    not_now,
    succeeded,
    visit_with,
    with_settings,
)
from vibe_tui.text import Text

_UNCHANGED = Text("没有变化", "unchanged")
_COUNTS = Text("新增 {a}，更新 {u}，未变 {n}", "{a} added, {u} updated, {n} unchanged")

_DELETED = Text(
    "{n} 篇已被你删除（vibe sync --again 取回）",
    "{n} that you deleted stay away (vibe sync --again brings them back)",
)


@dataclass(frozen=True, slots=True)
class SourceResult:
    """How one source went; `line` says it to people, `error` why it failed, if it did, and
    `notes` what was odd about a feed that could be read."""

    id: str
    label: str
    line: Text
    added: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    error: Problem | None = None
    notes: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """Something happened: `done` of `total` sources are through; `item` is being placed now."""

    done: int
    total: int
    source: str
    item: str = ""
    result: SourceResult | None = None


@dataclass(frozen=True, slots=True)
class SyncResult(ImportResult):
    """What became of the items, and how each source went. `offline`: none could be reached.

    `unlisted` says why list and index do not hold yet what came.
    """

    sources: tuple[SourceResult, ...] = ()
    offline: bool = False
    cancelled: bool = False
    unlisted: Problem | None = None


@dataclass(frozen=True)
class Surroundings:
    """What a sync works with; `now` is in UTC.

    `listed` are the ids of all sources; with `again` all is read anew, and what the user deleted
    comes back.
    """

    store: Store
    origins: Origins
    visits: Visits
    now: dt.datetime
    today: dt.date
    proxy: str = ""
    limits: Limits = LIMITS
    listed: frozenset[str] | None = None
    again: bool = False
    progress: Callable[[Step], None] = lambda step: None
    cancelled: Callable[[], bool] = lambda: False


def sync_sources(
    sources: Sequence[Source], around: Surroundings, *, named: bool = False
) -> SyncResult:
    """Sync `sources`; with `named` also those that are switched off or not due yet."""
    with Workshop(around.cancelled):
        return _Run(around, len(sources)).run(sources, named)


class _StoppedError(Exception):
    """The user does not want the rest."""


class _Run:
    def __init__(self, around: Surroundings, total: int) -> None:
        self._around = around
        self._total = total
        self._again = around.again or around.store.is_empty
        self._placer = Placer(
            around.store,
            around.origins,
            around.today,
            revive=self._again,
            listed=around.listed,
        )
        self._tallies: list[Tally] = []
        self._results: list[SourceResult] = []
        self._are_offline: list[bool] = []

    def run(self, sources: Sequence[Source], named: bool) -> SyncResult:
        web: dict[str, tuple[Source, Visit]] = {}
        for source in sources:
            if self._around.cancelled():
                break
            last = self._around.visits.get(source.id)
            last = last.unversioned if self._again else last
            why = not_now(source, last, self._around.now, named)
            if why is not None:
                self._finish(SourceResult(source.id, source.label, why))
                continue
            visit = self._last_visit(source)
            if source.url:
                web[source.id] = (source, visit)
                continue
            error = attempt(partial(self._read_files, source, visit))
            if error:
                self._fail(source, visit, error)
        self._fetch_all(web)
        tally = Tally()
        for one in self._tallies:
            tally.add(one)
        return SyncResult(
            tuple(tally.added),
            tuple(tally.updated),
            tally.unchanged,
            tuple(tally.skipped),
            tuple(tally.errors),
            tuple(tally.notes),
            tuple(self._results),
            offline=bool(self._are_offline) and all(self._are_offline),
            cancelled=self._around.cancelled(),
        )

    def _last_visit(self, source: Source) -> Visit:
        """The last visit as far as it counts; a source that was renamed keeps its reports."""
        around = self._around
        visit = around.visits.get(source.id)
        if visit == Visit() and around.listed is not None:
            for old in around.visits.at(source.place):
                if old not in around.listed:
                    around.origins.rename_source(old, source.id)
                    around.visits.forget(old)
        visit = known_visit(source, visit)
        return visit.unversioned if self._again else visit

    # Web sources

    def _fetch_all(self, web: Mapping[str, tuple[Source, Visit]]) -> None:
        fetcher = Fetcher(self._around.limits, self._around.proxy)
        jobs: list[Job[Fetched]] = []
        for source, visit in web.values():
            job = attempt(partial(fetcher.job, source, visit))
            if isinstance(job, VibeError):
                self._fail(source, visit, job)
            else:
                jobs.append(job)
        for outcome in run_jobs(jobs, self._around.cancelled):
            source, visit = web[outcome.key]
            error = outcome.error or attempt(partial(self._take, source, visit, outcome.get()))
            if error:
                self._fail(source, visit, error)

    def _take(self, source: Source, visit: Visit, fetched: Fetched) -> None:
        """Place what came, and remember the version once it is all in the library."""
        self._are_offline.append(False)
        feed = fetched.feed
        seen = visit_with(fetched, source, visit, self._around.now)
        tally = self._new_tally()
        if feed is None:
            tally.unchanged = seen.items
            self._end(source, tally, seen)
            return
        wants_more = source.full_text or source.images
        prepare = partial(self._enriched, source=source, reply=fetched.reply, tally=tally)
        self._place(source, feed.drafts, source.id, tally, prepare if wants_more else None)
        if self._around.cancelled():
            seen = failed(source, visit, CANCELLED, self._around.now)
        if tally.errors:
            seen = failed(source, visit, tally.errors[0].message, self._around.now)
        self._end(source, tally, seen, feed.notes)

    def _enriched(
        self, items: Sequence[Incoming], source: Source, reply: Reply, tally: Tally
    ) -> Sequence[Incoming]:
        """`items` with pages and images, where the source says so."""
        around = self._around
        tell = tally.errors.append
        if source.full_text:
            items = with_pages(
                items, source, reply, around.origins, around.proxy, around.cancelled, tell
            )
        if source.images:
            root = around.store.root
            items = with_images(items, reply, root, around.proxy, around.cancelled, tell)
        return items

    # Files and folders

    def _read_files(self, source: Source, visit: Visit) -> None:
        path = Path(source.path).expanduser()
        if not path.exists():
            raise VibeError(
                Text(f"{path} 不存在", f"{path} does not exist"),
                Text("请检查来源的 path", "check the path of the source"),
            )
        seen = succeeded(source, self._around.now)
        if path.is_dir() and not source.copy:
            self._record(source, seen)
            in_place = Text("就地读取", "is read in place")
            self._finish(SourceResult(source.id, source.label, in_place))
            return
        tally = self._new_tally()
        for file in find_files(path, tally):
            found = reports_in(file, tally, is_named=file == path)
            reports = [with_settings(one, source) for one in found]
            self._place(source, reports, str(file), tally)
        if tally.errors:
            seen = failed(source, visit, tally.errors[0].message, self._around.now)
        self._end(source, tally, seen)

    # Both

    def _place(
        self,
        source: Source,
        items: Sequence[Item],
        where: str,
        tally: Tally,
        prepare: Prepare | None = None,
    ) -> None:
        """Place items of one source, and count in `tally` what became of them."""

        def told(item: str) -> None:
            if self._around.cancelled():
                raise _StoppedError
            self._tell(source.label, item)

        with suppress(_StoppedError):
            self._placer.place_all(items, where, tally, told, prepare)

    def _new_tally(self) -> Tally:
        """A tally of one source, which counts for the run whatever happens."""
        self._tallies.append(Tally())
        return self._tallies[-1]

    def _record(self, source: Source, seen: Visit) -> None:
        """Remember a visit; that this cannot be takes nothing back of what came."""
        try:
            self._around.visits.record(source.id, seen)
        except VibeError as error:
            self._tallies.append(Tally(notes=[Problem(source.id, error.message, error.hint)]))

    def _end(self, source: Source, tally: Tally, seen: Visit, notes: Sequence[Text] = ()) -> None:
        """Remember a visit, and tell what became of its items."""
        self._record(source, seen)
        self._finish(
            SourceResult(
                source.id,
                source.label,
                _line_of(tally),
                tuple(tally.added),
                tuple(tally.updated),
                tally.errors[0] if tally.errors else None,
                tuple(Problem(source.id, note) for note in notes),
            )
        )

    def _fail(self, source: Source, visit: Visit, error: VibeError) -> None:
        problem = Problem(source.id, error.message, error.hint)
        wait = error.wait if isinstance(error, FetchError) else 0.0
        seen = failed(source, visit, error.message, self._around.now, wait)
        self._record(source, seen)
        self._are_offline.append(isinstance(error, FetchError) and error.is_offline)
        self._tallies.append(Tally(errors=[problem]))
        self._finish(SourceResult(source.id, source.label, error.message, error=problem))

    def _finish(self, result: SourceResult) -> None:
        self._results.append(result)
        self._tell(result.label, result=result)

    def _tell(self, label: str, item: str = "", result: SourceResult | None = None) -> None:
        self._around.progress(Step(len(self._results), self._total, label, item, result))


def _line_of(tally: Tally) -> Text:
    """How a source went, in one line."""
    line = _COUNTS.format(a=len(tally.added), u=len(tally.updated), n=tally.unchanged)
    if not (tally.added or tally.updated or tally.errors):
        line = _UNCHANGED
    if tally.deleted:
        gone = _DELETED.format(n=tally.deleted)
        line = Text("{l}；{g}", "{l}; {g}").format(l=line, g=gone)
    return line
