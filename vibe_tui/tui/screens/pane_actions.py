"""What keys do with the pane of a screen on which reports are read: the same on each of them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vibe_tui.tui.widgets.reader_pane import ReaderPane


class PaneActions:
    """The actions that only hand on to the pane."""

    @abstractmethod
    def with_pane(self, call: Callable[[ReaderPane], object]) -> None:
        """Do something with the pane, now or as soon as it is there."""

    def action_next_section(self) -> None:
        self.with_pane(lambda pane: pane.next_section(1))

    def action_previous_section(self) -> None:
        self.with_pane(lambda pane: pane.next_section(-1))

    def action_fold(self) -> None:
        self.with_pane(lambda pane: pane.toggle_fold())

    def action_fold_all(self) -> None:
        self.with_pane(lambda pane: pane.toggle_all_folds())

    def action_links(self) -> None:
        self.with_pane(lambda pane: pane.pick_link())

    def action_table(self) -> None:
        self.with_pane(lambda pane: pane.open_table())

    def action_select(self) -> None:
        self.with_pane(lambda pane: pane.select_by_keys())

    def action_copy(self) -> None:
        self.with_pane(lambda pane: pane.copy_current())

    def action_wider(self) -> None:
        self.with_pane(lambda pane: pane.change_width(1))

    def action_narrower(self) -> None:
        self.with_pane(lambda pane: pane.change_width(-1))

    def action_find(self) -> None:
        self.with_pane(lambda pane: pane.open_find())

    def action_next_hit(self) -> None:
        self.with_pane(lambda pane: pane.next_hit(1))

    def action_previous_hit(self) -> None:
        self.with_pane(lambda pane: pane.previous_hit())
