"""The outline of the open report: its headings, the one being read marked, kinds dimmed.

Rows drawn by the Line API. It is given entries and posts the section that was chosen; it knows no
document.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import BindingType
from textual.geometry import Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from vibe_tui.cells import cell_width, cut
from vibe_tui.tui.actions import bindings
from vibe_tui.tui.keys import Scope
from vibe_tui.tui.look.styles import StyleBook, StyledWidget

_INDENT = 2
_KIND_MIN = 30


@dataclass(frozen=True, slots=True)
class Entry:
    """One heading: its section's index in the document, depth from 0, words, and kind's name."""

    section: int
    depth: int
    title: str
    kind: str = ""


def _kinds_worth_saying(entries: Sequence[Entry]) -> list[str]:
    """The kinds that tell something new: not in the heading itself, nor that of the one above."""
    above: list[Entry] = []
    kinds = []
    for entry in entries:
        above = [higher for higher in above if higher.depth < entry.depth]
        inherited = bool(above) and above[-1].kind == entry.kind
        kinds.append("" if inherited or entry.kind in entry.title else entry.kind)
        above.append(entry)
    return kinds


class Outline(ScrollView, StyledWidget, can_focus=True, inherit_bindings=False):
    """Headings to jump to."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.READER)]

    DEFAULT_CSS = """
    Outline {
        overflow-x: hidden;
        scrollbar-size-vertical: 1;
        background: $background;
    }
    """

    cursor = reactive(0, init=False)
    current = reactive(-1, init=False)

    @dataclass
    class Jumped(Message):
        """The person chose this section."""

        section: int

    def __init__(self) -> None:
        super().__init__()
        self._entries: Sequence[Entry] = ()
        self._kinds: Sequence[str] = ()

    def show(self, entries: Sequence[Entry]) -> None:
        """Show the headings of another report."""
        self._entries = entries
        self._kinds = _kinds_worth_saying(entries)
        self.virtual_size = Size(self.scrollable_content_region.width, len(entries))
        self.set_reactive(Outline.cursor, 0)
        self.scroll_to(0, 0, animate=False)
        self.refresh()

    def set_current(self, section: int) -> None:
        """Mark the section being read (an index in the document); the cursor follows it."""
        found = [at for at, entry in enumerate(self._entries) if entry.section <= section]
        self.current = found[-1] if found else -1

    def watch_current(self, current: int) -> None:
        """Keep the section being read in sight, unless the person is choosing another."""
        if current >= 0 and not self.has_focus:
            self.cursor = current
        self.refresh()

    def validate_cursor(self, cursor: int) -> int:
        """Stay on a row."""
        return max(0, min(cursor, len(self._entries) - 1))

    def watch_cursor(self, cursor: int) -> None:
        """Keep the cursor in sight."""
        height = self.size.height
        if cursor < self.scroll_offset.y:
            self.scroll_to(y=cursor, animate=False)
        elif cursor >= self.scroll_offset.y + height:
            self.scroll_to(y=cursor - height + 1, animate=False)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One heading."""
        row, width = self.scroll_offset.y + y, self.scrollable_content_region.width
        if row >= len(self._entries):
            return Strip.blank(width, self.rich_style)
        return self._draw(row, width, self._book)

    def _draw(self, row: int, width: int, book: StyleBook) -> Strip:
        entry, shades = self._entries[row], book.shades
        reading, chosen = row == self.current, row == self.cursor and self.has_focus
        style = shades.text if entry.depth == 0 or reading else shades.dim
        if reading:
            style += shades.strong
        indent = " " * min(entry.depth * _INDENT, width // 3)
        sign = Segment("▎" if reading else " ", shades.accent)
        room = width - 2 - len(indent)
        kind = self._kinds[row] if width >= _KIND_MIN else ""
        kind_room = cell_width(kind) + 2 if kind else 0
        title = cut(entry.title, max(room - kind_room, min(room, 12)))
        gap = room - cell_width(title) - kind_room + 1
        segments = [sign, Segment(f"{indent} {title}", style)]
        if kind and gap >= 1:
            segments.append(Segment(" " * gap + kind, shades.dim))
        strip = Strip(segments).adjust_cell_length(width)
        if chosen:
            strip = strip.apply_style(shades.cursor)
        return strip.apply_style(self.rich_style)

    def on_click(self, event: events.Click) -> None:
        """Jump to the heading under the pointer."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        row = self.scroll_offset.y + offset.y
        if row < len(self._entries):
            self.cursor = row
            self.action_open()

    def on_focus(self) -> None:
        """The cursor starts at the section being read."""
        if self.current >= 0:
            self.cursor = self.current
        self.refresh()

    def on_blur(self) -> None:
        """Without the keys there is no cursor to see."""
        self.refresh()

    # What keys do: the reader's own actions

    def action_line_down(self) -> None:
        """The next heading."""
        self.cursor += 1

    def action_line_up(self) -> None:
        """The heading before."""
        self.cursor -= 1

    def action_page_down(self) -> None:
        """A screenful on."""
        self.cursor += max(1, self.size.height - 1)

    def action_page_up(self) -> None:
        """A screenful back."""
        self.cursor -= max(1, self.size.height - 1)

    def action_half_down(self) -> None:
        """Half a screen on."""
        self.cursor += max(1, self.size.height // 2)

    def action_half_up(self) -> None:
        """Half a screen back."""
        self.cursor -= max(1, self.size.height // 2)

    def action_top(self) -> None:
        """The first heading."""
        self.cursor = 0

    def action_bottom(self) -> None:
        """The last heading."""
        self.cursor = len(self._entries) - 1

    def action_left(self) -> None:
        """The heading that this one stands under."""
        depth = self._entries[self.cursor].depth if self._entries else 0
        for row in range(self.cursor - 1, -1, -1):
            if self._entries[row].depth < depth:
                self.cursor = row
                return

    def action_right(self) -> None:
        """The first heading below this one."""
        row = self.cursor + 1
        if row < len(self._entries) and self._entries[row].depth > self._entries[self.cursor].depth:
            self.cursor = row

    def action_open(self) -> None:
        """Jump to the heading."""
        if self._entries:
            self.post_message(self.Jumped(self._entries[self.cursor].section))
