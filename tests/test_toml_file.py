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


WRONG = {
    "theme = paper": "值不对；文字要放在引号里",
    "a": "键后面缺少 =",
    "a = 1 2": "值后面还有多余的内容",
    "[a\nb = 1": "缺少 ]",
    "a = 'x": "引号没有成对",
    'a = """x': "引号没有成对",
    "a = [1, 2": "括号没有成对",
    "a = 1\na = 2": "同一个键或表写了两次",
    "a = {x = 1, x = 2}": "同一个键写了两次",
    'a = "\\q"': "反斜杠要写成两个",
    'a = "x\n"': "有不能用的字符",
    "= 1": "不是“键 = 值”",
    "a.= 1": "键名不对",
    "a = 2026-02-31": "日期不对",
    f"a = {'9' * 5000}": "数字太大",
    f"a = {'[' * 100_000}": "嵌套太深",
}


@pytest.mark.parametrize("text", WRONG, ids=lambda text: text[:12])
def test_what_is_wrong_is_said_in_the_readers_language(text: str) -> None:
    with pytest.raises(TomlError) as caught:
        parse_toml(text, WHERE)
    reason = caught.value.reason
    assert reason.zh == WRONG[text]
    assert reason.en.isascii()
    assert "(at " not in reason.en


def test_what_is_missing_at_the_end_is_on_the_last_line() -> None:
    with pytest.raises(TomlError) as caught:
        parse_toml("a = 1\nb = '\n\n", WHERE)
    assert caught.value.where == "a.toml:2"


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
