"""The library's slow work for the main screen: list, look at the disk, bring the index up to date.

First the newest reports, then the list as the catalogue has it, then what changed on the disk, then
the index, all but the first in the background. What it has to say goes to its screen; it touches no
widget.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from vibe_tui.errors import Problem, VibeError
from vibe_tui.files import Cancelled
from vibe_tui.model.report import Listing, Report
from vibe_tui.service import Service
from vibe_tui.text import Text
from vibe_tui.tui import words
from vibe_tui.tui.jobs import Again, Jobs, load_all, load_disk, load_list
from vibe_tui.tui.screens import TopScreen
from vibe_tui.tui.status import MOST

if TYPE_CHECKING:
    from vibe_tui.sync.sync import Step, SyncResult

T = TypeVar("T")

TELL_EVERY = 0.5
"""Seconds between words on how far something is."""


class LibraryLoader:
    """Keeps the list of the main screen true.

    `query` is what the filter says, and `in_force` by what the list is filtered: the last that a
    list can be filtered by.
    """

    def __init__(
        self,
        screen: TopScreen[None],
        service: Service,
        jobs: Jobs,
        listed: Callable[[Listing], None],
        refreshed: Callable[[], None],
        status: Callable[[Text | None], None],
    ) -> None:
        """`listed` gets each new list, `status` what goes on; `refreshed` follows each look."""
        self._screen = screen
        self._service = service
        self._jobs = jobs
        self._listed = listed
        self._on_refreshed = refreshed
        self._status = status
        self._reported: set[Problem] = set()
        self._doing: dict[str, Text] = {}
        self._places: set[Path] = set()
        self._again = Again(screen, self._list)
        self.gone: tuple[Path, ...] = ()
        self.query = self.in_force = ""

    def start(self, listed: Callable[[Sequence[Report]], None]) -> None:
        """List the newest reports as they were last known; none of them is looked at.

        They are one small file, read at once so that the very first frame shows them.
        """
        try:
            newest = self._service.front_page()
        except VibeError as error:
            newest = ()
            self._screen.tell(error)
        if newest:
            listed(newest)
            return
        self._jobs.run(
            "list",
            lambda cancelled: self._service.reports().reports,
            listed,
            self._screen.tell,
        )

    @property
    def doing(self) -> Text | None:
        """What goes on; of several things, what began last."""
        return next(reversed(self._doing.values()), None)

    def _say(self, job: str, text: Text | None) -> None:
        """Say how far a job is, or that it ended, and what else still goes on."""
        if text is not None:
            self._doing[job] = text
        else:
            self._doing.pop(job, None)
        self._status(self.doing)

    def _say_while_running(self, job: str, text: Text) -> None:
        """Say how far a job is, if it was not stopped since."""
        if self._jobs.is_running(job):
            self._say(job, text)

    def show(self, query: str) -> None:
        """List what `query` lets through."""
        self.query = query
        self._list()

    def refresh(self) -> None:
        """Look for what changed on disk, then bring the index up to date."""

        known = tuple(self._places)

        def work(cancelled: Cancelled) -> dict[Path, bool]:
            load_disk()
            self._service.refresh(
                self._progress("refresh", words.SCANNED_SOME),
                lambda: self._screen.call_later(self._list),
            )
            return {path: path.exists() for path in (*known, *self._service.places())}

        self._say("refresh", words.SCANNING)
        self._run("refresh", work, self._refreshed)

    def _list(self) -> None:
        query = self.query

        def work(cancelled: Cancelled) -> tuple[str, Listing]:
            if not query.strip():
                load_list()
                return query, self._service.reports()
            load_all()
            asked = self._service.parse(query)
            if asked.wrong is None:
                # Somebody waits at every letter for what can be had at once.
                return query, self._service.reports(replace(asked, typing=True))
            kept = self.in_force
            before = self._service.reports(self._service.parse(kept) if kept.strip() else None)
            return kept, replace(before, note=words.LIST_KEPT.format(wrong=asked.wrong))

        self._run("list", work, self._take_list)

    def _take_list(self, found: tuple[str, Listing]) -> None:
        self.in_force, listing = found
        self._again.answered(listing.unread)
        self._listed(listing)

    def _refreshed(self, there: dict[Path, bool]) -> None:
        """The disk was looked at; what was there once and is not any more is gone."""
        self._say("refresh", None)
        self._places.update(path for path, is_there in there.items() if is_there)
        gone = [path for path, is_there in there.items() if path in self._places and not is_there]
        self.gone = tuple(gone)
        problems = [Problem(str(path), words.FOLDER_GONE, words.FOLDER_GONE_HINT) for path in gone]
        back = {one for one in self._reported if one.message == words.FOLDER_GONE} - {*problems}
        self._reported -= back
        self.tell(problems)
        self.tell(self._service.problems)
        self._list()
        self._on_refreshed()
        self._index(self._screen.tell)

    def tell(self, problems: Iterable[Problem]) -> None:
        """Say what is wrong, each thing once; of many things a few, and how many more there are."""
        fresh = [problem for problem in dict.fromkeys(problems) if problem not in self._reported]
        self._reported.update(fresh)
        told = fresh if len(fresh) <= MOST else fresh[: MOST - 1]
        for problem in told:
            self._screen.tell(problem)
        if more := len(fresh) - len(told):
            self._screen.tell(Problem(f"+ {more:,}", words.MORE_PROBLEMS, words.MORE_PROBLEMS_HINT))

    def repair_index(self) -> None:
        """Bring an index up to date that was damaged or removed since it was built.

        Where that fails it is not said again: it was said when the index was first built.
        """
        if not self._jobs.is_running("refresh") and not self._jobs.is_running("index"):
            self._index(lambda _: None)

    def _index(self, failed: Callable[[VibeError], None]) -> None:
        progress = self._progress("index", words.INDEXING)

        def work(cancelled: Cancelled) -> None:
            if self._service.indexing.is_behind():
                load_all()
                self._service.indexing.update(progress, cancelled)

        self._run("index", work, lambda _: self._say("index", None), failed)

    def sync(self) -> None:
        """Fetch what is new from the sources, unless that goes on already."""
        if self._jobs.is_running("sync"):
            self._screen.say(words.SYNCING)
            return

        def progress(step: Step) -> None:
            words_now = words.SYNCING_ONE.format(
                done=step.done, total=step.total, source=step.source
            )
            self._screen.call_later(self._say_while_running, "sync", words_now)

        def work(cancelled: Cancelled) -> SyncResult | None:
            load_all()
            if not self._service.sources():
                return None
            return self._service.sync(progress=progress, cancelled=cancelled)

        self._say("sync", words.SYNCING)
        self._run("sync", work, self._synced)

    def _synced(self, result: SyncResult | None) -> None:
        self._say("sync", None)
        if result is None:
            self._screen.say(words.NO_SOURCES)
            return
        for problem in (*result.errors, *filter(None, [result.unlisted])):
            self._screen.tell(problem)
        added, updated = len(result.added), len(result.updated)
        if result.offline:
            self._screen.say(words.OFFLINE)
        elif added or updated:
            self._screen.say(words.SYNCED.format(added=added, updated=updated))
        else:
            self._screen.say(words.SYNCED_NOTHING)
        self._list()

    def stop(self) -> bool:
        """End the sync and the indexing that go on; whether there was any. What is done stays."""
        running = [job for job in ("sync", "index") if self._jobs.is_running(job)]
        for job in running:
            self._jobs.cancel(job)
            self._say(job, None)
        return bool(running)

    def watch(self) -> None:
        """Look at the disk again whenever a report changes there."""

        def changed() -> None:
            self._screen.call_later(self.refresh)

        def work(cancelled: Cancelled) -> None:
            load_disk()
            from vibe_tui.library.watching import watch_reports

            watch_reports(self._service.places, changed, cancelled)

        self._run("watch", work, lambda _: None)

    def _progress(self, job: str, text: Text) -> Callable[[int, int], None]:
        """What says now and then how much of some work is done."""
        last = time.monotonic()

        def progress(done: int, total: int) -> None:
            nonlocal last
            now = time.monotonic()
            if done < total and now - last >= TELL_EVERY:
                last = now
                words_now = text.format(done=done, total=total)
                self._screen.call_later(self._say_while_running, job, words_now)

        return progress

    def _run(
        self,
        job: str,
        work: Callable[[Cancelled], T],
        done: Callable[[T], None],
        failed: Callable[[VibeError], None] | None = None,
    ) -> None:
        """Start a job; when it fails it goes on no longer, and what went wrong is said."""
        tell = failed or self._screen.tell

        def give_up(error: VibeError) -> None:
            self._say(job, None)
            tell(error)

        self._jobs.run(job, work, done, give_up)
