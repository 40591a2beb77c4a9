"""Writing into the library: names, whole files, and never outside."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from vibe_tui.errors import VibeError
from vibe_tui.library.store import Store

DAY = dt.date(2026, 8, 1)


def test_a_report_is_filed_under_its_year(tmp_path: Path) -> None:
    store = Store(tmp_path / "new" / "library")
    path = store.add("---\ntitle: '[甲] 乙: 丙'\n---\n\n正文\n", DAY, "[甲] 乙: 丙")
    assert path == store.root / "2026" / "2026-08-01-甲-乙-丙.md"
    assert path.read_bytes() == "---\ntitle: '[甲] 乙: 丙'\n---\n\n正文\n".encode()
    assert store.relative(path) == "2026/2026-08-01-甲-乙-丙.md"
    assert store.path("2026/2026-08-01-甲-乙-丙.md") == path


def test_names_differ_also_where_only_case_differs(tmp_path: Path) -> None:
    names = [Store(tmp_path).add("x", DAY, title).name for title in ("ABC", "abc", "Abc!")]
    assert names == ["2026-08-01-abc.md", "2026-08-01-abc-2.md", "2026-08-01-abc-3.md"]


def test_a_file_that_appeared_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.add("x", DAY, "first")
    (tmp_path / "2026" / "2026-08-01-abc.md").write_text("theirs")
    assert store.add("ours", DAY, "abc").name == "2026-08-01-abc-2.md"
    assert (tmp_path / "2026" / "2026-08-01-abc.md").read_text() == "theirs"


def test_early_and_late_years(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert store.add("x", dt.date(9999, 12, 31), "a").parent.name == "9999"
    assert store.add("x", dt.date(1, 1, 1), "a").name == "0001-01-01-a.md"


def test_update_and_set_beside(tmp_path: Path) -> None:
    store = Store(tmp_path)
    path = store.add("旧", DAY, "甲")
    assert store.update(path, "新", "旧".encode())
    assert path.read_text() == "新"
    assert store.set_beside(path, "来自源")
    assert path.with_name(f"{path.stem}.incoming.md").read_text() == "来自源"
    assert [entry.name for entry in path.parent.iterdir() if entry.name.startswith(".")] == []


@pytest.mark.parametrize("outside", ["../x.md", "/etc/x.md", "2026/../../x.md", "a\0b.md"])
def test_paths_outside_are_refused(tmp_path: Path, outside: str) -> None:
    with pytest.raises(VibeError):
        Store(tmp_path / "library").path(outside)


def test_a_year_that_is_a_link_to_elsewhere_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "library").mkdir()
    (tmp_path / "library" / "2026").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(VibeError, match="outside"):
        Store(tmp_path / "library").add("x", DAY, "a")
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_library_that_is_a_link_is_fine(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "library").symlink_to(tmp_path / "real")
    store = Store(tmp_path / "library")
    assert store.relative(store.add("x", DAY, "a")) == "2026/2026-08-01-a.md"


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "library").write_text("a file, not a folder")
    with pytest.raises(VibeError, match="library"):
        Store(tmp_path / "library").add("x", DAY, "a")
