"""The catalogue: a cache that may vanish, break or be of other rules without a word."""

from __future__ import annotations

from pathlib import Path

import pytest

from vibe_tui.state.catalogue import (
    FILE_NAME,
    Catalogue,
    CatalogueRow,
    FileRow,
    ListedRow,
    Naming,
    Sighting,
)

ROW = CatalogueRow(
    root="/l",
    path="a.md",
    mtime_ns=1,
    size=2,
    first_seen="2026-08-01",
    id="a",
    start=0,
    date="2026-08-01",
    source="s",
    topics="agents own",
    facts="facts",
    problems="",
    kinds="{}",
    paper="p",
)


def listed(row: CatalogueRow) -> ListedRow:
    return ListedRow(*(getattr(row, name) for name in ListedRow._fields))


def test_rows_are_kept(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path / "new" / "cache")
    others = [ROW._replace(path="b.md", id="b"), ROW._replace(root="/other")]
    catalogue.put([ROW, *others, ROW._replace(path="c.md", id="")])
    catalogue.name([Naming("a2", 3, "/l", "a.md")])
    catalogue.date([Sighting("2026-08-02", "/l", "a.md")])
    catalogue.remove([("/l", "b.md")])
    catalogue.close()
    again = Catalogue(tmp_path / "new" / "cache")
    expected = listed(ROW._replace(id="a2", start=3, first_seen="2026-08-02"))
    assert list(again.listed("/l")) == [expected]
    assert list(again.files("/l")) == [FileRow("a.md", 1, 2)]
    assert again.kinds("/l", "a.md") == "{}"
    assert again.kinds("/l", "none.md") == ""
    assert list(again.listed("/none")) == []


def test_a_closed_one_finds_nothing_and_loses_nothing(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path)
    catalogue.put([ROW])
    catalogue.close()
    catalogue.put([ROW._replace(path="b.md")])
    assert list(catalogue.listed("/l")) == []
    assert (catalogue.kinds("/l", "a.md"), catalogue.papers("/l", "a.md", 9)) == ("", {})
    assert catalogue.version() == 0
    assert list(Catalogue(tmp_path).listed("/l")) == [listed(ROW)]


def test_papers_come_with_those_before_them(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path)
    catalogue.put(ROW._replace(path=f"{name}.md", paper=name) for name in "abcd")
    assert catalogue.papers("/l", "c.md", 2) == {"c.md": "c", "b.md": "b"}
    assert catalogue.papers("/l", "a.md", 2) == {"a.md": "a"}
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
    assert list(Catalogue(tmp_path, "one").listed("/l")) == [listed(ROW)]
    assert list(Catalogue(tmp_path, "two").listed("/l")) == []


@pytest.mark.parametrize("damage", [b"", b"x" * 5000, b"SQLite format 3\0" + b"y" * 5000])
def test_a_broken_file_is_replaced(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(damage)
    Catalogue(tmp_path).put([ROW])
    assert list(Catalogue(tmp_path).listed("/l")) == [listed(ROW)]


def test_a_file_broken_inside_is_replaced_when_it_is_read(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path)
    catalogue.put([ROW._replace(path=f"{number}.md") for number in range(2000)])
    catalogue.close()
    path = tmp_path / FILE_NAME
    data = bytearray(path.read_bytes())
    data[12288:] = b"\xa5" * (len(data) - 12288)
    path.write_bytes(data)
    broken = Catalogue(tmp_path)
    assert len(list(broken.listed("/l"))) < 2000
    broken.put([ROW])
    assert list(broken.listed("/l")) == [listed(ROW)]


def test_without_a_place_it_is_in_memory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    catalogue = Catalogue(tmp_path / "file")
    catalogue.put([ROW])
    assert list(catalogue.listed("/l")) == [listed(ROW)]
