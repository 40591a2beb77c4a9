"""A TOML file is read or refused with the line; what is wrong in it is named by its own table."""

from __future__ import annotations

from pathlib import Path

import pytest

from vibe_tui.text import Text
from vibe_tui.toml_file import TomlError, TomlReader, parse_toml, read_toml

WHERE = Path("a.toml")
TWO = '[[lenses]]\nid = "a"\n\n[[lenses]]\nid = "b"\nkey = 9\n'


@pytest.mark.parametrize(
    ("text", "where"),
    [
        pytest.param("a = 1\nb =\n", "a.toml:2", id="a value is missing"),
        pytest.param("a = 2026-99-99\n", "a.toml:1", id="no day"),
        pytest.param(f"a = {'9' * 5000}\n", "a.toml", id="a number without end"),
        pytest.param(f"a = {'[' * 100_000}\n", "a.toml", id="nested without end"),
    ],
)
def test_what_is_no_toml_is_refused(text: str, where: str) -> None:
    with pytest.raises(TomlError) as caught:
        parse_toml(text, WHERE)
    assert caught.value.where == where


def test_a_missing_file_is_empty_and_others_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    assert read_toml(path) == ""
    path.write_bytes(b"\xef\xbb\xbfa = 1\n")
    assert parse_toml(read_toml(path), path) == {"a": 1}
    path.write_bytes(b"\xff")
    for unusable in (path, tmp_path):
        with pytest.raises(TomlError):
            read_toml(unusable)


def test_a_key_is_looked_for_in_its_own_table() -> None:
    reader = TomlReader(WHERE, TWO)
    first, second = reader.tables("lenses", 2)
    assert (first, second) == (1, 4)
    assert [reader.line("key", start) for start in (first, second)] == [1, 6]
    assert reader.line("key") == 6


def test_each_wrong_value_is_one_problem_and_the_default_stands() -> None:
    reader = TomlReader(WHERE, "mouse = 1\nwidth = true\n")
    values = parse_toml("mouse = 1\nwidth = true\n", WHERE)
    assert reader.flag(values, "mouse", True)
    assert reader.number(values, "width", range(1, 9), 5) == 5
    assert [problem.where for problem in reader.problems] == ["a.toml:1", "a.toml:2"]
    assert reader.problems[1].message == Text("“width” 应是 1…8", '"width" should be 1…8')
