"""Room on the page for the pictures that a report names: empty rows under the block that does.

The caption is the same with and without them. The caller says which pictures there are and how
large they are, and draws them into those rows. Opens no file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from vibe_tui.render.blocks import Atom, Block, own_texts, walk_blocks
from vibe_tui.render.inline import IMAGE_SIGN
from vibe_tui.render.lines import Laid, Line, Look, PictureRow, Role, Run
from vibe_tui.render.wrap import wrap
from vibe_tui.text import Language, Text

if TYPE_CHECKING:
    from vibe_tui.render.document import Document

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


def captions_in(document: Document) -> dict[str, str]:
    """The captions of all pictures of a report by their targets, in its order. For a worker."""
    found: dict[str, str] = {}
    for section in range(len(document.flat)):
        for number, chunk in enumerate(document.chunks(section)):
            if "![" in chunk.source or "<img" in chunk.source.lower():
                for unit in document.units(section, number):
                    for target, caption in captions_of(unit.block).items():
                        found.setdefault(target, caption)
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
