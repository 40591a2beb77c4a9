"""The catalogue: a cache that may vanish, break or be of other rules without a word."""

from __future__ import annotations

from pathlib import Path

import pytest

from vibe_tui.state.catalogue import FILE_NAME, Catalogue, CatalogueRow, Naming

ROW = CatalogueRow("/l", "a.md", 1, 2, "h", "2026-08-01", "a", "甲", "facts", "{}", "")


def test_rows_are_kept(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path / "new" / "cache")
    catalogue.put([ROW, ROW._replace(path="b.md", id="b"), ROW._replace(root="/other")])
    catalogue.name([Naming("a2", "乙", "2026-08-02", "/l", "a.md")])
    catalogue.remove([("/l", "b.md")])
    catalogue.close()
    again = Catalogue(tmp_path / "new" / "cache")
    expected = ROW._replace(id="a2", short_title="乙", first_seen="2026-08-02")
    assert list(again.rows(["/l"])) == [expected]
    assert again.kinds("/l", "a.md") == "{}"
    assert again.kinds("/l", "none.md") == ""
    assert list(again.rows([])) == []


def test_other_rules_mean_other_rows(tmp_path: Path) -> None:
    Catalogue(tmp_path, "one").put([ROW])
    assert list(Catalogue(tmp_path, "one").rows(["/l"])) == [ROW]
    assert list(Catalogue(tmp_path, "two").rows(["/l"])) == []


@pytest.mark.parametrize("damage", [b"", b"x" * 5000, b"SQLite format 3\0" + b"y" * 5000])
def test_a_broken_file_is_replaced(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / FILE_NAME).write_bytes(damage)
    Catalogue(tmp_path).put([ROW])
    assert list(Catalogue(tmp_path).rows(["/l"])) == [ROW]


def test_a_file_broken_inside_is_replaced_when_it_is_read(tmp_path: Path) -> None:
    catalogue = Catalogue(tmp_path)
    catalogue.put([ROW._replace(path=f"{number}.md") for number in range(2000)])
    catalogue.close()
    path = tmp_path / FILE_NAME
    data = bytearray(path.read_bytes())
    data[12288:] = b"\xa5" * (len(data) - 12288)
    path.write_bytes(data)
    broken = Catalogue(tmp_path)
    assert len(list(broken.rows(["/l"]))) < 2000
    broken.put([ROW])
    assert list(broken.rows(["/l"])) == [ROW]


def test_without_a_place_it_is_in_memory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    catalogue = Catalogue(tmp_path / "file")
    catalogue.put([ROW])
    assert list(catalogue.rows(["/l"])) == [ROW]
