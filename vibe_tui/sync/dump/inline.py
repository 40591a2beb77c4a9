"""Plain text of a dump to inline Markdown that shows exactly its words.

Inline code, `$…$` formulas and bare addresses of the text are kept as what they are (addresses
as `<…>`, so that they end before the first Han or full-width sign everywhere).
"""

from __future__ import annotations

import re

from vibe_tui.sync.inline_text import block_start, escape, spans


def inline(text: str, *, cell: bool = False) -> str:
    """`text` as inline Markdown that shows exactly its words; `cell` is for table cells."""
    text = " ".join(text.split())
    parts: list[tuple[bool, str]] = []
    at = 0
    for start, end, kind in spans(text, code=True):
        parts.append((False, text[at:start]))
        parts.append((True, f"<{text[start:end]}>" if kind == "url" else text[start:end]))
        at = end
    parts.append((False, text[at:]))
    words = "".join(part for kept, part in parts if not kept)
    # One sign alone pairs with nothing.
    pairs = "".join(sign for sign in "*~" if words.count(sign) > 1)
    line = "".join(part if kept else escape(part, pairs) for kept, part in parts)
    return line.replace("|", r"\|") if cell else line


def paragraph(text: str) -> str:
    """`text` as the one line of a paragraph or list item, safe at the start of a block."""
    return block_start(inline(text))


def heading(level: int, text: str) -> str:
    """A heading of the body; level 1 is written `##`, because the title is no part of it."""
    line = re.sub(r"(?<=\s)(#+)$", r"\\\1", inline(text))
    return f"{'#' * (level + 1)} {line}"
