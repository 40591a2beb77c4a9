"""The sources of the library: listed, changed, and brought up to date.

What is fetched from a source is written under the library's lock, one run at a time.
"""

from __future__ import annotations

import datetime as dt
import errno
import os
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from vibe_tui.errors import Problem, VibeError
from vibe_tui.files import Cancelled, writing
from vibe_tui.library.store import Store
from vibe_tui.model.report import Report, Topic
from vibe_tui.paths import Paths
from vibe_tui.service.resources import refuse_file
from vibe_tui.state.origins import Origins, Visit, Visits
from vibe_tui.sync.sources.listed import Source, Sources, read_sources
from vibe_tui.text import Text

if TYPE_CHECKING:
    from vibe_tui.state.db import StateDatabase
    from vibe_tui.sync.sources.file import ListedFeed
    from vibe_tui.sync.sync import Step, SyncResult

Steps = Callable[["Step"], None]

OPML_BYTES = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class SourceStatus:
    """A source, how its last visit went, and how many reports of it are listed."""

    source: Source
    visit: Visit
    reports: int = 0


@dataclass(frozen=True, slots=True)
class Added:
    """A source that was added, or was there already, and what is to be said about it."""

    source: Source
    is_new: bool = True
    problems: tuple[Problem, ...] = ()


def local_minute(moment: str, zone: dt.tzinfo | None = None) -> str:
    """Day and minute of an ISO 8601 moment in `zone`, which is the machine's where it is `None`."""
    return f"{dt.datetime.fromisoformat(moment).astimezone(zone):%Y-%m-%d %H:%M}"


class SourceKeeper:
    """Keeps the list of sources of one user, and what their visits to one library brought."""

    def __init__(self, paths: Paths, state: StateDatabase) -> None:
        self._paths = paths
        self._state = state

    def read(self) -> tuple[Sources, tuple[Problem, ...]]:
        """The sources, and what is wrong with their list."""
        return read_sources(self._paths.sources)

    def visits(self) -> Visits:
        """What is remembered of the sources."""
        return Visits(self._state, self._paths.library)

    def chosen(self, ids: Sequence[str]) -> tuple[Source, ...]:
        """The sources with these ids or names, or all. Raises `VibeError` for an unknown one."""
        from vibe_tui.sync.sources.file import no_source

        sources = self.read()[0]
        if not ids:
            return sources.all
        found: dict[str, Source] = {}
        for id_ in ids:
            source = sources.get(id_) or _named(sources, id_)
            if source is None:
                raise no_source(id_, sources)
            found[source.id] = source
        return tuple(found.values())

    def sync(
        self,
        ids: Sequence[str],
        today: dt.date,
        progress: Steps | None,
        cancelled: Cancelled | None,
        on_wait: Callable[[], None],
        *,
        again: bool = False,
    ) -> SyncResult:
        """Bring the library up to date. Raises `VibeError` where it cannot begin."""
        from vibe_tui.sync.sync import Surroundings, sync_sources

        sources = self.chosen(ids)
        root = library_folder(self._paths)
        with self.writing(on_wait, cancelled):
            around = Surroundings(
                store=Store(root),
                origins=Origins(self._state, root),
                visits=self.visits(),
                now=dt.datetime.now(dt.UTC),
                today=today,
                proxy=self._proxy(),
                listed=frozenset(source.id for source in self.read()[0].all),
                again=again,
                progress=progress or (lambda step: None),
                cancelled=cancelled or (lambda: False),
            )
            return sync_sources(sources, around, named=bool(ids))

    def with_folders(
        self, result: SyncResult, before: Container[str], now: Iterable[Report]
    ) -> SyncResult:
        """`result` with what is new in folders that are read in place."""
        synced = {one.id for one in result.sources}
        in_place = {s.id for s in self.read()[0].all if s.folder is not None and s.id in synced}
        new = tuple(
            report.id for report in now if report.source in in_place and report.id not in before
        )
        return replace(result, added=(*result.added, *new)) if new else result

    @contextmanager
    def writing(
        self, on_wait: Callable[[], None] = lambda: None, cancelled: Cancelled | None = None
    ) -> Iterator[None]:
        """Hold the lock of the library; clears away what a killed run left half written."""
        from vibe_tui.library.store import clear_leftovers

        stopped = cancelled or (lambda: False)
        with writing(self._paths.lock, on_wait=on_wait, cancelled=stopped) as was_killed:
            if was_killed:
                clear_leftovers(self._paths.library)
            yield

    def add(self, where: str, wanted: Source) -> Added:
        """Add an address, folder or file with the options of `wanted`; a page finds its feed.

        An address that does not answer is added all the same, with a problem that says so.
        """
        from vibe_tui.sync.sources.adding import source_for
        from vibe_tui.sync.sources.file import SourcesFile

        file = SourcesFile(self._paths.sources)
        _, sources = file.read()
        source, problems = source_for(where, wanted, sources, self._proxy())
        known = sources.get(source.id)
        if known is not None:
            return Added(known, is_new=False, problems=problems)
        file.add([source])
        return Added(source, problems=problems)

    def remove(self, id_: str) -> Source:
        """Take a source off the list; its reports stay. Raises `VibeError`."""
        from vibe_tui.sync.sources.file import SourcesFile

        (source,) = self.chosen([id_])
        SourcesFile(self._paths.sources).remove(source.id)
        self.visits().forget(source.id)
        return source

    def import_opml(
        self, path: Path, topics: Sequence[Topic] = ()
    ) -> tuple[tuple[Source, ...], tuple[Problem, ...]]:
        """Add the feeds of an OPML file that are not listed yet; a problem for each unusable one.

        Raises `VibeError` where the file is none.
        """
        from vibe_tui.sync.sources.file import SourcesFile, read_opml

        outlines = read_opml(_opml_bytes(path), str(path), topics)
        file = SourcesFile(self._paths.sources)
        new, problems = _unlisted(outlines, file.read()[1], str(path))
        file.add(new)
        return new, problems

    def _proxy(self) -> str:
        return self.read()[0].proxy


def library_folder(paths: Paths) -> Path:
    """The user's library, which need not exist. Raises `VibeError` where it cannot be written."""
    root = paths.library
    refuse_file(root)
    standing = next(path for path in (root, *root.absolute().parents) if path.exists())
    if not os.access(standing, os.W_OK):
        raise _unwritable(root, os.strerror(errno.EACCES))
    return root


def make_library(paths: Paths) -> None:
    """Make the user's library where it is missing. Raises `VibeError`."""
    root = library_folder(paths)
    try:
        root.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(root, error.strerror or str(error)) from error


def _unwritable(root: Path, reason: str) -> VibeError:
    return VibeError(
        Text("文库 {p} 写不了（{r}）", "the library {p} cannot be written ({r})").format(
            p=root, r=reason
        ),
        Text(
            "请检查权限，或用 --library 或 VIBE_LIBRARY 另选文件夹",
            "check its permissions, or name another folder by --library or VIBE_LIBRARY",
        ),
    )


def _named(sources: Sources, name: str) -> Source | None:
    found = [s for s in sources.all if name.casefold() in (s.name.casefold(), s.url, s.path)]
    return found[0] if len(found) == 1 else None


def _opml_bytes(path: Path) -> bytes:
    """The content of the file. Raises `VibeError` where it cannot be read or is too large."""
    try:
        with path.open("rb") as stream:
            data = stream.read(OPML_BYTES + 1)
    except OSError as error:
        reason = error.strerror or str(error)
        raise VibeError(
            Text(f"无法读取 {path}（{reason}）", f"cannot read {path} ({reason})")
        ) from error
    if len(data) > OPML_BYTES:
        raise VibeError(Text(f"{path} 过大", f"{path} is too large"))
    return data


def _unlisted(
    outlines: Iterable[ListedFeed], sources: Sources, where: str
) -> tuple[tuple[Source, ...], tuple[Problem, ...]]:
    """The feeds of an OPML file, named by `where`, that are not among `sources`, as sources.

    An address that cannot be used is a problem.
    """
    from vibe_tui.sync.http import addresses
    from vibe_tui.sync.sources.file import FreeIds

    ids = FreeIds(source.id for source in sources.all)
    urls = {source.url for source in sources.all}
    new: list[Source] = []
    problems: list[Problem] = []
    for outline in outlines:
        try:
            url = addresses.typed(outline.url)
        except VibeError as error:
            problems.append(Problem(where, error.message, error.hint))
            continue
        if url in urls:
            continue
        urls.add(url)
        id_ = ids.make(outline.name or outline.url.partition("//")[2])
        new.append(
            Source(id_, name=outline.name, url=url, group=outline.group, topics=outline.topics)
        )
    return tuple(new), tuple(problems)
