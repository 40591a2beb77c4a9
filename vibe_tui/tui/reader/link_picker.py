"""Picks one of several things by a letter: links on screen, formulas of a block.

Given choices, it shows a line for each (letter, words, target), takes the keys, and posts which one
was picked. It opens nothing. The letters are those under the fingers first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice, product

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.strip import Strip

from vibe_tui.cells import cell_width, cut
from vibe_tui.clean import clean_row
from vibe_tui.render.blocks import Line
from vibe_tui.render.links import shown_target
from vibe_tui.text import Text
from vibe_tui.tui.look.line_list import ItemLine, LineList
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
    text, target = clean_row(choice.text), shown_target(choice.target)
    if text == target:
        return cut(text, width), ""
    text = cut(text, max(width // 2 - _GAP, 8))
    return text, cut(target, max(width - cell_width(text) - _GAP, 1))


class LinkPicker(TakesKeys, LineList[Choice], can_focus=True):
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
        background: $surface;
        border-top: solid $border-blurred;
    }
    LinkPicker.-open { display: block; }
    """

    ROWS = 1

    @dataclass
    class Picked(Message):
        """This one of the choices; `whole` when all of its target was on screen."""

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
        self.lay(0)
        self.styles.height = min(len(choices), _MAX_ROWS) + 1
        self.add_class("-open")
        self.scroll_to(0, 0, animate=False)
        self.focus()
        self.refresh(layout=True)

    def close(self) -> None:
        """Hide."""
        self.remove_class("-open")

    @property
    def shows_selected(self) -> bool:
        """Letters pick: there is no cursor."""
        return False

    def lay_out(self, width: int) -> tuple[Sequence[Choice], Sequence[ItemLine]]:
        """The choices, a line each."""
        return self._choices, [ItemLine(Line(), at) for at in range(len(self._choices))]

    def choose(self, item: Choice) -> None:
        """Pick the line under the pointer."""
        self._pick(self.index)

    def draw_line(self, row: ItemLine, width: int) -> Strip:
        """One choice."""
        shades = self._book.shades
        choice, label = self._choices[row.item], self._labels[row.item]
        possible = label.startswith(self._typed)
        text, target = _fitted(choice, width - _MARGIN)
        return Strip(
            [
                Segment(f" {label:<2} ", shades.accent + shades.strong if possible else shades.dim),
                Segment(text, shades.text if possible else shades.dim),
                Segment(f"  {target}" if target else "", shades.dim),
            ]
        )

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
        super().on_resize()
        if self._typed:
            self._show_typed()

    def _pick(self, index: int) -> None:
        whole = self._shows_whole(index)
        self.close()
        self.post_message(self.Picked(self._choices[index], whole))

    def _shows_whole(self, index: int) -> bool:
        """Whether the person can see all of the target of a choice."""
        size, choice = self.scrollable_content_region.size, self._choices[index]
        seen = 0 <= index - self.scroll_offset.y < size.height
        return seen and shown_target(choice.target) in _fitted(choice, size.width - _MARGIN)
