"""A screen that acts only while it is the one on top.

Keys and clicks wait in queues: what was meant for a screen may arrive when it has already gone or
lies under another one. A second `enter` must then neither close the screen below nor open anything.
What it says is shown on whatever screen is on top.
"""

from __future__ import annotations

from textual.await_complete import AwaitComplete
from textual.screen import Screen, ScreenResultType

from vibe_tui.errors import Problem, VibeError
from vibe_tui.text import Text
from vibe_tui.tui.messages import Said, WentWrong


class TopScreen(Screen[ScreenResultType]):
    """Leaves once, and takes the keys of its own actions only while it can be seen."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether an action may run now."""
        return self.is_active and super().check_action(action, parameters)

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Go, with an answer, unless already gone."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def say(self, text: Text) -> None:
        """Tell the person."""
        self.app.post_message(Said(text))

    def tell(self, problem: Problem | VibeError) -> None:
        """Tell the person what failed, or is not as it should be."""
        self.app.post_message(WentWrong(problem))
