"""The half of the app that has to do with colours: the theme in force, and terminals with few.

"auto" goes by the terminal's background, as far as that is known at the start or told later.

With sixteen colours two shades of a theme may become one: text that would be drawn on its own
colour is drawn in the one that stands out there. For `NO_COLOR` weight, slant, lines and reverse
video are left; Textual's own filter makes greys of all colours, and of the terminal's own two the
same black.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import lru_cache

from rich.color import Color as RichColor
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual import on
from textual.app import App
from textual.color import Color
from textual.filter import LineFilter, Monochrome

from vibe_tui.config import no_colour
from vibe_tui.errors import Problem
from vibe_tui.service import Service
from vibe_tui.tui.look.themes import (
    PAPER_DARK,
    PAPER_LIGHT,
    TERMINAL,
    shipped_themes,
    unknown_theme,
    user_themes,
)
from vibe_tui.tui.messages import BackgroundKnown, WentWrong


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


class ThemedApp(App[int]):
    """An app in the theme of its settings."""

    def __init__(self, service: Service, dark: bool | None) -> None:
        """`dark` is the terminal's background as far as known."""
        super().__init__()
        # Textual takes an empty `NO_COLOR` for a wish too.
        self.no_color = no_colour(os.environ)
        self.service = service
        self._dark = dark
        self._sixteen = Sixteen()
        self._no_colour = NoColour()
        for theme in shipped_themes().values():
            self.register_theme(theme)
        self.theme = self.chosen_theme(service.config.theme)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Others where the terminal has only sixteen colours, or none are wanted."""
        usual = [one for one in super().get_line_filters() if not isinstance(one, Monochrome)]
        if self.no_color:
            return [*usual, self._no_colour]
        few = self.console.color_system == "standard" and not self.is_headless
        return [*usual, *([self._sixteen] if few else [])]

    def load_themes(self) -> tuple[Problem, ...]:
        """Offer the user's themes too; what is wrong with others."""
        themes, problems = user_themes(self.service.paths.config.with_name("themes"))
        for theme in themes:
            self.register_theme(theme)
        return problems

    def check_theme(self) -> None:
        """Say it where the theme that is set does not exist."""
        config, path = self.service.config, self.service.paths.config
        self.tell_all(unknown_theme(config, path, self.available_themes))

    def chosen_theme(self, name: str) -> str:
        """The theme of that name; "auto" goes by the terminal's background."""
        if self.no_color:
            return TERMINAL
        auto = PAPER_DARK if self._dark is not False else PAPER_LIGHT
        names = {"auto": auto, "dark": PAPER_DARK, "light": PAPER_LIGHT}
        name = names.get(name, name)
        if name not in self.available_themes:
            self.load_themes()
        return name if name in self.available_themes else PAPER_DARK

    @on(BackgroundKnown)
    def _background_known(self, event: BackgroundKnown) -> None:
        """The terminal answered late."""
        self._dark = event.dark
        self.theme = self.chosen_theme(self.service.config.theme)

    def tell_all(self, problems: Iterable[Problem]) -> None:
        """Tell the person what is wrong."""
        for problem in problems:
            self.post_message(WentWrong(problem))
