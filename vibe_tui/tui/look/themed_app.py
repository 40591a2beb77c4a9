"""The half of the app that has to do with colours: the theme in force, and terminals with few.

"auto" goes by the terminal's background, as far as that is known at the start or told later.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual import on
from textual.app import App
from textual.filter import LineFilter, Monochrome

from vibe_tui.errors import Problem
from vibe_tui.service import Service
from vibe_tui.text import Text
from vibe_tui.tui.look.themes import DEFAULT_THEME, PAPER_LIGHT, TERMINAL, THEMES
from vibe_tui.tui.messages import BackgroundKnown, WentWrong
from vibe_tui.tui.terminal.colours import NoColour, Sixteen

_NO_THEME = Text("没有主题“{name}”，用默认值", 'there is no theme "{name}"; the default is used')
_SEE_THEMES = Text("命令面板的“换主题”列出全部", "Change theme in the palette lists them")


class ThemedApp(App[int]):
    """An app in the theme of its settings."""

    def __init__(self, service: Service, dark: bool | None) -> None:
        """`dark` is the terminal's background as far as known."""
        super().__init__()
        self.service = service
        self._dark = dark
        self._sixteen = Sixteen()
        self._no_colour = NoColour()
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = self.chosen_theme(service.config.theme)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Others where the terminal has only sixteen colours, or none are wanted."""
        usual = super().get_line_filters()
        if self.no_color:
            return [*(one for one in usual if not isinstance(one, Monochrome)), self._no_colour]
        few = self.console.color_system == "standard" and not self.is_headless
        return [*usual, *([self._sixteen] if few else [])]

    def load_themes(self) -> tuple[Problem, ...]:
        """Offer the user's themes too; what is wrong with others."""
        from vibe_tui.tui.look.theme_files import load_themes

        themes, problems = load_themes(self.service.paths.config.with_name("themes"))
        for theme in themes:
            self.register_theme(theme)
        return problems

    def check_theme(self) -> None:
        """Say it where the theme that is set does not exist."""
        config = self.service.config
        if config.theme not in {*self.available_themes, "auto", "dark", "light"}:
            line = config.lines.get("theme", 1)
            where = f"{self.service.paths.config}:{line}"
            self.tell_all([Problem(where, _NO_THEME.format(name=config.theme), _SEE_THEMES)])

    def chosen_theme(self, name: str) -> str:
        """The theme of that name; "auto" goes by the terminal's background."""
        if self.no_color:
            return TERMINAL.name
        auto = DEFAULT_THEME if self._dark is not False else PAPER_LIGHT.name
        names = {"auto": auto, "dark": DEFAULT_THEME, "light": PAPER_LIGHT.name}
        name = names.get(name, name)
        if name not in self.available_themes:
            self.load_themes()
        return name if name in self.available_themes else DEFAULT_THEME

    @on(BackgroundKnown)
    def _background_known(self, event: BackgroundKnown) -> None:
        """The terminal answered late."""
        self._dark = event.dark
        self.theme = self.chosen_theme(self.service.config.theme)

    def tell_all(self, problems: Iterable[Problem]) -> None:
        """Tell the person what is wrong."""
        for problem in problems:
            self.post_message(WentWrong(problem))
