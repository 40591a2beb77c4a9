"""How a sync went: by item, by source, and step by step while it runs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vibe_tui.errors import Problem
from vibe_tui.sync.renew import Tally
from vibe_tui.sync.run import ImportResult
from vibe_tui.sync.sources import Source
from vibe_tui.text import Text

UNCHANGED = Text("没有变化", "unchanged")
_COUNTS = Text("新增 {a}，更新 {u}，未变 {n}", "{a} added, {u} updated, {n} unchanged")

_DELETED = Text(
    "{n} 篇已被你删除（vibe sync --again 取回）",
    "{n} that you deleted stay away (vibe sync --again brings them back)",
)


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


def result_of(source: Source, tally: Tally, notes: Sequence[Text] = ()) -> SourceResult:
    """How a source went whose items became what `tally` says; `notes` are about the feed."""
    line = _COUNTS.format(a=len(tally.added), u=len(tally.updated), n=tally.unchanged)
    if not tally.added and not tally.updated and not tally.errors:
        line = UNCHANGED
    if tally.deleted:
        gone = _DELETED.format(n=tally.deleted)
        line = Text(f"{line.zh}；{gone.zh}", f"{line.en}; {gone.en}")
    return SourceResult(
        source.id,
        source.label,
        line,
        tuple(tally.added),
        tuple(tally.updated),
        tally.errors[0] if tally.errors else None,
        tuple(Problem(source.id, note) for note in notes),
    )
