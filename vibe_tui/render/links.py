"""What a report leads to: which targets may be opened, and how; room for the pictures it names.

Only http, https and mail addresses leave the program; anchors and files beside the report stay
inside it; every other scheme is refused, whatever its case and the blanks before it. A picture has
empty rows under the block that names it, its caption is the same with and without them. The caller
says which pictures there are, and draws them. Opens nothing itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from urllib.parse import unquote

from vibe_tui.clean import clean_line
from vibe_tui.render.blocks import (
    IMAGE_SIGN,
    Atom,
    Block,
    Laid,
    Line,
    Look,
    PictureRow,
    Role,
    Run,
    own_texts,
    walk_blocks,
)
from vibe_tui.render.wrap import wrap
from vibe_tui.text import Language, Text

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):")
_PICTURE = re.compile(r"\.(?:png|jpe?g|gif|webp|avif|bmp)(?:[?#].*)?$", re.IGNORECASE)
OPENABLE = ("http://", "https://", "mailto:")
"""How targets begin that leave the program."""
_SCHEMES = {prefix.rstrip("/") for prefix in OPENABLE}


class LinkKind(Enum):
    """Where a link leads."""

    OUTSIDE = "outside"
    ANCHOR = "anchor"
    FILE = "file"
    REFUSED = "refused"


def link_kind(target: str) -> LinkKind:
    """What opening `target` would mean."""
    bare = "".join(char for char in target if char > " ")
    if not bare or (bare != target.strip() and _SCHEME.match(bare)):
        return LinkKind.REFUSED
    scheme = _SCHEME.match(bare)
    if scheme:
        return LinkKind.OUTSIDE if scheme.group().lower() in _SCHEMES else LinkKind.REFUSED
    if bare.startswith("#"):
        return LinkKind.ANCHOR
    return LinkKind.REFUSED if bare.startswith(("//", "\\")) else LinkKind.FILE


def shown_target(target: str) -> str:
    """A target as a person reads it: the names of files and headings in their own characters.

    What leaves the program stays as it is written, so that nothing in it is hidden.
    """
    inside = link_kind(target) in (LinkKind.ANCHOR, LinkKind.FILE)
    return clean_line(unquote(target) if inside else target)


def is_picture(target: str) -> bool:
    """Whether a target names a picture that can be shown."""
    return _PICTURE.search(target) is not None


ROWS = 20
"""Rows that a picture takes at most, so that it fits on a screen."""

_CELL = (8, 16)
"""Pixels that a cell stands for; half as wide as high in every common font."""

_NOT_SHOWN = Text("（图未显示：{reason}）", "(picture not shown: {reason})")


@dataclass(frozen=True, slots=True)
class Picture:
    """The size of a picture in pixels, or else why it cannot be shown.

    `path` and `stamp` (its modification time) identify the file for the code that draws it;
    `caption` is what the report says of it.
    """

    width: int = 0
    height: int = 0
    problem: Text | None = None
    path: str = ""
    stamp: int = 0
    caption: str = ""


Pictures = Mapping[str, Picture]
"""Pictures by the target that the report names them by."""


def captions_of(block: Block) -> dict[str, str]:
    """The targets of the pictures that a block names, with the words it has for them."""
    found: dict[str, str] = {}
    for inner in walk_blocks(block):
        for text in own_texts(inner):
            for atom in text:
                if atom.source and atom.text.startswith(IMAGE_SIGN):
                    found.setdefault(atom.source, atom.text.removeprefix(IMAGE_SIGN))
    return found


def cells_of(
    picture: Picture, columns: int, rows: int, *, enlarged: bool = False
) -> tuple[int, int]:
    """The cells that a picture takes where there is room for `columns` × `rows`, in its own
    proportions: as many as it has pixels for, or fewer; or all that there is room for."""
    width, height = picture.width / _CELL[0], picture.height / _CELL[1]
    scale = min(columns / width, rows / height)
    if not enlarged:
        scale = min(scale, 1.0)
    return max(1, round(width * scale)), max(1, round(height * scale))


def lay_pictures(
    block: Block, pictures: Pictures, width: int, language: Language
) -> Iterator[Laid]:
    """The rows that the pictures of a block take under it; for one that fails, a line that says
    why."""
    for target in captions_of(block):
        picture = pictures.get(target)
        if picture is None:
            continue
        if picture.problem is not None:
            words = _NOT_SHOWN.pick(language).format(reason=picture.problem.pick(language))
            lines = wrap((Atom(words, Look(Role.NOTICE)),), width)
            yield Laid(tuple([line.aside() for line in lines]))
            continue
        columns, rows = cells_of(picture, width, ROWS)
        blank = Line((Run(" " * columns),))
        yield Laid((blank,) * rows, picture=PictureRow(target, columns, rows))
