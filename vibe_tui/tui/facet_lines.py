"""Facets laid out as rows of cells: one quiet line, or all of them with a letter each. Pure.

A row is runs of text with a tone; a spot says which cells of it stand for which facet.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import groupby

from vibe_tui.cells import cell_width
from vibe_tui.search.narrowing import Facet, Share
from vibe_tui.tui.letters import LETTERS

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
class Spot:
    """The cells `[start, end)` of a row that a click on means this facet."""

    start: int
    end: int
    facet: Facet


@dataclass(frozen=True, slots=True)
class FacetRow:
    """One row."""

    runs: tuple[tuple[str, Tone], ...]
    spots: tuple[Spot, ...]


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
        self.spots: list[Spot] = []
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
        self.spots.append(Spot(start, self.at, facet))

    def done(self) -> FacetRow:
        return FacetRow(tuple(self.runs), tuple(self.spots))
