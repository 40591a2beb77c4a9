"""The facets of an answer: a quiet line, which opens to a sheet of letters when it has the keys.

Facets laid out as rows of cells: one quiet line, or all of them with a letter each. Pure.

A row is runs of text with a tone; a spot says which cells of it stand for which facet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.strip import Strip

from vibe_tui.cells import cell_width
from vibe_tui.model.report import GENRE_NAMES, Genre
from vibe_tui.model.section import KIND_NAMES, SectionKind
from vibe_tui.model.topic import Topic
from vibe_tui.search.facets import Facet, Share
from vibe_tui.text import Language, Text
from vibe_tui.tui.look.styles import StyledWidget
from vibe_tui.tui.reader.link_picker import LETTERS

MOST = {"section": 8, "topic": 6, "genre": 6, "date": 6}
"""Values of each field that are offered: together as many as there are letters."""

_GAP = 2


class Tone(Enum):
    """How a run looks."""

    QUIET = "quiet"
    TEXT = "text"
    CHOSEN = "chosen"
    LETTER = "letter"


@dataclass(frozen=True, slots=True)
class FacetSpot:
    """The cells `[start, end)` of a row that a click on means this facet."""

    start: int
    end: int
    facet: Facet


@dataclass(frozen=True, slots=True)
class FacetRow:
    """One row."""

    runs: tuple[tuple[str, Tone], ...]
    spots: tuple[FacetSpot, ...]


@dataclass(frozen=True, slots=True)
class Names:
    """What fields and values are called."""

    field: Callable[[str], str]
    value: Callable[[Facet], str]


def offered(shares: Sequence[Share], chosen: Sequence[Facet], cap: int = 8) -> list[Share]:
    """What can be picked: all that is chosen, and up to `cap` of the largest of each field."""
    listed = {share.facet for share in shares}
    every = [*shares, *(Share(facet, 0) for facet in chosen if facet not in listed)]
    kept: list[Share] = []
    for field, most in MOST.items():
        some = [share for share in every if share.facet.field == field]
        some.sort(key=lambda share: share.facet not in chosen)
        picked = sum(share.facet in chosen for share in some)
        kept += some[: max(picked, min(most, cap))]
    return kept


def quiet_row(
    shares: Sequence[Share], chosen: Sequence[Facet], names: Names, width: int
) -> FacetRow:
    """As many values of each field as one row has room for."""
    fields = [list(group) for _, group in groupby(shares, key=lambda share: share.facet.field)]
    for most in range(max(map(len, fields), default=0), 0, -1):
        row = _flow([some[:most] for some in fields], chosen, names)
        if _width(row) <= width:
            return row
    while fields:
        row = _flow([some[:1] for some in fields], chosen, names)
        if _width(row) <= width:
            return row
        fields.pop()
    return FacetRow((), ())


def lettered_rows(
    shares: Sequence[Share], chosen: Sequence[Facet], names: Names, width: int
) -> list[FacetRow]:
    """Every value with a letter: a row for each field, and more where one is too narrow."""
    rows: list[FacetRow] = []
    letters = dict(zip((share.facet for share in shares), LETTERS, strict=False))
    for field, group in groupby(shares, key=lambda share: share.facet.field):
        label = names.field(field) + " " * _GAP
        room = _Row(label, Tone.QUIET)
        for share in group:
            cells = _cells(share, chosen, names, letters.get(share.facet, ""))
            size = sum(cell_width(text) for text, _ in cells)
            if room.spots and room.at + _GAP + size > width:
                rows.append(room.done())
                room = _Row(" " * cell_width(label), Tone.QUIET)
            room.add(cells, share.facet)
        rows.append(room.done())
    return rows


def _flow(fields: Sequence[Sequence[Share]], chosen: Sequence[Facet], names: Names) -> FacetRow:
    row = _Row("", Tone.QUIET)
    for number, some in enumerate(fields):
        if number:
            row.put(" " * _GAP + "│", Tone.QUIET)
        for share in some:
            row.add(_cells(share, chosen, names, ""), share.facet)
    return row.done()


def _cells(
    share: Share, chosen: Sequence[Facet], names: Names, letter: str
) -> list[tuple[str, Tone]]:
    tone = Tone.CHOSEN if share.facet in chosen else Tone.TEXT
    count = f" {share.reports}{'+' if share.more else ''}"
    cells = [(letter + " ", Tone.LETTER)] if letter else []
    return [*cells, (names.value(share.facet), tone), (count, Tone.QUIET)]


def _width(row: FacetRow) -> int:
    return sum(cell_width(text) for text, _ in row.runs)


class _Row:
    """A row that is being filled."""

    def __init__(self, label: str, tone: Tone) -> None:
        self.runs: list[tuple[str, Tone]] = []
        self.spots: list[FacetSpot] = []
        self.at = 0
        if label:
            self.put(label, tone)

    def put(self, text: str, tone: Tone) -> None:
        self.runs.append((text, tone))
        self.at += cell_width(text)

    def add(self, cells: Sequence[tuple[str, Tone]], facet: Facet) -> None:
        if self.spots:
            self.put(" " * _GAP, Tone.QUIET)
        start = self.at
        for text, tone in cells:
            self.put(text, tone)
        self.spots.append(FacetSpot(start, self.at, facet))

    def done(self) -> FacetRow:
        return FacetRow(tuple(self.runs), tuple(self.spots))


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
