"""The list of notes, each under its report."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from textual.message import Message

from vibe_tui.service.notes import Noted
from vibe_tui.text import Language
from vibe_tui.tui.item_lines import ItemLine
from vibe_tui.tui.note_lines import NoteLayout
from vibe_tui.tui.widgets.line_list import LineList


class NoteList(LineList[Noted]):
    """Notes, one of them selected."""

    ROWS = 5

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
        self._noted: Sequence[Noted] = ()
        self._layout: NoteLayout | None = None

    def show(self, noted: Sequence[Noted]) -> None:
        """Show these; the selected note stays so where it is still there."""
        self._noted = noted
        self.lay_again(noted, lambda one: one.note.id)

    def choose(self, item: Noted) -> None:
        """Ask for this note to be opened."""
        self.post_message(self.OpenRequested(item))

    def lay_out(self, width: int) -> tuple[Sequence[Noted], Sequence[ItemLine]]:
        """The notes, and their lines."""
        return self._noted, self._layout_at(width).lines(self._noted)

    @property
    def layout_now(self) -> NoteLayout:
        """With it a worker may lay out notes before they are shown."""
        return self._layout_at(self.scrollable_content_region.width)

    def _layout_at(self, width: int) -> NoteLayout:
        layout = NoteLayout(width, self._today(), self._language, self._ascii_only)
        if self._layout != layout:
            self._layout = layout
        return self._layout or layout
