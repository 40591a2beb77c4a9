"""What on a page a key can act on: links and words that can be seen, tables, formulas, copies.

Pure: looks into a document and at the rows on screen.

Picks one of several things by a letter: links on screen, formulas of a block.

Given choices, it shows a line for each (letter, words, target), takes the keys, and posts which one
was picked. It opens nothing. The letters are those under the fingers first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product

from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.strip import Strip

from vibe_tui.cells import cell_width, cut
from vibe_tui.clean import clean_row
from vibe_tui.model.report import Paper, Report, arxiv_page
from vibe_tui.render.blocks import (
    Block,
    Formula,
    Line,
    Role,
    Table,
    own_texts,
    tables_inside,
    walk_blocks,
)
from vibe_tui.render.document import Document
from vibe_tui.render.links import shown_target
from vibe_tui.render.page import PageLine
from vibe_tui.render.place import FRONT, BlockId
from vibe_tui.search.keyterms import words_in
from vibe_tui.service.papers import bibtex, citation
from vibe_tui.text import Language, Text
from vibe_tui.tui.look.line_list import ItemLine, LineList
from vibe_tui.tui.status import TakesKeys


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


_NEAR = 4
"""Chunks of a section that are looked through for a table below."""


@dataclass(frozen=True, slots=True)
class TableHere:
    """A table of a report: one part of it, and the chunks of its section that all stand in."""

    document: Document
    section: int
    chunks: range
    part: Table

    @property
    def title(self) -> str:
        """The name of its section."""
        return self.document.title(self.section) if self.section >= 0 else ""

    def tables(self) -> Iterator[Table]:
        """All parts, each under the same header; those of a long one take a moment each."""
        if len(self.chunks) == 1:
            yield self.part
            return
        for chunk in self.chunks:
            units = self.document.units(self.section, chunk)
            yield from [unit.block for unit in units if isinstance(unit.block, Table)][:1]


def table_at(document: Document, block: BlockId) -> TableHere | None:
    """The first table in a block; one laid out in several chunks is whole again."""
    found = tables_inside(document.block(block))
    if not found:
        return None
    first = last = block.chunk
    if block.chunk >= 0 and block.section >= 0:
        chunks = document.chunks(block.section)
        while block.unit == 0 and chunks[first].goes_on:
            first -= 1
        while last + 1 < len(chunks) and chunks[last + 1].goes_on:
            last += 1
    return TableHere(document, block.section, range(first, last + 1), found[0])


def table_below(document: Document, block: BlockId) -> BlockId | None:
    """The first table after a block in its section, where it is not far."""
    if block.section < 0:
        return None
    chunks = document.chunks(block.section)
    first = max(block.chunk, 0)
    for chunk in range(first, min(first + _NEAR, len(chunks))):
        if "|" in chunks[chunk].source:
            for unit, found in enumerate(document.units(block.section, chunk)):
                here = BlockId(block.section, chunk, unit)
                if here > block and isinstance(found.block, Table):
                    return here
    return None


def formulas_at(document: Document, block: BlockId) -> list[str]:
    """The TeX of the formulas in a block, each once, in their order."""
    return list(dict.fromkeys(_formulas(document.block(block))))


def _formulas(block: Block) -> Iterator[str]:
    for inner in walk_blocks(block):
        if isinstance(inner, Formula):
            yield inner.tex.strip()
        for text in own_texts(inner):
            yield from [a.source for a in text if a.source and a.look.role is Role.MATH]


MOST = 26


def words_of(document: Document, body: str, block: BlockId) -> tuple[str, list[tuple[int, int]]]:
    """The text of a block, and the words in it; `body` is the whole report, whose phrases count."""
    text = document.plain(block)
    return text, words_in(text, body.splitlines(), MOST)


def words_on_screen(
    rows: Iterable[tuple[int, PageLine]],
    block: BlockId,
    text: str,
    spans: Sequence[tuple[int, int]],
) -> list[ScreenLink]:
    """The words whose beginning can be seen, in the order of the screen."""
    found: list[ScreenLink] = []
    waiting = list(spans)
    for y, row in rows:
        x = 0
        for run in row.line.runs:
            end = run.at + len(run.text)
            if row.block == block and run.at >= 0:
                for span in [span for span in waiting if run.at <= span[0] < end]:
                    waiting.remove(span)
                    word = text[slice(*span)]
                    before = cell_width(run.text[: span[0] - run.at])
                    found.append(ScreenLink(y, x + before, cell_width(word), word, word))
            x += cell_width(run.text)
    return found


_TEXT = Text("文字", "Text")
_FORMULA = Text("公式", "Formula")
_CITATION = Text("引文", "Citation")
_NAME = Text("标题", "Title")
_ADDRESS = Text("链接", "Link")


def copy_choices(
    document: Document,
    block: BlockId,
    links: Sequence[ScreenLink],
    cited: tuple[Report, Paper] | None,
    language: Language,
) -> list[Choice]:
    """What `block` of a report, that of `cited`, offers; `links` are those that can be seen."""
    plain = document.plain(block)
    choices = [Choice(_TEXT.pick(language), plain)] if plain.strip() else []
    choices += [Choice(link.text, link.target) for link in links]
    choices += [Choice(_FORMULA.pick(language), tex) for tex in formulas_at(document, block)]
    if block.section == FRONT and cited is not None:
        choices += _of_report(*cited, language)
    else:
        choices.append(Choice("Markdown", document.source(block)))
    if cited is not None:
        choices.append(Choice(_CITATION.pick(language), citation(*cited, language)))
    first_of_each = {choice.target: choice for choice in reversed(choices) if choice.target.strip()}
    return [choice for choice in choices if first_of_each.get(choice.target) is choice]


def _of_report(report: Report, paper: Paper, language: Language) -> list[Choice]:
    """What the title block offers: what the report is called, where it is, how it is cited."""
    arxiv = arxiv_page(paper.arxiv) if paper.arxiv else ""
    return [
        Choice(_NAME.pick(language), report.title),
        Choice(_ADDRESS.pick(language), report.url),
        Choice("arXiv", arxiv),
        Choice("BibTeX", bibtex(report, paper)),
    ]


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
    class Dismissed(Message):
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
            self.post_message(self.Dismissed())
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
