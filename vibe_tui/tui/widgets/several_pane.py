"""A pane in which several reports are read at once: one of them is the one that keys are about."""

from __future__ import annotations

from abc import abstractmethod

from vibe_tui.model.report import Report
from vibe_tui.tui.reading import Shown
from vibe_tui.tui.widgets.reader_pane import ReaderPane


class SeveralPane(ReaderPane):
    """Parts of several reports with what belongs to reading them."""

    @property
    @abstractmethod
    def report_here(self) -> Report | None:
        """The report that is being read, where there is one."""

    def _go_to_kept(self, shown: Shown) -> None:
        """Everything is kept here."""

    def _cited(self) -> Report | None:
        return self.report_here
