"""Which reports stand at the top of the list: those that were begun, and those with a star."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from textual.app import App

from tests.tui.conftest import Person, make_service, sit_down
from vibe_tui.library.groups import ReportGroup
from vibe_tui.model.report import Report
from vibe_tui.service import Service
from vibe_tui.tui.jobs import Jobs
from vibe_tui.tui.library.list import ReportList
from vibe_tui.tui.library.marking import BEGUN, DONE, Marking

DAY = dt.datetime(2026, 8, 12, 9, tzinfo=dt.UTC)


def on_top(service: Service, reports: tuple[Report, ...]) -> dict[str, list[str]]:
    marks = Marking(service, Jobs(App[None]()), lambda: None, lambda _: None)
    return {group.key: [one.id for one in group.reports] for group in marks.above(reports)}


async def test_what_came_last_stands_first_by_date_until_it_was_read(own: Path) -> None:
    given = own / "given" / "旧文.md"
    given.parent.mkdir()
    given.write_text("---\ntitle: 旧文\ndate: 2020-01-01\n---\n\n文", "utf-8")
    make_service(own).import_paths([given])
    async with sit_down(own) as person:
        groups = headings(person)
        assert groups[0] == "新到 1"
        assert person.selected == "旧文"
        assert "2020 年 1 月 1" not in groups
        await person.press("r")
        assert "新到 1" not in headings(person)
        await person.press("r", "r", "r", "u")
        assert "新到 1" not in headings(person)
        assert headings(person)[-1] == "2020 年 1 月 1"
        assert person.selected == "旧文"
        await person.press("U")
        assert headings(person)[0] == "新到 1"


def headings(person: Person) -> list[str]:
    rows = person.main.query_one(ReportList)._rows._rows
    groups = [row for row in rows if isinstance(row, ReportGroup)]
    return [f"{group.label.zh} {group.count}" for group in groups]


@pytest.fixture
def service(own: Path) -> Service:
    service = make_service(own)
    service.refresh()
    return service


@pytest.mark.parametrize(
    ("progress", "is_offered"), [(0, False), (1, True), (96, True), (97, False)]
)
def test_a_report_is_offered_from_its_first_lines_to_its_references(
    service: Service, progress: int, is_offered: bool
) -> None:
    assert DONE == 97
    reports = service.reports().reports
    service.reading.set_place(reports[1], "0:0:0:0", progress)
    assert on_top(service, reports) == ({"continue": [reports[1].id]} if is_offered else {})


def test_the_last_opened_is_offered_first_and_only_some_are(service: Service) -> None:
    reports = service.reports().reports
    for hours, report in enumerate(reports):
        service.reading.set_place(report, "0:0:0:0", 10)
        service.reading.set_opened(report, DAY + dt.timedelta(hours=hours))
    service.reading.set_star([reports[0]], True)
    assert on_top(service, reports) == {
        "continue": [report.id for report in reports[::-1]][:BEGUN],
        "starred": [reports[0].id],
    }
