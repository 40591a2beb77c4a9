"""A one-line input for queries, which takes no control code from the clipboard."""

from __future__ import annotations

from textual import events
from textual.widgets import Input

from vibe_tui.clean import clean_line


class QueryInput(Input):
    """An `Input` whose text is always one harmless line."""

    DEFAULT_CSS = """
    QueryInput { border: none; height: 1; padding: 0 1; background: $background; }
    QueryInput:focus { border: none; background: $background; background-tint: $background 0%; }
    """

    def on_paste(self, event: events.Paste) -> None:
        self.replace(clean_line(event.text.strip()), *self.selection)
        event.prevent_default()
        event.stop()
