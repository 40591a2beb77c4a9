"""What widgets have in common that draw their lines with the styles of the theme.

Put it behind a scroll view among the bases: Textual takes styles and bindings from the first one.
"""

from __future__ import annotations

from collections.abc import Mapping

from textual.widget import Widget

from vibe_tui.tui.styles import StyleBook


class StyledWidget(Widget):
    """Has the styles of the theme that is in force; they are made once for each theme."""

    _made: tuple[Mapping[str, str], StyleBook] | None = None

    @property
    def _book(self) -> StyleBook:
        variables = self.app.theme_variables
        if self._made is None or self._made[0] is not variables:
            self._made = (variables, StyleBook(variables))
        return self._made[1]
