"""Blocks of HTML in Markdown → paragraphs of their words, and tables that stand whole in one.

A table has the columns that its rows have cells for; a cell that goes over several rows or columns
says its words in the first, the others are empty.
"""

from __future__ import annotations

import re
from itertools import count

from vibe_tui.render.blocks import Align, Block, Inline, Paragraph, Rule, Table, plain_inline
from vibe_tui.render.html import Tag, split_html, without_words
from vibe_tui.render.inline import Builder

_TABLE = re.compile(r"<table\b[^<>]*>((?:(?!<table\b).)*?)</table\s*>", re.IGNORECASE | re.DOTALL)
_MOST = 100
"""Rows or columns that a cell may go over."""


def html_blocks(source: str, wrappers: set[str]) -> list[Block]:
    """The blocks of some HTML; `wrappers` are elements that those before it left open."""
    found: list[Block] = []
    at = 0
    for match in _TABLE.finditer(source):
        if table := _table(match[1]):
            found += [*_paragraphs(source[at : match.start()], wrappers), *table]
            at = match.end()
    return found + _paragraphs(source[at:], wrappers)


def _table(source: str) -> list[Block]:
    """A caption and the rows of a table; none where it has no cells."""
    rows: list[list[tuple[Tag, Builder]]] = []
    caption, builder = Builder(), None
    for part in without_words(split_html(source), set()):
        if isinstance(part, str):
            if builder is not None:
                for number, line in enumerate(part.split("\n")):
                    if number:
                        builder.soft_break()
                    builder.text(line)
        elif part.name == "tr":
            builder = None
            rows += [] if part.closing else [[]]
        elif part.name == "caption":
            builder = None if part.closing else caption
        elif part.is_cell:
            builder = None if part.closing else Builder()
            if builder is not None:
                rows = rows or [[]]
                rows[-1].append((part, builder))
        elif builder is not None:
            builder.tag(part)
    rows = [row for row in rows if row]
    if not rows:
        return []
    has_head = all(tag.name == "th" for tag, _ in rows[0])
    cells = _spread(rows)
    head = cells.pop(0) if has_head else ((),) * len(cells[0])
    sources = [tuple([" ".join(plain_inline(cell).split()) for cell in row]) for row in cells]
    names = tuple(map(plain_inline, head))
    table = Table(head, tuple(cells), (Align.NONE,) * len(head), names, tuple(sources))
    named = caption.finish()
    return [*([Paragraph(named)] if named else []), table]


def _spread(rows: list[list[tuple[Tag, Builder]]]) -> list[tuple[Inline, ...]]:
    """The cells of a table at their places, every row as long as the longest."""
    placed: dict[tuple[int, int], Inline] = {}
    for y, row in enumerate(rows):
        for tag, builder in row:
            x = next(x for x in count() if (y, x) not in placed)
            wide, high = _span(tag, "colspan"), min(_span(tag, "rowspan"), len(rows) - y)
            placed |= {(y + down, x + right): () for down in range(high) for right in range(wide)}
            placed[y, x] = builder.finish()
    width = 1 + max(x for (_, x), cell in placed.items() if cell or x == 0)
    return [tuple([placed.get((y, x), ()) for x in range(width)]) for y in range(len(rows))]


def _span(tag: Tag, name: str) -> int:
    value = tag.get(name)
    return min(max(int(value), 1), _MOST) if value.isdecimal() else 1


def _paragraphs(source: str, wrappers: set[str]) -> list[Block]:
    """The paragraphs of some HTML."""
    found: list[Block] = []
    builder = Builder()
    preformatted = False

    def flush() -> None:
        nonlocal builder
        text = builder.finish()
        builder = Builder()
        if text:
            found.append(Paragraph(text))

    for part in without_words(split_html(source), wrappers):
        if isinstance(part, Tag):
            if part.is_block:
                flush()
                preformatted = part.name == "pre" and not part.closing
                if part.name == "hr":
                    found.append(Rule())
            builder.tag(part)
            continue
        for number, line in enumerate(part.split("\n")):
            if number and preformatted:
                builder.hard_break()
            elif number:
                builder.soft_break()
            builder.text(line)
    flush()
    return found
