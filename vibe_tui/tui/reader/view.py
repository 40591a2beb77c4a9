"""The report as its reader uses it: marks, notes, links, copying, on a page that folds.

It is given a document, folds and matches; what the person wants beyond the page (a link, the next
report) is posted.

What keys select is Textual's own selection, so whatever takes that (copying, notes, searching)
takes it in the same way as what the mouse selected.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.geometry import Offset
from textual.message import Message
from textual.selection import Selection
from textual.strip import Strip

from vibe_tui.render.document import Document
from vibe_tui.render.layout import PageOptions
from vibe_tui.render.links import Picture
from vibe_tui.render.page import PageLine
from vibe_tui.render.place import HEADING, BlockId, Fold, Match, Place, open_sections
from vibe_tui.service.notes import Placed
from vibe_tui.text import Text
from vibe_tui.tui.look.strips import Tint
from vibe_tui.tui.reader.choices import (
    ScreenLink,
    TableHere,
    links_in,
    table_at,
    table_below,
    words_on_screen,
)
from vibe_tui.tui.reader.folding import FoldingPage
from vibe_tui.tui.reader.marks import MatchMarks, NoteMarks
from vibe_tui.tui.reader.pictures import PictureCells
from vibe_tui.tui.reader.selection import Cell, selected_spans


class ReaderView(FoldingPage):
    """One report, at a text width, with folds and marks."""

    @dataclass
    class LinksOffered(Message):
        """The person wants to follow one of these links; nothing has been opened."""

        links: Sequence[ScreenLink]

    @dataclass
    class MarkChanged(Message):
        """The current match is `current` (from 1, 0 for none) of `total`."""

        current: int
        total: int

    def __init__(self, *, text_width: int = 88, options: PageOptions | None = None) -> None:
        super().__init__(text_width=text_width, options=options)
        self.notes = NoteMarks()
        self.pictures: PictureCells | None = None
        self.nearest: int | None = None

    # What it shows

    def show(
        self, document: Document, folds: Sequence[Fold], *, place: Place | None = None
    ) -> None:
        """Open a document, at `place` or its beginning, with nothing marked in it."""
        self._marks = MatchMarks()
        self.notes = NoteMarks()
        super().show(document, folds, place=place)
        self._tell_mark()

    # Marks

    def set_marks(self, matches: Sequence[Match], start: Place | None = None) -> None:
        """Tint matches, opening folded sections that hold one; jump to the first from `start` on,
        or from the current section.

        Sections that were opened for earlier matches fold again, but for the one being read.
        """
        self._marks = MatchMarks(matches)
        self._strips.clear()
        here = {self.current_section} if self._is_open(self.current_section) else set()
        sections = {match.section for match in matches} or here
        if self.document is not None and (matches or self._unmarked is not None):
            before = self.folds if self._unmarked is None else self._unmarked
            self._unmarked = before if matches else None
            self._set_folds(open_sections(self.document.flat, before, sections))
        if matches:
            start = start or Place(self.current_section, HEADING, 0, 0)
            self._show_match(self._marks.start_at(start))
        self._tell_mark()
        self.refresh()

    @property
    def current_mark(self) -> Match | None:
        """The match that was gone to last."""
        return self._marks.here()

    def keep_marks(self, matches: Sequence[Match], current: Match | None) -> None:
        """Tint matches of the same words in a text that has changed, and go nowhere."""
        self._marks = MatchMarks(matches)
        if current is not None:
            self._marks.start_at(current.place)
        self.redraw()
        self._tell_mark()

    def next_mark(self, step: int) -> None:
        """The next (1) or previous (-1) match."""
        self._show_match(self._marks.step(step))
        self._tell_mark()

    def _tell_mark(self) -> None:
        self.post_message(self.MarkChanged(self._marks.current + 1, len(self._marks)))

    def _show_match(self, match: Match | None) -> None:
        """Bring a match into sight, a third down where it was not."""
        view = self._viewport
        if match is None or view is None:
            return
        if self.document is not None:
            self._set_folds(open_sections(self.document.flat, self.folds, {match.section}))
        self._strips.clear()
        row = view.page.row_of(match.place)
        if not view.top + len(view.head) <= row < view.top + view.height - 1:
            view.move_to(row - view.height // 3)
        self._chosen = match.block
        self._sync()

    # Notes

    def set_notes(self, notes: NoteMarks) -> None:
        """Show these notes."""
        self.notes = notes
        self.redraw()

    def passage(self) -> tuple[Match, ...]:
        """What a note is about: what is selected, else all of the current block."""
        view, selection, block = self._viewport, self.text_selection, self.current_block
        if view is None or block is None:
            return ()
        if selection is not None:
            spans = selected_spans(view.page, selection, self._left, self._shift)
            if spans:
                return tuple(
                    [
                        Match(block, min(parts)[0], max(end for _, end in parts))
                        for block, parts in spans.items()
                    ]
                )
        return (Match(block, 0, len(view.page.document.plain(block))),)

    def note_here(self) -> Placed | None:
        """The note on the current block, where nothing is selected."""
        return None if self.text_selection is not None else self.notes.at(self.current_block)

    # Selecting by keys

    def scroll_to_cell(self, cell: Cell) -> None:
        """Bring a row into sight."""
        view = self._viewport
        if view is None:
            return
        first = view.top + len(view.head)
        if not first <= cell.row < view.top + view.height:
            view.move_to(cell.row - (len(view.head) if cell.row < first else view.height - 1))
            self._sync()

    def scroll_to_column(self, cell: Cell) -> None:
        """Scroll a wide table so that a cell can be seen."""
        line = self._line(cell.row)
        if line is None or not line.frozen or cell.x < line.frozen:
            return
        hidden, room = self._sideways.get(line.block, 0), self._column
        if not line.frozen <= cell.x - hidden < room:
            self._sideways[line.block] = max(0, cell.x - (line.frozen + room) // 2)
            self.refresh()

    def select_cells(self, first: Cell, last: Cell) -> None:
        """Select from the beginning of one cell to the end of another."""
        start = Offset(self._on_screen(first.row, first.x), first.row)
        end = Offset(self._on_screen(last.row, last.end - 1) + 1, last.row)
        self.screen.selections = {self: Selection(start, end)}

    def _line(self, row: int) -> PageLine | None:
        return next(iter(self._viewport.page.lines(row, 1)), None) if self._viewport else None

    def _on_screen(self, row: int, x: int) -> int:
        """The cell on screen of a cell of the page's line."""
        line = self._line(row)
        return self._left + x - (self._shift(line, x) if line is not None else 0)

    # Links and enter

    def links_on_screen(self) -> list[ScreenLink]:
        """The links that can be seen, from the top."""
        return links_in(enumerate(self._visible())) if self._viewport else []

    def links_of_block(self) -> list[ScreenLink]:
        """The links of the current block that can be seen."""
        span = self._current
        return links_in(list(enumerate(self._visible()))[span.start : span.end]) if span else []

    def words_on_screen(
        self, block: BlockId, text: str, spans: Sequence[tuple[int, int]]
    ) -> list[ScreenLink]:
        """Words of a block that can be seen."""
        return words_on_screen(enumerate(self._visible()), block, text, spans)

    def show_hints(self, links: Sequence[ScreenLink], labels: Sequence[str]) -> None:
        """Draw a letter over each link, until the next move; no links, no letters."""
        self._hints = {(link.y, link.x): label for link, label in zip(links, labels, strict=True)}
        self._hints_top = self._viewport.top if self._viewport else 0
        self.refresh()

    def _visible(self) -> list[PageLine]:
        view = self._viewport
        rows = [view.row(y) for y in range(len(view.rows))] if view else []
        return [row for row in rows if row is not None]

    def action_open(self) -> None:
        """Open the current heading when it is folded, else offer what links the block has, none
        perhaps. Where nothing was chosen yet, go to what is nearest."""
        if self.nearest is not None and self._chosen is None:
            section, self.nearest = self.nearest, None
            self.go_to_place(Place(section, HEADING, 0, 0))
            return
        span = self._current
        if span is None:
            return
        if self._is_closed(span.section):
            self.toggle_fold(span.section)
        else:
            self.post_message(self.LinksOffered(self.links_of_block()))

    # Pictures

    def give_up_picture(self, path: str, problem: Text) -> None:
        """Say why a picture is not shown, in place of it."""
        if self.document is not None:
            self.document.pictures = {
                target: Picture(problem=problem) if picture.path == path else picture
                for target, picture in self.document.pictures.items()
            }
            self._relayout()

    def picture_on_screen(self, *, here: bool = False) -> str:
        """The target of the first picture that can be seen, of the current block when `here`;
        empty where there is none."""
        for row in self._visible():
            if row.picture is not None and (not here or row.block == self.current_block):
                return row.picture.target
        return ""

    def _draw(self, row: PageLine, x: int, signed: bool) -> Strip:
        strip = super()._draw(row, x, signed)
        if row.picture is None or self.pictures is None or self.document is None:
            return strip
        cells = self.pictures.strip(self.document.pictures[row.picture.target], row.picture)
        return Strip.join((strip.crop(0, self._left), cells))

    # Copying

    def selected_text(self) -> str:
        """The selected characters."""
        selection = self.text_selection
        chosen = self.get_selection(selection) if selection is not None else None
        return chosen[0] if chosen else ""

    def table_here(self) -> TableHere | None:
        """The table of the current block, else the first one on screen, else the next one of the
        section."""
        view = self._viewport
        if view is None:
            return None
        blocks = [span.block for span in view.spans()]
        if self._current is not None:
            blocks.insert(0, self._current.block)
        document = view.page.document
        if self._current is not None and (below := table_below(document, self._current.block)):
            blocks.append(below)
        return next(filter(None, (table_at(document, block) for block in blocks)), None)

    # Mouse

    def on_click(self, event: events.Click) -> None:
        """Follow a link, open a folded heading, or make the block current."""
        view, offset = self._viewport, event.get_content_offset(self)
        if view is None or offset is None or self.text_selection is not None:
            return
        row = view.row(offset.y)
        if row is None or row.block is None:
            return
        self._chosen = row.block
        self._moved(view)
        self.refresh()
        x = offset.x - self._left
        hit = [
            link
            for link in links_in([(offset.y, row)])
            if 0 <= x - link.x + self._shift(row, link.x) < link.width
        ]
        if hit:
            self.post_message(self.LinksOffered(hit))
        elif self._is_closed(row.section):
            self.toggle_fold(row.section)

    def _marks_of(self, block: BlockId | None) -> Sequence[Tint]:
        return self.notes.over(block, self._marks.of(block))

    def _sign_after(self, row: PageLine) -> str:
        if row.offset:
            return ""
        return self.notes.sign(row.block, ascii_only=self.options.ascii_borders)
