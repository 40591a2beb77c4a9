"""How a sync went: by item, by source, and step by step while it runs."""

from __future__ import annotations

from dataclasses import dataclass

from vibe_tui.errors import Problem
from vibe_tui.sync.run import ImportResult
from vibe_tui.text import Text


@dataclass(frozen=True, slots=True)
class SourceResult:
    """How one source went; `line` says it to people, `error` why it failed, if it did, and
    `notes` what was odd about a feed that could be read."""

    id: str
    label: str
    line: Text
    added: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    error: Problem | None = None
    notes: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """Something happened: `done` of `total` sources are through; `item` is being placed now."""

    done: int
    total: int
    source: str
    item: str = ""
    result: SourceResult | None = None


@dataclass(frozen=True, slots=True)
class SyncResult(ImportResult):
    """What became of the items, and how each source went. `offline`: none could be reached."""

    sources: tuple[SourceResult, ...] = ()
    offline: bool = False
    cancelled: bool = False
