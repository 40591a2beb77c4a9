"""What stays after a crash: a file with the details, named to the person."""

from __future__ import annotations

import os
import tempfile
import traceback
from pathlib import Path

CRASH_LOG = "crash.log"


def write_crash_log(folder: Path) -> Path:
    """Keep the traceback; in a new temporary file when `folder`, the cache, cannot be written."""
    text = traceback.format_exc()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / CRASH_LOG
        path.write_text(text, encoding="utf-8")
    except OSError:
        return _write_temporary(text)
    return path


def _write_temporary(text: str) -> Path:
    """Keep `text` under a name of its own: others may write to the folder of such files."""
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="vibe-", suffix=f"-{CRASH_LOG}", delete=False, encoding="utf-8"
        ) as file:
            file.write(text)
    except OSError:
        return Path(os.devnull)
    return Path(file.name)
