"""Where the text of a section names its limits by a bold label instead of a heading.

`**局限**` alone, a paragraph or an item of a list that begins with `**局限性**：…`: what it names
goes on up to the next label of the same form. Only limits are looked for, since readers ask for
them by one key; labels of other kinds (`**模型**`, `**设置**`) stand everywhere and set nothing
apart. In a section about others' work or the method a label says nothing about this report's.
"""

from __future__ import annotations

import re

from vibe_tui.library.headings import HeadingNames, Kinds
from vibe_tui.library.kinds import settle
from vibe_tui.model.section import SectionKind, Spans
from vibe_tui.render.outline import BlockKind, outline

_LABEL = re.compile(
    r"^ {0,3}(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?(?:\*\*|__)([^*\n]{1,60}?)(?:\*\*|__)", re.MULTILINE
)
_ITEMS = (BlockKind.LIST, BlockKind.ITEM)
_LIMITS = SectionKind.LIMITATIONS
_OF_OTHERS = frozenset({SectionKind.BACKGROUND, SectionKind.RELATED, SectionKind.METHOD})


def limits_in(text: str, kinds: Kinds, names: HeadingNames) -> Spans:
    """The lines of a section's own text that a label says are limits; the section is of `kinds`."""
    if "**" not in text and "__" not in text:
        return ()
    if _LIMITS in kinds or _OF_OTHERS.intersection(kinds):
        return ()

    def is_limit(label: str) -> bool:
        if not names.is_plain(label, _LIMITS):
            return False
        meaning = names.read(label)
        sure = meaning.is_whole or SectionKind.STRENGTHS not in kinds
        return sure and _LIMITS in settle(meaning, [kinds])

    if not any(is_limit(found[1]) for found in _LABEL.finditer(text)):
        return ()
    found: list[tuple[int, int]] = []
    begun: BlockKind | None = None
    top = outline(text)
    for block in top.blocks:
        is_item = block.kind in _ITEMS
        label = _LABEL.match(text, top.starts[block.first])
        labelled = label is not None and (is_item or block.kind is BlockKind.TEXT)
        if label is not None and labelled and is_limit(label[1]):
            found.append((block.first, block.stop))
            begun = BlockKind.ITEM if is_item else BlockKind.TEXT
        elif begun and not (labelled and (begun is BlockKind.ITEM) == is_item):
            ends = begun is BlockKind.ITEM and block.kind is not BlockKind.ITEM
            begun = None if ends else begun
            if begun:
                found[-1] = (found[-1][0], block.stop)
        else:
            begun = None
    return tuple(found)
