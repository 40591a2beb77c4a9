"""Groups of the list: which there are, in which order, with which reports."""

from __future__ import annotations

import datetime as dt

import pytest

from vibe_tui.library.groups import GroupBy, group_reports
from vibe_tui.model.report import TOPICS, Genre, Report

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
    assert GroupBy.DATE.next().next().next().next() is GroupBy.DATE


def in_folder(name: str, folder: str) -> Report:
    return Report(id=name, title=name, root="/notes", file=f"{folder}/{name}.md".lstrip("/"))


def tree(*reports: Report, newest_first: bool = True) -> list[tuple[str, int, str]]:
    """Each heading with its indent, its count, and the reports right under it."""
    groups = group_reports(reports, GroupBy.FOLDER, today=TODAY, newest_first=newest_first)
    return [
        ("  " * bool(g.inside) + g.label.en, g.count, "".join(r.id for r in g.reports))
        for g in groups
    ]


def test_folders_are_a_tree_of_two_levels_by_name_and_the_root_comes_last() -> None:
    reports = [
        in_folder("a", "ICLR2026/agent"),
        in_folder("b", "ACL2025/nlp/deep/er"),
        in_folder("c", ""),
        in_folder("d", "ICLR2026"),
        in_folder("e", "ACL2025/nlp"),
        in_folder("f", "ICLR2026/agent/tools"),
    ]
    assert tree(*reports) == [
        ("ACL2025", 2, ""),
        ("  nlp", 2, "be"),
        ("ICLR2026", 3, "d"),
        ("  agent", 2, "af"),
        ("(root)", 1, "c"),
    ]
    assert tree(*reports, newest_first=False)[1] == ("  nlp", 2, "eb")


def test_a_folder_that_only_leads_to_one_other_costs_no_level() -> None:
    reports = [
        in_folder("a", "docs/ICLR2026/agent"),
        in_folder("b", "docs/ACL2025/nlp"),
        in_folder("c", "docs"),
        in_folder("d", ""),
    ]
    assert tree(*reports) == [
        ("docs", 1, "c"),
        ("docs/ACL2025", 1, ""),
        ("  nlp", 1, "b"),
        ("docs/ICLR2026", 1, ""),
        ("  agent", 1, "a"),
        ("(root)", 1, "d"),
    ]


@pytest.mark.parametrize("folder", ["a", "a/b", "a/b/c/d"])
def test_one_folder_alone_is_named_whole(folder: str) -> None:
    assert tree(in_folder("x", folder), in_folder("y", folder)) == [(folder, 2, "xy")]


@pytest.mark.parametrize("name", ["..", "CON", "🧪", " ", "a\x1b[2Jb", "[red]x", "(root)"])
def test_whatever_a_folder_is_called_it_is_a_group(name: str) -> None:
    groups = tree(in_folder("x", f"{name}/in"), in_folder("y", "other"), in_folder("z", ""))
    assert (name, 1, "") in groups
    assert groups[-1] == ("(root)", 1, "z")


def test_folders_that_differ_by_case_or_begin_alike_stay_apart() -> None:
    groups = tree(in_folder("x", "ab/c"), in_folder("y", "a/bc"), in_folder("z", "A/bc"))
    assert groups == [
        ("A", 1, ""),
        ("  bc", 1, "z"),
        ("a", 1, ""),
        ("  bc", 1, "y"),
        ("ab", 1, ""),
        ("  c", 1, "x"),
    ]


def new_groups(reports: list[Report], *new: str, by: GroupBy = GroupBy.DATE) -> list[str]:
    groups = group_reports(reports, by, today=TODAY, topics=TOPICS, new=set(new))
    return [f"{group.label.zh} {''.join(r.id for r in group.reports)}" for group in groups]


def test_what_came_last_stands_before_today_and_only_there() -> None:
    assert new_groups(DATED, "a", "f", "gone")[:3] == ["新到 af", "今天 y", "昨天 b"]


def test_other_groupings_and_a_list_of_nothing_else_have_no_group_of_what_came() -> None:
    assert new_groups(DATED, "a", by=GroupBy.SOURCE) == ["本地文件 zyabcdef"]
    assert new_groups(DATED[2:4], "a", "b") == ["今天 a", "昨天 b"]


@pytest.mark.parametrize("by", list(GroupBy))
def test_a_page_of_links_is_last_in_its_group(by: GroupBy) -> None:
    page = Report(id="i", title="i", file="/i.md", date=str(TODAY), genre=Genre.INDEX)
    assert [r.id for r in group_reports([page, report("a")], by, today=TODAY)[0].reports] == [
        "a",
        "i",
    ]
