"""The list of search results, drawn by the Line API: passages under their reports."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.style import Style
from textual import events
from textual.color import Color
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from vibe_tui.text import Language
from vibe_tui.tui.results import Found, Result, ResultLine, lay_results
from vibe_tui.tui.strips import Mark, draw
from vibe_tui.tui.styles import StyleBook


class ResultList(ScrollView, can_focus=False):
    """Passages, one of them selected; the screen moves the selection and the mouse chooses."""

    DEFAULT_CSS = """
    ResultList { overflow-x: hidden; scrollbar-size-vertical: 1; background: $background; }
    """

    index: reactive[int] = reactive(0, init=False)

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
        self._results: list[Result] = []
        self._lines: list[ResultLine] = []
        self._book: StyleBook | None = None

    @property
    def selected(self) -> Result | None:
        """The result under the cursor."""
        return self._results[self.index] if self.index < len(self._results) else None

    @property
    def results(self) -> Sequence[Result]:
        """All results in order."""
        return self._results

    def show(self, found: Sequence[Found]) -> None:
        """Show these, the first selected."""
        self._found = found
        self.set_reactive(ResultList.index, 0)
        self._lay()
        self.scroll_to(y=0, animate=False)
        self.post_message(self.Highlighted(self.selected))

    def move(self, step: int) -> None:
        """Select the result `step` further, stopping at the ends."""
        self.index = max(0, min(self.index + step, len(self._results) - 1))

    def page(self) -> int:
        """About how many results one screen shows."""
        return max(1, self.size.height // 4)

    def watch_index(self) -> None:
        rows = [at for at, line in enumerate(self._lines) if line.result == self.index]
        height = self.scrollable_content_region.height
        if rows and height:
            top = 0 if self.index == 0 else rows[0] - 1
            if top < self.scroll_offset.y:
                self.scroll_to(y=top, animate=False)
            elif rows[-1] >= self.scroll_offset.y + height:
                self.scroll_to(y=rows[-1] - height + 1, animate=False)
        self.post_message(self.Highlighted(self.selected))
        self.refresh()

    def on_resize(self) -> None:
        self._lay()

    def on_click(self, event: events.Click) -> None:
        at = int(self.scroll_offset.y) + event.y
        if at >= len(self._lines) or self._lines[at].result < 0:
            return
        self.index = self._lines[at].result
        self.post_message(self.OpenRequested(self._results[self.index]))

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._book = None

    def _lay(self) -> None:
        width = self.scrollable_content_region.width
        self._results, self._lines = lay_results(
            self._found, width, today=self._today(), language=self._language
        )
        self.virtual_size = Size(width, len(self._lines))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        width = self.scrollable_content_region.width
        base = self.visual_style.rich_style
        at = y + int(self.scroll_offset.y)
        if at >= len(self._lines):
            return Strip.blank(width, base)
        if self._book is None:
            self._book = StyleBook(self.app.theme_variables)
        row = self._lines[at]
        marks = [Mark(start, end) for start, end in row.marks]
        strip = draw(row.line, self._book, marks).adjust_cell_length(width)
        if row.result == self.index and row.result >= 0:
            value = self.app.theme_variables["block-cursor-background"]
            base += Style(bgcolor=Color.parse(value).rich_color)
        return strip.apply_style(base)
