"""The list of search results: passages and notes under their reports."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual.message import Message

from vibe_tui.text import Language
from vibe_tui.tui.item_lines import ItemLine
from vibe_tui.tui.results import Found, Result, lay_results
from vibe_tui.tui.widgets.line_list import LineList


class ResultList(LineList[Result]):
    """Results, one of them selected."""

    @dataclass
    class Highlighted(Message):
        """Another result is under the cursor, or none."""

        result: Result | None

    @dataclass
    class OpenRequested(Message):
        """The person chose this result."""

        result: Result

    def __init__(
        self, *, today: Callable[[], dt.date] = dt.date.today, language: Language = "zh"
    ) -> None:
        super().__init__()
        self._today = today
        self._language: Language = language
        self._found: Sequence[Found] = ()

    def show(self, found: Sequence[Found]) -> None:
        """Show these, the first selected."""
        self._found = found
        self.lay(0)
        self.scroll_to(y=0, animate=False)
        self.post_message(self.Highlighted(self.selected))

    def watch_index(self) -> None:
        """Tell what is selected."""
        super().watch_index()
        self.post_message(self.Highlighted(self.selected))

    def choose(self, item: Result) -> None:
        """Ask for this result to be opened."""
        self.post_message(self.OpenRequested(item))

    def lay_out(self, width: int) -> tuple[Sequence[Result], Sequence[ItemLine]]:
        """The results, and their lines."""
        return lay_results(self._found, width, today=self._today(), language=self._language)
