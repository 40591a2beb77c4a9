"""Files that no source is known to have written: each is found by what it says, and given once."""

from __future__ import annotations

from pathlib import Path

import pytest

from vibe_tui.sync.incoming import Incoming
from vibe_tui.sync.place.known import Unclaimed
from vibe_tui.sync.place.naming import identities


def write(root: Path, name: str, *lines: str) -> str:
    path = root / "2026" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(("---", *lines, "---", "", "text")), "utf-8")
    return f"2026/{name}"


def of_item(stray: Unclaimed, source: str, guid: str, url: str = "") -> str:
    one = Incoming("t", "t", source, guid=guid, url=url)
    return stray.of_names(one, identities(one), None)


@pytest.mark.parametrize(
    ("said", "source", "guid", "url", "is_found"),
    [
        ("source: a\nguid: g\nurl: u", "a", "g", "u", True),
        ("source: a\nurl: u", "a", "u", "u", True),
        ("source: a\nguid: g", "a", "g", "", True),
        ("source: a\nguid: 12", "a", "12", "", True),
        ("source: a\nguid: \"g: '1'\"", "a", "g: '1'", "", True),
        ("source: a\nguid: 'g''1'", "a", "g'1", "", True),
        ("source: b\nguid: g\nurl: u", "a", "g", "u", False),
        ("source: a\nguid: h\nurl: v", "a", "g", "u", False),
        ("source: a", "a", "", "", False),
    ],
)
def test_a_file_is_known_by_what_it_says_of_its_source(
    tmp_path: Path, said: str, source: str, guid: str, url: str, is_found: bool
) -> None:
    path = write(tmp_path, "a.md", said)
    stray = Unclaimed(tmp_path, ())
    assert of_item(stray, source, guid, url) == (path if is_found else "")


def test_a_file_that_was_taken_is_given_to_nobody_else(tmp_path: Path) -> None:
    said = ("source: a", "guid: g", "paper:", "  arxiv: '2601.00001'")
    first = write(tmp_path, "2026-01-01-a.md", *said)
    second = write(tmp_path, "2026-01-01-b.md", *said)
    stray = Unclaimed(tmp_path, ())
    assert stray.about("2601.00001") == first
    assert of_item(stray, "a", "g") == "", "which of two is meant nobody knows"
    stray.take(first)
    assert (stray.about("2601.00001"), of_item(stray, "a", "g")) == (second, second)
    stray.take(second)
    assert (stray.about("2601.00001"), of_item(stray, "a", "g")) == ("", "")
