"""Keeps text readable in terminals of sixteen colours.

There, two shades of a theme may become one colour: dim text on a selected row would vanish. Text
that would be drawn on its own colour is drawn in the one that stands out there instead.

Draws without colours, for `NO_COLOR`: weight, slant, lines and reverse video are left.

Textual's own filter makes greys of all colours, and of the terminal's own two the same black.
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


@lru_cache(1024)
def colourless(style: Style, background: Color) -> Style:
    """`style` without colours; reversed where its background stood out from `background`."""
    behind = style.bgcolor
    plain = behind is None or behind.is_default or behind == background.rich_color
    bare = Style(
        bold=style.bold,
        dim=style.dim and plain,
        italic=style.italic,
        underline=style.underline,
        strike=style.strike,
        reverse=bool(style.reverse) is plain,
    )
    return bare + Style(meta=style.meta) if style.meta else bare


class NoColour(LineFilter):
    """Takes the colours from every segment."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same text."""
        return [
            Segment(text, colourless(style, background) if style is not None else None, control)
            for text, style, control in segments
        ]
