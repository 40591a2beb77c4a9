"""Bytes on their way through a sync: few in memory, many in a temporary file.

The file has no name where the system knows such files, so that nothing is left of it whatever
becomes of the program; it is gone with the last one who can read it. Where it cannot be written,
a `VibeError` says so.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from tempfile import SpooledTemporaryFile

from vibe_tui.errors import VibeError
from vibe_tui.text import Text

IN_MEMORY = 256 * 1024
"""Bytes from which on they are in a file."""

PART = 64 * 1024
"""Bytes that are read in one go."""


class Spool:
    """Bytes that are written one after the other, and read from any place. For one thread."""

    def __init__(self, data: bytes = b"") -> None:
        with ExitStack() as stack:
            self._file = stack.enter_context(SpooledTemporaryFile(IN_MEMORY))
            weakref.finalize(self, stack.pop_all().close)
        self.size = 0
        self.write(data)

    def write(self, data: bytes) -> None:
        """Add `data` at the end."""
        with _failing():
            if self._file.tell() != self.size:
                self._file.seek(self.size)
            self._file.write(data)
        self.size += len(data)

    def read(self, start: int = 0, end: int | None = None) -> bytes:
        """The bytes from `start` to `end`."""
        with _failing():
            self._file.seek(start)
            return self._file.read(-1 if end is None else max(end - start, 0))

    def parts(self, start: int = 0) -> Iterator[bytes]:
        """All bytes from `start` on, some at a time."""
        for at in range(start, self.size, PART):
            yield self.read(at, at + PART)


@contextmanager
def _failing() -> Iterator[None]:
    """Say that there is no temporary file to be had, where the system says so."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise VibeError(
            Text(f"临时文件写不了（{reason}）", f"no temporary file can be written ({reason})"),
            Text(
                "请给临时文件夹腾出空间，或用 TMPDIR 另选一个",
                "make room in the folder for temporary files, or name another one by TMPDIR",
            ),
        ) from error
