"""Pictures as cells of the page: half blocks in two colours, which any terminal with colour draws.

Paint asks for a row and gets what is ready; what is not is decoded in a worker, the newest wish
first, and then the page draws again; for a picture that turns out to be broken it shows words.
`load` asks the terminal what it can draw, and so must run before Textual reads the keyboard.
"""

from __future__ import annotations

import io
import os
import select
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import NamedTuple

from rich.console import Console
from rich.segment import Segment
from textual.cache import LRUCache
from textual.strip import Strip

from vibe_tui.errors import VibeError
from vibe_tui.render.lines import PictureRow
from vibe_tui.render.pictures import Picture
from vibe_tui.text import Text
from vibe_tui.tui.jobs import Jobs
from vibe_tui.tui.picture_files import pixels_of

_KEPT = 24
"""Pictures whose cells are kept."""

_WANTED = 6
"""Pictures that wait to be decoded; of those asked for before them the page asks again."""

_ARE_YOU_THERE = "\x1b[5n"
_HERE = b"\x1b[0n"
_PATIENCE = 1.0

NOT_INSTALLED = VibeError(
    Text("显示图片要先装 textual-image", "showing pictures needs textual-image"),
    Text(
        "装上 images 附加包（见 README），或在设置里写 images = false",
        "install the extra “images” (see the README), or set images = false",
    ),
)


class _Key(NamedTuple):
    path: str
    stamp: int
    columns: int
    rows: int


class PictureCells:
    """The cells of the pictures on one page. `ready` and `broken` are called on the UI thread."""

    def __init__(
        self, jobs: Jobs, ready: Callable[[], None], broken: Callable[[str, Text], None]
    ) -> None:
        self._jobs = jobs
        self._ready = ready
        self._broken = broken
        self._cells: LRUCache[_Key, tuple[Strip, ...]] = LRUCache(_KEPT)
        self._wanted: list[_Key] = []
        self._decoding = False

    def strip(self, picture: Picture, row: PictureRow) -> Strip:
        """The cells of a row, blank until they are ready."""
        key = _Key(picture.path, picture.stamp, row.columns, row.rows)
        cells = self._cells.get(key)
        if cells is not None:
            return cells[row.row]
        if key not in self._wanted:
            self._wanted = [*self._wanted, key][-_WANTED:]
            if not self._decoding:
                self._next()
        return Strip.blank(row.columns)

    def _next(self) -> None:
        self._decoding = bool(self._wanted)
        if self._wanted:
            key = self._wanted[-1]
            self._jobs.run(
                "picture",
                lambda _: strips_of(key.path, key.columns, key.rows),
                partial(self._decoded, key),
                partial(self._failed, key),
            )

    def _decoded(self, key: _Key, cells: tuple[Strip, ...]) -> None:
        self._cells.set(key, cells)
        self._done(key)
        self._ready()

    def _failed(self, key: _Key, error: VibeError) -> None:
        self._done(key)
        self._broken(key.path, error.message)

    def _done(self, key: _Key) -> None:
        self._wanted = [wanted for wanted in self._wanted if wanted != key]
        self._next()


def strips_of(path: str, columns: int, rows: int) -> tuple[Strip, ...]:
    """A picture in `columns` × `rows` cells. For a worker. Raises `VibeError`."""
    from textual_image.renderable import HalfcellImage

    drawn = HalfcellImage(pixels_of(path, columns, 2 * rows), width=columns, height=rows)
    console = Console(
        file=io.StringIO(), force_terminal=True, color_system="truecolor", width=columns
    )
    lines = Segment.split_lines(console.render(drawn))
    return tuple([Strip(Segment.simplify(line), columns) for line in lines])


def draws_pixels() -> bool:
    """Whether the terminal draws pictures themselves, by Sixel or by Kitty's protocol."""
    from textual_image.renderable import Image, SixelImage, TGPImage

    return Image in (SixelImage, TGPImage)


def load() -> None:
    """Import what draws pictures, which asks the terminal. Raises `VibeError` where it is missing.

    Before Textual starts: an answer that comes late, over a slow line, would be taken for keys.
    """
    try:
        import_module("textual_image.widget")
    except ImportError:
        raise NOT_INSTALLED from None
    _wait_for_answers()


def _wait_for_answers() -> None:
    """Read what the terminal still answers: it answers in order, so ask one thing more."""
    if sys.platform == "win32":
        return
    import termios
    import tty

    out, keys = sys.__stdout__, sys.__stdin__
    if out is None or keys is None or not (out.isatty() and keys.isatty()):
        return
    with suppress(OSError, termios.error):
        number = keys.fileno()
        before = termios.tcgetattr(number)
        tty.setcbreak(number, termios.TCSANOW)
        try:
            out.write(_ARE_YOU_THERE)
            out.flush()
            answer, until = b"", time.monotonic() + _PATIENCE
            while _HERE not in answer and (left := until - time.monotonic()) > 0:
                if select.select([number], [], [], left)[0]:
                    answer += os.read(number, 1024)
        finally:
            termios.tcsetattr(number, termios.TCSANOW, before)
