"""A passage that is selected by keys: a caret on the page, and where the passage begins.

Knows no Textual. Caret and beginning name characters of blocks, so they stay when the page is laid
out anew; the page of now is given with each question.

Selected cells become selected characters: soft line breaks, margins, borders and markers are none.
What was wrapped is copied as it was written, table cells are joined by tabs. Rows that a selection
runs over without being on screen count as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from textual.selection import Selection

from vibe_tui.cells import cell_width, graphemes
from vibe_tui.render.page import Page, PageLine
from vibe_tui.render.place import (
    BlockId,
    Place,
    next_character,
    next_sentence,
    next_word,
    previous_character,
    previous_sentence,
    previous_word,
    sentence_at,
    word_end,
)
from vibe_tui.tui.look.strips import span_in_cells

_STEP = 40
"""Rows that are looked through at a time for the next block."""

_FAR = 1 << 20
"""A column to the right of all."""


class Caret(NamedTuple):
    """A character of the words of a block."""

    block: BlockId
    at: int


class Cell(NamedTuple):
    """A row of the page and cells of its line: `[x, end)`."""

    row: int
    x: int
    end: int


Motion = Callable[[str, int], int | None]

_FORWARD: Mapping[str, Motion] = {
    "character": next_character,
    "word": next_word,
    "word-end": word_end,
    "sentence": next_sentence,
    "block": lambda text, at: None,
}
_BACK: Mapping[str, Motion] = {
    "character": previous_character,
    "word": previous_word,
    "sentence": previous_sentence,
    "block": lambda text, at: 0 if at else None,
}


class KeySelection:
    """Begins without a passage: the caret is moved to where one is to begin."""

    def __init__(self, block: BlockId) -> None:
        self.caret = Caret(block, 0)
        self.start: Caret | None = None
        self._column: int | None = None

    # What is selected

    def begin(self) -> None:
        """Begin a passage at the caret, or give it up."""
        self.start = self.caret if self.start is None else None

    def swap(self) -> None:
        """Go to the other end of the passage."""
        if self.start is not None:
            self.caret, self.start = self.start, self.caret

    def take_sentence(self, page: Page) -> None:
        """Without a passage, make it the sentence at the caret."""
        if self.start is None:
            block = self.caret.block
            first, last = sentence_at(page.document.plain(block), self.caret.at)
            self.start, self.caret = Caret(block, first), Caret(block, last)

    def caret_cell(self, page: Page) -> Cell | None:
        """Where the caret is."""
        return find(page, self.caret)

    def cells(self, page: Page) -> tuple[Cell, Cell] | None:
        """The first and the last character of the passage, or the caret twice."""
        caret = find(page, self.caret)
        start = find(page, self.start) if self.start is not None else caret
        if caret is None or start is None:
            return None
        return (start, caret) if start <= caret else (caret, start)

    # Moving

    def move(self, page: Page, by: str, way: int) -> None:
        """Move the caret to the next (1) or previous (-1) character, word, sentence, block or row,
        or to the last (1) or first (-1) of its row or of the page."""
        if by == "row":
            self._move_row(page, way)
            return
        self._column = None
        if by == "row-end":
            self._move_in_row(page, end=way > 0)
            return
        if by == "page-end":
            self._move_to_end(page, end=way > 0)
            return
        block, at = self.caret
        motion = (_FORWARD if way > 0 else _BACK)[by]
        found = motion(page.document.plain(block), at)
        if found is not None:
            self.caret = Caret(block, found)
            return
        other = self._beside(page, way)
        if other is not None:
            words = page.document.plain(other)
            back = way < 0 and by != "block"
            self.caret = Caret(other, (motion(words, len(words)) or 0) if back else 0)

    def _move_row(self, page: Page, way: int) -> None:
        """Move the caret to the next row that holds words, keeping its column."""
        here = find(page, self.caret)
        if here is None:
            return
        self._column = here.x if self._column is None else self._column
        carets = (_nearest(line, self._column) for _, line in _rows(page, here.row, way))
        self.caret = next(filter(None, carets), self.caret)

    def _move_in_row(self, page: Page, *, end: bool) -> None:
        here = find(page, self.caret)
        if here is not None:
            line = page.lines(here.row, 1)[0]
            self.caret = _nearest(line, _FAR if end else 0) or self.caret

    def _move_to_end(self, page: Page, *, end: bool) -> None:
        rows = _rows(page, _exact_height(page), -1) if end else _rows(page, -1, 1)
        carets = (_nearest(line, _FAR if end else 0) for _, line in rows)
        self.caret = next(filter(None, carets), self.caret)

    def _beside(self, page: Page, way: int) -> BlockId | None:
        """The next block with words."""
        here = find(page, self.caret)
        if here is None:
            return None
        for _, line in _rows(page, here.row, way):
            if line.block not in (None, self.caret.block) and _nearest(line, 0) is not None:
                return line.block
        return None


def find(page: Page, caret: Caret) -> Cell | None:
    """The cells of a character; of the nearest one that is drawn, where it is not."""
    row = page.row_of(Place(*caret.block, caret.at))
    lines = page.lines(row, 1)
    if not lines or lines[0].block != caret.block:
        return None
    best: Cell | None = None
    gap = 1 << 30
    for number, line in _block_rows(page, row, caret.block):
        for at, x, width in _characters(line):
            if abs(at - caret.at) < gap:
                best, gap = Cell(number, x, x + width), abs(at - caret.at)
        if not gap:
            break
    return best


def _block_rows(page: Page, row: int, block: BlockId) -> Iterator[tuple[int, PageLine]]:
    """The rows of a block: from `row` down, and then, for tables, from `row` up."""
    for way, start in ((1, row - 1), (-1, row)):
        for number, line in _rows(page, start, way):
            if line.block != block:
                break
            yield number, line


def _exact_height(page: Page) -> int:
    """The rows of the page, once its last ones are laid out."""
    height = -1
    while height != page.height:
        height = page.height
        page.lines(height - _STEP, _STEP)
    return height


def _rows(page: Page, row: int, way: int) -> Iterator[tuple[int, PageLine]]:
    """The rows after (1) or before (-1) `row`."""
    while True:
        first = row + 1 if way > 0 else max(0, row - _STEP)
        lines = page.lines(first, _STEP if way > 0 else row - first)
        if not lines:
            return
        numbered = list(enumerate(lines, first))
        yield from numbered if way > 0 else reversed(numbered)
        row = first + len(lines) - 1 if way > 0 else first


def _characters(line: PageLine) -> Iterator[tuple[int, int, int]]:
    """Of each character of a row: its offset in the block, its cell, its width."""
    x = 0
    for run in line.line.runs:
        if run.at < 0:
            x += cell_width(run.text)
            continue
        at = run.at
        for piece, width in graphemes(run.text):
            yield at, x, width
            at += len(piece)
            x += width


def _nearest(line: PageLine, column: int) -> Caret | None:
    """The character of a row whose cell is at `column` or next to it."""
    if line.block is None:
        return None
    found = min(_characters(line), key=lambda one: abs(one[1] - column), default=None)
    return Caret(line.block, found[0]) if found is not None else None


_EVERYTHING = 1 << 30


Spans = dict[BlockId, list[tuple[int, int]]]
"""Offsets `[start, end)` in the words of each block, in the order of the page."""


def selected_text(
    page: Page,
    selection: Selection,
    left: int,
    shift: Callable[[PageLine, int], int],
) -> str:
    """The text of the blocks' characters in the selection, a line break between two blocks."""
    spans = selected_spans(page, selection, left, shift)
    return "\n".join(_join(page.document.plain(block), parts) for block, parts in spans.items())


def selected_spans(
    page: Page,
    selection: Selection,
    left: int,
    shift: Callable[[PageLine, int], int],
) -> Spans:
    """Which characters of which blocks are selected.

    Offsets are cells of the screen's row and rows of the page; `left` is the margin, `shift` the
    cells by which a wide table is scrolled.
    """
    start, end = selection
    first = start.y if start else 0
    last = end.y if end else page.height - 1
    spans: Spans = {}
    for row, line in enumerate(page.lines(first, last - first + 1), first):
        span = selection.get_span(row)
        if span is None or line.block is None:
            continue
        low = max(0, span[0] - left)
        high = _EVERYTHING if span[1] < 0 else span[1] - left
        moved = shift(line, line.frozen) if line.frozen else 0
        if moved and low >= line.frozen:
            low += moved
        if moved and high > line.frozen:
            high += moved
        spans.setdefault(line.block, []).extend(span_in_cells(line.line.runs, low, high))
    return {block: parts for block, parts in spans.items() if parts}


def _join(text: str, parts: Iterable[tuple[int, int]]) -> str:
    """The parts of `text`; what is dropped between two at a line's end comes back."""
    pieces: list[str] = []
    done = -1
    for start, end in sorted(parts):
        start = max(start, done)
        if done >= 0 and start > done:
            gap = text[done:start]
            pieces.append(gap if not gap.strip() else "\n")
        if end > start:
            pieces.append(text[start:end])
            done = end
    return "".join(pieces)
