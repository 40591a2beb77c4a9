"""Loads the heavy parts of the program behind the first frame, one after the other.

Two threads that import packages with circular imports at the same time can meet a module that is
half there. So every job that may import more than the first frame needs calls `load_all` first:
whoever comes first loads, the others wait.
"""

from __future__ import annotations

import threading
from importlib import import_module

_READER = ("vibe_tui.tui.desk", "vibe_tui.tui.screens.search")
_REST = (
    "vibe_tui.library.split",
    "vibe_tui.library.yaml_text",
    "vibe_tui.render.formula_break",
    "vibe_tui.render.formula_draw",
    "vibe_tui.render.formula_inline",
    "vibe_tui.search.codec",
    "vibe_tui.search.predicate",
    "vibe_tui.search.sheet",
    "vibe_tui.search.write",
    "vibe_tui.service.folds",
    "vibe_tui.service.title_block",
    "vibe_tui.tui.screens.note_editor",
    "watchfiles",
)

_LOCK = threading.RLock()


def load_reader() -> None:
    """What shows a report. Takes longer than a frame: for a worker."""
    with _LOCK:
        for name in _READER:
            import_module(name)


def load_all() -> None:
    """What reads, indexes and searches, too. For a worker."""
    with _LOCK:
        load_reader()
        for name in _REST:
            import_module(name)
