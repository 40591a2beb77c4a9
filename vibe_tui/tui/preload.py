"""Loads the heavy parts of the program behind the first frame, one after the other.

Two threads that import packages with circular imports at the same time can meet a module that is
half there. So every job that may import more than the first frame needs first calls the function
here that loads it: whoever comes first loads, the others wait. What only indexing and searching
need takes several megabytes and stays out until then; so does what only some reports hold
(formulas, code) or another screen shows, which is loaded with the first of its kind.
"""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterable
from importlib import import_module

_LIST = ("vibe_tui.library.scan",)
_READER = ("vibe_tui.tui.reader.session", "vibe_tui.tui.search.screen")
_DISK = (
    "vibe_tui.library.split",
    "vibe_tui.library.yaml_text",
    "vibe_tui.library.lens",
    "vibe_tui.service.facts",
    "vibe_tui.library.watching",
    "watchfiles",
)
_SEARCH = (
    "vibe_tui.render.formula.display",
    "vibe_tui.search.engine.codec",
    "vibe_tui.search.match",
    "vibe_tui.search.text",
    "vibe_tui.search.engine.write",
)

_LOCK = threading.Lock()


def load_list() -> None:
    """What lists all reports. For a worker."""
    _load(_LIST)


def load_reader() -> None:
    """What shows a report. Takes longer than a frame: for a worker."""
    _load(_READER)


def load_disk() -> None:
    """What looks at the disk and reads any report, too. For a worker.

    Then the garbage collector is turned on, which a start turns off: it would walk all of this,
    which is here to stay, again and again.
    """
    _load((*_LIST, *_READER, *_DISK))
    gc.enable()


def load_all() -> None:
    """What indexes and searches, too. For a worker."""
    load_disk()
    _load(_SEARCH)


def _load(names: Iterable[str]) -> None:
    with _LOCK:
        for name in names:
            import_module(name)
