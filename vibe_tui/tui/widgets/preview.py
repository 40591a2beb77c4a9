"""The passage under the cursor of the result list, in its report, with every match marked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.message import Message

from vibe_tui.render.document import HEADING, BlockId, Match, PageOptions, Place
from vibe_tui.tui.marks import Marks
from vibe_tui.tui.reading import Shown, Target
from vibe_tui.tui.strips import Mark
from vibe_tui.tui.widgets.page_view import PageView


class Preview(PageView, can_focus=False):
    """A report at one of its matches; keys stay with the query."""

    @dataclass
    class OpenRequested(Message):
        """The person wants to read on here."""

    def __init__(self, *, text_width: int = 88, options: PageOptions | None = None) -> None:
        super().__init__(text_width=text_width, options=options)
        self._marks = Marks()

    @property
    def count(self) -> tuple[int, int]:
        """The current match, counted from 1, and how many there are."""
        return self._marks.current + 1, len(self._marks)

    def show_passage(self, shown: Shown, target: Target) -> None:
        """Show the section of `target`, its match in sight."""
        self._marks = Marks(shown.matches)
        match = self._go_to(target)
        at = (*match.block, match.start) if match is not None else (target.section, HEADING, 0, 0)
        self.show(shown.document, shown.folds, place=Place(*at) if at[0] >= 0 else None)
        view = self._viewport
        if view is None:
            return
        top = view.page.section_row(target.section) if target.section >= 0 else 0
        if match is not None:
            row = view.page.row_of_text(match.block, match.start)
            if not top <= row < top + view.height - 2:
                top = row - view.height // 3
        self.scroll_to_row(top)

    def _go_to(self, target: Target) -> Match | None:
        here = [at for at, m in enumerate(self._marks.matches) if m.section == target.section]
        if not here:
            return None
        self._marks.current = here[min(target.nth, len(here) - 1)]
        return self._marks.here()

    def _marks_of(self, block: BlockId | None) -> Sequence[Mark]:
        return self._marks.of(block)

    def on_click(self, event: events.Click) -> None:
        """Read on here."""
        if self.text_selection is None:
            self.post_message(self.OpenRequested())
