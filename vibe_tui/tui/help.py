"""Help: the sheet of all keys that are in force, searchable, and what the palette finds.

The palette finds actions and themes, or says in the reader's language that it finds none.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from rich.segment import Segment
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.system_commands import SystemCommandsProvider
from textual.theme import ThemeProvider
from textual.widgets import Input

from vibe_tui.cells import cut, pad
from vibe_tui.text import Language, Text
from vibe_tui.tui.keys import Action, show_keys
from vibe_tui.tui.look.strips import StyledWidget
from vibe_tui.tui.screens import QueryInput, TopScreen

Part = tuple[Text, Sequence[Action]]

_SEARCH = Text("输入以查找按键…", "Type to find a key…")
_TITLE = Text("帮助", "Help")
_CLOSE = Text("esc 关闭", "esc closes")
_NOTHING = Text("没有这样的按键", "No such key")
_KEYS = 20
_LABEL = 16
_TOOLTIP = 16
"""Cells below which the explanation is left out, and the label has its room."""


class KeySheet(ScrollView, StyledWidget, can_focus=False):
    """Key, label and explanation of every action that matches."""

    DEFAULT_CSS = """
    KeySheet { overflow-x: hidden; scrollbar-size-vertical: 1; background: $surface; }
    """

    def __init__(self, parts: Sequence[Part], language: Language) -> None:
        super().__init__()
        self._parts = parts
        self._language: Language = language
        self._rows: list[str | Action] = []

    def on_mount(self) -> None:
        self.filter("")

    def on_resize(self) -> None:
        self._measure()

    def filter(self, words: str) -> None:
        """Show only the actions that hold every word, in any language."""
        wanted = words.casefold().split()
        self._rows = []
        for heading, actions in self._parts:
            matching = [action for action in actions if _matches(action, wanted)]
            if matching:
                self._rows += ["", heading.pick(self._language), *matching]
        self._rows = self._rows[1:] or [_NOTHING.pick(self._language)]
        self._measure()
        self.scroll_to(y=0, animate=False)
        self.refresh()

    def _measure(self) -> None:
        self.virtual_size = Size(self.scrollable_content_region.width, len(self._rows))

    def render_line(self, y: int) -> Strip:
        width = self.scrollable_content_region.width
        base = self.visual_style.rich_style
        at = y + int(self.scroll_offset.y)
        if at >= len(self._rows):
            return Strip.blank(width, base)
        shades = self._book.shades
        row = self._rows[at]
        if isinstance(row, str):
            return Strip([Segment(cut(row, width), base + shades.accent)]).adjust_cell_length(
                width, base
            )
        keys = min(_KEYS, width // 2)
        room = width - keys - _LABEL
        label = row.label.pick(self._language)
        segments = [Segment(pad(cut(show_keys(row), keys - 1), keys), base + shades.text)]
        if room < _TOOLTIP:
            segments.append(Segment(cut(label, width - keys), base))
        else:
            segments.append(Segment(pad(cut(label, _LABEL - 1), _LABEL), base))
            segments.append(Segment(cut(row.tooltip.pick(self._language), room), base + shades.dim))
        return Strip(segments).adjust_cell_length(width, base)


def _matches(action: Action, words: Iterable[str]) -> bool:
    label, tooltip = action.label, action.tooltip
    text = f"{action.id} {show_keys(action)} {label.zh} {label.en} {tooltip.zh} {tooltip.en}"
    return all(word in text.casefold() for word in words)


class HelpScreen(TopScreen[None], ModalScreen[None]):
    """A sheet over the screen."""

    CSS_PATH = "help.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "close", show=False),
        Binding("down,ctrl+n", "scroll(1)", show=False),
        Binding("up,ctrl+p", "scroll(-1)", show=False),
        Binding("pagedown,ctrl+d", "scroll(10)", show=False),
        Binding("pageup,ctrl+u", "scroll(-10)", show=False),
    ]

    def __init__(self, parts: Sequence[Part], language: Language) -> None:
        super().__init__()
        self._parts = parts
        self._language: Language = language

    def compose(self) -> ComposeResult:
        with Vertical(id="sheet") as sheet:
            sheet.border_title = _TITLE.pick(self._language)
            sheet.border_subtitle = _CLOSE.pick(self._language)
            yield QueryInput(placeholder=_SEARCH.pick(self._language))
            yield KeySheet(self._parts, self._language)

    def on_mount(self) -> None:
        self.query_one(QueryInput).focus()

    @on(Input.Changed)
    def _changed(self, event: Input.Changed) -> None:
        self.query_one(KeySheet).filter(event.value)

    def action_scroll(self, lines: int) -> None:
        self.query_one(KeySheet).scroll_relative(y=lines, animate=False)

    def action_close(self) -> None:
        self.dismiss()


_NONE = Text("没有匹配", "no match")


class ActionProvider(SystemCommandsProvider):
    """The app's actions by name; before anything is typed, in the order of the help sheet."""

    async def discover(self) -> Hits:
        """All actions."""
        for name, help_text, run, _ in self.app.get_system_commands(self.screen):
            yield DiscoveryHit(Content(name), run, name, _literal(help_text))

    async def search(self, query: str) -> Hits:
        """The actions whose names match."""
        async for hit in _or_none(super().search(query), self):
            yield hit


class PaperProvider(ThemeProvider):
    """Themes by name."""

    async def discover(self) -> Hits:
        """All themes."""
        for name, choose in self.commands:
            yield DiscoveryHit(Content(name), choose, name)

    async def search(self, query: str) -> Hits:
        """The themes whose names match."""
        async for hit in _or_none(super().search(query), self):
            yield hit


def _literal(words: str) -> str:
    """`words` for the help of a hit, which the palette reads as markup."""
    return words.replace("[", r"\[")


async def _or_none(hits: Hits, provider: Provider) -> Hits:
    """`hits`, literally, or a line that says there are none; to choose it changes nothing."""
    empty = True
    async for hit in hits:
        empty = False
        if isinstance(hit, Hit) and hit.help:
            hit.help = _literal(hit.help)
        yield hit
    if empty:
        language: Language = getattr(provider.app, "language", "zh")
        yield Hit(1, _NONE.pick(language), lambda: None)
