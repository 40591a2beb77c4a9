"""The facets of an answer: a quiet line, which opens to a sheet of letters when it has the keys."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.strip import Strip

from vibe_tui.model.report import GENRE_NAMES, Genre
from vibe_tui.model.section import KIND_NAMES, SectionKind
from vibe_tui.model.topic import Topic
from vibe_tui.search.narrowing import Facet, Share
from vibe_tui.text import Language, Text
from vibe_tui.tui.facet_lines import (
    FacetRow,
    Names,
    Tone,
    lettered_rows,
    offered,
    quiet_row,
)
from vibe_tui.tui.letters import LETTERS
from vibe_tui.tui.widgets.styled import StyledWidget

_FIELDS = {
    "section": Text("章节", "Section"),
    "topic": Text("主题", "Topic"),
    "genre": Text("体裁", "Genre"),
    "date": Text("年份", "Year"),
}
_OTHER_ROWS = 7
"""Rows of the screen that the open sheet leaves alone."""


class FacetBar(StyledWidget, can_focus=True):
    """Given shares of an answer, it posts which facet is to be put in or taken out."""

    DEFAULT_CSS = """
    FacetBar { height: 1; width: 1fr; padding: 0 2; background: $background; }
    FacetBar:focus { background: $surface; }
    """

    @dataclass
    class Picked(Message):
        """This facet is to narrow the query, or no longer to."""

        facet: Facet

    @dataclass
    class Left(Message):
        """Nothing was picked."""

    def __init__(self, topics: Sequence[Topic], language: Language) -> None:
        super().__init__()
        self._topics = {topic.id: topic.name for topic in topics}
        self._language: Language = language
        self._all: Sequence[Share] = ()
        self._shares: Sequence[Share] = ()
        self._chosen: Sequence[Facet] = ()
        self._rows: Sequence[FacetRow] = ()

    @property
    def shares(self) -> Sequence[Share]:
        """What can be picked, in the order of the letters."""
        return self._shares

    def show(self, shares: Sequence[Share], chosen: Sequence[Facet]) -> None:
        """Offer these; `chosen` are in the query."""
        self._all = shares
        self._chosen = chosen
        self._lay()

    @property
    def rows(self) -> list[str]:
        """The rows as text."""
        return ["".join(text for text, _ in row.runs) for row in self._rows]

    def on_resize(self) -> None:
        self._lay()

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self._lay()

    def _lay(self) -> None:
        width = max(1, self.size.width)
        names = Names(lambda field: _FIELDS[field].pick(self._language), self._value_name)
        room = max(4, self.screen.size.height - _OTHER_ROWS)
        for cap in range(8, 0, -1):
            self._shares = offered(self._all, self._chosen, cap)
            if not self.has_focus:
                self._rows = [quiet_row(self._shares, self._chosen, names, width)]
                break
            self._rows = lettered_rows(self._shares, self._chosen, names, width)
            if len(self._rows) <= room:
                break
        self.styles.height = max(1, len(self._rows))
        self.refresh()

    def _value_name(self, facet: Facet) -> str:
        match facet.field:
            case "section":
                return KIND_NAMES[SectionKind(facet.value)].pick(self._language)
            case "genre":
                return GENRE_NAMES[Genre(facet.value)].pick(self._language)
            case "topic" if facet.value in self._topics:
                return self._topics[facet.value].pick(self._language)
            case _:
                return facet.value

    def render_line(self, y: int) -> Strip:
        width, base = self.size.width, self.visual_style.rich_style
        if y >= len(self._rows):
            return Strip.blank(width, base)
        shades = self._book.shades
        tones = {
            Tone.QUIET: shades.dim,
            Tone.TEXT: shades.text if self.has_focus else shades.dim,
            Tone.CHOSEN: shades.accent + shades.strong,
            Tone.LETTER: shades.accent,
        }
        segments = [Segment(text, base + tones[tone]) for text, tone in self._rows[y].runs]
        return Strip(segments).adjust_cell_length(width, base)

    def on_key(self, event: events.Key) -> None:
        """A letter picks; tab, enter and escape leave."""
        event.stop()
        event.prevent_default()
        if event.key in ("tab", "enter", "escape", "up", "down"):
            self.post_message(self.Left())
        elif event.character and event.character in LETTERS:
            at = LETTERS.index(event.character)
            if at < len(self._shares):
                self.post_message(self.Picked(self._shares[at].facet))

    def on_click(self, event: events.Click) -> None:
        """Pick what is under the pointer."""
        offset = event.get_content_offset(self)
        if offset is None or offset.y >= len(self._rows):
            return
        for spot in self._rows[offset.y].spots:
            if spot.start <= offset.x < spot.end:
                self.post_message(self.Picked(spot.facet))
