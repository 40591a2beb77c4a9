"""The papers that reports are about, read from the catalogue when they are asked for.

Ten thousand of them would take more memory than all else that is known of as many reports, and few
are looked at. After one report a reader often opens the next older one, so several are read at
once.
"""

from __future__ import annotations

import threading

from vibe_tui.state.catalogue import Catalogue

_AT_ONCE = 64
_KEPT = 512


class Papers:
    """The packed papers of the reports below `top`. May be used from several threads."""

    def __init__(self, catalogue: Catalogue, top: str) -> None:
        self._catalogue = catalogue
        self._top = f"{top}/"
        self._lock = threading.Lock()
        self._kept: dict[str, str] = {}

    def of(self, path: str) -> bytes:
        """The packed paper of the report in the file at `path`; nothing for an unknown one."""
        name = path.removeprefix(self._top)
        root = self._top[:-1]
        with self._lock:
            if name not in self._kept:
                if len(self._kept) >= _KEPT:
                    self._kept.clear()
                self._kept[name] = ""
                self._kept |= self._catalogue.papers(root, name, _AT_ONCE)
            return self._kept[name].encode()

    def forget(self) -> None:
        """Drop what was read, since the catalogue may have changed."""
        with self._lock:
            self._kept.clear()
