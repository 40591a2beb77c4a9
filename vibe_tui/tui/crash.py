"""What stays after a crash: a file with the details, named to the person."""

from __future__ import annotations

import os
import tempfile
import traceback
from pathlib import Path

CRASH_LOG = "crash.log"


def write_crash_log(folder: Path) -> Path:
    """Keep the traceback; in the system's temporary folder when the cache cannot be written."""
    text = traceback.format_exc()
    for place in (folder, Path(tempfile.gettempdir())):
        path = place / CRASH_LOG
        try:
            place.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        except OSError:
            continue
        return path
    return Path(os.devnull)
