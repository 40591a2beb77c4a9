"""Front matter that is no YAML, as Hugo knows it: TOML between lines of `+++`, or a JSON object.

Read for folders that other programs write; nothing here is ever written back. What cannot be read
gives one `Problem`, and the text is shown without it.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping

from vibe_tui.errors import Problem
from vibe_tui.library.metadata_values import Meta, Value, Written
from vibe_tui.text import Text

_TOML = re.compile(r"\s*?^\+\+\+[ \t]*\n(.*?)^\+\+\+[ \t]*(?:\n|\Z)", re.MULTILINE | re.DOTALL)
_JSON = re.compile(r'\s*\{\s*"')
_BLANK = re.compile(r"[ \t]*(?:\n|\Z)")
LONGEST = 4_000_000
_NOT_READ = Text("元数据不是可读的 TOML（{reason}）", "front matter is no readable TOML ({reason})")


def read_other(text: str, where: str) -> tuple[Meta, str, int, tuple[Problem, ...]] | None:
    """As `read_front_matter`, for TOML and JSON; `None` where `text` begins with neither."""
    found = _TOML.match(text) if text[:200].lstrip().startswith("+++") else None
    if found is not None and len(found[1]) <= LONGEST:
        line = text.count("\n", 0, found.start(1)) + 1
        meta, problems = _read_toml(found[1], where, line)
        return (
            meta,
            text[found.end() :],
            line + text.count("\n", found.start(1), found.end()),
            problems,
        )
    if _JSON.match(text):
        start = len(text) - len(text.lstrip())
        try:
            value, end = json.JSONDecoder().raw_decode(text[:LONGEST], start)
        except (ValueError, RecursionError):
            return None
        after = _BLANK.match(text, end)
        if isinstance(value, dict) and "title" in value and after is not None:
            meta = {key: _value(one) for key, one in value.items()}
            return meta, text[after.end() :], text.count("\n", 0, after.end()) + 1, ()
    return None


def _read_toml(block: str, where: str, line: int) -> tuple[Meta, tuple[Problem, ...]]:
    try:
        values: Mapping[str, object] = tomllib.loads(block)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        from vibe_tui.toml_words import what_is_wrong

        reason, inner = what_is_wrong(error, block)
        at = line + max(0, inner - 1)
        what = _NOT_READ.format(reason=reason)
        hint = Text("正文照常显示", "the text is shown without it")
        return {}, (Problem(f"{where}:{at}", what, hint),)
    return {key: _value(value) for key, value in values.items()}, ()


def _value(value: object) -> Value:
    """A value as front matter holds it: days and numbers in their own words."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, list):
        return [_value(one) for one in value]
    if isinstance(value, Mapping):
        return {str(key): _value(one) for key, one in value.items()}
    return Written(value)
