"""Titles and days as lists show them: no Markdown, but formulas are drawn as on a page."""

from __future__ import annotations

import datetime as dt
import re

from vibe_tui.clean import clean_row
from vibe_tui.model.report import Report
from vibe_tui.text import Language, Text

# Blanks, joiners, selectors and combining marks at an end would join what is drawn beside them.
_JOINING = " \u3000\ufeff" + "".join(
    chr(code) for span in ((0x200B, 0x2010), (0x2060, 0x2065)) for code in range(*span)
)
_COMBINING = "".join(
    chr(code)
    for span in ((0x300, 0x370), (0x20D0, 0x2100), (0xFE00, 0xFE10))
    for code in range(*span)
)
_UNTITLED = Text("无标题", "Untitled")
_BEGIN = re.compile(r"(?<!\\)(?:\$|\\\()")


def drawn_title(title: str) -> str:
    """`title` with `$…$` and `\\(…\\)` as a page draws them; all else stays as it is."""
    begin = _BEGIN.search(title)
    if begin is None:
        return title
    # Imported here: the libraries for TeX take 20 ms, and few titles hold a formula.
    from vibe_tui.render.formula.inline import inline_formula
    from vibe_tui.render.rules import formula_at

    parts: list[str] = []
    done = 0
    while begin:
        stop = begin.end()
        if found := formula_at(title, begin.start(), len(title)):
            stop = found[0]
            parts += [
                title[done : begin.start()],
                inline_formula(found[1]) or title[begin.start() : stop],
            ]
            done = stop
        begin = _BEGIN.search(title, stop)
    return "".join((*parts, title[done:]))


def shown_title(report: Report, language: Language) -> str:
    """The title that a list shows, on one line and harmless."""
    title = clean_row(drawn_title(report.short_title))
    title = title.lstrip(_JOINING + _COMBINING).rstrip(_JOINING)
    return title or _UNTITLED.pick(language)


def shown_date(date: str, today: dt.date) -> str:
    """Month and day, with the year where it is not this one; less where less is known."""
    is_this_year = len(date) == len("2026-08-01") and date.startswith(f"{today.year:04}")
    return date[len("2026-") :] if is_this_year else date or "—"
