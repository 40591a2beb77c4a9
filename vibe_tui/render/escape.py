"""Words → one line of Markdown that reads back as the same words.

Most words need nothing. Where one sign in them would mean something, all that could are escaped.
"""

from __future__ import annotations

import re

from vibe_tui.clean import clean_line
from vibe_tui.render.blocks import Heading
from vibe_tui.render.parse import parse_blocks, plain_of

_SIGNS = re.compile(r"[\\`*_\[\]<>&$~#!|]")


def heading(words: str, level: int) -> str:
    """A heading of these words, none of whose signs is taken for markup."""
    words = " ".join(clean_line(words).split())
    hashes = "#" * level
    plain = f"{hashes} {words}"
    return plain if _says(plain, words) else f"{hashes} {_SIGNS.sub(_escaped, words)}"


def _escaped(sign: re.Match[str]) -> str:
    return f"\\{sign.group()}"


def _says(markdown: str, words: str) -> bool:
    blocks = parse_blocks(markdown)
    return (
        len(blocks) == 1
        and isinstance(blocks[0], Heading)
        and " ".join(plain_of(blocks[0]).split()) == words
    )
