"""Everything that both front ends do with the library, in one object.

Making one opens and scans nothing. `refresh`, the index and `import_paths` are slow and belong in
a worker; the rest answers from what the last `refresh` (before one, the catalogue) knew. One UI
thread and any number of workers may share it.
"""

from __future__ import annotations

import datetime as dt
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from vibe_tui.config import Config
from vibe_tui.errors import Problem, VibeError
from vibe_tui.files import Cancelled
from vibe_tui.library.opened import Opened
from vibe_tui.library.walk import Root
from vibe_tui.model.report import Genre, Listing, Paper, Report
from vibe_tui.model.section import Lens, Section
from vibe_tui.paths import Paths
from vibe_tui.service.finding import Indexing
from vibe_tui.service.reading_state import Changes, Comparing, ReadingState
from vibe_tui.service.resources import Resources
from vibe_tui.text import Text

if TYPE_CHECKING:
    from vibe_tui.render.document import Document
    from vibe_tui.render.page import Page
    from vibe_tui.render.place import Fold
    from vibe_tui.search.index import Progress
    from vibe_tui.search.passages import Answer
    from vibe_tui.search.query import Query
    from vibe_tui.service.finding import Finder
    from vibe_tui.service.notes import NoteKeeper
    from vibe_tui.service.syncing import SourceKeeper, SourceStatus
    from vibe_tui.sync.incoming import ImportResult
    from vibe_tui.sync.sync import Step, SyncResult


_NO_COPY = Text("写不了 {path}：{error}", "cannot write {path}: {error}")
CANDIDATES = 8
"""Ids named when part of one fits several reports."""


class NothingFoundError(VibeError):
    """What was asked for is not there; nothing went wrong otherwise."""


class Service:
    """The library, its reading state and its index. `roots` are read in place of the library.

    `reading` holds what the reader did with reports, and takes it back; `comparing` those that are
    marked to be compared, `notes` what was noted on them. `indexing` keeps the index in step,
    `finder` answers what a search asks beside the search itself, `keeper` changes the sources.
    """

    def __init__(
        self,
        paths: Paths,
        config: Config,
        *,
        roots: Sequence[Root] = (),
        today: Callable[[], dt.date] = dt.date.today,
    ) -> None:
        self.paths = paths
        self.config = config
        self.today = today
        self._resources = Resources(paths, config, roots, today)
        self._changes = Changes()
        self.reading = ReadingState(self._resources, self._changes)
        self.comparing = Comparing(self._changes)
        self.indexing = Indexing(self._resources)

    @cached_property
    def notes(self) -> NoteKeeper:
        """Highlights and notes on reports."""
        from vibe_tui.service.notes import NoteKeeper

        return NoteKeeper(self._resources, self.today, self.reading.mark, self._changes)

    @cached_property
    def finder(self) -> Finder:
        """Facets, suggestions, related reports and saved queries."""
        from vibe_tui.service.finding import Finder

        return Finder(self._resources, self.today, self.reading.mark, self.config.topics)

    @cached_property
    def keeper(self) -> SourceKeeper:
        """The list of sources, for changing it."""
        from vibe_tui.service.syncing import SourceKeeper

        return SourceKeeper(self.paths, self._resources.state)

    def use(self, config: Config) -> None:
        """Go by other settings. What is read, and the topics there are, stay as they were."""
        self.config = config

    def close(self) -> None:
        """Close the files of the reading state. The service cannot be used afterwards."""
        self._resources.close()

    # The library

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the reports and the reading state, as now known."""
        return self._resources.problems

    @property
    def state_problems(self) -> tuple[Problem, ...]:
        """What is wrong with the reading state alone; opens it."""
        return tuple(self._resources.state.problems)

    @property
    def is_kept(self) -> bool:
        """Whether what the reader did is on disk, and not only in memory until it has room."""
        return self._resources.state.kept

    def refresh(
        self,
        progress: Callable[[int, int], None] | None = None,
        some: Callable[[], object] | None = None,
    ) -> bool:
        """Look at the disk; whether the list changed. Slow.

        `progress` is told how many files were read, and of how many; `some` is called when more of
        a library that was not known can be listed.
        """
        before = self._resources.reports
        reports = self._resources.look(progress, some)
        self.comparing.look(reports)
        self.reading.follow(reports)
        if self._resources.has_files():
            self._resources.front_page().save(reports)
        return before != reports

    def places(self) -> tuple[Path, ...]:
        """The folders and files that are read, for whoever watches them."""
        return self._resources.paths()

    def front_page(self) -> tuple[Report, ...]:
        """The newest reports as the last look found them: for the first frame of a start."""
        found = self._resources.front_page().load() if self._resources.has_files() else ()
        self.reading.look_at_some(found)
        return found

    def reports(self, query: Query | None = None, reading: Progress | None = None) -> Listing:
        """The reports that answer `query`; all of them without one.

        `reading` is told of the reports that must be read because they are not indexed.
        """
        self.reading.look()
        reports = self._resources.reports
        if query is None:
            return Listing(reports)
        return self._resources.index().select(query, reports, self.reading.mark, reading)

    def report(self, report_id: str) -> Report:
        """The report with this id. Raises `NothingFoundError`."""
        for report in self._resources.reports:
            if report.id == report_id:
                return report
        raise _no_report(report_id)

    def find(self, part: str) -> Report:
        """The one report whose id holds `part`; the id itself wins over ids that go on.

        Raises `NothingFoundError` where there is none, `VibeError` where there are several.
        """
        wanted = _folded(part.strip())
        found = [report for report in self._resources.reports if wanted in _folded(report.id)]
        if not found or not wanted:
            raise _no_report(part)
        same = [report for report in found if _folded(report.id) == wanted]
        if len(same or found) == 1:
            return (same or found)[0]
        names = ", ".join(report.id for report in found[:CANDIDATES])
        names += f" … ({len(found)})" if len(found) > CANDIDATES else ""
        several = Text("“{p}”不止一篇：{n}", '"{p}" is part of several ids: {n}')
        raise VibeError(several.format(p=part, n=names))

    # One report

    def open(self, report: Report) -> Opened:
        """`report` with its text and sections. Raises `VibeError`."""
        return self._resources.library.read(report)

    def paper(self, report: Report) -> Paper:
        """The paper that `report` is about, without reading it; an empty one where it is none."""
        return self._resources.library.paper(report)

    def twins(self, report: Report) -> tuple[Report, ...]:
        """The other reports on the same paper, newest first."""
        if not report.arxiv:
            return ()
        same = [one for one in self._resources.reports if one.arxiv == report.arxiv]
        return tuple([one for one in same if one.id != report.id and one.genre is not Genre.INDEX])

    def kinds(self, report: Report) -> Mapping[str, int]:
        """How many sections of each kind `report` has, without reading it; empty if unknown."""
        return self._resources.library.kinds(report)

    def under_lens(self, opened: Opened, lens: Lens) -> tuple[Section, ...]:
        """The sections that `lens` keeps."""
        from vibe_tui.library.lens import apply_lens

        return apply_lens(opened.sections, lens)

    def document(self, opened: Opened, sections: Sequence[Section] | None = None) -> Document:
        """The report as a document, its title block first; or only those of its sections."""
        from vibe_tui.render.document import Document
        from vibe_tui.service.opening import title_block

        config = self.config
        language = config.language
        front = title_block(opened, config.topics, language, self.twins(opened.report))
        whole = Document(opened.sections, front=front, language=language)
        if sections is None:
            return whole
        return Document(sections, whole.references, front=front, language=language)

    def folds(self, document: Document, lens: Lens, *, hide: bool | None = None) -> list[Fold]:
        """How each section of `document` is shown under `lens`; `hide` overrides the settings."""
        from vibe_tui.library.lens import folds_for

        hidden = self.config.folded == "hide" if hide is None else hide
        return folds_for(document.flat, lens, hide=hidden)

    def page(self, document: Document, folds: Sequence[Fold], width: int) -> Page:
        """A page for paper and pipes: nothing on it scrolls."""
        from vibe_tui.render.layout import PageOptions
        from vibe_tui.render.page import Page

        options = PageOptions(
            language=self.config.language,
            scroll=False,
            pangu=self.config.pangu,
            ascii_borders=self.config.ascii_borders,
        )
        return Page(document, width, folds, options=options)

    # Search

    def parse(self, text: str, *, typing: bool = False) -> Query:
        """Read a query, as everything here wants it; with `typing` its end may be unfinished."""
        from vibe_tui.search.query import parse_query

        return parse_query(text, self.today(), typing=typing)

    def search(self, query: Query, limit: int = 20, reading: Progress | None = None) -> Answer:
        """The passages that answer `query`. `reading`: see `reports`."""
        reports = self._resources.reports
        return self._resources.index().search(query, reports, limit, self.reading.mark, reading)

    # What fills the library

    def import_paths(self, paths: Iterable[Path]) -> ImportResult:
        """Bring files into the user's library, which is made where it is missing. Slow.

        Raises `VibeError` where something else stands in the library's place, or is writing there.
        """
        from vibe_tui.library.store import Store
        from vibe_tui.service.syncing import library_folder
        from vibe_tui.state.origins import Origins
        from vibe_tui.sync.import_files import import_paths

        root = library_folder(self.paths)
        origins = Origins(self._resources.state, root)
        with self.keeper.writing():
            result = import_paths(paths, Store(root), origins, today=self.today())
        try:
            self.reading.arrive(result.added)
        except VibeError as error:
            why = Problem(str(root), error.message, error.hint)
            result = replace(result, notes=(*result.notes, why))
        return result

    def is_bundled(self, report: Report) -> bool:
        """Whether the file of a report came with the program, and is not the user's to change."""
        return Path(report.path).resolve().is_relative_to(self.paths.bundled.resolve())

    def own_copy(self, report: Report) -> Path:
        """The file of a bundled report in the user's library, copied there if it is not yet.

        Raises `VibeError` where it cannot be written.
        """
        from vibe_tui.files import create_text
        from vibe_tui.service.syncing import make_library

        make_library(self.paths)
        path = Path(report.path).resolve()
        target = self.paths.library / path.relative_to(self.paths.bundled.resolve())
        try:
            with self.keeper.writing():
                target.parent.mkdir(parents=True, exist_ok=True)
                create_text(target, path.read_bytes().decode("utf-8"))
        except OSError as error:
            raise VibeError(_NO_COPY.format(path=str(target), error=error.strerror)) from error
        return target

    def sources(self) -> tuple[SourceStatus, ...]:
        """Every source, how its last visit went, and how many of its reports are listed."""
        from vibe_tui.service.syncing import SourceStatus
        from vibe_tui.state.origins import Visit

        visits = self.keeper.visits().all()
        counts = Counter(report.source for report in self._resources.reports)
        return tuple(
            SourceStatus(source, visits.get(source.id, Visit()), counts[source.id])
            for source in self.keeper.read()[0].all
        )

    def sync(
        self,
        sources: Sequence[str] = (),
        progress: Callable[[Step], None] | None = None,
        cancelled: Cancelled | None = None,
        on_wait: Callable[[], None] = lambda: None,
        *,
        again: bool = False,
    ) -> SyncResult:
        """Fetch what is new from `sources` (ids or names), or from all that are due. Slow.

        With `again` all is read anew, and reports that the user deleted come back.

        The list and the index then hold what came, unless they cannot be written, which the result
        says. Raises `VibeError` for an unknown source, and where another run does not end;
        `on_wait` is told when this one has to wait for it.
        """
        keeper = self.keeper
        before = {report.id for report in self._resources.reports}
        result = keeper.sync(sources, self.today(), progress, cancelled, on_wait, again=again)
        try:
            self.reading.arrive(result.added)
            if not self.refresh() and not result.added and not result.updated:
                return result
            self.indexing.update(cancelled=cancelled)
        except VibeError as error:
            # What came is in the library all the same.
            why = Problem("index", error.message, error.hint)
            result = replace(result, notes=(*result.notes, why), unlisted=why)
        return keeper.with_folders(result, before, self._resources.reports)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()


def _no_report(part: str) -> NothingFoundError:
    return NothingFoundError(
        Text("没有编号含“{p}”的报告", 'no report has "{p}" in its id').format(p=part),
        Text("编号见 vibe list", "vibe list shows the ids"),
    )
