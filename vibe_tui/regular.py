"""Opens only regular files where a file of our own is expected.

To open a pipe waits for whoever writes to it, perhaps for ever, and a device may never end.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

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
