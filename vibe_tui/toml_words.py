"""What the TOML parser finds wrong with a text: in the reader's language, with its line. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping

from vibe_tui.text import Text

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
