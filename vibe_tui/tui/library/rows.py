"""The rows of the report list: which there are, and how each looks. Pure.

A row is the heading of a group or a report in it. It is named by group and report, because a report
may stand in several groups; that name outlives every change of the list. The list asks for a row's
two lines of cells with everything they depend on in a `RowLook`, and caches them by it. Titles come
from outside; they are cleaned here and are never markup.
"""

from __future__ import annotations

import datetime as dt
from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from vibe_tui.cells import cell_width, cut, pad
from vibe_tui.clean import clean_row
from vibe_tui.library.groups import CONTINUE, STARRED, ReportGroup
from vibe_tui.model.report import Report
from vibe_tui.render.titles import shown_date, shown_title
from vibe_tui.text import Language, Text

Row = ReportGroup | Report


class ReportRows:
    """Groups as rows. Headings of open groups are no stops for the selection."""

    def __init__(self) -> None:
        self._groups: Sequence[ReportGroup] = ()
        self._folded = {STARRED}
        self._rows: list[Row] = []
        self._shown: list[ReportGroup] = []
        self._headings: list[int] = []
        self._starts: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, index: int) -> Row:
        return self._rows[index]

    def set_groups(self, groups: Sequence[ReportGroup]) -> None:
        """Other groups; those that were folded stay so."""
        self._groups = groups
        self._flatten()

    def is_open(self, group: ReportGroup) -> bool:
        """Whether the reports of `group` are rows."""
        return not self._folded & {group.key, group.inside}

    def set_open(self, group: ReportGroup, is_open: bool) -> None:
        """Fold or open `group`; what is opened is so with the group that it stands in."""
        if is_open:
            self._folded -= {group.key, group.inside}
        else:
            self._folded.add(group.key)
        self._flatten()

    def _flatten(self) -> None:
        rows: list[Row] = []
        self._shown, self._headings, self._starts = [], [], {}
        for group in self._groups:
            if group.inside in self._folded:
                self._starts[group.key] = self._starts[group.inside]
                continue
            self._shown.append(group)
            self._headings.append(len(rows))
            self._starts[group.key] = len(rows)
            rows.append(group)
            if group.key not in self._folded:
                rows.extend(group.reports)
        self._rows = rows

    # Names

    def name_of(self, index: int) -> tuple[str, str]:
        """Group and report of a row; the report is empty for a heading."""
        if not self._rows:
            return "", ""
        row = self._rows[min(index, len(self._rows) - 1)]
        if isinstance(row, ReportGroup):
            return row.key, ""
        return self.group_of(index).key, row.id

    def group_of(self, index: int) -> ReportGroup:
        """The group that a row belongs to."""
        return self._shown[max(0, bisect_right(self._headings, index) - 1)]

    def is_heading(self, index: int) -> bool:
        """Whether a row is the heading of a group."""
        return 0 <= index < len(self._rows) and isinstance(self._rows[index], ReportGroup)

    def badge(self, index: int) -> str:
        """The column of the report in a row, unless those beside it have the same."""
        row = self._rows[index]
        beside = self._rows[max(0, index - 1) : index + 2]
        others = {other.column for other in beside if isinstance(other, Report)}
        return row.column if isinstance(row, Report) and len(others) > 1 else ""

    def find(self, group_key: str, report_id: str = "") -> int:
        """The row of that name, the heading for a folded group; -1 where there is none."""
        start = self._starts.get(group_key, -1)
        if start < 0 or not report_id:
            return start
        group = self.group_of(start)
        if not self.is_open(group) or group.key != group_key:
            return start
        ids = (report.id for report in group.reports)
        return next((at for at, id_ in enumerate(ids, start + 1) if id_ == report_id), -1)

    def find_anywhere(self, report_id: str) -> int:
        """The first row of a report; -1 where there is none."""
        for at, row in enumerate(self._rows):
            if isinstance(row, Report) and row.id == report_id:
                return at
        return -1

    def bring(self, report_id: str, near: int) -> int:
        """The row of a report, its group opened for it; -1 where it is in none.

        Of several, the one in the group of row `near`, else one that is in no group on top.
        """
        here, _ = self.name_of(near)
        top = (CONTINUE, STARRED)
        for group in sorted(self._groups, key=lambda g: (g.key != here, g.key in top)):
            if any(report.id == report_id for report in group.reports):
                if not self.is_open(group):
                    self.set_open(group, True)
                return self.find(group.key, report_id)
        return -1

    # Stops

    def stop(self, index: int, by: int) -> int:
        """The stop that is `by` rows from `index`, or the last one that way."""
        target = max(0, min(index + by, len(self._rows) - 1))
        way = 1 if by > 0 else -1
        while 0 <= target < len(self._rows) and self._is_open_heading(target):
            target += way
        return target if 0 <= target < len(self._rows) else self.edge(-way)

    def edge(self, way: int) -> int:
        """The first stop (1) or the last (-1)."""
        at = 0 if way > 0 else len(self._rows) - 1
        while 0 <= at < len(self._rows) and self._is_open_heading(at):
            at += way
        return at

    def first_report(self) -> int:
        """The first row with a report, else the first stop."""
        found = (at for at, row in enumerate(self._rows) if isinstance(row, Report))
        return next(found, self.edge(1))

    def _is_open_heading(self, index: int) -> bool:
        row = self._rows[index]
        return isinstance(row, ReportGroup) and self.is_open(row)

    def neighbour(self, index: int, step: int, wanted: Callable[[Report], bool]) -> Report | None:
        """The nearest report from `index` in direction `step` (1 or -1) that is wanted."""
        at = index + step
        while 0 <= at < len(self._rows):
            row = self._rows[at]
            if isinstance(row, Report) and wanted(row):
                return row
            at += step
        return None


ROW_HEIGHT = 2
CHARS_A_MINUTE = 400
_INDENT = 3
_MINUTES = Text("{n} 分", "{n} min")


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


def report_strips(
    report: Report,
    mark: RowMark,
    look: RowLook,
    styles: RowStyles,
    topic_names: dict[str, str],
    badge: str = "",
) -> tuple[Strip, Strip]:
    """The two lines of a report; its `badge` is the column where that tells it from others."""
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
        *_meta(report, mark, look, styles, [topic_names.get(t, t) for t in report.topics], badge),
    ]
    return _strip(first, look.width, styles.text), _strip(second, look.width, styles.text)


def _meta(
    report: Report,
    mark: RowMark,
    look: RowLook,
    styles: RowStyles,
    topics: Sequence[str],
    badge: str,
) -> list[Segment]:
    right = _MINUTES.format(n=minutes(report)).pick(look.language)
    if 0 < mark.progress < 100:
        right = f"{mark.progress}% · {right}"
    date = shown_date(report.date, look.today)
    room = look.width - _INDENT - 1
    rest = room - cell_width(date) - cell_width(right) - 2
    if rest < 0:
        return [Segment(pad(cut(date, room - 2), room - 2), styles.dim)]
    words = ""
    for part in map(clean_row, filter(None, [*topics, badge])):
        # Whole words or none; only the first is cut where it alone has no room.
        longer = f"{words} · {part}" if words else part
        words = longer if not words or cell_width(longer) <= rest - 2 else words
    left = date + (pad(cut(f"  {words}", rest), rest) if words and rest > 4 else " " * rest)
    return [Segment(f"{left}  {right}", styles.dim)]


def group_strips(
    label: str, count: int, is_open: bool, look: RowLook, styles: RowStyles, *, inner: bool = False
) -> tuple[Strip, Strip]:
    """The two lines of a group's heading: an empty one, then sign, label, rule and count.

    The one of a group inside another is indented.
    """
    sign = ("-" if is_open else "+") if look.ascii_only else ("▾" if is_open else "▸")
    sign = f"  {sign} " if inner else f"{sign} "
    number = str(count)
    room = max(0, look.width - 1 - len(sign) - 2 - len(number) - 1)
    name = cut(clean_row(label), room)
    rule = ("-" if look.ascii_only else "─") * (room - cell_width(name) - 1)
    line = [
        _edge(look, styles),
        Segment(sign, styles.dim),
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
