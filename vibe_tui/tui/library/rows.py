"""How one row of the report list looks: two lines of cells, cut and aligned by width.

Pure: the list asks for a row's strips with everything they depend on in a `RowLook`, and caches
them by it. Titles come from outside; they are cleaned here and are never markup.
"""

from __future__ import annotations

import datetime as dt
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from vibe_tui.cells import cell_width, cut, pad
from vibe_tui.clean import clean_line
from vibe_tui.model.report import Report
from vibe_tui.text import Language, Text

ROW_HEIGHT = 2
CHARS_A_MINUTE = 400
_INDENT = 3
_MINUTES = Text("{n} 分", "{n} min")
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


class RowMark(NamedTuple):
    """What the reader did with a report; `progress` is a percentage, 0 before it was begun.

    `compared` reports are marked to be compared.
    """

    unread: bool = True
    starred: bool = False
    progress: int = 0
    compared: bool = False


class RowStyles(NamedTuple):
    """The styles of one theme for one state of a row."""

    text: Style
    unread: Style
    dim: Style
    accent: Style
    rule: Style
    blank: Style


class RowLook(NamedTuple):
    """All that decides a row's cells, besides the report."""

    width: int
    selected: bool
    focused: bool
    today: dt.date
    language: Language
    ascii_only: bool = False


def minutes(report: Report) -> int:
    """Minutes that reading takes, at least one."""
    return max(1, round(report.chars / CHARS_A_MINUTE))


def shown_title(report: Report, language: Language) -> str:
    """The title that a list shows, on one line and harmless."""
    title = clean_line(report.short_title)
    title = title.lstrip(_JOINING + _COMBINING).rstrip(_JOINING)
    return title or _UNTITLED.pick(language)


def shown_date(day: dt.date, today: dt.date) -> str:
    """Month and day, with the year where it is not this one."""
    return day.strftime("%m-%d") if day.year == today.year else day.isoformat()


def report_strips(
    report: Report, mark: RowMark, look: RowLook, styles: RowStyles, topic_names: dict[str, str]
) -> tuple[Strip, Strip]:
    """The two lines of a report."""
    edge = _edge(look, styles)
    dot = ("*" if look.ascii_only else "●") if mark.unread else " "
    star = ("+" if look.ascii_only else "★") if mark.starred else ""
    room = max(0, look.width - _INDENT - 1 - (2 if star else 0))
    title = pad(cut(shown_title(report, look.language), room), room)
    first = [
        edge,
        Segment(dot + " ", styles.accent),
        Segment(title, styles.unread if mark.unread else styles.text),
        Segment(f" {star}" if star else "", styles.accent),
    ]
    compared = ("=" if look.ascii_only else "◇") if mark.compared else " "
    second = [
        edge,
        Segment(compared + " ", styles.accent),
        *_meta(report, mark, look, styles, topic_names),
    ]
    return _strip(first, look.width, styles.text), _strip(second, look.width, styles.text)


def _meta(
    report: Report, mark: RowMark, look: RowLook, styles: RowStyles, topic_names: dict[str, str]
) -> list[Segment]:
    right = _MINUTES.format(n=minutes(report)).pick(look.language)
    if 0 < mark.progress < 100:
        right = f"{mark.progress}% · {right}"
    date = shown_date(report.date, look.today)
    room = look.width - _INDENT - 1
    rest = room - cell_width(date) - cell_width(right) - 2
    if rest < 0:
        return [Segment(pad(cut(date, room - 2), room - 2), styles.dim)]
    parts = [clean_line(report.column)] if report.column else []
    parts += [topic_names.get(topic, topic) for topic in report.topics]
    words = clean_line(" · ".join(parts))
    left = date + (pad(cut(f"  {words}", rest), rest) if words and rest > 4 else " " * rest)
    return [Segment(f"{left}  {right}", styles.dim)]


def group_strips(
    label: str, count: int, is_open: bool, look: RowLook, styles: RowStyles
) -> tuple[Strip, Strip]:
    """The two lines of a group's heading: an empty one, then sign, label, rule and count."""
    sign = ("-" if is_open else "+") if look.ascii_only else ("▾" if is_open else "▸")
    number = str(count)
    room = max(0, look.width - _INDENT - 2 - len(number) - 1)
    name = cut(clean_line(label), room)
    rule = ("-" if look.ascii_only else "─") * (room - cell_width(name) - 1)
    line = [
        _edge(look, styles),
        Segment(sign + " ", styles.dim),
        Segment(name, styles.text + Style(bold=True)),
        Segment(f" {rule} " if rule else " ", styles.rule),
        Segment(number, styles.dim),
    ]
    return Strip.blank(look.width, styles.blank), _strip(line, look.width, styles.text)


def _edge(look: RowLook, styles: RowStyles) -> Segment:
    if not look.selected:
        return Segment(" ", styles.text)
    sign = ">" if look.ascii_only else "▎"
    return Segment(sign, styles.accent if look.focused else styles.dim)


def _strip(segments: list[Segment], width: int, style: Style) -> Strip:
    return Strip(segments).adjust_cell_length(width, style)
