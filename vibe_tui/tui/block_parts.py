"""What a block of a document holds that a key can act on: its table, its formulas. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from vibe_tui.render.blocks import Block, Formula, Table, own_texts, walk
from vibe_tui.render.document import BlockId, Document
from vibe_tui.render.lines import Role
from vibe_tui.render.parse import tables_in

_NEAR = 4
"""Chunks of a section that are looked through for a table below."""


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


def _only_table(document: Document, section: int, chunk: int) -> Table | None:
    units = document.units(section, chunk)
    return next((unit.block for unit in units if isinstance(unit.block, Table)), None)


def formulas_at(document: Document, block: BlockId) -> list[str]:
    """The TeX of the formulas in a block, each once, in their order."""
    return list(dict.fromkeys(_formulas(document.block(block))))


def _formulas(block: Block) -> Iterator[str]:
    for inner in walk(block):
        if isinstance(inner, Formula):
            yield inner.tex.strip()
        for text in own_texts(inner):
            yield from [a.source for a in text if a.source and a.look.role is Role.MATH]
