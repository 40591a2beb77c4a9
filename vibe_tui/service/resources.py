"""What the service has open: state, catalogue, library and index, each opened when first needed.

Which folders are read is decided at every look: the roots that were given, else the library with
the folders among its sources, and unless it was named the bundled reports too while all of those
are empty or when the settings ask for both. The front page needs the reading state alone: a start
shows it before the rest is even imported.
"""

from __future__ import annotations

import datetime as dt
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from vibe_tui.config import Config
from vibe_tui.errors import Problem, VibeError
from vibe_tui.library.walk import Root, is_report_name
from vibe_tui.model.report import Report
from vibe_tui.paths import Paths, short_digest
from vibe_tui.state.catalogue import FrontPage
from vibe_tui.state.db import StateDatabase
from vibe_tui.state.disk import in_memory
from vibe_tui.text import Text

if TYPE_CHECKING:
    from vibe_tui.library.scan import Library, ReadSoFar, Scan
    from vibe_tui.search.index import Index
    from vibe_tui.state.catalogue import Catalogue

_A_FILE = Text("{p} 是文件，不是文件夹", "{p} is a file, no folder")
_NO_FOLDER = Text("{p} 不是文件夹", "{p} is no folder")
_TAKES_A_FOLDER = Text(
    "--library 和 VIBE_LIBRARY 要的是文件夹；只看一个文件就写 vibe 文件",
    "--library and VIBE_LIBRARY take a folder; to read one file, write vibe FILE",
)


class Resources:
    """Opened parts, safe to ask for from several threads."""

    def __init__(
        self, paths: Paths, config: Config, given: Sequence[Root], today: Callable[[], dt.date]
    ) -> None:
        self._paths = paths
        self._config = config
        self._given = tuple(given)
        self._today = today
        self._lock = threading.RLock()
        self._loading = threading.Lock()
        self._state: StateDatabase | None = None
        self._catalogue: Catalogue | None = None
        self._roots: tuple[Root, ...] = ()
        self._library: Library | None = None
        self._index: Index | None = None
        self._scan: Scan | None = None

    @property
    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the reading state and the reports, as far as was looked."""
        state = self._state.problems if self._state else ()
        scanned = self._scan.problems if self._scan else ()
        return (*state, *scanned)

    @property
    def state(self) -> StateDatabase:
        """What is remembered of reports and sources."""
        with self._lock:
            if self._state is None:
                # What somebody does with a text that comes through a pipe is gone with it.
                piped = self._given and all(root.kind == "text" for root in self._given)
                kept = None if not piped else in_memory()
                self._state = StateDatabase(kept, self._paths.state)
            return self._state

    def close(self) -> None:
        """Close the files of the reading state and the catalogue."""
        with self._lock:
            if self._state is not None:
                self._state.close()
            if self._catalogue is not None:
                self._catalogue.close()

    @property
    def library(self) -> Library:
        """The library of the roots as the last look found them."""
        return self._library or self._library_now()

    def _library_now(self) -> Library:
        from vibe_tui.library.scan import Library, rules_of
        from vibe_tui.state.catalogue import Catalogue

        with self._lock:
            roots = self._choose_roots()
            if self._library is None or self._roots != roots:
                own = self._config.keywords
                keywords = {topic.id: own.get(topic.id, ()) for topic in self._config.topics}
                if self._catalogue is None:
                    self._catalogue = Catalogue(
                        self._paths.cache, rules_of(keywords, self._config.kinds)
                    )
                self._roots = roots
                self._library = Library(
                    roots, self._catalogue, self._today, keywords=keywords, own=self._config.kinds
                )
                self._index = None
            return self._library

    @property
    def reports(self) -> tuple[Report, ...]:
        """The reports as the last look found them; before one, as the catalogue holds them."""
        if self._scan is None:
            # One thread loads and the others wait: ten thousand are not to be loaded twice.
            with self._loading:
                self._scan = self._scan or self._library_now().load()
        return self._scan.reports

    def look(
        self,
        progress: Callable[[int, int], None] | None = None,
        some: Callable[[], object] | None = None,
    ) -> tuple[Report, ...]:
        """The reports as they are now on disk, in the roots as they are now. Slow.

        `some` is called when `reports` has more of a library that was not known.
        """
        from vibe_tui.library.scan import Scan

        library = self._library_now()

        def told(step: ReadSoFar) -> None:
            if step.first:
                self._scan = Scan(step.first)
                if some:
                    some()
            if progress:
                progress(step.done, step.total)

        self._scan = library.scan(told)
        return self._scan.reports

    def index(self) -> Index:
        """The index of the same roots.

        There is one index for the user's library, whatever is shown beside it, and one for each
        other choice of roots.
        """
        from vibe_tui.search.index import Index

        with self._lock:
            library = self.library
            if self._index is None:
                self._index = Index(
                    self.index_folder(),
                    lambda report: library.read(report).sections,
                    self._config.topics,
                    library.paper,
                )
            return self._index

    def index_folder(self) -> Path:
        """The folder of that index; does not load what searches."""
        kinds = repr(self._config.kinds) if self._config.kinds else ""
        return self._paths.cache / "index" / short_digest(self.name() + kinds)

    def index_note(self) -> Path:
        """The file that notes of which reports the index is known to be whole and up to date."""
        return self._paths.cache / "settled" / f"{self.index_folder().name}.json"

    def name(self) -> str:
        """A name for this choice of roots: for the user's library, whatever is shown beside it."""
        return "\n".join(_real(root.path) for root in self._given) or self.library_name()

    def library_name(self) -> str:
        """The name of the user's library, whatever is read."""
        return _real(self._paths.library)

    def has_files(self) -> bool:
        """Whether all reports are in files, so that an index of them is worth keeping."""
        return all(root.kind != "text" for root in self._given)

    def front_page(self) -> FrontPage:
        """The newest reports of the same roots, kept apart."""
        name = "\n".join(_real(root.path) for root in self._choose_roots())
        return FrontPage(self._paths.cache, name)

    def paths(self) -> tuple[Path, ...]:
        """The folders and files that are read."""
        return tuple(root.path for root in self._choose_roots() if root.kind != "text")

    def _choose_roots(self) -> tuple[Root, ...]:
        if self._given:
            return self._given
        own = (Root(self._paths.library), *self._source_folders())
        if self._paths.explicit:
            return own
        if any(has_reports(root.path) for root in own) and not self._config.show_bundled:
            return own
        return (*own, Root(self._paths.bundled, "bundled"))

    def _source_folders(self) -> Iterator[Root]:
        """The folders among the sources that are read in place."""
        if not self._paths.sources.is_file():
            return
        from vibe_tui.sync.sources.listed import read_sources

        for source in read_sources(self._paths.sources)[0].all:
            if source.folder is not None:
                yield Root(source.folder, "folder", source.id)


def refuse_file(library: Path) -> None:
    """Raise `VibeError` where a file stands in the place of the user's library, or above it."""
    there = next((path for path in (library, *library.absolute().parents) if path.exists()), None)
    if there is None or there.is_dir():
        return
    kind = _A_FILE if there.is_file() else _NO_FOLDER
    raise VibeError(kind.format(p=there), _TAKES_A_FOLDER)


def _real(path: Path) -> str:
    return str(path.resolve())


def has_reports(folder: Path) -> bool:
    """Whether there is any report below `folder`."""
    return any(is_report_name(name) for _, _, names in os.walk(folder) for name in names)
