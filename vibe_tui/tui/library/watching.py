"""Notices files that appear or change in the folders that are read. For a worker.

Where the system gives no notice (some network drives, too many folders) the files are looked at
every few seconds instead. A folder that is not there yet is watched as soon as it is.

Notices that the file of settings changed, and reads it anew. For a worker.

A file that is broken for now gives its problems and no settings: those in force stay.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from vibe_tui.config import Config, load_config
from vibe_tui.errors import Problem, VibeError
from vibe_tui.library.walk import is_report_name
from vibe_tui.text import Language, Text

QUIET = 300
"""Milliseconds without another change after which a burst of them is over, at most."""

STEP = 150
"""Milliseconds between looks at whether to stop."""

LOOK = 1000
"""Milliseconds between looks at whether another folder is there."""

POLL = 2000
"""Milliseconds between looks at the files where the system gives no notice."""

_NO_NOTICE = Text(
    "文件变化不会自动显示：{reason}", "changed files do not show by themselves: {reason}"
)
_HINT = Text("重新打开 vibe 即可看到", "they show when vibe is opened again")


@dataclass(frozen=True, slots=True)
class _Stop:
    """What the watcher asks, in the shape that it asks it."""

    cancelled: Callable[[], bool]

    def is_set(self) -> bool:
        return self.cancelled()


def watch_reports(
    places: Callable[[], Iterable[Path]],
    changed: Callable[[], None],
    cancelled: Callable[[], bool],
) -> None:
    """Call `changed` after every burst of changes of reports below `places`, until cancelled.

    Raises `VibeError` where they cannot be watched at all.
    """
    # It logs each change; nobody reads that, and a log file may be one of what it watches.
    logging.getLogger("watchfiles").setLevel(logging.ERROR)
    polling = False
    while not cancelled():
        paths = tuple(places())
        there = [path for path in paths if path.exists()]
        try:
            _watch(there, paths, changed, cancelled, polling=polling)
        except OSError as error:
            if polling:
                raise VibeError(_NO_NOTICE.format(reason=error), _HINT) from error
            polling = True


def _watch(
    there: Sequence[Path],
    paths: Sequence[Path],
    changed: Callable[[], None],
    cancelled: Callable[[], bool],
    *,
    polling: bool,
) -> None:
    """Watch what is there, until cancelled or something else of `paths` is there too."""
    import watchfiles

    def all_the_same() -> bool:
        return [path for path in paths if path.exists()] == there

    if not there:
        while all_the_same() and not cancelled():
            time.sleep(LOOK / 1000)
        if not cancelled():
            changed()
        return
    folders = [path for path in there if path.is_dir()]
    files = {path.parent for path in there if not path.is_dir()}
    for changes in watchfiles.watch(
        *(folders or files),
        watch_filter=lambda _, path: is_report(path),
        debounce=QUIET,
        step=STEP,
        stop_event=_Stop(cancelled),
        recursive=bool(folders),
        ignore_permission_denied=True,
        raise_interrupt=False,
        rust_timeout=LOOK,
        yield_on_timeout=True,
        force_polling=polling or None,
        poll_delay_ms=POLL,
    ):
        if changes:
            changed()
        if not all_the_same():
            changed()
            return


def is_report(path: str) -> bool:
    """Whether a change of `path` can change the list: a report, or a folder of some."""
    name = Path(path).name
    return is_report_name(name) or not Path(name).suffix


_KEPT = Text("沿用现在的设置", "Those in force stay")


@dataclass(frozen=True, slots=True)
class Settings:
    """What the file says now, `None` where it cannot be read, and what is wrong with it."""

    config: Config | None
    problems: tuple[Problem, ...]


class SettingsWatch:
    """Looks at the file when asked. The language stays the one the program began with."""

    def __init__(self, path: Path, environ: Mapping[str, str], language: Language) -> None:
        self._path = path
        self._environ = environ
        self._language: Language = language
        self._seen = self._stamp()

    def problems(self) -> tuple[Problem, ...]:
        """What is wrong with the settings that the program began with."""
        return load_config(self._path, self._environ, self._language)[1]

    def look(self) -> Settings | None:
        """The settings, where the file changed since the last look."""
        stamp = self._stamp()
        if stamp == self._seen:
            return None
        self._seen = stamp
        config, problems = load_config(self._path, self._environ, self._language)
        if self._is_whole():
            return Settings(config, problems)
        return Settings(None, tuple(replace(problem, hint=_KEPT) for problem in problems))

    def _is_whole(self) -> bool:
        """Whether the file is TOML at all; an editor may be in the middle of writing it."""
        import tomllib

        try:
            tomllib.loads(self._path.read_text("utf-8-sig"))
        except FileNotFoundError:
            return True
        except (OSError, ValueError):
            return False
        return True

    def _stamp(self) -> tuple[int, int]:
        try:
            found = self._path.stat()
        except OSError:
            return (0, 0)
        return (found.st_mtime_ns, found.st_size)
