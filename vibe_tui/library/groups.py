"""Groups of a list of reports: by date, topic, source or folder. Pure, and quick at ten thousand.

Groups are in the order of the list, and so are the reports in each, but that pages which are only
lists come last in theirs. Reports dated after tomorrow stand in a group of their own at the end, so
that a wrong year is never on top for ever. Folders are a tree of two levels.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from vibe_tui.model.report import Genre, Report, Topic
from vibe_tui.text import Text


class GroupBy(StrEnum):
    """What the list is grouped by, in the order that the key runs through."""

    DATE = "date"
    TOPIC = "topic"
    SOURCE = "source"
    FOLDER = "folder"

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
    GroupBy.FOLDER: Text("按文件夹", "by folder"),
}

CONTINUE = "continue"
STARRED = "starred"
"""The keys of the groups on top of all others: reports that were begun, reports with a star."""

NEW = "new"
"""The key of the first of the groups by date: what was brought last."""

GO_ON = Text("继续阅读", "Continue reading")
STARS = Text("星标", "Starred")
NEWCOME = Text("新到", "New")
AHEAD = Text("日期在将来", "Dated ahead")
NO_TOPIC = Text("未分主题", "No topic")
NO_SOURCE = Text("本地文件", "Local files")
NO_FOLDER = Text("（根目录）", "(root)")


@dataclass(frozen=True, slots=True, eq=False)
class ReportGroup:
    """Some reports under one heading; `key` names the group over changes of the list.

    `inside` is the key of the group that this one stands in, which goes before it; `below` is how
    many reports stand in the groups inside this one.
    """

    key: str
    label: Text
    reports: Sequence[Report]
    inside: str = ""
    below: int = 0

    @property
    def count(self) -> int:
        """How many reports, those in the groups inside this one included."""
        return len(self.reports) + self.below


def top_groups(begun: Sequence[Report], starred: Sequence[Report]) -> list[ReportGroup]:
    """The groups above all others, in which reports stand once more."""
    groups = (ReportGroup(CONTINUE, GO_ON, begun), ReportGroup(STARRED, STARS, starred))
    return [group for group in groups if group.reports]


def group_reports(
    reports: Iterable[Report],
    by: GroupBy,
    *,
    today: dt.date,
    topics: Sequence[Topic] = (),
    newest_first: bool = True,
    new: Collection[str] = (),
) -> list[ReportGroup]:
    """`reports`, given newest first, in groups. A report stands under each of its topics.

    By date, those whose ids are `new` stand in the first group, unless all are.
    """
    ordered = list(reports) if newest_first else list(reports)[::-1]
    if by is GroupBy.DATE:
        return _by_date(ordered, today, new)
    if by is GroupBy.TOPIC:
        return _by_topic(ordered, topics)
    if by is GroupBy.SOURCE:
        return _by_source(ordered)
    return _by_folder(ordered)


def _group(
    key: str, label: Text, reports: list[Report], inside: str = "", below: int = 0
) -> ReportGroup:
    """A group whose lists of links are last."""
    reports.sort(key=lambda report: report.genre is Genre.INDEX)
    return ReportGroup(key, label, reports, inside, below)


def _by_date(reports: list[Report], today: dt.date, new: Collection[str]) -> list[ReportGroup]:
    fresh = [report for report in reports if report.id in new] if new else []
    if 0 < len(fresh) < len(reports):
        rest = [report for report in reports if report.id not in new]
        return [_group(NEW, NEWCOME, fresh), *_by_date(rest, today, ())]
    found: dict[str, list[Report]] = {}
    groups_of: dict[str, list[Report]] = {}
    for report in reports:
        group = groups_of.get(report.date)
        if group is None:
            group = found.setdefault(_day_key(report.date, today), [])
            groups_of[report.date] = group
        group.append(report)
    last = [(key, found.pop(key, None)) for key in _LAST]
    groups = [_group(key, _day_label(key), members) for key, members in found.items()]
    return groups + [_group(key, _LAST[key], members) for key, members in last if members]


def _day_key(date: str, today: dt.date) -> str:
    if len(date) < len("2026-08-01"):
        return date or "undated"
    day = dt.date.fromisoformat(date)
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
_LAST = {"ahead": AHEAD, "undated": Text("未注明日期", "Undated")}


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
    year, _, month = key.partition("-")
    if not month:
        return Text(f"{year} 年", year)
    return Text(f"{int(year)} 年 {int(month)} 月", f"{_MONTHS[int(month) - 1]} {int(year)}")


def _by_topic(reports: list[Report], topics: Sequence[Topic]) -> list[ReportGroup]:
    found: dict[str, list[Report]] = {topic.id: [] for topic in topics}
    rest: list[Report] = []
    for report in reports:
        if not report.topics:
            rest.append(report)
        for topic in report.topics:
            found.setdefault(topic, []).append(report)
    names = {topic.id: topic.name for topic in topics}
    groups = [
        _group(f"topic:{id_}", names.get(id_, Text(id_, id_)), members)
        for id_, members in found.items()
        if members
    ]
    if rest:
        groups.append(_group("topic:", NO_TOPIC, rest))
    return groups


def _by_source(reports: list[Report]) -> list[ReportGroup]:
    found: dict[str, list[Report]] = {}
    for report in reports:
        found.setdefault(report.source, []).append(report)
    return [
        _group(f"source:{name}", Text(name, name) if name else NO_SOURCE, members)
        for name, members in sorted(found.items(), key=lambda item: (not item[0], item[0]))
    ]


def _by_folder(reports: list[Report]) -> list[ReportGroup]:
    folders = [report.folder for report in reports]
    base = _base(set(folders))
    places = {folder: _two_levels(folder, base) for folder in set(folders)}
    found: dict[str, dict[str, list[Report]]] = {}
    for report, folder in zip(reports, folders, strict=True):
        outer, inner = places[folder]
        found.setdefault(outer, {"": []}).setdefault(inner, []).append(report)
    groups = []
    for outer in sorted(found, key=_folder_order):
        inside = found[outer]
        own, key = inside.pop(""), f"folder:{outer}"
        below = sum(map(len, inside.values()))
        groups.append(_group(key, Text(outer, outer) if outer else NO_FOLDER, own, "", below))
        groups += [
            _group(f"{key}/{name}", Text(name, name), inside[name], key)
            for name in sorted(inside, key=_folder_order)
        ]
    return groups


def _base(folders: Collection[str]) -> str:
    """The folder in which the tree begins to branch; what has only one folder is passed over."""
    base = ""
    while True:
        start = f"{base}/" if base else ""
        below = {
            folder[len(start) :].partition("/")[0]
            for folder in folders
            if folder.startswith(start) and folder
        }
        if len(below) != 1:
            return base
        base = start + below.pop()


def _two_levels(folder: str, base: str) -> tuple[str, str]:
    """The folder that groups the reports of `folder`, and the one inside it, if any."""
    start = f"{base}/" if base else ""
    if not folder.startswith(start):
        return folder, ""
    outer, _, rest = folder[len(start) :].partition("/")
    return start + outer, rest.partition("/")[0]


def _folder_order(name: str) -> tuple[bool, str, str]:
    return not name, name.casefold(), name
