"""Which reports stand at the top of the list: those that were begun, and those with a star."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from textual.app import App

from tests.tui.conftest import make_service
from vibe_tui.model.report import Report
from vibe_tui.service import Service
from vibe_tui.tui.jobs import Jobs
from vibe_tui.tui.library.marking import BEGUN, DONE, Marking

DAY = dt.datetime(2026, 8, 12, 9, tzinfo=dt.UTC)


def on_top(service: Service, reports: tuple[Report, ...]) -> dict[str, list[str]]:
    marks = Marking(service, Jobs(App[None]()), lambda: None, lambda _: None)
    return {group.key: [one.id for one in group.reports] for group in marks.above(reports)}


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
