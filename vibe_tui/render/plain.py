"""What leaves the program as text: pages plain or with styles, headings and tables as Markdown.

The only control codes in a page are those written here: the text of a line holds none. A heading
reads back as the words that it was made of.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING
from urllib.parse import quote

from vibe_tui.clean import clean_line
from vibe_tui.render.blocks import Heading, Line, Look, Role, plain_of
from vibe_tui.render.links import OPENABLE
from vibe_tui.render.parse import parse_blocks

if TYPE_CHECKING:
    from vibe_tui.render.page import Page

# Sixteen colours and the terminal's own foreground, so that every scheme stays readable.
_SHADES = {
    "1": (Role.TITLE, Role.HEADING, Role.SUBHEADING, Role.TABLE_HEADER),
    "2": (Role.META, Role.MARKER, Role.QUOTE, Role.BORDER, Role.FOLD, Role.CODE_COMMENT),
    "4": (Role.LINK,),
    "32": (Role.CODE_STRING,),
    "33": (Role.CODE_NUMBER, Role.HIGHLIGHT, Role.NOTICE),
    "35": (Role.CODE_KEYWORD,),
    "36": (Role.CODE, Role.CODE_NAME, Role.MATH),
}
_COLOURS = {role: code for code, roles in _SHADES.items() for role in roles}
_RUN = re.compile(r"\s*(?:[=@＝＠]|[+\-＋－].*(?:\w\(|[|!]))", re.DOTALL)
"""A cell that a spreadsheet takes for a formula."""

_SAFE = "/:?#[]@!$&'()*+,;=%-._~"


def to_text(page: Page) -> Iterator[str]:
    """The lines of a page as plain text, without blanks at their ends."""
    for row in page.all_lines():
        yield row.line.text.rstrip()


def to_ansi(page: Page, *, links: bool = True) -> Iterator[str]:
    """The lines of a page with colours; `links` adds OSC 8 hyperlinks."""
    for row in page.all_lines():
        yield ansi_line(row.line, links=links)


def ansi_line(line: Line, *, links: bool = True) -> str:
    """One line with colours; every style that it opens it closes."""
    parts: list[str] = []
    for run in line.runs:
        codes = _codes(run.look)
        text = f"\x1b[{codes}m{run.text}\x1b[0m" if codes else run.text
        target = run.look.link
        if links and target.lower().startswith(OPENABLE):
            text = f"\x1b]8;;{quote(target, safe=_SAFE)}\x1b\\{text}\x1b]8;;\x1b\\"
        parts.append(text)
    return "".join(parts)


def _codes(look: Look) -> str:
    codes = [_COLOURS.get(look.role, "")]
    codes += ["1"] * look.bold + ["3"] * look.italic + ["9"] * look.strike
    codes += ["4"] * (bool(look.link) and look.role is not Role.LINK)
    return ";".join(dict.fromkeys(filter(None, codes)))


_MARKUP = re.compile(r"[\\`*_\[\]<>&$~#!|]")


def markdown_heading(words: str, level: int) -> str:
    """A heading of these words, none of whose signs is taken for markup."""
    words = " ".join(clean_line(words).split())
    hashes = "#" * level
    plain = f"{hashes} {words}"
    escaped = _MARKUP.sub(r"\\\g<0>", words)
    return plain if _says(plain, words) else f"{hashes} {escaped}"


def _says(markdown: str, words: str) -> bool:
    blocks = parse_blocks(markdown)
    return (
        len(blocks) == 1
        and isinstance(blocks[0], Heading)
        and " ".join(plain_of(blocks[0]).split()) == words
    )


def markdown_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table. Cells are Markdown with bare pipes, as `Table.source_rows` holds them."""

    def line(cells: Sequence[str]) -> str:
        escaped = [cell.replace("|", r"\|") for cell in cells]
        return f"| {' | '.join(escaped)} |"

    return "\n".join([line(header), line(["---"] * len(header)), *map(line, rows)]) + "\n"


def to_csv(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Comma-separated values of plain cells; one that a spreadsheet would run begins with `'`."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for row in (header, *rows):
        writer.writerow([f"'{cell}" if _RUN.match(cell) else cell for cell in row])
    return out.getvalue()
