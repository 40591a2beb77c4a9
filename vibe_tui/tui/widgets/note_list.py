"""The list of notes, drawn by the Line API: one of them selected."""

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

from vibe_tui.service.notes import Noted
from vibe_tui.text import Language
from vibe_tui.tui.note_lines import NoteLine, lay_notes
from vibe_tui.tui.strips import draw
from vibe_tui.tui.styles import StyleBook


class NoteList(ScrollView, can_focus=False):
    """Notes; the screen moves the selection and the mouse chooses."""

    DEFAULT_CSS = """
    NoteList { overflow-x: hidden; scrollbar-size-vertical: 1; background: $background; }
    """

    index: reactive[int] = reactive(0, init=False)

    @dataclass
    class OpenRequested(Message):
        """The person chose this note."""

        noted: Noted

    def __init__(
        self, *, today: Callable[[], dt.date], language: Language, ascii_only: bool
    ) -> None:
        super().__init__()
        self._today = today
        self._language: Language = language
        self._ascii_only = ascii_only
        self._lines: list[NoteLine] = []
        self._book: StyleBook | None = None
        self.noted: Sequence[Noted] = ()

    @property
    def selected(self) -> Noted | None:
        """The note under the cursor."""
        return self.noted[self.index] if self.index < len(self.noted) else None

    def show(self, noted: Sequence[Noted]) -> None:
        """Show these; the selected note stays so where it is still there."""
        before = self.selected
        ids = [one.note.id for one in noted]
        at = min(self.index, max(0, len(noted) - 1))
        if before is not None and before.note.id in ids:
            at = ids.index(before.note.id)
        self.noted = noted
        self.set_reactive(NoteList.index, at)
        self._lay()
        self.watch_index()

    def move(self, step: int) -> None:
        """Select the note `step` further, stopping at the ends."""
        self.index = max(0, min(self.index + step, len(self.noted) - 1))

    def page(self) -> int:
        """About how many notes one screen shows."""
        return max(1, self.size.height // 5)

    def watch_index(self) -> None:
        """Keep the selection in sight."""
        rows = [at for at, line in enumerate(self._lines) if line.note == self.index]
        height = self.scrollable_content_region.height
        if rows and height:
            if rows[0] < self.scroll_offset.y:
                self.scroll_to(y=rows[0], animate=False)
            elif rows[-1] >= self.scroll_offset.y + height:
                self.scroll_to(y=rows[-1] - height + 1, animate=False)
        self.refresh()

    def on_resize(self) -> None:
        """Another width."""
        self._lay()

    def on_click(self, event: events.Click) -> None:
        """Open what is clicked."""
        at = int(self.scroll_offset.y) + event.y
        if at < len(self._lines) and self._lines[at].note >= 0:
            self.index = self._lines[at].note
            self.post_message(self.OpenRequested(self.noted[self.index]))

    def notify_style_update(self) -> None:
        """Another theme."""
        super().notify_style_update()
        self._book = None

    def _lay(self) -> None:
        width = self.scrollable_content_region.width
        self._lines = lay_notes(
            self.noted,
            width,
            today=self._today(),
            language=self._language,
            ascii_only=self._ascii_only,
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
        strip = draw(row.line, self._book).adjust_cell_length(width)
        if row.note == self.index:
            value = self.app.theme_variables["block-cursor-background"]
            base += Style(bgcolor=Color.parse(value).rich_color)
        return strip.apply_style(base)
