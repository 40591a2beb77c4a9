"""Groups of the report list: by date, topic or source. Pure, and quick at ten thousand reports.

Groups are in the order of the list, and so are the reports in each. Reports dated after tomorrow
stand in a group of their own at the end, so that a wrong year is never on top for ever.

The rows of the report list: groups and their reports one below the other, folded or open.

Pure bookkeeping, apart from the widget that draws it. A row is named by group and report, because a
report may stand in several groups; that name outlives every change of the list.
"""

from __future__ import annotations

import datetime as dt
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from vibe_tui.model.report import Report
from vibe_tui.model.topic import Topic
from vibe_tui.text import Text


class GroupBy(StrEnum):
    """What the list is grouped by, in the order that the key runs through."""

    DATE = "date"
    TOPIC = "topic"
    SOURCE = "source"

    @property
    def label(self) -> Text:
        """The words for it."""
        return _LABELS[self]

    def next(self) -> GroupBy:
        """The one after this, round and round."""
        order = list(GroupBy)
        return order[(order.index(self) + 1) % len(order)]


_LABELS = {
    GroupBy.DATE: Text("按日期", "by date"),
    GroupBy.TOPIC: Text("按主题", "by topic"),
    GroupBy.SOURCE: Text("按来源", "by source"),
}

CONTINUE = "continue"
STARRED = "starred"
"""The keys of the groups on top of all others: reports that were begun, reports with a star."""

GO_ON = Text("继续阅读", "Continue reading")
STARS = Text("星标", "Starred")
AHEAD = Text("日期在将来", "Dated ahead")
NO_TOPIC = Text("未分主题", "No topic")
NO_SOURCE = Text("本地文件", "Local files")


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Some reports under one heading; `key` names the group over changes of the list."""

    key: str
    label: Text
    reports: Sequence[Report]


def top_groups(begun: Sequence[Report], starred: Sequence[Report]) -> list[Group]:
    """The groups above all others, in which reports stand once more."""
    groups = (Group(CONTINUE, GO_ON, begun), Group(STARRED, STARS, starred))
    return [group for group in groups if group.reports]


def group_reports(
    reports: Iterable[Report],
    by: GroupBy,
    *,
    today: dt.date,
    topics: Sequence[Topic] = (),
    newest_first: bool = True,
) -> list[Group]:
    """`reports`, given newest first, in groups. A report stands under each of its topics."""
    ordered = list(reports) if newest_first else list(reports)[::-1]
    if by is GroupBy.DATE:
        return _by_date(ordered, today)
    if by is GroupBy.TOPIC:
        return _by_topic(ordered, topics)
    return _by_source(ordered)


def _by_date(reports: list[Report], today: dt.date) -> list[Group]:
    found: dict[str, list[Report]] = {}
    groups_of: dict[dt.date, list[Report]] = {}
    for report in reports:
        group = groups_of.get(report.date)
        if group is None:
            group = found.setdefault(_day_key(report.date, today), [])
            groups_of[report.date] = group
        group.append(report)
    ahead = found.pop("ahead", None)
    groups = [Group(key, _day_label(key), members) for key, members in found.items()]
    if ahead:
        groups.append(Group("ahead", AHEAD, ahead))
    return groups


def _day_key(day: dt.date, today: dt.date) -> str:
    age = (today - day).days
    if age < -1:
        return "ahead"
    if age <= 0:
        return "today"
    if age == 1:
        return "yesterday"
    if age <= today.weekday():
        return "week"
    return f"{day.year:04}-{day.month:02}"


_DAYS = {
    "today": Text("今天", "Today"),
    "yesterday": Text("昨天", "Yesterday"),
    "week": Text("本周", "This week"),
}


_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def _day_label(key: str) -> Text:
    if key in _DAYS:
        return _DAYS[key]
    year, month = key.split("-")
    return Text(f"{int(year)} 年 {int(month)} 月", f"{_MONTHS[int(month) - 1]} {int(year)}")


def _by_topic(reports: list[Report], topics: Sequence[Topic]) -> list[Group]:
    found: dict[str, list[Report]] = {topic.id: [] for topic in topics}
    rest: list[Report] = []
    for report in reports:
        if not report.topics:
            rest.append(report)
        for topic in report.topics:
            found.setdefault(topic, []).append(report)
    names = {topic.id: topic.name for topic in topics}
    groups = [
        Group(f"topic:{id_}", names.get(id_, Text(id_, id_)), members)
        for id_, members in found.items()
        if members
    ]
    if rest:
        groups.append(Group("topic:", NO_TOPIC, rest))
    return groups


def _by_source(reports: list[Report]) -> list[Group]:
    found: dict[str, list[Report]] = {}
    for report in reports:
        found.setdefault(report.source, []).append(report)
    return [
        Group(f"source:{name}", Text(name, name) if name else NO_SOURCE, members)
        for name, members in sorted(found.items(), key=lambda item: (not item[0], item[0]))
    ]


Row = Group | Report


class Rows:
    """Groups as rows. Headings of open groups are no stops for the selection."""

    def __init__(self) -> None:
        self._groups: Sequence[Group] = ()
        self._folded = {STARRED}
        self._rows: list[Row] = []
        self._starts: list[int] = []

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, index: int) -> Row:
        return self._rows[index]

    def set_groups(self, groups: Sequence[Group]) -> None:
        """Other groups; those that were folded stay so."""
        self._groups = groups
        self._flatten()

    def is_open(self, group: Group) -> bool:
        """Whether the reports of `group` are rows."""
        return group.key not in self._folded

    def set_open(self, group: Group, is_open: bool) -> None:
        """Fold or open `group`."""
        (self._folded.discard if is_open else self._folded.add)(group.key)
        self._flatten()

    def _flatten(self) -> None:
        rows: list[Row] = []
        starts: list[int] = []
        for group in self._groups:
            starts.append(len(rows))
            rows.append(group)
            if group.key not in self._folded:
                rows.extend(group.reports)
        self._rows = rows
        self._starts = starts

    # Names

    def name_of(self, index: int) -> tuple[str, str]:
        """Group and report of a row; the report is empty for a heading."""
        if not self._rows:
            return "", ""
        row = self._rows[min(index, len(self._rows) - 1)]
        if isinstance(row, Group):
            return row.key, ""
        return self.group_of(index).key, row.id

    def group_of(self, index: int) -> Group:
        """The group that a row belongs to."""
        return self._groups[max(0, bisect_right(self._starts, index) - 1)]

    def is_heading(self, index: int) -> bool:
        """Whether a row is the heading of a group."""
        return 0 <= index < len(self._rows) and isinstance(self._rows[index], Group)

    def find(self, group_key: str, report_id: str = "") -> int:
        """The row of that name, the heading for a folded group; -1 where there is none."""
        for group, start in zip(self._groups, self._starts, strict=True):
            if group.key != group_key:
                continue
            if not report_id or group.key in self._folded:
                return start
            for offset, report in enumerate(group.reports):
                if report.id == report_id:
                    return start + 1 + offset
        return -1

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
        return isinstance(row, Group) and row.key not in self._folded

    def neighbour(self, index: int, step: int, wanted: Callable[[Report], bool]) -> Report | None:
        """The nearest report from `index` in direction `step` (1 or -1) that is wanted."""
        at = index + step
        while 0 <= at < len(self._rows):
            row = self._rows[at]
            if isinstance(row, Report) and wanted(row):
                return row
            at += step
        return None
