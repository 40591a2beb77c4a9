"""A page as text for pipes, or with ANSI styles for terminals.

The only control codes in the output are those written here: the text of a line holds none.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from vibe_tui.render.lines import Line, Look, Role
from vibe_tui.render.page import Page

# Sixteen colours and the terminal's own foreground, so that every scheme stays readable.
_COLOURS = {
    Role.META: "2",
    Role.MARKER: "2",
    Role.QUOTE: "2",
    Role.BORDER: "2",
    Role.FOLD: "2",
    Role.TITLE: "1",
    Role.HEADING: "1",
    Role.SUBHEADING: "1",
    Role.TABLE_HEADER: "1",
    Role.LINK: "4",
    Role.CODE: "36",
    Role.CODE_KEYWORD: "35",
    Role.CODE_STRING: "32",
    Role.CODE_COMMENT: "2",
    Role.CODE_NUMBER: "33",
    Role.CODE_NAME: "36",
    Role.MATH: "36",
    Role.NOTICE: "33",
}
_SAFE = "/:?#[]@!$&'()*+,;=%-._~"
_OPENABLE = ("http://", "https://", "mailto:")


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
        if links and target.lower().startswith(_OPENABLE):
            text = f"\x1b]8;;{quote(target, safe=_SAFE)}\x1b\\{text}\x1b]8;;\x1b\\"
        parts.append(text)
    return "".join(parts)


def _codes(look: Look) -> str:
    codes = [_COLOURS.get(look.role, "")]
    codes += ["1"] * look.bold + ["3"] * look.italic + ["9"] * look.strike
    codes += ["4"] * (bool(look.link) and look.role is not Role.LINK)
    return ";".join(dict.fromkeys(filter(None, codes)))
