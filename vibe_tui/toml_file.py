"""Reads a TOML file that a person wrote, and says in their language where something is wrong in it.

A value that is wrong stops nothing: it gives one `Problem` that names file, line and key, and the
default stands. Only a file that is no TOML at all is an error.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from vibe_tui.errors import Problem
from vibe_tui.files import read_regular
from vibe_tui.text import Text

_NO_UTF8 = Text("不是 UTF-8 编码", "it is not in UTF-8")
_NEXT_TABLE = re.compile(r"\s*\[\[")


class TomlError(Exception):
    """The file cannot be read: at `where`, for the `reason` that the system or the parser gives."""

    def __init__(self, where: str, reason: Text) -> None:
        super().__init__(f"{where}: {reason.en}")
        self.where = where
        self.reason = reason


def read_toml(path: Path) -> str:
    """The text at `path`; empty where there is no file. Raises `TomlError`."""
    try:
        return read_regular(path).decode("utf-8-sig")
    except FileNotFoundError:
        return ""
    except OSError as error:
        why = error.strerror or str(error)
        raise TomlError(str(path), Text(why, why)) from error
    except UnicodeDecodeError as error:
        raise TomlError(str(path), _NO_UTF8) from error


def parse_toml(text: str, path: Path) -> dict[str, object]:
    """The values of a text that stands in `path`. Raises `TomlError`."""
    import tomllib

    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        reason, line = what_is_wrong(error, text)
        raise TomlError(f"{path}:{line}" if line else str(path), reason) from error


class TomlReader:
    """Reads the values of one file and collects what is wrong with them.

    `start` is the line of the `[[table]]` that a value belongs to, 0 for the file as a whole.
    """

    wrong_value = Text("“{k}” {w}", '"{k}" {w}')

    def __init__(self, path: Path, text: str) -> None:
        self.problems: list[Problem] = []
        self._path = path
        self._lines = text.splitlines()

    def flag(
        self, values: Mapping[str, object], key: str, default: bool = False, start: int = 0
    ) -> bool:
        """A value that is true or false."""
        value = values.get(key, default)
        if isinstance(value, bool):
            return value
        self.expect(key, "true, false", start)
        return default

    def number(
        self, values: Mapping[str, object], key: str, allowed: range, default: int, start: int = 0
    ) -> int:
        """A whole number in a range."""
        value = values.get(key, default)
        if isinstance(value, int) and not isinstance(value, bool) and value in allowed:
            return value
        self.expect(key, f"{allowed.start}…{allowed.stop - 1}", start)
        return default

    def tables(self, name: str, count: int) -> list[int]:
        """The lines where the `count` tables `[[name]]` begin, as far as they can be told."""
        begin = re.compile(rf"\s*\[\[\s*{re.escape(name)}\s*\]\]")
        lines = [number for number, text in enumerate(self._lines, 1) if begin.match(text)]
        return (lines + [self.line(name)] * count)[:count]

    def line(self, key: str, start: int = 0) -> int:
        """The line where `key` is set; that of its table, or the first, where it is nowhere."""
        wanted = re.compile(rf"\s*\[*\s*[\"']?{re.escape(key)}[\"']?\s*[\]=.]")
        first = max(start, 1)
        for number, text in enumerate(self._lines[first - 1 :], first):
            if wanted.match(text):
                return number
            if start and number > start and _NEXT_TABLE.match(text):
                break
        return first

    def expect(self, key: str, allowed: str, start: int = 0) -> None:
        """Note that the value of `key` is not what is allowed there."""
        self.wrong(key, Text("应是 {a}", "should be {a}").format(a=allowed), start)

    def wrong(self, key: str, what: Text, start: int = 0) -> None:
        """Note what is wrong with `key`."""
        where = f"{self._path}:{self.line(key, start)}"
        self.problems.append(Problem(where, self.wrong_value.format(k=key, w=what)))


_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")

_ENGLISH_TO_CHINESE: Mapping[str, str] = {
    "Invalid value": "值不对；文字要放在引号里",
    "Expected '=' after": "键后面缺少 =",
    "Expected newline or end": "值后面还有多余的内容",
    "Expected ']'": "缺少 ]",
    "Expected ": "引号没有成对",
    "Unterminated string": "引号没有成对",
    "Unclosed": "括号没有成对",
    "Cannot ": "同一个键或表写了两次",
    "Duplicate ": "同一个键写了两次",
    "Unescaped ": "反斜杠要写成两个",
    "Escaped character": "反斜杠后面的字符不对",
    "Illegal character": "有不能用的字符",
    "Found invalid character": "有不能用的字符",
    "Invalid hex value": "反斜杠后面的字符不对",
    "Invalid initial character": "键名不对",
    "Invalid statement": "不是“键 = 值”",
    "Invalid date": "日期不对",
    "Exceeds the limit": "数字太大",
}
"""How what the parser says begins, the first that fits."""

_OTHER = "不是 TOML 的写法"
_DEEP = Text("嵌套太深", "nested too deeply")


def what_is_wrong(error: ValueError | RecursionError, text: str) -> tuple[Text, int]:
    """What `tomllib` said of `text`, and the line of it; 0 where it names none."""
    if isinstance(error, RecursionError):
        return _DEEP, 0
    said = str(error)
    place = _PLACE.search(said)
    english = said[: place.start()] if place is not None else said
    found = (zh for start, zh in _ENGLISH_TO_CHINESE.items() if english.startswith(start))
    line = 0
    if place is not None:
        line = int(place[1]) if place[1] else max(1, len(text.rstrip().splitlines()))
    return Text(next(found, _OTHER), english), line
