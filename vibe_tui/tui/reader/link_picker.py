"""Picks one of several things by a letter: links on screen, formulas of a block.

Given choices, it shows a line for each (letter, words, target), takes the keys, and posts which one
was picked. It opens nothing.

The links that can be seen: found in the rows on screen, to be picked or clicked. Pure.

The letters by which one of several things is picked: those under the fingers first. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice, product

from rich.segment import Segment
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from vibe_tui.cells import cell_width, cut
from vibe_tui.clean import clean_line
from vibe_tui.render.links import shown_target
from vibe_tui.render.place import BlockId
from vibe_tui.render.rows import PageLine
from vibe_tui.text import Text
from vibe_tui.tui.look.styles import StyledWidget
from vibe_tui.tui.status import TakesKeys

LETTERS = "asdfghjklqwertyuiopzxcvbnm"


def labels(count: int, first: str = "") -> list[str]:
    """Letters for `count` things: one each while they last, else two or more, never a prefix.

    The first thing has the letter `first`, where one is named and letters last.
    """
    if count <= len(LETTERS):
        return list((first + LETTERS.replace(first, "") if first else LETTERS)[:count])
    length = 2
    while len(LETTERS) ** length < count:
        length += 1
    return ["".join(letters) for letters in islice(product(LETTERS, repeat=length), count)]


_MAX_ROWS = 12
_MARGIN = 5
"""Cells of the letters and the margins beside them."""

_GAP = 2


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to pick: the words it stands under, and its target."""

    text: str
    target: str


def _fitted(choice: Choice, width: int) -> tuple[str, str]:
    """Words and target of a choice in `width` cells; where they are the same, only once."""
    text, target = clean_line(choice.text), shown_target(choice.target)
    if text == target:
        return cut(text, width), ""
    text = cut(text, max(width // 2 - _GAP, 8))
    return text, cut(target, max(width - cell_width(text) - _GAP, 1))


class LinkPicker(TakesKeys, ScrollView, StyledWidget, can_focus=True):
    """A list of choices with letters; hidden until it is given some."""

    KEYS = (
        ("a…z", Text("选取", "Pick")),
        ("↑ ↓", Text("滚动", "Scroll")),
        ("esc", Text("取消", "Cancel")),
    )

    DEFAULT_CSS = """
    LinkPicker {
        display: none;
        height: auto;
        max-height: 12;
        overflow-x: hidden;
        scrollbar-size-vertical: 1;
        background: $surface;
        border-top: solid $border-blurred;
    }
    LinkPicker.-open { display: block; }
    """

    @dataclass
    class Picked(Message):
        """This one of the choices; `whole` when all of its target was on screen."""

        index: int
        choice: Choice
        whole: bool

    @dataclass
    class Cancelled(Message):
        """Nothing was picked."""

    def __init__(self) -> None:
        super().__init__()
        self._choices: Sequence[Choice] = ()
        self._labels: list[str] = []
        self._typed = ""

    @property
    def labels(self) -> Sequence[str]:
        """The letters of the choices, in their order."""
        return self._labels

    def open(self, choices: Sequence[Choice], *, first: str = "") -> None:
        """Offer these and take the keys; `first` is the letter of the first one."""
        self._choices = choices
        self._labels = labels(len(choices), first)
        self._typed = ""
        self.virtual_size = Size(self.scrollable_content_region.width, len(choices))
        self.styles.height = min(len(choices), _MAX_ROWS) + 1
        self.add_class("-open")
        self.scroll_to(0, 0, animate=False)
        self.focus()
        self.refresh(layout=True)

    def close(self) -> None:
        """Hide."""
        self.remove_class("-open")

    def render_line(self, y: int) -> Strip:
        """One choice."""
        row, width = self.scroll_offset.y + y, self.scrollable_content_region.width
        if row >= len(self._choices):
            return Strip.blank(width, self.rich_style)
        shades = self._book.shades
        choice, label = self._choices[row], self._labels[row]
        possible = label.startswith(self._typed)
        text, target = _fitted(choice, width - _MARGIN)
        segments = [
            Segment(f" {label:<2} ", shades.accent + shades.strong if possible else shades.dim),
            Segment(text, shades.text if possible else shades.dim),
            Segment(f"  {target}" if target else "", shades.dim),
        ]
        return Strip(segments).adjust_cell_length(width).apply_style(self.rich_style)

    def on_key(self, event: events.Key) -> None:
        """A letter picks, escape gives up; arrows scroll a long list."""
        if event.key in ("down", "up", "pagedown", "pageup"):
            return
        event.stop()
        event.prevent_default()
        if event.key == "escape":
            self.close()
            self.post_message(self.Cancelled())
        elif event.key == "backspace":
            self._typed = self._typed[:-1]
            self._show_typed()
        elif event.character and event.character.lower() in LETTERS:
            self._type(self._typed + event.character.lower())

    def _type(self, typed: str) -> None:
        if typed in self._labels:
            self._pick(self._labels.index(typed))
        elif any(label.startswith(typed) for label in self._labels):
            self._typed = typed
            self._show_typed()

    def _show_typed(self) -> None:
        """Bring in sight what begins with the letter typed."""
        first = next(at for at, label in enumerate(self._labels) if label.startswith(self._typed))
        self.scroll_to(0, first, animate=False)
        self.refresh()

    def on_resize(self) -> None:
        """A letter may have been typed before there was room to scroll in."""
        if self._typed:
            self._show_typed()

    def _pick(self, index: int) -> None:
        whole = self._shows_whole(index)
        self.close()
        self.post_message(self.Picked(index, self._choices[index], whole))

    def _shows_whole(self, index: int) -> bool:
        """Whether the person can see all of the target of a choice."""
        size, choice = self.scrollable_content_region.size, self._choices[index]
        seen = 0 <= index - self.scroll_offset.y < size.height
        return seen and shown_target(choice.target) in _fitted(choice, size.width - _MARGIN)

    def on_click(self, event: events.Click) -> None:
        """Pick the line under the pointer."""
        offset = event.get_content_offset(self)
        if offset is not None and self.scroll_offset.y + offset.y < len(self._choices):
            self._pick(self.scroll_offset.y + offset.y)


@dataclass(frozen=True, slots=True)
class ScreenLink:
    """A link's first stretch on screen: row, cell of the line, cells; all its words, its target."""

    y: int
    x: int
    width: int
    text: str
    target: str


def links_in(rows: Iterable[tuple[int, PageLine]]) -> list[ScreenLink]:
    """Links in order; one that goes on over a line's end, or over changes of look, is one link."""
    found: list[ScreenLink] = []
    before: tuple[str, BlockId | None] | None = None
    for y, row in rows:
        x = 0
        for run in row.line.runs:
            width = cell_width(run.text)
            target = run.look.link
            if target:
                if before == (target, row.block):
                    last = found[-1]
                    grown = last.width + width if last.y == y else last.width
                    found[-1] = ScreenLink(last.y, last.x, grown, last.text + run.text, target)
                else:
                    found.append(ScreenLink(y, x, width, run.text, target))
                before = (target, row.block)
            elif run.at >= 0 and run.text.strip():
                before = None
            x += width
    return found
