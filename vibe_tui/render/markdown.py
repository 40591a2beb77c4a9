"""Words → one line of Markdown that reads back as the same words.

Most words need nothing. Where one sign in them would mean something, all that could are escaped.

Rows of cells written out for other programs: as a Markdown table, as comma-separated values.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence

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


def to_markdown(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table. Cells are Markdown with bare pipes, as `Table.source_rows` holds them."""

    def line(cells: Sequence[str]) -> str:
        escaped = [cell.replace("|", r"\|") for cell in cells]
        return f"| {' | '.join(escaped)} |"

    return "\n".join([line(header), line(["---"] * len(header)), *map(line, rows)]) + "\n"


def to_csv(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Comma-separated values of plain cells."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue()
