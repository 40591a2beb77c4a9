"""Pictures as cells of the page: half blocks in two colours, which any terminal with colour draws.

Paint asks for a row and gets what is ready; what is not is decoded in a worker, the newest wish
first, and then the page draws again; for a picture that turns out to be broken it shows words.
`load` asks the terminal what it can draw, and so must run before Textual reads the keyboard.

The files of the pictures that a report names: which may be opened, their sizes, their pixels.

Only regular files are opened that lie, links followed, in a folder that is read or below the
report's own; nothing is fetched. What is too large, broken or of a rare format gives a reason in
words. All of this is slow and for a worker; Pillow is imported when it is called.
"""

from __future__ import annotations

import io
import os
import select
import stat
import struct
import sys
import time
import warnings
import zlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote

from rich.console import Console
from rich.segment import Segment
from textual.cache import LRUCache
from textual.strip import Strip

from vibe_tui.errors import VibeError
from vibe_tui.render.captions import captions_in
from vibe_tui.render.document import Document
from vibe_tui.render.lines import PictureRow
from vibe_tui.render.pictures import Picture, Pictures
from vibe_tui.text import Text
from vibe_tui.tui.jobs import Jobs
from vibe_tui.tui.reader.links import LinkKind, kind_of

if TYPE_CHECKING:
    from types import ModuleType

    from PIL.Image import Image

BYTES = 24 * 1024 * 1024
"""Bytes of a file that are read at most."""

PIXELS = 40_000_000
"""Pixels of a picture that are decoded at most."""

_FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "AVIF", "BMP")
"""What reports use; the rest of Pillow's, some of which start other programs, is left alone."""

_TURNED = range(5, 9)
"""EXIF orientations that swap width and height."""

_ORIENTATION = 0x0112

_TURNABLE = ("JPEG", "WEBP")
"""What cameras write; in other formats Pillow decodes all of a picture to look for it."""

_BROKEN = (
    OSError,
    ValueError,
    SyntaxError,
    EOFError,
    IndexError,
    TypeError,
    OverflowError,
    struct.error,
    zlib.error,
)
"""What Pillow raises over data that is not what it says it is."""

_OUTSIDE = Text("在文库之外", "it is outside the library")
_MISSING = Text("没有这个文件", "there is no such file")
_NO_FILE = Text("不是普通文件", "it is no regular file")
_TOO_LARGE = Text("文件超过 24 MB", "the file is larger than 24 MB")
_TOO_MANY = Text("超过 4000 万像素", "it has more than 40 million pixels")
_NO_PICTURE = Text("不是能显示的图片", "it is no picture that can be shown")
_UNREADABLE = Text("没有读取权限", "reading it is not permitted")
_DAMAGED = Text("文件已损坏", "the file is damaged")


def measure(document: Document, report: Path, folders: Iterable[Path]) -> Pictures:
    """The pictures that the report at `report` names, where those are in files.

    `folders` are those that are read; a picture may be in any of them.
    """
    beside = report.parent.resolve()
    allowed = [folder.resolve() for folder in folders if folder.is_dir()]
    if report.is_file():
        allowed.append(beside)
    found: dict[str, Picture] = {}
    for target, caption in captions_in(document).items():
        if kind_of(target) is LinkKind.FILE:
            try:
                picture = _measured(_located(target, beside, allowed))
            except VibeError as error:
                picture = Picture(problem=error.message)
            found[target] = replace(picture, caption=caption)
    return found


def _located(target: str, beside: Path, allowed: Iterable[Path]) -> Path:
    """The file that a target names, links followed. Raises `VibeError`."""
    name = unquote(target.partition("#")[0].partition("?")[0])
    try:
        path = (beside / name).resolve()
    except (OSError, ValueError, RuntimeError):
        raise VibeError(_MISSING) from None
    if not any(path.is_relative_to(folder) for folder in allowed):
        raise VibeError(_OUTSIDE)
    return path


def _measured(path: Path) -> Picture:
    """The size of a picture, from the beginning of its file. Raises `VibeError`."""
    try:
        found = path.stat()
    except (OSError, ValueError):
        raise VibeError(_MISSING) from None
    if not stat.S_ISREG(found.st_mode):
        raise VibeError(_NO_FILE)
    if found.st_size > BYTES:
        raise VibeError(_TOO_LARGE)
    with _opened(path) as image:
        width, height = image.size
        try:
            turned = image.format in _TURNABLE and image.getexif().get(_ORIENTATION) in _TURNED
        except _BROKEN:
            turned = False
    if not (width and height):
        raise VibeError(_NO_PICTURE)
    if turned:
        width, height = height, width
    return Picture(width, height, path=str(path), stamp=found.st_mtime_ns)


def pixels_of(path: str, width: int, height: int) -> Image:
    """A picture in RGB, on white where it is transparent, with no more pixels than are of use for
    `width` × `height`. Raises `VibeError`."""
    from PIL import ImageOps

    try:
        with _opened(Path(path)) as image:
            image.draft("RGB", (2 * width, 2 * height))
            image.thumbnail((2 * width, 2 * height), reducing_gap=2.0)
            upright = ImageOps.exif_transpose(image) if image.format in _TURNABLE else image
            return _on_white(upright)
    except _BROKEN:
        raise VibeError(_DAMAGED) from None
    except MemoryError:
        raise VibeError(_TOO_MANY) from None


def _on_white(image: Image) -> Image:
    """Figures are drawn for paper: what shines through is white."""
    if image.mode.startswith("I;16"):
        image = image.point(lambda value: value / 256, "L")
    if not image.has_transparency_data:
        return image.convert("RGB")
    image = image.convert("RGBA")
    paper: Image = _pillow().new("RGBA", image.size, "white")
    paper.alpha_composite(image)
    return paper.convert("RGB")


def _opened(path: Path) -> Image:
    """A picture of which only the beginning was read. Raises `VibeError`."""
    pillow = _pillow()
    formats = [name for name in _FORMATS if name in pillow.OPEN]
    try:
        opened: Image = pillow.open(path, formats=formats)
    except (pillow.DecompressionBombWarning, pillow.DecompressionBombError):
        raise VibeError(_TOO_MANY) from None
    except pillow.UnidentifiedImageError:
        raise VibeError(_NO_PICTURE) from None
    except PermissionError:
        raise VibeError(_UNREADABLE) from None
    except _BROKEN:
        raise VibeError(_DAMAGED) from None
    return opened


def _pillow() -> ModuleType:
    """Pillow, with our limit, over which it fails instead of warning."""
    from PIL import Image

    if Image.MAX_IMAGE_PIXELS != PIXELS:
        Image.init()
        Image.MAX_IMAGE_PIXELS = PIXELS
        warnings.simplefilter("error", Image.DecompressionBombWarning)
    return Image


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
