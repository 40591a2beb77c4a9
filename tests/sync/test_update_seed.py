"""The publication itself, served as a feed over HTTP and synced."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

from tests.sync.feeds import as_feed
from tests.sync.web import Answer, serving
from vibe_tui.config import Config
from vibe_tui.paths import Paths
from vibe_tui.service import Service
from vibe_tui.sync.dump.read import read_dump
from vibe_tui.sync.sources.listed import Source

TODAY = dt.date(2026, 8, 12)


def service_in(folder: Path) -> Service:
    paths = Paths(
        config=folder / "config.toml",
        sources=folder / "sources.toml",
        library=folder / "library",
        bundled=folder / "bundled",
        state=folder / "state.db",
        cache=folder / "cache",
        explicit=True,
    )
    return Service(paths, Config(), today=lambda: TODAY)


def headings(service: Service) -> dict[str, list[tuple[str, str]]]:
    return {
        report.id: [
            (section.heading, section.kind)
            for top in service.open(report).sections
            for section in top.walk()
        ]
        for report in service.reports().reports
    }


def test_the_same_reports_as_by_import(seed: Path, tmp_path: Path) -> None:
    dump = read_dump(seed.read_text("utf-8"), seed.name)
    imported, synced = service_in(tmp_path / "a"), service_in(tmp_path / "b")
    imported.import_paths([seed])
    imported.refresh()
    with serving() as web:
        headers = {"Content-Type": "application/rss+xml", "ETag": '"1"'}
        web.answers["/feed"] = Answer(200, as_feed(dump), headers)
        source = Source(dump.items[0].source)
        synced.keeper.add(web.url("/feed"), source)
        result = synced.sync()
        assert (len(result.added), result.errors) == (len(dump.items), ())
        assert headings(synced) == headings(imported)
        for ours, theirs in zip(imported.reports().reports, synced.reports().reports, strict=True):
            names = ("id", "title", "short_title", "date", "author", "topics", "genre", "arxiv")
            for name in names:
                assert getattr(theirs, name) == getattr(ours, name)
            assert synced.paper(theirs) == imported.paper(ours)
            assert abs(theirs.chars - ours.chars) <= ours.chars // 100

        # What was imported before is taken over, its id, its marks and its place with it.
        reports = imported.reports().reports
        imported.reading.set_read(reports[:3], True)
        imported.reading.set_star(reports[2:5], True)
        marks = {report.id: imported.reading.mark(report) for report in reports}
        imported.keeper.add(web.url("/feed"), source)
        taken = imported.sync()
        assert (taken.added, taken.errors, taken.skipped) == ((), (), ())
        assert {r.id: imported.reading.mark(r) for r in imported.reports().reports} == marks
        assert all(report.guid for report in imported.reports().reports)
        web.asked.clear()
        again = imported.sync()
        assert (again.updated, again.unchanged, len(web.asked)) == ((), len(dump.items), 1)
