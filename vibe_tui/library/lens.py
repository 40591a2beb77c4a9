"""What a lens leaves of a report: its sections for other programs, and the folds of a page.

How the sections of a page are shown under a lens: open, folded or hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vibe_tui.model.section import Lens, Section, SectionKind
from vibe_tui.render.outline import BlockKind, outline
from vibe_tui.render.parse import tables_of
from vibe_tui.render.place import Fold
from vibe_tui.render.plain import markdown_table


def apply_lens(sections: Sequence[Section], lens: Lens) -> tuple[Section, ...]:
    """The sections that `lens` keeps.

    One that it leaves out is absent or, where a section below it stays, a bare heading without
    text. A lens on tables keeps sections that hold tables, with only the tables as their text.
    """
    if lens.is_full:
        return tuple(sections)
    kept: list[Section] = []
    for section in sections:
        children = apply_lens(section.children, lens)
        text = _text_under(section, lens)
        if text is not None or children:
            limits = section.limits
            if text is not None and not lens.keeps(section):
                limits = ((0, text.count("\n") + 1),)
            kept.append(section._replace(text=text or "", children=children, limits=limits))
    return tuple(kept)


def _text_under(section: Section, lens: Lens) -> str | None:
    """The section's own text under `lens`; `None` where the section is left out."""
    if not lens.keeps(section):
        if not _keeps_limits(section, lens):
            return None
        lines = section.text.split("\n")
        return "\n\n".join(["\n".join(lines[a:b]).strip("\n") for a, b in section.limits])
    if lens.tables_only:
        return "\n\n".join(tables_in(section.text)) or None
    return section.text


def _keeps_limits(section: Section, lens: Lens) -> bool:
    """Whether of a section that `lens` leaves out the limits stay that it names by a label."""
    return bool(section.limits) and not lens.tables_only and lens.wants(SectionKind.LIMITATIONS)


def tables_in(text: str) -> Iterator[str]:
    """The Markdown of every table in `text`, those inside quotes and lists written anew."""
    if "|" not in text:
        return
    found = outline(text)
    for mark in found.blocks:
        block = text[found.starts[mark.first] : found.starts[mark.stop] - 1]
        if mark.kind is BlockKind.TABLE:
            yield block.strip("\n")
        elif mark.kind is not BlockKind.CODE:
            for table in tables_of(block):
                yield markdown_table(table.source_header, table.source_rows).rstrip("\n")


def folds_for(flat: Sequence[Section], lens: Lens, *, hide: bool) -> list[Fold]:
    """A fold for each of `flat`, which is every section of a report in document order.

    What the lens keeps is open. The rest folds to headings, or with `hide` is left out; of a part
    that keeps nothing only the outermost heading is shown. A heading above what is kept is bare,
    unless a text of its own is folded behind it.
    """
    if lens.is_full:
        return [Fold.OPEN] * len(flat)
    folds: list[Fold] = []
    while len(folds) < len(flat):
        folds.extend(_folds(flat[len(folds)], lens, hide))
    return folds


def _folds(section: Section, lens: Lens, hide: bool) -> Iterator[Fold]:
    if not apply_lens([section], lens):
        yield Fold.FOLDED if section.heading and not hide else Fold.HIDDEN
        yield from [Fold.HIDDEN] * (sum(1 for _ in section.walk()) - 1)
        return
    if lens.keeps(section):
        yield Fold.TABLES if lens.tables_only else Fold.OPEN
    elif _keeps_limits(section, lens):
        yield Fold.LIMITS
    elif not section.text:
        yield Fold.OPEN
    else:
        yield Fold.FOLDED if section.heading else Fold.HIDDEN
    for child in section.children:
        yield from _folds(child, lens, hide)
