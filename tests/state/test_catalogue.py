"""The catalogue: a cache that may vanish, break or be of other rules without a word."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from vibe_tui.errors import Problem
from vibe_tui.model.report import NO_PAPER, Genre, Paper, Report
from vibe_tui.state.catalogue import (
    FILE_NAME,
    FRONT_PAGE,
    SHAPE,
    Catalogue,
    CatalogueRow,
    FrontPage,
)
from vibe_tui.text import Text

DAY = "2026-08-01"
FLAW = Problem("/l/a.md:2", Text("坏", "bad"), Text("修", "mend it"))
REPORT = Report(
    id="a",
    title="[栏目] 解读：甲",
    file="a.md",
    date=DAY,
    root="/l",
    source="s",
    topics=("agents", "own"),
    genre=Genre.NEWS,
    chars=12,
    author="甲",
    column="栏目",
    feed_title="短",
    url="https://e.example/a",
    guid="g",
    published="2026-08-01T08:00:00+00:00",
    arxiv="2608.03573",
    version="v2",
    hash="h",
    start=8,
)
PAPER = Paper(
    "T", "2608.03573", "v2", ("A", "B"), 7, ("清华",), ("cs.CL",), (("abs", "https://e.example"),)
)
ROW = CatalogueRow(1, DAY, REPORT, PAPER, {"summary": 1}, (FLAW,))


def row(name: str, id_: str = "a", paper: Paper = NO_PAPER, root: str = "/l") -> CatalogueRow:
    return ROW._replace(report=replace(REPORT, id=id_, root=root, file=name), paper=paper)


def reports(catalogue: Catalogue, root: str = "/l") -> list[Report]:
    return [listed.report for listed in catalogue.listed(root)]


def test_rows_are_kept(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path / "new" / "cache")
    catalogue.put([ROW, row("b.md", "b"), row("a.md", root="/other"), row("c.md", "")])
    catalogue.name([("a2", 3, "/l", "a.md")])
    catalogue.remove([("/l", "b.md")])
    catalogue.close()
    again = Catalogue(tmp_path / "new" / "cache")
    (listed,) = again.listed("/l")
    assert listed.report == replace(REPORT, id="a2", start=3)
    assert (listed.first_seen, listed.problems) == (DAY, (FLAW,))
    assert list(again.files("/l")) == [("a.md", 1)]
    assert again.kinds("/l", "a.md") == {"summary": 1}
    assert again.kinds("/l", "none.md") == {}
    assert reports(again, "/none") == []


def test_a_closed_one_finds_nothing_and_loses_nothing(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path)
    catalogue.put([ROW])
    catalogue.close()
    catalogue.put([row("b.md")])
    assert reports(catalogue) == []
    assert (catalogue.kinds("/l", "a.md"), catalogue.papers("/l", "a.md", 9)) == ({}, {})
    assert catalogue.version() == 0
    assert reports(Catalogue(tmp_path)) == [REPORT]


def test_papers_come_with_those_before_them(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path)
    papers = {"a": PAPER, "b": Paper("B"), "c": NO_PAPER, "d": Paper("D")}
    catalogue.put(row(f"{name}.md", name, paper) for name, paper in papers.items())
    assert catalogue.papers("/l", "c.md", 2) == {"c.md": NO_PAPER, "b.md": Paper("B")}
    assert catalogue.papers("/l", "a.md", 2) == {"a.md": PAPER}
    assert catalogue.papers("/l", "a", 2) == {}


def test_another_program_s_changes_are_noticed(tmp_path: Path) -> None:
    catalogue, other = Catalogue(tmp_path), Catalogue(tmp_path)
    before = catalogue.version()
    catalogue.put([ROW])
    assert catalogue.version() == before
    other.put([ROW])
    assert catalogue.version() != before


def test_other_rules_mean_other_rows(tmp_path: Path) -> None:
    Catalogue(tmp_path, "one").put([ROW])
    assert reports(Catalogue(tmp_path, "one")) == [REPORT]
    assert reports(Catalogue(tmp_path, "two")) == []


@pytest.mark.parametrize("damage", [b"", b"x" * 5000, b"SQLite format 3\0" + b"y" * 5000])
def test_a_broken_file_is_replaced(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(damage)
    Catalogue(tmp_path).put([ROW])
    assert reports(Catalogue(tmp_path)) == [REPORT]


def test_a_file_broken_inside_is_replaced_when_it_is_read(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path)
    catalogue.put([row(f"{number}.md") for number in range(2000)])
    catalogue.close()
    path = tmp_path / FILE_NAME
    data = bytearray(path.read_bytes())
    data[12288:] = b"\xa5" * (len(data) - 12288)
    path.write_bytes(data)
    broken = Catalogue(tmp_path)
    assert len(list(broken.listed("/l"))) < 2000
    broken.put([ROW])
    assert reports(broken) == [REPORT]


def test_without_a_place_it_is_in_memory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    catalogue = Catalogue(tmp_path / "file")
    catalogue.put([ROW])
    assert reports(catalogue) == [REPORT]


def test_a_front_page_keeps_the_newest(tmp_path: Path) -> None:
    newest = [replace(REPORT, id=str(number)) for number in range(FRONT_PAGE + 1)]
    page = FrontPage(tmp_path, "/l")
    assert page.load() == ()
    page.save(newest)
    assert list(FrontPage(tmp_path, "/l").load()) == newest[:FRONT_PAGE]
    assert FrontPage(tmp_path, "/other").load() == ()
    (file,) = (tmp_path / "front").iterdir()
    written = file.stat().st_mtime_ns
    page.save(newest)
    assert file.stat().st_mtime_ns == written
    page.save(newest[1:])
    assert page.load()[0].id == "1"
    text = file.read_text()
    for damaged in (text.replace('"news"', '"none"'), text.replace(SHAPE, "0", 1), "[]", ""):
        file.write_text(damaged)
        assert page.load() == ()
