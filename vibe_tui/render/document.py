"""What the front ends need of `render`: a report as a `Document`, at a width as a `Page`.

Other modules of `render` import these names from where they are defined.
"""

from __future__ import annotations

from vibe_tui.render.layout import PageOptions
from vibe_tui.render.page import Page
from vibe_tui.render.rows import Fold, PageLine
from vibe_tui.render.source import FRONT, HEADING, BlockId, Document, Match, Place

__all__ = [
    "FRONT",
    "HEADING",
    "BlockId",
    "Document",
    "Fold",
    "Match",
    "Page",
    "PageLine",
    "PageOptions",
    "Place",
]
