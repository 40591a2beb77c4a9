"""Which segments make up the index now: one small file, replaced in one step.

`generation.json` names the segments, the reports in them that no longer count, and size, time and
checksum of every file. A reader sees the whole of one generation or of the next. What it cannot
trust it leaves out: another version's generation entirely, a damaged segment alone; the reports
that were in it count as not indexed, which `Index.update` mends.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from vibe_tui.atomic import write_text
from vibe_tui.search.schema import stamp
from vibe_tui.search.segment import Segment, open_segment

FILE = "generation.json"
_CHUNK = 1 << 20
_TRIES = 5

DAMAGE = (
    OSError,
    ValueError,
    LookupError,
    EOFError,
    TypeError,
    AssertionError,
    struct.error,
    zlib.error,
)
"""What reading a damaged file may raise, here or in Whoosh."""


@dataclass(frozen=True, slots=True)
class FileState:
    """A file as it was written."""

    name: str
    size: int
    mtime_ns: int
    checksum: int


@dataclass(frozen=True, slots=True)
class SegmentState:
    """A segment of a generation; `deleted` has a bit for each report that no longer counts."""

    name: str
    count: int
    deleted: int
    files: tuple[FileState, ...]

    @property
    def live(self) -> int:
        """How many of its reports count."""
        return self.count - self.deleted.bit_count()

    def without(self, documents: int) -> SegmentState:
        """The same with more reports deleted."""
        return replace(self, deleted=self.deleted | documents)


@dataclass(frozen=True, slots=True)
class View:
    """The open segments of a generation. `where` finds a report: segment and document number."""

    states: tuple[SegmentState, ...]
    segments: tuple[Segment, ...]
    where: dict[str, tuple[int, int]]
    damaged: tuple[str, ...] = ()

    def stamp_of(self, report_id: str) -> str | None:
        """The stamp with which a report was indexed."""
        found = self.where.get(report_id)
        return self.segments[found[0]].stamps[found[1]] if found else None


EMPTY = View((), (), {})


def state_of(folder: Path, name: str, count: int) -> SegmentState:
    """The state of a segment just written."""
    files = []
    for path in sorted((folder / name).iterdir()):
        status = path.stat()
        files.append(FileState(path.name, status.st_size, status.st_mtime_ns, _checksum(path)))
    return SegmentState(name, count, 0, tuple(files))


def publish(folder: Path, states: Iterable[SegmentState]) -> None:
    """Make `states` the generation that readers see. Raises `OSError`."""
    rows = [
        {
            "name": state.name,
            "count": state.count,
            "deleted": f"{state.deleted:x}",
            "files": [(f.name, f.size, f.mtime_ns, f.checksum) for f in state.files],
        }
        for state in states
        if state.live
    ]
    write_text(folder / FILE, json.dumps({"stamp": stamp(), "segments": rows}) + "\n")


def read_states(folder: Path) -> tuple[SegmentState, ...]:
    """The segments of the current generation; none where it cannot be read."""
    try:
        data = json.loads((folder / FILE).read_bytes())
        if data["stamp"] != stamp():
            return ()
        return tuple(
            SegmentState(
                str(row["name"]),
                int(row["count"]),
                int(row["deleted"], 16),
                tuple(FileState(str(n), int(s), int(m), int(c)) for n, s, m, c in row["files"]),
            )
            for row in data["segments"]
        )
    except DAMAGE:
        return ()


def open_view(folder: Path, before: View = EMPTY, *, thorough: bool = False) -> View:
    """The current generation, opened; damaged segments are left out and named.

    What `before` has open stays open. `thorough` reads every byte.
    """
    for _ in range(_TRIES):
        states = read_states(folder)
        view = _open(folder, states, before, thorough)
        # A writer removes what the next generation does not need while we open it.
        if not view.damaged or read_states(folder) == states:
            break
    return view


def _open(folder: Path, generation: Sequence[SegmentState], before: View, thorough: bool) -> View:
    by_files = {
        state.files: segment for state, segment in zip(before.states, before.segments, strict=True)
    }
    states: list[SegmentState] = []
    segments: list[Segment] = []
    damaged: list[str] = []
    where: dict[str, tuple[int, int]] = {}
    for state in generation:
        try:
            if not is_intact(folder, state, thorough=thorough):
                raise ValueError(state.name)
            segment = by_files.get(state.files) or open_segment(folder / state.name)
        except DAMAGE:
            damaged.append(state.name)
            continue
        for document, report_id in enumerate(segment.ids):
            if not state.deleted >> document & 1:
                where[report_id] = (len(segments), document)
        states.append(state)
        segments.append(segment)
    return View(tuple(states), tuple(segments), where, tuple(damaged))


def signature_of(folder: Path, view: View) -> tuple[int, ...]:
    """Numbers that change when the generation, or a file that `view` has open, does."""
    paths = [folder / FILE]
    paths += [folder / state.name / file.name for state in view.states for file in state.files]
    signature: list[int] = []
    for path in paths:
        try:
            status = path.stat()
            signature += (status.st_size, status.st_mtime_ns, status.st_ino)
        except OSError:
            signature.append(-1)
    return tuple(signature)


def is_intact(folder: Path, state: SegmentState, *, thorough: bool = False) -> bool:
    """Whether the files are as they were written; read only where their time has changed."""
    for file in state.files:
        path = folder / state.name / file.name
        status = path.stat()
        if status.st_size != file.size:
            return False
        touched = status.st_mtime_ns != file.mtime_ns
        if (touched or thorough) and _checksum(path) != file.checksum:
            return False
    return bool(state.files)


def _checksum(path: Path) -> int:
    found = 0
    with path.open("rb") as stream:
        while chunk := stream.read(_CHUNK):
            found = zlib.crc32(chunk, found)
    return found
