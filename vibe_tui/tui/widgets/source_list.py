"""The list of sources, each with how its last visit went."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual.message import Message

from vibe_tui.service.syncing import SourceStatus
from vibe_tui.text import Language
from vibe_tui.tui.item_lines import ItemLine
from vibe_tui.tui.source_lines import source_lines
from vibe_tui.tui.widgets.line_list import LineList


class SourceList(LineList[SourceStatus]):
    """Sources, one of them selected."""

    @dataclass
    class OpenRequested(Message):
        """The person chose this source."""

        status: SourceStatus

    def __init__(self, language: Language) -> None:
        super().__init__()
        self._language: Language = language
        self._statuses: Sequence[SourceStatus] = ()

    def show(self, statuses: Sequence[SourceStatus]) -> None:
        """Show these; the selected source stays so where it is still there."""
        self._statuses = statuses
        self.lay_again(statuses, lambda status: status.source.id)

    def choose(self, item: SourceStatus) -> None:
        """Ask for the reports of this source."""
        self.post_message(self.OpenRequested(item))

    def lay_out(self, width: int) -> tuple[Sequence[SourceStatus], Sequence[ItemLine]]:
        """The sources, and their lines."""
        return self._statuses, source_lines(self._statuses, width, None, self._language)
