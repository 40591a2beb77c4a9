"""Groups of the list: which there are, in which order, with which reports."""

from __future__ import annotations

import datetime as dt

import pytest

from vibe_tui.library.groups import GroupBy, group_reports
from vibe_tui.model.report import Report
from vibe_tui.model.topic import TOPICS

TODAY = dt.date(2026, 7, 24)  # a Friday


def report(name: str, day: dt.date | str = TODAY, source: str = "", *topics: str) -> Report:
    return Report(
        id=name, title=name, file=f"/{name}.md", date=str(day), source=source, topics=topics
    )


def shape(
    reports: list[Report], by: GroupBy, *, newest_first: bool = True
) -> list[tuple[str, str]]:
    groups = group_reports(reports, by, today=TODAY, topics=TOPICS, newest_first=newest_first)
    return [(group.label.zh, "".join(r.id for r in group.reports)) for group in groups]


DATED = [
    report("z", dt.date(9999, 1, 1)),
    report("y", dt.date(2026, 7, 25)),
    report("a", dt.date(2026, 7, 24)),
    report("b", dt.date(2026, 7, 23)),
    report("c", dt.date(2026, 7, 20)),
    report("d", dt.date(2026, 7, 19)),
    report("e", dt.date(2026, 6, 30)),
    report("f", dt.date(2025, 7, 24)),
]


def test_dates_today_yesterday_this_week_then_months_and_the_future_last() -> None:
    assert shape(DATED, GroupBy.DATE) == [
        ("今天", "ya"),
        ("昨天", "b"),
        ("本周", "c"),
        ("2026 年 7 月", "d"),
        ("2026 年 6 月", "e"),
        ("2025 年 7 月", "f"),
        ("日期在将来", "z"),
    ]


def test_oldest_first_turns_groups_and_reports_around() -> None:
    groups = shape(DATED, GroupBy.DATE, newest_first=False)
    assert groups[0] == ("2025 年 7 月", "f")
    assert groups[-2] == ("今天", "ay")
    assert groups[-1] == ("日期在将来", "z")


def test_monday_has_no_week_behind_it() -> None:
    monday = dt.date(2026, 7, 20)
    groups = group_reports(
        [report("a", dt.date(2026, 7, 18))], GroupBy.DATE, today=monday, topics=TOPICS
    )
    assert [group.key for group in groups] == ["2026-07"]


def test_topics_in_the_order_of_the_list_and_a_report_under_each_of_its_own() -> None:
    reports = [
        report("a", TODAY, "", "evaluation", "agents"),
        report("b", TODAY, "", "agents"),
        report("c", TODAY, "", "my-own"),
        report("d"),
    ]
    assert shape(reports, GroupBy.TOPIC) == [
        ("智能体与多智能体", "ab"),
        ("评测与基准", "a"),
        ("my-own", "c"),
        ("未分主题", "d"),
    ]


def test_sources_by_name_and_local_files_last() -> None:
    reports = [report("a"), report("b", TODAY, "vibe"), report("c", TODAY, "arxiv")]
    assert shape(reports, GroupBy.SOURCE) == [("arxiv", "c"), ("vibe", "b"), ("本地文件", "a")]


@pytest.mark.parametrize("by", list(GroupBy))
def test_nothing_gives_no_group(by: GroupBy) -> None:
    assert shape([], by) == []


def test_the_key_goes_round() -> None:
    assert GroupBy.DATE.next().next().next() is GroupBy.DATE
