"""Without colours, what colours told apart stays apart."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from vibe_tui.tui.look.themed_app import NoColour, colourless

PAGE = Color.parse("#1b1a18")


def test_no_colour_is_left() -> None:
    style = colourless(Style.parse("bold italic #e0906f on #1b1a18"), PAGE)
    assert (style.color, style.bgcolor) == (None, None)
    assert (style.bold, style.italic, style.reverse) == (True, True, False)


def test_another_ground_is_reverse_video() -> None:
    assert colourless(Style(bgcolor="#c3993e", color="#1b1a18"), PAGE).reverse
    assert not colourless(Style(bgcolor="default"), PAGE).reverse
    assert colourless(Style(reverse=True), PAGE).reverse


def test_text_and_meta_stay() -> None:
    meta = {"offset": (1, 2)}
    row = [Segment("甲", Style.from_meta(meta)), Segment("乙", None)]
    drawn = NoColour().apply(row, PAGE)
    assert [segment.text for segment in drawn] == ["甲", "乙"]
    assert drawn[0].style is not None
    assert drawn[0].style.meta == meta
