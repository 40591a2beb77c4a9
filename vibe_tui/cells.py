"""How many terminal cells text takes, by the rules of the library that draws it.

A grapheme cluster is what `rich` draws as one unit: a character with the zero-width marks, joiners
and selectors after it. Nothing here cuts inside one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.cells import cell_len, split_graphemes

# Only characters that `rich` counts as two cells whatever their neighbours are.
WIDE = "\u3001-\u3029\u3041-\u3096\u30a0-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uff01-\uff60"
_simple = re.compile(f"[ -~{WIDE}]*").fullmatch


def cell_width(text: str) -> int:
    """Cells that `text` takes on a terminal; a grapheme cluster counts once."""
    if text.isascii():
        return len(text)
    if _simple(text):
        # One byte for one cell, three for two.
        return (len(text) + len(text.encode())) // 2
    return cell_len(text)


def graphemes(text: str) -> Iterator[tuple[str, int]]:
    """The grapheme clusters of `text` with their cells, in order; joined they are `text`."""
    while text.startswith("\u200d"):
        # What follows a joiner takes no cells of its own, even where it joins to nothing.
        yield text[:2], 0
        text = text[2:]
    spans, _ = split_graphemes(text)
    for start, end, width in spans:
        yield text[start:end], width


def cut(text: str, width: int, tail: str = "…") -> str:
    """`text` if it fits into `width` cells, else as much as fits before `tail`.

    Whole clusters only, so the result may be a cell short; too narrow for `tail`, it is left out.
    """
    if cell_width(text) <= width:
        return text
    room = width - cell_width(tail)
    if room < 0:
        room, tail = width, ""
    kept: list[str] = []
    # A cluster takes at least one cell but for stray marks: more text cannot be needed.
    for cluster, cells in graphemes(text[: 8 * max(width, 0) + 64]):
        if cells > room:
            break
        room -= cells
        kept.append(cluster)
    return "".join(kept) + tail


def pad(text: str, width: int) -> str:
    """`text` cut or filled with spaces to exactly `width` cells."""
    text = cut(text, width)
    text += " " * (width - cell_width(text))
    # A joiner at the end swallows a blank.
    return text + " " * (width - cell_width(text))
