"""Writes whole files or none: beside the target, flushed to disk, then renamed over it.

A link stays a link, and its target is written. What is no file (a pipe, a device) is refused.
A new file has the rights that the user's umask leaves it, a replaced one keeps its own, a private
one is its owner's alone from its first byte on.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from secrets import token_hex

from vibe_tui.regular import check_regular

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
