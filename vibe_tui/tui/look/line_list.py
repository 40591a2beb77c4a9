"""A list drawn by the Line API in which an item takes one line or several and one is selected.

The screen moves the selection, the mouse chooses; what the lines look like is up to the subclass.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from rich.style import Style
from textual import events
from textual.color import Color
from textual.geometry import Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from vibe_tui.render.blocks import Line
from vibe_tui.tui.look.strips import StyledWidget, Tint, draw


@dataclass(frozen=True, slots=True)
class ItemLine:
    """One row of cells; `item` is the place in the list of items, -1 for rows between them.

    `marks` are spans of the text the line was laid from that are to stand out.
    """

    line: Line
    item: int
    marks: tuple[tuple[int, int], ...] = ()


Listed = TypeVar("Listed")


class LineList(ScrollView, StyledWidget, Generic[Listed], can_focus=False):
    """Items of type `Listed`, one of them selected."""

    DEFAULT_CSS = """
    LineList { overflow-x: hidden; scrollbar-size-vertical: 1; background: $background; }
    """
    ROWS: ClassVar[int] = 4
    """How many lines an item takes, about."""

    index: reactive[int] = reactive(0, init=False)

    def __init__(self) -> None:
        super().__init__()
        self._items: Sequence[Listed] = ()
        self._lines: Sequence[ItemLine] = ()

    @property
    def items(self) -> Sequence[Listed]:
        """All items in order."""
        return self._items

    @property
    def selected(self) -> Listed | None:
        """The item under the cursor."""
        return self._items[self.index] if self.index < len(self._items) else None

    @abstractmethod
    def lay_out(self, width: int) -> tuple[Sequence[Listed], Sequence[ItemLine]]:
        """The items, and the lines that show them at a width."""

    @abstractmethod
    def choose(self, item: Listed) -> None:
        """Tell the screen that this one is wanted."""

    def lay(self, index: int) -> None:
        """Lay out anew, with this item selected."""
        self.set_reactive(LineList.index, index)
        self._lay()

    def lay_again(self, items: Sequence[Listed], name_of: Callable[[Listed], object]) -> None:
        """Lay out these items; the selected one, known by its name, stays so if still there."""
        before = self.selected
        names = [name_of(item) for item in items]
        at = min(self.index, max(0, len(names) - 1))
        if before is not None and name_of(before) in names:
            at = names.index(name_of(before))
        self.lay(at)
        self.watch_index()

    def move(self, step: int) -> None:
        """Select the item `step` further, stopping at the ends."""
        self.index = max(0, min(self.index + step, len(self._items) - 1))

    @property
    def shows_selected(self) -> bool:
        """Whether the selected item stands out."""
        return True

    def page(self) -> int:
        """About how many items one screen shows."""
        return max(1, self.size.height // self.ROWS)

    def watch_index(self) -> None:
        """Another item is selected."""
        self._keep_in_sight()

    def _keep_in_sight(self) -> None:
        """Have the selection on screen."""
        rows = [at for at, line in enumerate(self._lines) if line.item == self.index]
        height = self.scrollable_content_region.height
        if rows and height:
            # What stands above an item of several lines says what it belongs to.
            top = 0 if self.index == 0 else rows[0] - (self.ROWS > 1)
            if top < self.scroll_offset.y:
                self.scroll_to(y=top, animate=False)
            elif rows[-1] >= self.scroll_offset.y + height:
                self.scroll_to(y=rows[-1] - height + 1, animate=False)
        self.refresh()

    def on_resize(self) -> None:
        """Another width, or fewer rows."""
        self._lay()
        if self.shows_selected:
            self._keep_in_sight()

    def on_click(self, event: events.Click) -> None:
        """Choose what is clicked."""
        offset = event.get_content_offset(self)
        at = int(self.scroll_offset.y) + offset.y if offset is not None else len(self._lines)
        if at < len(self._lines) and self._lines[at].item >= 0:
            self.index = self._lines[at].item
            self.choose(self._items[self.index])

    def _lay(self) -> None:
        width = self.scrollable_content_region.width
        self._items, self._lines = self.lay_out(width)
        self.virtual_size = Size(width, len(self._lines))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        width = self.scrollable_content_region.width
        base = self.visual_style.rich_style
        at = y + int(self.scroll_offset.y)
        if at >= len(self._lines):
            return Strip.blank(width, base)
        row = self._lines[at]
        strip = self.draw_line(row, width).adjust_cell_length(width)
        if row.item == self.index and self.shows_selected:
            value = self.app.theme_variables["block-cursor-background"]
            base += Style(bgcolor=Color.parse(value).rich_color)
        return strip.apply_style(base)

    def draw_line(self, row: ItemLine, width: int) -> Strip:
        """The cells of a line."""
        marks = [Tint(start, end) for start, end in row.marks]
        return draw(row.line, self._book, marks)
