"""Notices files that appear or change in the folders that are read. For a worker.

Where the system offers no notice (some network drives, too many folders), a `VibeError` says that
changes show at the next start.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

from vibe_tui.errors import VibeError
from vibe_tui.library.walk import is_report_name
from vibe_tui.text import Text

QUIET = 300
"""Milliseconds without another change after which a burst of them is over, at most."""

STEP = 150
"""Milliseconds between looks at whether to stop."""

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
    paths: Iterable[Path], changed: Callable[[], None], cancelled: Callable[[], bool]
) -> None:
    """Call `changed` after every burst of changes of reports below `paths`, until cancelled."""
    import watchfiles

    # It logs each change; nobody reads that, and a log file may be one of what it watches.
    logging.getLogger("watchfiles").setLevel(logging.ERROR)
    folders = [path for path in paths if path.is_dir()]
    files = [path.parent for path in paths if path.is_file()]
    if not folders and not files:
        return
    try:
        for _ in watchfiles.watch(
            *(folders or files),
            watch_filter=lambda _, path: is_report(path),
            debounce=QUIET,
            step=STEP,
            stop_event=_Stop(cancelled),
            recursive=bool(folders),
            ignore_permission_denied=True,
            raise_interrupt=False,
        ):
            changed()
    except OSError as error:
        raise VibeError(_NO_NOTICE.format(reason=error), _HINT) from error


def is_report(path: str) -> bool:
    """Whether a change of `path` can change the list: a report, or a folder of some."""
    name = Path(path).name
    return is_report_name(name) or not Path(name).suffix
