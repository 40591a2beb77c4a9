"""Keeps text readable in terminals of sixteen colours.

There, two shades of a theme may become one colour: dim text on a selected row would vanish. Text
that would be drawn on its own colour is drawn in the one that stands out there instead.
"""

from __future__ import annotations

from functools import lru_cache

from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.filter import LineFilter


@lru_cache(1024)
def legible(style: Style) -> Style:
    """`style` with another foreground where sixteen colours do not tell it from the background."""
    fore, back = style.color, style.bgcolor
    if fore is None or back is None or fore.is_default or back.is_default:
        return style
    if _number(fore) != _number(back):
        return style
    dark = Color.from_rich_color(back).brightness < 0.5
    return style + Style(color="white" if dark else "black")


def _number(color: RichColor) -> int | None:
    return color.downgrade(ColorSystem.STANDARD).number


class Sixteen(LineFilter):
    """Makes every segment legible."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same text."""
        return [
            Segment(text, legible(style) if style is not None else None, control)
            for text, style, control in segments
        ]
