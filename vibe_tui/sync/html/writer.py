"""The pass over a page: its blocks in few plain tags, everything else set aside as Markdown.

What is set aside (code, tables, display formulas, definitions) leaves a sign on a line of its own,
which is filled in after the conversion, at the depth at which it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from vibe_tui.sync.html.code import code_of, is_numbered_code
from vibe_tui.sync.html.inline import Run, disguise, reveal
from vibe_tui.sync.html.links import heading_places
from vibe_tui.sync.html.marks import Kind, Piece
from vibe_tui.sync.html.notes import notes_of
from vibe_tui.sync.html.table import grid_of, is_layout, write_table
from vibe_tui.sync.html.tree import BLOCKS, HEADINGS, Node
from vibe_tui.sync.html.words import Words, unseen

__all__ = ["Writer", "unseen"]

_SIGN_START, _SIGN_END = "\U0010fe00", "\U0010fe01"
_SIGN = re.compile(f"^(.*?){_SIGN_START}(\\d+){_SIGN_END}(.*)$", re.MULTILINE)
_LIST_MARK = re.compile(r"[-*+]|\d+[.)]")
_LISTS = frozenset(("ul", "ol", "menu", "dir"))
_CODE = frozenset(("pre", "listing", "xmp", "plaintext"))
_BOLD = Piece(Kind.OPEN, "strong")
_ITALIC = Piece(Kind.OPEN, "em")

Marks = tuple[Piece, ...]


class Writer:
    """Writes one page. `convert` turns plain HTML into Markdown."""

    def __init__(self, page: Node, base: str, convert: Callable[[str], str]) -> None:
        self._page = page
        self._convert = convert
        self._notes = notes_of(page)
        self._words = Words(base, self._notes, heading_places(page))
        self._aside: list[str] = []
        self._defined: list[str] = []
        self._around: list[Node] = []
        levels = [int(node.tag[1]) for node in page.elements() if node.tag in HEADINGS]
        self._shift = 2 - min(levels, default=2)

    def document(self) -> str:
        """The whole page as Markdown that ends with a line break; empty where it says nothing."""
        body = self._markdown(self._flow(self._page.children))
        return "\n\n".join(part for part in (body, *self._defined) if part) + "\n" * bool(body)

    def _markdown(self, html: str) -> str:
        """Plain HTML as Markdown, with what was set aside in its place."""
        if not html:
            return ""
        return _SIGN.sub(self._filled, self._convert(html)).strip("\n")

    def _filled(self, match: re.Match[str]) -> str:
        before, number, after = match.groups()
        lines = self._aside[int(number)].split("\n")
        rest = _LIST_MARK.sub(lambda mark: " " * len(mark[0]), before)
        filled = [
            lines[0],
            *(f"{rest}{line}".rstrip() if line else rest.rstrip() for line in lines[1:]),
        ]
        return before + "\n".join(filled) + (f"\n\n{rest}{after.strip()}" if after.strip() else "")

    def _set_aside(self, markdown: str) -> str:
        if not markdown:
            return ""
        self._aside.append(markdown)
        return f"<p>{_SIGN_START}{len(self._aside) - 1}{_SIGN_END}</p>"

    def _flow(self, children: Iterable[Node | str], marks: Marks = ()) -> str:
        """Children as blocks; `marks` are put around the words of each."""
        parts: list[str] = []
        run = Run()
        items: list[Node] = []
        for child in children:
            is_item = isinstance(child, Node) and child.tag == "li"
            if items and not is_item and not (isinstance(child, str) and not child.strip()):
                parts.append(self._list(Node("ul", {}, list(items))))
                items = []
            if isinstance(child, Node) and is_item:
                parts.append(self._paragraphs(run, marks))
                run = Run()
                items.append(child)
            elif isinstance(child, Node) and self._is_block(child):
                parts.append(self._paragraphs(run, marks))
                run = Run()
                parts.append(self._block(child, marks))
            elif not items or not isinstance(child, str):
                self._words.add(child, run)
        if items:
            parts.append(self._list(Node("ul", {}, list(items))))
        parts.append(self._paragraphs(run, marks))
        return "".join(parts)

    def _is_block(self, node: Node) -> bool:
        if unseen(node) or self._words.formula(node):
            return False
        if node.tag in BLOCKS or node.tag in _CODE:
            return True
        return node.tag not in {"svg", "select", "datalist"} and node.holds_blocks

    def _paragraphs(self, run: Run, marks: Marks, tag: str = "p") -> str:
        """A run as paragraphs and the display formulas between them."""
        if run.is_empty:
            return ""
        if marks:
            closing = [Piece(Kind.CLOSE, one.text) for one in reversed(marks)]
            run = Run([*(Piece(m.kind, m.text, m.target) for m in marks), *run.pieces, *closing])
        parts: list[str] = []
        for part in run.split():
            if isinstance(part, str):
                parts.append(self._set_aside(f"$$\n{part}\n$$"))
            elif text := part.write():
                parts.append(f"<{tag}>{text}</{tag}>" if tag else text)
        return "".join(parts)

    def _block(self, node: Node, marks: Marks) -> str:
        tag = node.tag
        if id(node) in self._notes.notes:
            return self._define(node)
        if tag in HEADINGS:
            return self._heading(node, marks)
        if tag in _CODE:
            return self._set_aside(code_of(node, self._around[::-1][:3]))
        if tag in _LISTS:
            return self._list(node)
        if tag == "hr":
            return "<hr>"
        if tag == "table":
            return self._table(node, marks)
        if tag == "dl":
            return self._definitions(node)
        if tag == "blockquote":
            return self._quote(node)
        if tag == "summary":
            return self._within(node, (*marks, _BOLD))
        if tag in {"figcaption", "caption"}:
            return self._within(node, (*marks, _ITALIC))
        opening = self._words.mark_of(node)
        return self._within(node, (*marks, opening) if opening else marks)

    def _within(self, node: Node, marks: Marks) -> str:
        self._around.append(node)
        inner = self._flow(node.children, marks)
        self._around.pop()
        return inner

    def _quote(self, node: Node) -> str:
        inner = self._markdown(self._within(node, ()))
        lines = inner.split("\n") if inner else []
        return self._set_aside("\n".join(f"> {line}".rstrip() for line in lines))

    def _heading(self, node: Node, marks: Marks) -> str:
        run = Run()
        self._words.add_all(node, run)
        if run.is_empty:
            return ""
        if any(one.tag in ("li", "blockquote", "dd", "dt") for one in self._around):
            return self._paragraphs(run, (_BOLD,))
        for piece in run.pieces:
            if piece.kind is Kind.BREAK:
                piece.kind, piece.text = Kind.WORDS, " "
        # A heading is bold as it is.
        run.pieces = [
            piece
            for piece in run.pieces
            if piece.kind not in (Kind.OPEN, Kind.CLOSE) or piece.text != "strong"
        ]
        level = min(6, int(node.tag[1]) + self._shift)
        links = [mark for mark in marks if mark.text == "a"]
        run.pieces = [*links, *run.pieces, *(Piece(Kind.CLOSE, mark.text) for mark in links)]
        text = run.write(at_start=False)
        sign = disguise("#")
        text = re.sub(rf"(?:(?<=\s)|^)({sign}+)$", disguise("\\") + r"\1", text)
        return f"<h{level}>{text}</h{level}>" if text else ""

    def _list(self, node: Node) -> str:
        """A list; what stands in it outside of items belongs to the item before."""
        items: list[list[Node | str]] = []
        first: Node | None = None
        for child in node.children:
            if isinstance(child, Node) and child.tag == "li":
                first = first or child
                items.append([child])
            elif isinstance(child, Node) or child.strip():
                if not items:
                    items.append([])
                items[-1].append(child)
        written = [item for item in (self._item(parts) for parts in items) if item]
        if not written:
            return ""
        loose = any(item.count("<p>") > 1 for item in written)
        lines = [
            f"<li>{item if loose else re.sub('^<p>(.*?)</p>', _bare, item, flags=re.S)}</li>"
            for item in written
        ]
        if node.tag != "ol":
            return f"<ul>{''.join(lines)}</ul>"
        start = (first.get("value") if first else "") or node.get("start")
        begins = f' start="{int(start)}"' if re.fullmatch(r"\d{1,9}", start.strip()) else ""
        return f"<ol{begins}>{''.join(lines)}</ol>"

    def _item(self, parts: Sequence[Node | str]) -> str:
        written: list[str] = []
        for part in parts:
            if isinstance(part, Node) and part.tag == "li":
                if id(part) in self._notes.notes:
                    self._define(part)
                else:
                    written.append(self._within(part, ()))
            else:
                self._around.append(Node("li"))
                written.append(self._flow([part]))
                self._around.pop()
        return "".join(written)

    def _table(self, table: Node, marks: Marks) -> str:
        if is_numbered_code(table):
            blocks = [node for node in table.elements() if node.tag == "pre"]
            code = max(blocks, key=lambda node: sum(map(str.isalpha, node.text())))
            return self._set_aside(code_of(code, (table, *self._around[::-1][:3])))
        if is_layout(table):
            return self._within(table, marks)
        captions = [one for one in table.children if isinstance(one, Node) and one.tag == "caption"]
        above = "".join(self._within(one, (_ITALIC,)) for one in captions)
        return above + self._set_aside(write_table(grid_of(table), self._cell))

    def _cell(self, cell: Node) -> str:
        """The words of a cell on one line, its parts apart by `<br>`."""
        lines = [line for run in self._words.lines(cell) if (line := self._line(run))]
        return "<br>".join(lines)

    def _line(self, run: Run) -> str:
        html = run.write(at_start=False)
        text = self._convert(f"<p>{html}</p>") if "<" in html else reveal(html)
        return re.sub(r"\\?\n", "<br>", text.strip())

    def _definitions(self, node: Node) -> str:
        """A list of terms and what they mean."""
        parts: list[str] = []
        terms: list[Node] = []
        entries = [
            entry
            for child in node.children
            if isinstance(child, Node)
            for entry in ([child] if child.tag in ("dt", "dd") else child.children)
            if isinstance(entry, Node)
        ]
        meanings: list[str] = []
        for entry in entries:
            if entry.tag == "dt" and meanings:
                parts += self._defined_as(terms, meanings)
                terms, meanings = [], []
            if entry.tag == "dt":
                terms.append(entry)
            elif meaning := self._markdown(self._within(entry, ())):
                meanings.append(meaning)
        return "".join((*parts, *self._defined_as(terms, meanings)))

    def _defined_as(self, terms: Iterable[Node], meanings: Sequence[str]) -> Iterator[str]:
        """Terms that mean the same, and what they mean."""
        names = [name for term in terms if (name := self._cell(term))]
        if not names or not meanings:
            yield from map(self._set_aside, (*names, *meanings))
            return
        below: list[str] = []
        for meaning in meanings:
            lines = meaning.split("\n")
            below += [f":   {lines[0]}", *(f"    {line}".rstrip() for line in lines[1:])]
        yield self._set_aside("\n\n".join([*names[:-1], "\n".join([names[-1], *below])]))

    def _define(self, note: Node) -> str:
        """Put a footnote at the end of the document."""
        label = self._notes.notes[id(note)]
        lines = self._markdown(self._within(note, ())).split("\n")
        below = [f"    {line}".rstrip() for line in lines[1:]]
        self._defined.append("\n".join([f"[^{label}]: {lines[0]}", *below]))
        return ""


def _bare(match: re.Match[str]) -> str:
    """The words of the first paragraph of a close list, with no paragraph around them."""
    return match[1]
