"""The files of the pictures that a report names: which may be opened, their sizes, their pixels.

Only regular files are opened that lie, links followed, in a folder that is read or below the
report's own; nothing is fetched. What is too large, broken or of a rare format gives a reason in
words. All of this is slow and for a worker; Pillow is imported when it is called.
"""

from __future__ import annotations

import stat
import struct
import warnings
import zlib
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from vibe_tui.errors import VibeError
from vibe_tui.render.document import Document
from vibe_tui.render.links import LinkKind, Picture, Pictures, link_kind
from vibe_tui.text import Text

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


def measured_pictures(document: Document, report: Path, folders: Iterable[Path]) -> Pictures:
    """The pictures that the report at `report` names, where those are in files.

    `folders` are those that are read; a picture may be in any of them.
    """
    beside = report.parent.resolve()
    allowed = [folder.resolve() for folder in folders if folder.is_dir()]
    if report.is_file():
        allowed.append(beside)
    found: dict[str, Picture] = {}
    for target, caption in document.captions().items():
        if link_kind(target) is LinkKind.FILE:
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
