"""The outline of the open report: its headings, the one being read marked, kinds dimmed.

It is given rows and posts the section that was chosen; it holds no document.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.segment import Segment
from textual.binding import BindingType
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from vibe_tui.cells import cell_width, cut
from vibe_tui.clean import clean_row
from vibe_tui.model.section import KIND_NAMES, SectionKind
from vibe_tui.render.blocks import Line
from vibe_tui.render.document import Document
from vibe_tui.text import Language
from vibe_tui.tui.actions import bindings
from vibe_tui.tui.keys import Scope
from vibe_tui.tui.look.line_list import ItemLine, LineList

_INDENT = 2
_KIND_MIN = 30


@dataclass(frozen=True, slots=True)
class OutlineRow:
    """One heading: its section's index in the document, depth from 0, words, and its kind's name
    where that tells something new: not said in the heading itself, nor by the one above."""

    section: int
    depth: int
    title: str
    kind: str = ""


def outline_rows(document: Document, language: Language) -> list[OutlineRow]:
    """The headings of a report. For a worker: it reads them all."""
    names = {kind: name.pick(language) for kind, name in KIND_NAMES.items()}
    names[SectionKind.OTHER] = ""
    rows: list[OutlineRow] = []
    above: list[tuple[int, str]] = []
    for at, section in enumerate(document.flat):
        if section.level:
            title, kind = clean_row(document.title(at)), names[section.kind]
            while above and above[-1][0] >= section.level:
                above.pop()
            told = kind in title or (bool(above) and above[-1][1] == kind)
            rows.append(OutlineRow(at, section.level - 1, title, "" if told else kind))
            above.append((section.level, kind))
    return rows


class OutlineList(LineList[OutlineRow], can_focus=True, inherit_bindings=False):
    """Headings to jump to."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings(Scope.READER)]
    ROWS = 1

    current = reactive(-1, init=False)

    @dataclass
    class Jumped(Message):
        """The person chose this section."""

        section: int

    def __init__(self) -> None:
        super().__init__()
        self._rows: Sequence[OutlineRow] = ()
        self._section = -1

    def show(self, rows: Sequence[OutlineRow]) -> None:
        """Show the headings of another report."""
        self._rows = rows
        self.lay(0)
        self.scroll_to(0, 0, animate=False)
        self.set_current(self._section)

    def lay_out(self, width: int) -> tuple[Sequence[OutlineRow], Sequence[ItemLine]]:
        """The headings, a line each."""
        return self._rows, [ItemLine(Line(), at) for at in range(len(self._rows))]

    def choose(self, item: OutlineRow) -> None:
        """Jump to the heading."""
        self.post_message(self.Jumped(item.section))

    def set_current(self, section: int) -> None:
        """Mark the section being read (an index in the document); the cursor follows it."""
        self._section = section
        self.current = bisect_right(self._rows, section, key=lambda row: row.section) - 1

    def watch_current(self, current: int) -> None:
        """Keep the section being read in sight, unless the person is choosing another."""
        if current >= 0 and not self.has_focus:
            self.index = current
        self.refresh()

    @property
    def shows_selected(self) -> bool:
        """Without the keys there is no cursor to see."""
        return self.has_focus

    def draw_line(self, row: ItemLine, width: int) -> Strip:
        """One heading."""
        heading, shades = self._rows[row.item], self._book.shades
        reading = row.item == self.current
        style = shades.text if heading.depth == 0 or reading else shades.dim
        if reading:
            style += shades.strong
        indent = " " * min(heading.depth * _INDENT, width // 3)
        sign = Segment("▎" if reading else " ", shades.accent)
        room = width - 2 - len(indent)
        kind = heading.kind if width >= _KIND_MIN else ""
        kind_room = cell_width(kind) + 2 if kind else 0
        title = cut(heading.title, max(room - kind_room, min(room, 12)))
        gap = room - cell_width(title) - kind_room + 1
        segments = [sign, Segment(f"{indent} {title}", style)]
        if kind and gap >= 1:
            segments.append(Segment(" " * gap + kind, shades.dim))
        return Strip(segments)

    def on_focus(self) -> None:
        """The cursor starts at the section being read."""
        if self.current >= 0:
            self.index = self.current
        self.refresh()

    def on_blur(self) -> None:
        """Without the keys there is no cursor to see."""
        self.refresh()

    # What keys do: the reader's own actions

    def action_line_down(self) -> None:
        self.move(1)

    def action_line_up(self) -> None:
        self.move(-1)

    def action_page_down(self) -> None:
        self.move(max(1, self.size.height - 1))

    def action_page_up(self) -> None:
        self.move(-max(1, self.size.height - 1))

    def action_half_down(self) -> None:
        self.move(max(1, self.size.height // 2))

    def action_half_up(self) -> None:
        self.move(-max(1, self.size.height // 2))

    def action_top(self) -> None:
        self.move(-len(self._rows))

    def action_bottom(self) -> None:
        self.move(len(self._rows))

    def action_left(self) -> None:
        """To the heading that this one stands under."""
        depth = self._rows[self.index].depth if self._rows else 0
        above = [at for at in range(self.index) if self._rows[at].depth < depth]
        self.index = above[-1] if above else self.index

    def action_right(self) -> None:
        """To the first heading below this one."""
        below = self._rows[self.index + 1 : self.index + 2]
        if below and below[0].depth > self._rows[self.index].depth:
            self.index += 1

    def action_open(self) -> None:
        if self.selected is not None:
            self.choose(self.selected)
