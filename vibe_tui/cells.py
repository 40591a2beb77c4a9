"""How many terminal cells text takes, by the rules of the library that draws it."""

from __future__ import annotations

from rich.cells import cell_len


def cell_width(text: str) -> int:
    """Cells that `text` takes on a terminal; a grapheme cluster counts once."""
    if text.isascii():
        return len(text)
    return cell_len(text)
