"""Text stays readable in sixteen colours."""

from __future__ import annotations

import pytest
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual.color import Color
from textual.theme import Theme

from vibe_tui.tui.look.themed_app import Sixteen, legible
from vibe_tui.tui.look.themes import PAPER_DARK, PAPER_LIGHT, shipped_themes


@pytest.mark.parametrize(
    "theme", [shipped_themes()[PAPER_DARK], shipped_themes()[PAPER_LIGHT]], ids=["dark", "light"]
)
@pytest.mark.parametrize("back", ["block-cursor-background", "block-cursor-blurred-background"])
def test_dim_text_on_a_selected_row_is_not_lost(theme: Theme, back: str) -> None:
    named = theme.variables
    style = legible(Style(color=named["page-dim"], bgcolor=named[back]))
    assert style.color is not None
    assert style.bgcolor is not None
    both = (style.color, style.bgcolor)
    fore, ground = (color.downgrade(ColorSystem.STANDARD).number for color in both)
    assert fore != ground


@pytest.mark.parametrize(
    "style",
    [Style(), Style(color="#867e78"), Style(color="#ffffff", bgcolor="#000000"), Style(bold=True)],
    ids=["plain", "no background", "apart", "weight only"],
)
def test_what_is_readable_stays(style: Style) -> None:
    assert legible(style) == style


def test_text_stays() -> None:
    row = [Segment("甲", Style(color="#303030", bgcolor="#313131")), Segment("乙", None)]
    drawn = Sixteen().apply(row, Color(0, 0, 0))
    assert [segment.text for segment in drawn] == ["甲", "乙"]
    assert drawn[0].style != row[0].style
