"""A pane in which several reports are read at once: one of them is the one that keys are about."""

from __future__ import annotations

from collections.abc import Sequence

from vibe_tui.model.report import Report
from vibe_tui.text import Text
from vibe_tui.tui.reading import Shown
from vibe_tui.tui.widgets.reader_pane import ReaderPane

_HITS = Text("命中 {current}/{total}", "hit {current}/{total}")


class SeveralPane(ReaderPane):
    """Parts of several reports with what belongs to reading them."""

    @property
    def report_here(self) -> Report | None:
        """The report that is being read, where there is one."""
        raise NotImplementedError

    def _go_to_kept(self, shown: Shown) -> None:
        """Everything is kept here."""

    def _cited(self) -> Report | None:
        return self.report_here

    def _say_where(self, head: Sequence[str], foot: Sequence[str]) -> None:
        """Set what stands in the border, below with the hits before all else."""
        hits = _HITS.format(current=self._hit, total=self._hits).pick(self._language)
        self._frame(" · ".join(head), " · ".join([*([hits] if self._hits else []), *foot]))
