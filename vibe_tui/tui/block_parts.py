"""What a block of a document holds that a key can act on: its table, its formulas. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from vibe_tui.render.blocks import (
    Block,
    Definition,
    Footnote,
    Formula,
    Heading,
    Inline,
    ListBlock,
    Paragraph,
    Quote,
    Table,
)
from vibe_tui.render.document import BlockId, Document
from vibe_tui.render.lines import Role
from vibe_tui.render.parse import tables_in


def table_at(document: Document, block: BlockId) -> Table | None:
    """The first table in a block; one laid out in several chunks is whole again."""
    found = tables_in((document.block(block),))
    if not found:
        return None
    if block.chunk < 0 or block.section < 0:
        return found[0]
    chunks = document.chunks(block.section)
    first = last = block.chunk
    if block.unit == 0:
        while chunks[first].goes_on:
            first -= 1
    while last + 1 < len(chunks) and chunks[last + 1].goes_on:
        last += 1
    if first == last:
        return found[0]
    parts = [_only_table(document, block.section, chunk) for chunk in range(first, last + 1)]
    tables = [table for table in parts if table is not None]
    return replace(
        tables[0],
        rows=tuple([row for table in tables for row in table.rows]),
        source_rows=tuple([row for table in tables for row in table.source_rows]),
    )


def _only_table(document: Document, section: int, chunk: int) -> Table | None:
    units = document.units(section, chunk)
    return next((unit.block for unit in units if isinstance(unit.block, Table)), None)


def formulas_at(document: Document, block: BlockId) -> list[str]:
    """The TeX of the formulas in a block, each once, in their order."""
    return list(dict.fromkeys(_formulas(document.block(block))))


def _formulas(block: Block) -> Iterator[str]:
    match block:
        case Formula(tex=tex):
            yield tex.strip()
        case Heading(text=text) | Paragraph(text=text):
            yield from _inline_formulas(text)
        case Table(header=header, rows=rows):
            for row in (header, *rows):
                for cell in row:
                    yield from _inline_formulas(cell)
        case ListBlock(items=items):
            for item in items:
                for inner in item.blocks:
                    yield from _formulas(inner)
        case Definition(term=term, blocks=blocks):
            yield from _inline_formulas(term)
            for inner in blocks:
                yield from _formulas(inner)
        case Quote(blocks=blocks) | Footnote(blocks=blocks):
            for inner in blocks:
                yield from _formulas(inner)
        case _:
            return


def _inline_formulas(text: Inline) -> Iterator[str]:
    for atom in text:
        if atom.source and atom.look.role is Role.MATH:
            yield atom.source
