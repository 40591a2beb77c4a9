"""Notices reports that appear or change in the folders that are read. For a worker.

Where the system gives no notice (some network drives, too many folders) the files are looked at
every few seconds instead. A folder that is not there yet is watched as soon as it is.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from vibe_tui.errors import VibeError
from vibe_tui.library.walk import is_report_name
from vibe_tui.text import Text

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
