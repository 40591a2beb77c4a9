"""One piece of work in a process of its own, to be killed at any moment.

`python -m tests.torture.work import|sync|index|state FOLDER [FILE]` says `ready` when it begins.
"""

from __future__ import annotations

import sys
from itertools import cycle
from pathlib import Path

from tests.sync.desk import TODAY, paths_in
from vibe_tui.config import Config
from vibe_tui.service import Service
from vibe_tui.sync import import_files, sync

REACHED = (import_files, sync)
"""Imported before it begins."""


def main(kind: str, folder: str, *files: str) -> None:
    """Do it."""
    service = Service(paths_in(Path(folder)), Config(), today=lambda: TODAY)
    if kind in ("index", "state"):
        service.refresh()
    _say("ready")
    match kind:
        case "import":
            service.import_paths([Path(one) for one in files])
        case "sync":
            service.sync()
        case "index":
            service.indexing.rebuild()
        case "state":
            for report in cycle(service.reports().reports):
                is_starred = service.reading.mark(report).starred
                service.reading.set_star([report], not is_starred)
                _say(f"{report.id}\t{not is_starred}")
    _say("done")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
