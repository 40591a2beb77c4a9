"""Which segments make up the index now: one small file, replaced in one step.

`generation.json` names the segments, the reports in them that no longer count, and size and
checksum of every file; its last line is its own checksum. A reader sees the whole of one generation
or of the next, and trusts no file of which it has not read every byte. What it cannot trust it
leaves out: another version's generation entirely, a damaged segment alone; the reports that were
in it count as not indexed, which `Index.update` mends.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path

from vibe_tui.files import check_regular, read_regular, write_text
from vibe_tui.search.engine import stamp
from vibe_tui.search.engine.segment import Segment, open_segment

FILE = "generation.json"
_CHUNK = 1 << 20
_TRIES = 5
_READERS = 4

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


Status = tuple[int, ...]
"""Numbers that change whenever some file does, also when its size and time do not."""


@dataclass(frozen=True, slots=True)
class Generation:
    """The open segments of a generation. `where` finds a report: segment and document number.

    `status` and `statuses` are those that the list and the files of each segment had just before
    their bytes were read; `damaged` names what was left out.
    """

    states: tuple[SegmentState, ...] = ()
    segments: tuple[Segment, ...] = ()
    statuses: tuple[Status, ...] = ()
    where: dict[str, tuple[int, int]] = field(default_factory=dict)
    damaged: tuple[str, ...] = ()
    status: Status = ()

    def stamp_of(self, report_id: str) -> str | None:
        """The stamp with which a report was indexed."""
        found = self.where.get(report_id)
        return self.segments[found[0]].stamps[found[1]] if found else None


EMPTY = Generation()


def segment_state(folder: Path, name: str, count: int) -> SegmentState:
    """The state of a segment just written."""
    files = [
        FileState(path.name, path.stat().st_size, _checksum(path))
        for path in sorted((folder / name).iterdir())
    ]
    return SegmentState(name, count, 0, tuple(files))


def publish(folder: Path, states: Iterable[SegmentState]) -> None:
    """Make `states` the generation that readers see. Raises `OSError`."""
    rows = [
        {
            "name": state.name,
            "count": state.count,
            "deleted": f"{state.deleted:x}",
            "files": [(file.name, file.size, file.checksum) for file in state.files],
        }
        for state in states
        if state.live
    ]
    data = json.dumps({"stamp": stamp(), "segments": rows})
    write_text(folder / FILE, f"{data}\n{zlib.crc32(data.encode())}\n")


def read_states(folder: Path) -> tuple[SegmentState, ...] | None:
    """The segments of the current generation; `None` where it is damaged or another version's."""
    try:
        data, _, checksum = read_regular(folder / FILE).partition(b"\n")
        found = json.loads(data)
        if checksum != b"%d\n" % zlib.crc32(data) or found["stamp"] != stamp():
            return None
        return tuple(
            SegmentState(
                str(row["name"]),
                int(row["count"]),
                int(row["deleted"], 16),
                tuple(
                    FileState(str(name), int(size), int(sum_)) for name, size, sum_ in row["files"]
                ),
            )
            for row in found["segments"]
        )
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except DAMAGE:
        return None


def open_view(folder: Path, before: Generation = EMPTY) -> Generation:
    """The current generation, opened; what is damaged is left out and named.

    Reads every byte once; what `before` has open and nobody touched since stays open.
    """
    for _ in range(_TRIES):
        status = _status_of(folder / FILE)
        states = read_states(folder)
        opened = Generation(damaged=(FILE,)) if states is None else _open(folder, states, before)
        view = replace(opened, status=status)
        # A writer removes what the next generation does not need while we open it.
        if not view.damaged or read_states(folder) == states:
            break
    return view


def _open(folder: Path, states: tuple[SegmentState, ...], before: Generation) -> Generation:
    known = {
        (state.name, state.files, status): segment
        for state, status, segment in zip(
            before.states, before.statuses, before.segments, strict=True
        )
    }

    def opened(state: SegmentState) -> tuple[Status, Segment | None]:
        status = _status(folder, state)
        try:
            segment = known.get((state.name, state.files, status))
            if segment is None and is_intact(folder, state):
                segment = open_segment(folder / state.name)
        except DAMAGE:
            segment = None
        return status, segment

    with ThreadPoolExecutor(_READERS) as pool:
        found = list(zip(states, pool.map(opened, states), strict=True))
    good = [(state, status, segment) for state, (status, segment) in found if segment is not None]
    where: dict[str, tuple[int, int]] = {}
    for number, (state, _, segment) in enumerate(good):
        for document, report_id in enumerate(segment.ids):
            if not state.deleted >> document & 1:
                where[report_id] = (number, document)
    return Generation(
        tuple(state for state, _, _ in good),
        tuple(segment for _, _, segment in good),
        tuple(status for _, status, _ in good),
        where,
        tuple(state.name for state, (_, segment) in found if segment is None),
    )


def is_current(folder: Path, view: Generation) -> bool:
    """Whether nothing has touched the list, or a file that `view` has open, since it was read."""
    return view.status == _status_of(folder / FILE) and all(
        status == _status(folder, state)
        for state, status in zip(view.states, view.statuses, strict=True)
    )


def _status(folder: Path, state: SegmentState) -> Status:
    return sum((_status_of(folder / state.name / file.name) for file in state.files), ())


def _status_of(path: Path) -> Status:
    try:
        found = path.stat()
    except OSError:
        return (-1,)
    return (found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino)


def is_intact(folder: Path, state: SegmentState) -> bool:
    """Whether all files are as they were written, byte for byte. Raises `OSError`."""
    folder = folder / state.name
    same = [(folder / file.name).stat().st_size == file.size for file in state.files]
    return (
        bool(same)
        and all(same)
        and all(_checksum(folder / file.name) == file.checksum for file in state.files)
    )


def _checksum(path: Path) -> int:
    check_regular(path)
    found = 0
    with path.open("rb") as stream:
        while chunk := stream.read(_CHUNK):
            found = zlib.crc32(chunk, found)
    return found
