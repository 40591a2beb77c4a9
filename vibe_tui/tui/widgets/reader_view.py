"""The report as its reader uses it: a current block, headings, folds, marks, links, copying.

It is given a document, folds and matches; what the person wants beyond the page (a link, the next
report) is posted. The current block is the one last jumped to, clicked or opened, else the first
whole one on screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from textual import events
from textual.message import Message

from vibe_tui.render.blocks import Table
from vibe_tui.render.document import BlockId, Document, Fold, Match, PageLine, PageOptions, Place
from vibe_tui.service.notes import Placed
from vibe_tui.tui import folding
from vibe_tui.tui.block_parts import table_at
from vibe_tui.tui.block_words import words_on_screen
from vibe_tui.tui.marks import Marks
from vibe_tui.tui.note_marks import NoteMarks
from vibe_tui.tui.screen_links import ScreenLink, links_in
from vibe_tui.tui.selecting import selected_spans
from vibe_tui.tui.strips import Mark
from vibe_tui.tui.viewport import Span, Viewport
from vibe_tui.tui.widgets.keyed_page import KeyedPage


class ReaderView(KeyedPage):
    """One report, at a text width, with folds and marks."""

    @dataclass
    class HeadingChanged(Message):
        """Another section is being read."""

        section: int

    @dataclass
    class FoldToggled(Message):
        """The person folded or opened a section; `folds` are all of them as they are now."""

        section: int
        folds: tuple[Fold, ...]

    @dataclass
    class LinkRequested(Message):
        """The person wants to follow a link; nothing has been opened."""

        target: str
        text: str

    @dataclass
    class LinksOffered(Message):
        """The current block has several links: one is to be picked."""

        links: Sequence[ScreenLink]

    @dataclass
    class MarkChanged(Message):
        """The current match is `current` (from 1, 0 for none) of `total`."""

        current: int
        total: int

    def __init__(self, *, text_width: int = 88, options: PageOptions | None = None) -> None:
        super().__init__(text_width=text_width, options=options)
        self._marks = Marks()
        self._notes = NoteMarks()
        self._chosen: BlockId | None = None
        self._current: Span | None = None
        self._section = -1
        self._unmarked: tuple[Fold, ...] | None = None

    # What it shows

    @property
    def current_block(self) -> BlockId | None:
        """The block that keys act on."""
        return self._current.block if self._current else None

    @property
    def current_section(self) -> int:
        """The section of the current block."""
        return self._current.section if self._current else 0

    def show(
        self, document: Document, folds: Sequence[Fold], *, place: Place | None = None
    ) -> None:
        """Open a document, at `place` or its beginning."""
        self._marks = Marks()
        self._notes = NoteMarks()
        self._chosen = None
        self._section = -1
        self._unmarked = None
        super().show(document, folds, place=place)

    def set_folds(self, folds: Sequence[Fold]) -> None:
        """Show the sections otherwise. What was at the top stays there.

        Where nothing that is open would be on screen, the first open section is shown instead.
        """
        self._unmarked = None
        super().set_folds(folds)
        view = self._viewport
        if view and not any(self._is_open(span.section) for span in view.spans()):
            first = next((at for at in range(len(self._folds)) if self._is_open(at)), None)
            if first is not None:
                view.peek(view.page.section_row(first))
                self._sync()

    def _set_folds(self, folds: tuple[Fold, ...]) -> None:
        if folds != self._folds:
            self._folds = folds
            self._relayout()

    def _is_open(self, section: int) -> bool:
        return 0 <= section < len(self._folds) and self._folds[section] in folding.SHOWING

    def _is_closed(self, section: int) -> bool:
        return 0 <= section < len(self._folds) and self._folds[section] in folding.CLOSED

    # Moving

    def _moved(self, view: Viewport) -> None:
        super()._moved(view)
        self._current = self._find_current(view)
        section = self.current_section
        if section != self._section:
            self._section = section
            self.post_message(self.HeadingChanged(section))

    def _find_current(self, view: Viewport) -> Span | None:
        if self._chosen is not None:
            for span in view.spans():
                if span.block == self._chosen:
                    return span
            self._chosen = None
        return view.first_whole()

    def go_to_place(self, place: Place) -> None:
        """Put a place at the top, opened where it was folded, its block the current one."""
        if self._document is not None and 0 <= place.section < len(self._folds):
            self._set_folds(folding.opened(self._document.flat, self._folds, {place.section}))
        self._chosen = place.block
        super().go_to_place(place)

    def go_to_section(self, section: int) -> None:
        """Put a section's heading at the top and make it the current block."""
        view = self._viewport
        if view is None:
            return
        view.move_to(view.page.section_row(section))
        self._choose_heading(section)
        self._sync()

    def next_heading(self, step: int) -> None:
        """The next (1) or previous (-1) heading, folded ones included."""
        view = self._viewport
        if view is None or self._document is None:
            return
        here = self.current_section
        if step < 0 and self._chosen is None and view.top > view.page.section_row(here):
            self.go_to_section(here)
            return
        found = folding.next_heading(self._document.flat, self._folds, here, step)
        if found is not None:
            self.go_to_section(found)
        elif step < 0:
            self._chosen = None
            self.scroll_to_row(0)

    # Folding

    def toggle_fold(self, section: int | None = None) -> None:
        """Fold or open a section, the current one by default."""
        if self._document is None:
            return
        section = self.current_section if section is None else section
        folds = folding.toggled(self._document.flat, self._folds, section)
        if folds != self._folds:
            self._change_folds(folds, section)

    def toggle_all(self) -> None:
        """Fold all sections to their headings, or open all."""
        if self._folds and self._document is not None:
            folds = folding.toggled_all(self._document.flat, self._folds)
            self._change_folds(folds, self.current_section)

    def _change_folds(self, folds: tuple[Fold, ...], section: int) -> None:
        """Show `folds` with the heading of `section` on the row of the screen where it was."""
        view = self._viewport
        self._folds = folds
        self._unmarked = None
        if view is None:
            return
        y = view.page.section_row(section) - view.top
        seen = 0 <= y < view.height
        self._relayout()
        if seen or not self._is_open(section):
            view.move_to(view.page.section_row(section) - (y if seen else 0))
            self._choose_heading(section)
            self._sync()
        self.post_message(self.FoldToggled(section, folds))

    def _choose_heading(self, section: int) -> None:
        """Make the first block of a section on screen the current one."""
        rows = self._viewport.rows if self._viewport else ()
        blocks = [row.block for row in rows if row.section == section and row.block is not None]
        self._chosen = blocks[0] if blocks else None

    # Marks

    def set_marks(self, matches: Sequence[Match], *, jump: bool = True) -> None:
        """Mark matches, opening folded sections that hold one; jump to the first from here.

        Sections that were opened for earlier matches fold again, but for the one being read.
        """
        self._marks = Marks(matches)
        self._strips.clear()
        here = {self.current_section} if self._is_open(self.current_section) else set()
        sections = {match.section for match in matches} or here
        if self._document is not None and (matches or self._unmarked is not None):
            before = self._folds if self._unmarked is None else self._unmarked
            self._unmarked = before if matches else None
            self._set_folds(folding.opened(self._document.flat, before, sections))
        if matches and jump:
            self._show_match(self._marks.start_at(self.current_section))
        self._tell_mark()
        self.refresh()

    def clear_marks(self) -> None:
        """Mark nothing."""
        self.set_marks(())

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
        if self._document is not None:
            self._set_folds(folding.opened(self._document.flat, self._folds, {match.section}))
        self._strips.clear()
        row = view.page.row_of_text(match.block, match.start)
        if not view.top + len(view.head) <= row < view.top + view.height - 1:
            view.move_to(row - view.height // 3)
        self._chosen = match.block
        self._sync()

    # Notes

    @property
    def notes(self) -> NoteMarks:
        """The notes that are shown."""
        return self._notes

    def set_notes(self, notes: NoteMarks) -> None:
        """Show these notes."""
        self._notes = notes
        self._strips.clear()
        self.refresh()

    def passage(self) -> tuple[Match, ...]:
        """What a note is about: what is selected, else all of the current block."""
        view, selection = self._viewport, self.text_selection
        if view is None:
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
        block = self.current_block
        return (Match(block, 0, len(view.page.block_text(block))),) if block is not None else ()

    def note_here(self) -> Placed | None:
        """The note on the current block, where nothing is selected."""
        return None if self.text_selection is not None else self._notes.at(self.current_block)

    def clear_selected(self) -> None:
        """Select nothing."""
        self._clear_selection()

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
        self._hints = {(link.y, link.x): label for link, label in zip(links, labels, strict=False)}
        self._hints_top = self._viewport.top if self._viewport else 0
        self.refresh()

    def _visible(self) -> list[PageLine]:
        view = self._viewport
        rows = [view.row(y) for y in range(len(view.rows))] if view else []
        return [row for row in rows if row is not None]

    def activate(self) -> None:
        """Open the current heading when it is folded, or follow the block's only link."""
        span = self._current
        if span is None:
            return
        links = self.links_of_block()
        if self._is_closed(span.section):
            self.toggle_fold(span.section)
        elif len({link.target for link in links}) == 1:
            self.post_message(self.LinkRequested(links[0].target, links[0].text))
        elif links:
            self.post_message(self.LinksOffered(links))

    # Copying

    def selected_text(self) -> str:
        """The selected characters."""
        selection = self.text_selection
        chosen = self.get_selection(selection) if selection is not None else None
        return chosen[0] if chosen else ""

    def table_here(self) -> Table | None:
        """The table of the current block, else the first one on screen."""
        view = self._viewport
        if view is None:
            return None
        blocks = [span.block for span in view.spans()]
        if self._current is not None:
            blocks.insert(0, self._current.block)
        tables = (table_at(view.page.document, block) for block in blocks)
        return next((table for table in tables if table is not None), None)

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
        links = links_in([(offset.y, row)])
        at = [link.x - self._shift(row, link.x) for link in links]
        hit = next(
            (link for link, x0 in zip(links, at, strict=True) if 0 <= x - x0 < link.width), None
        )
        if hit is not None:
            self.post_message(self.LinkRequested(hit.target, hit.text))
        elif self._is_closed(row.section):
            self.toggle_fold(row.section)

    def _wide_block(self) -> BlockId | None:
        return self.current_block

    def _is_current(self, row: PageLine) -> bool:
        return row.block is not None and row.block == self.current_block

    def _marks_of(self, block: BlockId | None) -> Sequence[Mark]:
        return self._notes.over(block, self._marks.of(block))

    def _sign_after(self, row: PageLine) -> str:
        if row.offset:
            return ""
        return self._notes.sign(row.block, ascii_only=self.options.ascii_borders)

    def action_open(self) -> None:
        """Open what is folded, follow what is linked."""
        self.activate()
