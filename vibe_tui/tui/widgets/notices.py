"""What went wrong, in lines of their own above the foot of the screen.

Not over the text: Textual cuts what lies over the edge of another widget there, and with it a wide
character in two, which is then lost. Each notice stays for a while or until it is clicked.
"""

from __future__ import annotations

from textual.geometry import Size
from textual.strip import Strip
from textual.timer import Timer

from vibe_tui.clean import clean_line
from vibe_tui.render.lines import PLAIN, Line
from vibe_tui.tui.strips import draw
from vibe_tui.tui.widgets.styled import StyledWidget

MOST = 4
"""Notices that are shown at a time; older ones give way."""

_SIGN = "! "
_REST = "  "


class Notices(StyledWidget):
    """The latest notices, each wrapped to the width."""

    DEFAULT_CSS = """
    Notices { height: 0; width: 1fr; background: $panel; }
    """

    def __init__(self, *, seconds: float = 12.0) -> None:
        super().__init__()
        self._seconds = seconds
        self._notices: list[str] = []
        self._lines: list[Line] = []
        self._clearing: Timer | None = None

    @property
    def notices(self) -> list[str]:
        """What is shown, the latest last."""
        return self._notices

    def add(self, words: str) -> None:
        """Show one more, literally; the same words only once."""
        line = clean_line(words)
        self._notices = [*(old for old in self._notices if old != line), line][-MOST:]
        if self._clearing is not None:
            self._clearing.stop()
        self._clearing = self.set_timer(self._seconds, self.clear)
        self._lay(self.size.width)

    def clear(self) -> None:
        """Show none."""
        self._notices = []
        self._lay(self.size.width)

    def on_resize(self) -> None:
        self._lay(self.size.width)

    def on_click(self) -> None:
        self.clear()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self._lines)

    def _lay(self, width: int) -> None:
        self._lines = _wrapped(self._notices, max(8, width or self.app.size.width))
        self.styles.height = min(len(self._lines), max(1, self.app.size.height // 3))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        base = self.visual_style.rich_style
        if y >= len(self._lines):
            return Strip.blank(width, base)
        return draw(self._lines[y], self._book).adjust_cell_length(width).apply_style(base)


def _wrapped(notices: list[str], width: int) -> list[Line]:
    if not notices:
        return []
    # The first frame has no notice: what wraps text is not loaded for it.
    from vibe_tui.render.blocks import Atom
    from vibe_tui.render.wrap import wrap

    return [
        line
        for words in notices
        for line in wrap((Atom(words, PLAIN),), width, first=_SIGN, rest=_REST)
    ]
