"""The blocks of a page as Markdown, in one pass: paragraphs, headings, lists, tables, quotes, code.

Headings begin at `##`. Marks around blocks are put around the words of each, because no mark of
Markdown reaches over one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeGuard

from vibe_tui.sync.escape import block_start
from vibe_tui.sync.html.code import code_of, is_numbered_code
from vibe_tui.sync.html.inline import InlineReader
from vibe_tui.sync.html.layout import grid_of, is_layout, item_markers, with_marker, write_table
from vibe_tui.sync.html.links import footnotes_of, heading_places
from vibe_tui.sync.html.marks import BOLD, ITALIC, Fragment, Marks, with_mark
from vibe_tui.sync.html.plain import is_block
from vibe_tui.sync.html.runs import is_blank, write_line, write_paragraphs
from vibe_tui.sync.html.tree import HEADINGS, PREFORMATTED, Node

_LISTS = frozenset(("ul", "ol", "menu", "dir"))
_APART = frozenset(("li", "blockquote", "dd", "dt"))
"""Elements in which a heading begins no section."""


class WrittenBlock(NamedTuple):
    """The Markdown of one block.

    `marker` is what the first item of a list begins with; a list without empty lines is `close`.
    """

    text: str
    marker: str = ""
    close: bool = False


Blocks = list[WrittenBlock]


class PageWriter:
    """Writes one page; addresses are seen from `base`, and nothing is written of `left_out`."""

    def __init__(self, page: Node, base: str, left_out: Node | None = None) -> None:
        self._page = page
        self._left_out = left_out
        self._notes = footnotes_of(page)
        self._inline = InlineReader(base, self._notes, heading_places(page))
        self._defined: list[str] = []
        self._around: list[Node] = []
        levels = [
            int(node.tag[1])
            for node in page.elements()
            if node.tag in HEADINGS and node is not left_out
        ]
        self._shift = 2 - min(levels, default=2)

    def document(self) -> str:
        """The whole page as Markdown that ends with a line break; empty where it says nothing."""
        body = _text(self._flow(self._page.children))
        return "\n\n".join(part for part in (body, *self._defined) if part) + "\n" * bool(body)

    def _flow(self, children: Iterable[Node | str], marks: Marks = ()) -> Blocks:
        """Children as blocks; `marks` are put around the words of each."""
        blocks: Blocks = []
        run: list[Fragment] = []
        items: list[Node | str] = []
        for child in children:
            block = child if isinstance(child, Node) and is_block(child) else None
            is_item = block is not None and block.tag == "li"
            if items and not is_item and (not isinstance(child, str) or child.strip()):
                blocks += self._list(Node("ul", {}, items))
                items = []
            if block is None:
                run += () if items else self._inline.read(child, marks)
                continue
            blocks += _paragraphs(run)
            run = []
            if is_item:
                items.append(block)
            elif block is not self._left_out:
                blocks += self._block(block, marks)
        blocks += self._list(Node("ul", {}, items)) if items else _paragraphs(run)
        return blocks

    def _block(self, node: Node, marks: Marks) -> Blocks:
        tag = node.tag
        if id(node) in self._notes.notes:
            self._define(node)
            return []
        if tag in HEADINGS:
            return self._heading(node, marks)
        if tag in PREFORMATTED and (code := code_of(node, self._around[::-1][:3])):
            return _one(code)
        if tag in _LISTS:
            return self._list(node)
        if tag == "hr":
            return _one("---")
        if tag == "table":
            return self._table(node, marks)
        if tag == "dl":
            return self._definitions(node)
        if tag == "blockquote":
            lines = _text(self._within(node)).split("\n")
            return _one("\n".join(f"> {line}".rstrip() for line in lines) if any(lines) else "")
        if tag == "summary":
            return self._within(node, with_mark(marks, BOLD))
        if tag in {"figcaption", "caption"}:
            return self._within(node, with_mark(marks, ITALIC))
        return self._within(node, self._inline.marks_in(node, marks))

    def _within(self, node: Node, marks: Marks = ()) -> Blocks:
        self._around.append(node)
        inner = self._flow(node.children, marks)
        self._around.pop()
        return inner

    def _heading(self, node: Node, marks: Marks) -> Blocks:
        if any(one.tag in _APART for one in self._around):
            return _paragraphs(list(self._inline.read_all(node, (BOLD,))))
        # A heading is bold as it is.
        links = tuple(mark for mark in marks if mark.target)
        run = [
            replace(one, marks=tuple(mark for mark in one.marks if mark is not BOLD))
            for one in self._inline.read_all(node, links)
        ]
        # Signs at its end would be taken for marks of the heading.
        text = re.sub(r"(?:(?<=\s)|^)(#+)$", r"\\\1", write_line(run))
        level = min(6, int(node.tag[1]) + self._shift)
        return _one(f"{'#' * level} {text}" if text else "")

    def _list(self, node: Node) -> Blocks:
        """A list; what stands in it outside of items belongs to the item before.

        Markdown counts up by one, and in figures: other markers are words of their items.
        """
        counted = item_markers(node)
        numbers = [marker.removesuffix(".") for marker in counted.values()]
        first = int(numbers[0]) if numbers and re.fullmatch(r"\d{1,9}", numbers[0]) else None
        if first is not None and numbers != [str(first + at) for at in range(len(numbers))]:
            first = None
        items: list[list[Node | str]] = []
        for child in node.children:
            if isinstance(child, Node) and child.tag == "li":
                is_told = first is None and counted and id(child) not in self._notes.notes
                items.append([with_marker(child, counted[id(child)]) if is_told else child])
            elif isinstance(child, Node) or child.strip():
                if not items:
                    items.append([])
                items[-1].append(child)
        written = [blocks for parts in items if (blocks := self._item(parts))]
        close = not any(
            sum(not block.close for block in blocks) > 1
            or any(block.marker and not block.close for block in blocks)
            for blocks in written
        )
        markers = ["-" if first is None else f"{first + at}." for at in range(len(written))]
        lines: list[str] = []
        for marker, blocks in zip(markers, written, strict=True):
            text = _text(blocks, close=close)
            # Behind the sign of an item, `---` would be a rule without a list around it.
            text = re.sub(r"\A---$", "___", text, flags=re.MULTILINE)
            lines.append(f"{marker} {_indented(text, len(marker) + 1)}")
        text = ("\n" if close else "\n\n").join(lines)
        return [WrittenBlock(text, markers[0], close)] if lines else []

    def _item(self, parts: Sequence[Node | str]) -> Blocks:
        blocks: Blocks = []
        for part in parts:
            if isinstance(part, Node) and part.tag == "li":
                if id(part) in self._notes.notes:
                    self._define(part)
                else:
                    blocks += self._within(part)
            else:
                blocks += self._within(Node("li", {}, [part]))
        return blocks

    def _table(self, table: Node, marks: Marks) -> Blocks:
        if is_numbered_code(table):
            blocks = [node for node in table.elements() if node.tag == "pre"]
            code = max(blocks, key=lambda node: sum(map(str.isalpha, node.text())))
            return _one(code_of(code, (table, *self._around[::-1][:3])))
        if is_layout(table):
            return self._within(table, marks)
        captions = [one for one in table.children if isinstance(one, Node) and one.tag == "caption"]
        above = [block for one in captions for block in self._within(one, (ITALIC,))]
        return above + _one(write_table(grid_of(table), self._cell))

    def _cell(self, cell: Node) -> str:
        """The words of a cell on one line, its parts apart by `<br>`."""
        lines = (write_line(run, "<br>") for run in self._inline.lines(cell))
        return "<br>".join(filter(None, lines))

    def _definitions(self, node: Node) -> Blocks:
        """A list of terms and what they mean."""
        blocks: Blocks = []
        terms: list[Node] = []
        meanings: list[str] = []
        entries: list[Node | str] = []
        for child in node.children:
            inside = child.children if isinstance(child, Node) and not _is_entry(child) else ()
            entries += inside if any(map(_is_entry, inside)) else [child]
        for entry in entries:
            if not _is_entry(entry):
                if stray := self._flow([entry]):
                    blocks += [*self._defined_as(terms, meanings), *stray]
                    terms, meanings = [], []
                continue
            if entry.tag == "dt" and meanings:
                blocks += self._defined_as(terms, meanings)
                terms, meanings = [], []
            if entry.tag == "dt":
                terms.append(entry)
            elif meaning := _text(self._within(entry)):
                meanings.append(meaning)
        return [*blocks, *self._defined_as(terms, meanings)]

    def _defined_as(self, terms: Iterable[Node], meanings: Sequence[str]) -> Blocks:
        """Terms that mean the same, and what they mean."""
        names = [block_start(name) for term in terms if (name := self._cell(term))]
        if not names or not meanings:
            return [WrittenBlock(text) for text in (*names, *meanings)]
        below = [f":   {_indented(meaning, 4)}" for meaning in meanings]
        return _one("\n\n".join([*names[:-1], "\n".join([names[-1], *below])]))

    def _define(self, note: Node) -> None:
        """Put a footnote at the end of the document."""
        # Brackets that stood around a link back.
        text = _indented(_text(self._within(note)).removeprefix("\\[]").lstrip(), 4)
        self._defined.append(f"[^{self._notes.notes[id(note)]}]: {text}")


def _is_entry(node: Node | str) -> TypeGuard[Node]:
    """Whether something is a term of a list of definitions, or what one means."""
    return isinstance(node, Node) and node.tag in ("dt", "dd")


def _paragraphs(run: Sequence[Fragment]) -> Blocks:
    return [] if is_blank(run) else [WrittenBlock(text) for text in write_paragraphs(run)]


def _one(text: str) -> Blocks:
    return [WrittenBlock(text)] if text else []


def _indented(text: str, width: int) -> str:
    """`text` with the lines below the first one set in, as what belongs to a list's item is."""
    return re.sub(r"\n(?=[^\n])", "\n" + " " * width, text)


def _text(blocks: Blocks, *, close: bool = False) -> str:
    """Blocks below each other; in a `close` list, those that are so too without an empty line."""
    parts: list[str] = []
    marker = ""
    for text, own, is_close in blocks:
        # Only a list that begins with 1 may follow words without an empty line.
        apart = "\n" if close and is_close and own in ("-", "1.") else "\n\n"
        marker = own.replace(".", ")") if marker.endswith(".") else own
        if marker != own:
            # Two counted lists in a row would be one.
            text = re.sub(r"(?m)^(\d+)\.", r"\1)", text)
        parts += [apart, text] if parts else [text]
    return "".join(parts)
