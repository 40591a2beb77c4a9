"""A screen that acts only while it is the one on top.

Keys and clicks wait in queues: what was meant for a screen may be heard when it has already gone or
lies under another one. A second `enter` must then neither close the screen below nor open anything.
"""

from __future__ import annotations

from textual.await_complete import AwaitComplete
from textual.screen import Screen, ScreenResultType


class TopScreen(Screen[ScreenResultType]):
    """Leaves once, and hears the keys of its own actions only while it can be seen."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action may run now."""
        return self.is_active and super().check_action(action, parameters)

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Go, with an answer, unless already gone."""
        return super().dismiss(result) if self.is_active else AwaitComplete()
