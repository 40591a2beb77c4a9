"""The words a reader sees of a report, line by line, from the one Markdown parser.

A paragraph, a heading, a table row or a code block is one line; what is found in a line never
reaches into the next. Cells are kept apart by a bar.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from vibe_tui.clean import clean_line
from vibe_tui.model.section import Section
from vibe_tui.render.blocks import Block, Definition, Footnote, ListBlock, Quote, Table
from vibe_tui.render.inline import plain_text
from vibe_tui.render.marks import References
from vibe_tui.render.parse import inline, parse_blocks, plain_of
from vibe_tui.render.references import references_in

CELLS = " | "


def references_of(sections: Iterable[Section]) -> References:
    """What the sections of a report define for each other."""
    return references_in(section.text for top in sections for section in top.walk())


def heading_line(markdown: str, references: References) -> str:
    """A heading's words."""
    return _one_line(plain_text(inline(markdown, references)))


def visible_lines(markdown: str, references: References) -> list[str]:
    """The lines of a section's own text."""
    return [line for line in _lines(parse_blocks(markdown, references)) if line]


def _lines(blocks: Sequence[Block]) -> Iterator[str]:
    for block in blocks:
        match block:
            case Table(header=header, rows=rows):
                for row in (header, *rows):
                    yield CELLS.join(_one_line(plain_text(cell)) for cell in row)
            case ListBlock(items=items):
                for item in items:
                    yield from _lines(item.blocks)
            case Definition(term=term, blocks=inner):
                yield _one_line(plain_text(term))
                yield from _lines(inner)
            case Quote(blocks=inner) | Footnote(blocks=inner):
                yield from _lines(inner)
            case _:
                yield _one_line(plain_of(block))


def _one_line(text: str) -> str:
    return clean_line(text).strip()
