"""Looks become styles under every theme, and no target brings a control code."""

from __future__ import annotations

import pytest
from rich.color import ColorSystem
from textual.theme import BUILTIN_THEMES, Theme

from vibe_tui.render.blocks import Look, Role
from vibe_tui.tui.look.strips import StyleBook, hyperlink
from vibe_tui.tui.look.themes import PAPER_DARK, PAPER_LIGHT, shipped_themes

_ALL = (*shipped_themes().values(), *(theme for theme in BUILTIN_THEMES.values()))


def _book(theme: Theme) -> StyleBook:
    return StyleBook({**theme.to_color_system().generate(), **theme.variables})


@pytest.mark.parametrize("theme", _ALL, ids=lambda theme: theme.name)
def test_every_role_has_a_style_in_every_theme(theme: Theme) -> None:
    book = _book(theme)
    assert all(book.of(Look(role)) is not None for role in Role)
    assert book.of(Look(bold=True, italic=True, strike=True)).strike


@pytest.mark.parametrize("theme", shipped_themes().values(), ids=lambda theme: theme.name)
def test_text_differs_from_its_ground_with_sixteen_colours(theme: Theme) -> None:
    shades = _book(theme).shades
    for style in (shades.mark, shades.current, shades.selection, shades.cursor):
        assert style.color is not None
        assert style.bgcolor is not None
        fore, back = (
            color.downgrade(ColorSystem.STANDARD) for color in (style.color, style.bgcolor)
        )
        assert fore != back


@pytest.mark.parametrize(
    "theme",
    [shipped_themes()[PAPER_DARK], shipped_themes()[PAPER_LIGHT]],
    ids=lambda theme: theme.name,
)
def test_shades_stay_apart_with_sixteen_colours(theme: Theme) -> None:
    shades = _book(theme).shades
    inks = [shades.text, shades.dim, shades.accent]
    grounds = [shades.mark, shades.current, shades.selection]
    for colours in ([style.color for style in inks], [style.bgcolor for style in grounds]):
        known = [colour.downgrade(ColorSystem.STANDARD) for colour in colours if colour]
        assert len(set(known)) == 3


@pytest.mark.parametrize("theme", shipped_themes().values(), ids=lambda theme: theme.name)
def test_a_heading_is_told_apart_by_weight(theme: Theme) -> None:
    book = _book(theme)
    heading, text = book.of(Look(Role.HEADING)), book.of(Look())
    assert heading.bold
    assert heading.color == text.color


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("https://e.example/a?b=c", "https://e.example/a?b=c"),
        ("https://e.example/指数", "https://e.example/%E6%8C%87%E6%95%B0"),
        ("https://e.example/\x1b]52;c;eA==\x07", "https://e.example/%1B]52;c;eA==%07"),
        ("mailto:a@e.example", "mailto:a@e.example"),
        ("javascript:alert(1)", ""),
        ("JaVaScRiPt:alert(1)", ""),
        ("data:text/html,x", ""),
        ("file:///etc/hosts", ""),
        ("ssh://-oX", ""),
        ("\thttps://e.example", ""),
        ("#风险", ""),
        ("第二章.md#风险", ""),
    ],
)
def test_only_web_and_mail_become_terminal_links(target: str, expected: str) -> None:
    assert hyperlink(target) == expected
    assert (_book(shipped_themes()[PAPER_DARK]).of(Look(link=target)).link or "") == expected
