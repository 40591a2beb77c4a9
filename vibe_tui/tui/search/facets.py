"""The facets of an answer: a quiet line, which opens to a sheet of letters when it has the keys.

A row is cells of text with a tone, and with the facet that a click on them means.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.strip import Strip

from vibe_tui.cells import cell_width, cut
from vibe_tui.clean import clean_row
from vibe_tui.model.report import GENRE_NAMES, Genre, Topic
from vibe_tui.model.section import KIND_NAMES, SectionKind
from vibe_tui.search.facets import Facet, Share
from vibe_tui.text import Language, Text
from vibe_tui.tui.look.strips import StyledWidget
from vibe_tui.tui.reader.choices import LETTERS

MOST = {"section": 8, "topic": 6, "genre": 6, "date": 6, "tag": 6, "folder": 6}
"""Values of each field that are offered at most; of all together, as many as there are letters."""

WIDEST = 24
"""Cells of a name."""


class Tone(Enum):
    """How a cell looks."""

    QUIET = "quiet"
    TEXT = "text"
    CHOSEN = "chosen"
    LETTER = "letter"


FacetRow = list[tuple[str, Tone, Facet | None]]
NameOf = Callable[[Facet], str]
"""What the value of a facet is called."""

_GAP = ("  ", Tone.QUIET, None)


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
    shares: Sequence[Share],
    chosen: Sequence[Facet],
    labels: Mapping[str, str],
    name_of: NameOf,
    width: int,
) -> FacetRow:
    """As many values of each field as one row has room for, else one of as many fields."""
    fields = [list(group) for _, group in groupby(shares, key=lambda share: share.facet.field)]
    longest = max(map(len, fields), default=0)
    choices = [[some[:most] for some in fields] for most in range(longest, 0, -1)]
    choices += [[some[:1] for some in fields[:most]] for most in range(len(fields) - 1, 0, -1)]
    for choice in choices:
        row: FacetRow = []
        for some in choice:
            row += [("  │ ", Tone.QUIET, None)] if row else []
            row += [(labels[some[0].facet.field], Tone.QUIET, None)]
            for share in some:
                row += [_GAP, *_cells(share, chosen, name_of)]
        if row_width(row) <= width:
            return row
    return []


def lettered_rows(
    shares: Sequence[Share],
    chosen: Sequence[Facet],
    labels: Mapping[str, str],
    name_of: NameOf,
    width: int,
) -> list[FacetRow]:
    """Every value with a letter: a row for each field, and more where one is too narrow."""
    rows: list[FacetRow] = []
    letters = dict(zip((share.facet for share in shares), LETTERS, strict=False))
    for field, group in groupby(shares, key=lambda share: share.facet.field):
        label = labels[field] + "  "
        row: FacetRow = [(label, Tone.QUIET, None)]
        for share in group:
            cells = _cells(share, chosen, name_of, letters.get(share.facet, ""))
            if len(row) > 1 and row_width([*row, _GAP, *cells]) > width:
                rows.append(row)
                row = [(" " * cell_width(label), Tone.QUIET, None)]
            row += [_GAP, *cells] if len(row) > 1 else cells
        rows.append(row)
    return rows


def _cells(share: Share, chosen: Sequence[Facet], name_of: NameOf, letter: str = "") -> FacetRow:
    facet = share.facet
    tone = Tone.CHOSEN if facet in chosen else Tone.TEXT
    count = f" {share.reports}{'+' if share.more else ''}"
    cells: FacetRow = [(name_of(facet), tone, facet), (count, Tone.QUIET, facet)]
    return [(f"{letter} ", Tone.LETTER, facet), *cells] if letter else cells


def row_width(row: FacetRow) -> int:
    """The cells that a row takes."""
    return sum(cell_width(text) for text, _, _ in row)


def facet_at(row: FacetRow, x: int) -> Facet | None:
    """What a click on a column of a row means."""
    for text, _, facet in row:
        x -= cell_width(text)
        if x < 0:
            return facet
    return None


_FIELDS = {
    "section": Text("章节", "Section"),
    "topic": Text("主题", "Topic"),
    "genre": Text("体裁", "Genre"),
    "date": Text("年份", "Year"),
    "tag": Text("标签", "Tag"),
    "folder": Text("文件夹", "Folder"),
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
        return ["".join(text for text, _, _ in row) for row in self._rows]

    def on_resize(self) -> None:
        self._lay()

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self._lay()

    def _lay(self) -> None:
        width = max(1, self.size.width)
        labels = {field: name.pick(self._language) for field, name in _FIELDS.items()}
        room = max(4, self.screen.size.height - _OTHER_ROWS)
        for cap in range(8, 0, -1):
            self._shares = offered(self._all, self._chosen, cap)
            if not self.has_focus:
                self._rows = [quiet_row(self._shares, self._chosen, labels, self._name_of, width)]
                break
            self._rows = lettered_rows(self._shares, self._chosen, labels, self._name_of, width)
            if len(self._rows) <= room and len(self._shares) <= len(LETTERS):
                break
        self.styles.height = max(1, len(self._rows))
        self.refresh()

    def _name_of(self, facet: Facet) -> str:
        match facet.field:
            case "section":
                return KIND_NAMES[SectionKind(facet.value)].pick(self._language)
            case "genre":
                return GENRE_NAMES[Genre(facet.value)].pick(self._language)
            case "topic" if facet.value in self._topics:
                return self._topics[facet.value].pick(self._language)
            case _:
                return cut(clean_row(facet.name), WIDEST)

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
        segments = [Segment(text, base + tones[tone]) for text, tone, _ in self._rows[y]]
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
        if offset is not None and offset.y < len(self._rows):
            facet = facet_at(self._rows[offset.y], offset.x)
            if facet is not None:
                self.post_message(self.Picked(facet))
