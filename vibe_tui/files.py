"""Our own files: written whole or not at all, opened only where they are files, by one at a time.

What is written is written beside the target, flushed to disk and renamed over it. A link stays a
link, and its target is written. A new file has the rights that the user's umask leaves it, a
replaced one keeps its own, a private one is its owner's alone from its first byte on.

What is no file is refused: to open a pipe waits for whoever writes to it, perhaps for ever, and a
device may never end. The lock is the operating system's, in a file of its own beside what is
written (a library, an index), so that it ends with the process that holds it, however that ends.
"""

from __future__ import annotations

import errno
import os
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import IO

from vibe_tui.errors import VibeError
from vibe_tui.text import Text

_NO_FILE = "not a regular file"


def check_regular(path: Path) -> None:
    """Raise `OSError` where something else than a file stands at `path`; nothing may stand there.

    A link counts as what it leads to.
    """
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, _NO_FILE, str(path))


def read_regular(path: Path) -> bytes:
    """The bytes of the file at `path`. Raises `OSError`."""
    check_regular(path)
    return path.read_bytes()


_ANYBODY = 0o666
_OWNER_ALONE = 0o600


def write_bytes(path: Path, data: bytes, *, private: bool = False) -> None:
    """Replace `path` by `data` in one step. Raises `OSError`; the old file then stands."""
    _replace(path, data, private, None)


def replace_text(path: Path, text: str, old: bytes) -> bool:
    """Replace a file that holds `old`, or is not there where that is empty; `False`, with nothing
    written, where it holds something else by then. Raises `OSError`.
    """
    return _replace(path, text.encode("utf-8"), False, old)


def write_text(path: Path, text: str, *, private: bool = False) -> None:
    """As `write_bytes`, in UTF-8 with the line breaks of `text`."""
    write_bytes(path, text.encode("utf-8"), private=private)


def create_text(path: Path, text: str) -> bool:
    """Write a new file; `False`, with nothing written, where something has that name already.

    The folder must exist. Raises `OSError`.
    """
    with _written_beside(path, text.encode("utf-8")) as temporary:
        try:
            path.hardlink_to(temporary)
        except FileExistsError:
            return False
        except OSError:
            # A file system without hard links: here another process can slip in between.
            if path.exists():
                return False
            temporary.replace(path)
    return True


def _replace(path: Path, data: bytes, private: bool, old: bytes | None) -> bool:
    path = Path(os.path.realpath(path))
    check_regular(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    rights = path.stat().st_mode & 0o777 if path.exists() else None
    with _written_beside(path, data, _OWNER_ALONE if private else rights) as temporary:
        # Looked at last of all: to write and flush takes long on a slow disk.
        if old is not None and (path.read_bytes() if path.exists() else b"") != old:
            return False
        temporary.replace(path)
    return True


@contextmanager
def _written_beside(path: Path, data: bytes, rights: int | None = None) -> Iterator[Path]:
    """A temporary file in the same folder that holds `data`, on disk; gone afterwards.

    It has these `rights`, and at no time more; without any, those that the umask leaves.
    """
    opener = partial(os.open, mode=_ANYBODY if rights is None else rights)
    temporary = path.with_name(f".vibe-{token_hex(8)}.tmp")
    try:
        with open(temporary, "xb", opener=opener) as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if rights is not None:
            temporary.chmod(rights)
        yield temporary
    except OSError as error:
        # A disk that is full does not say which file found no room.
        error.filename = error.filename or str(path)
        raise
    finally:
        temporary.unlink(missing_ok=True)


if sys.platform == "win32":
    import msvcrt

    def _take(stream: IO[bytes]) -> None:
        stream.seek(1)
        msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def _take(stream: IO[bytes]) -> None:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)


TICK = 0.05
CANCELLED = Text("已取消", "was cancelled")
Cancelled = Callable[[], bool]


def take_lock(
    path: Path,
    busy: VibeError,
    wait: float,
    on_wait: Callable[[], None] = lambda: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> IO[bytes]:
    """The lock in the file at `path`, held until it is closed.

    Waits for another holder, which `on_wait` is told once. Raises `busy` when that takes longer
    than `wait` seconds, `VibeError` when it is `cancelled`, `OSError` where there cannot be such a
    file.
    """
    check_regular(path)
    stream = path.open("a+b")
    try:
        _wait_for(stream, busy, wait, on_wait, cancelled)
    except BaseException:
        stream.close()
        raise
    return stream


def _wait_for(
    stream: IO[bytes],
    busy: VibeError,
    wait: float,
    on_wait: Callable[[], None],
    cancelled: Callable[[], bool],
) -> None:
    end = time.monotonic() + wait
    told = False
    while True:
        try:
            _take(stream)
        except OSError as error:
            if cancelled():
                raise VibeError(CANCELLED) from error
            if time.monotonic() >= end:
                raise busy from error
        else:
            return
        if not told:
            told = True
            on_wait()
        time.sleep(TICK)


WAIT_SECONDS = 10.0
_BUSY = Text("另一个 vibe 正在写入文库", "another vibe is writing to the library")
_LATER = Text("请稍后再试", "try again in a moment")


@contextmanager
def writing(
    path: Path,
    *,
    wait: float = WAIT_SECONDS,
    on_wait: Callable[[], None] = lambda: None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Iterator[bool]:
    """Hold the lock in the file at `path`; gives whether its last holder was killed.

    Waits for another holder, which `on_wait` is told once. Raises `VibeError` when that takes
    longer than `wait` seconds or is `cancelled`. Where the file cannot be made, nobody can hold it:
    all go on.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        stream = take_lock(path, VibeError(_BUSY, _LATER), wait, on_wait, cancelled)
    except OSError:
        yield False
        return
    with stream:
        stream.seek(0)
        was_killed = stream.read(1) != b""
        stream.seek(0)
        stream.truncate()
        stream.write(b"*")
        stream.flush()
        try:
            yield was_killed
        finally:
            stream.seek(0)
            stream.truncate()
