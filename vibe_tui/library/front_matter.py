"""Front matter: the YAML between two `---` lines that opens a report.

Reading never fails and never hides text. What cannot be read becomes one `Problem` that names
file and line. Rules: the fences are lines of exactly `---`, the first of them the first line that
is not blank (a byte order mark may stand before it); the last of equal keys wins, with a warning;
the English key wins over its Chinese name. Block text between fences that is no `key: value` is
text of the report. Writing gives UTF-8 with LF, and back what reading gave. What other programs
write is read too, never written: TOML between lines of `+++`, as Hugo has it, or a JSON object.

What reads words, lists and days out of its values takes any value and never raises, since front
matter comes from anywhere. Days are taken as written: no time zone moves them.
"""

from __future__ import annotations

import datetime as dt
import json
import re
import tomllib
from collections.abc import Mapping
from typing import NamedTuple

from vibe_tui.clean import clean_text, line_feeds
from vibe_tui.errors import Problem
from vibe_tui.text import Text


class Written(str):
    """A plain value that YAML would have turned into something else, in its own words."""

    __slots__ = ()


Value = None | bool | int | str | list["Value"] | dict[str, "Value"]
Meta = dict[str, Value]

_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_DAY = re.compile(
    r"^\s*(\d{4})\s*(?:[-/.]|年)\s*(\d{1,2})\s*(?:(?:[-/.]|月)\s*(\d{1,2})(?!\d)|月?\s*$)"
)
_COMPACT = re.compile(r"^\s*(\d{4})(\d{2})(\d{2})(?!\d)")
_ENGLISH = re.compile(
    r"(?:(?P<d1>\d{1,2})(?:st|nd|rd|th)?\s+(?P<m1>[a-z]{3})[a-z]*\.?,?\s+(?P<y1>\d{4})(?!\d)"
    r"|(?P<m2>[a-z]{3})[a-z]*\.?\s+(?P<d2>\d{1,2})(?:st|nd|rd|th)?,?\s+(?P<y2>\d{4})(?!\d))",
    re.IGNORECASE,
)
_YEAR = re.compile(r"(?:19|20)\d\d")
_ONLY_MONTH = re.compile(r"\d{4}\s*(?:[-/.]|年)\s*\d{1,2}\s*月?\s*$")
_NAMED_DAY = re.compile(r"(?<!\d)((?:19|20)\d\d)([-_.]?)(\d\d)\2(\d\d)(?!\d)")
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


def as_written(value: object) -> str:
    """`value` as the words that stood in the file, as far as they can be told; never fails."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return str(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {as_written(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(as_written(item) for item in value) + "]"
    return str(value)


def words(value: object) -> str:
    """`value` as one piece of text without outer blanks; nothing for `null` and its spellings.

    A list gives its items joined by `、`.
    """
    if isinstance(value, Written) and value in _NULLS:
        return ""
    if isinstance(value, list | tuple):
        return "、".join(filter(None, (words(item) for item in value)))
    return as_written(value).strip()


def word_list(value: object) -> tuple[str, ...]:
    """`value` as separate words: a list as it is, text cut at commas of either width."""
    if isinstance(value, list | tuple):
        found = [words(item) for item in value]
    else:
        found = [part.strip() for part in re.split("[,，、;；]", words(value))]
    return tuple(dict.fromkeys(word for word in found if word))


def name_list(value: object) -> tuple[str, ...]:
    """`value` as names, which may hold commas: a list as it is, text cut at `、` and `;`."""
    if isinstance(value, list | tuple):
        return word_list(value)
    found = (part.strip() for part in re.split("[、;；]", words(value)))
    return tuple(dict.fromkeys(name for name in found if name))


def mapping(value: object) -> Mapping[str, object]:
    """`value` if it is a mapping, else an empty one."""
    return value if isinstance(value, Mapping) else {}


def day_of(value: object) -> dt.date | None:
    """The day that `value` names, as written; `None` where it names none."""
    if isinstance(value, dt.datetime):
        return value.date()
    if isinstance(value, dt.date):
        return value
    text = words(value)
    if match := _DAY.match(text) or _COMPACT.match(text):
        year, month, day = match.groups()
        return _date(int(year), int(month), int(day or 1))
    if match := _ENGLISH.search(text):
        month_name = (match["m1"] or match["m2"]).lower()
        if month_name in MONTHS:
            return _date(
                int(match["y1"] or match["y2"]),
                MONTHS.index(month_name) + 1,
                int(match["d1"] or match["d2"]),
            )
    return None


def date_of(value: object) -> str:
    """What `value` says of a day, as ISO text: `2026-08-01`, `2026-08`, `2026` or nothing."""
    day = day_of(value)
    if day is None:
        text = words(value)
        return text if _YEAR.fullmatch(text) else ""
    only_month = isinstance(value, str) and _ONLY_MONTH.match(words(value))
    return f"{day:%Y-%m}" if only_month else day.isoformat()


def day_in(name: str) -> str:
    """The day that stands anywhere in the name of a file, as ISO text; empty where none does."""
    for match in _NAMED_DAY.finditer(name):
        day = _date(int(match[1]), int(match[3]), int(match[4]))
        if day is not None:
            return day.isoformat()
    return ""


def moment_of(value: object) -> dt.datetime | None:
    """The moment that `value` names, in UTC where it names no zone; `None` without a time."""
    if isinstance(value, dt.datetime):
        return value if value.tzinfo else value.replace(tzinfo=dt.UTC)
    text = words(value)
    if ":" not in text:
        return None
    try:
        found = dt.datetime.fromisoformat(text)
    except ValueError:
        # Imported here: it is large, and most moments are written the other way.
        from email.utils import parsedate_to_datetime

        try:
            found = parsedate_to_datetime(text)
        except (ValueError, IndexError, OverflowError):
            return None
    return found if found.tzinfo else found.replace(tzinfo=dt.UTC)


def _date(year: int, month: int, day: int) -> dt.date | None:
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None


LONGEST = 4_000_000
"""Characters of front matter that are still parsed."""

CHINESE_KEYS = {
    "标题": "title",
    "日期": "date",
    "作者": "author",
    "来源": "source",
    "链接": "url",
    "主题": "topics",
    "体裁": "genre",
    "栏目": "column",
}

_OPENING = re.compile(r"\s*?^---[ \t]*$\n?", re.MULTILINE)
_CLOSING = re.compile(r"^---[ \t]*$\n?", re.MULTILINE)
_KEY = re.compile(r"(?![#>|\[]|-\s)[^\n]*?:(?:\s|$)")
_COMMENT = re.compile(r"[ \t]*(?:#|$)")


class FrontMatter(NamedTuple):
    """What opens a file, and its text; `body_line` is the 1-based line where `body` begins."""

    meta: Meta
    body: str
    body_line: int
    problems: tuple[Problem, ...]


def read_front_matter(text: str, where: str) -> FrontMatter:
    """The front matter and the body of `text`; `where` names the file in problems."""
    text = line_feeds(text.lstrip("\ufeff"))
    opening = _OPENING.match(text)
    if opening is None:
        other = _read_other(text, where) if text[:200].lstrip()[:1] in ("+", "{") else None
        return FrontMatter(*other) if other else FrontMatter({}, text, 1, ())
    start = opening.end()
    first_line = text.count("\n", 0, start) + 1
    closing = _CLOSING.search(text, start)
    if closing is None:
        if not _looks_like_keys(text[start : start + 4000]):
            return FrontMatter({}, text, 1, ())
        problem = Problem(
            f"{where}:{first_line - 1}",
            Text(
                "元数据缺少结尾的 ---，全文照常显示",
                "front matter has no closing ---; all is shown",
            ),
            Text("在元数据后加一行 ---", "add a line --- after it"),
        )
        return FrontMatter({}, text, 1, (problem,))
    block, body = text[start : closing.start()], text[closing.end() :]
    body_line = first_line + text.count("\n", start, closing.end())
    if block.strip() and not _looks_like_keys(block):
        if block.startswith("\n"):
            return FrontMatter({}, text, 1, ())
        return FrontMatter({}, text, 1, (_unreadable(where, first_line, _NOT_KEYS),))
    if len(block) > LONGEST:
        return FrontMatter({}, body, body_line, (_unreadable(where, first_line, _TOO_LONG),))
    return _parse(block, body, body_line, where, first_line)


def dump_front_matter(meta: Mapping[str, object], body: str) -> str:
    """A whole file: `meta` between fences, an empty line, `body`, and a line break at the end."""
    from vibe_tui.library.yaml_text import dump_post

    body = line_feeds(body).strip("\n")
    return dump_post(meta, body).encode("utf-8", "replace").decode("utf-8") + "\n"


_NOT_KEYS = Text("元数据不是“键: 值”的形式", "front matter is no list of `key: value`")
_TOO_LONG = Text("元数据过长，未读取", "front matter is too long and was not read")


def _parse(block: str, body: str, body_line: int, where: str, first_line: int) -> FrontMatter:
    from vibe_tui.library.yaml_text import YamlError, load_mapping

    try:
        meta, doubles = load_mapping(clean_text(block))
    except YamlError as error:
        problem = _unreadable(where, first_line + error.line, error.message)
        return FrontMatter({}, body, body_line, (problem,))
    problems = [
        Problem(
            f"{where}:{first_line + line}",
            Text(f"“{key}”出现了两次，以后一个为准", f"`{key}` comes twice; the last one counts"),
        )
        for line, key in doubles
    ]
    for chinese, english in CHINESE_KEYS.items():
        if chinese in meta and english in meta:
            problems.append(
                Problem(
                    f"{where}:{first_line}",
                    Text(
                        f"同时有“{chinese}”和 {english}，以 {english} 为准",
                        f"has both `{chinese}` and `{english}`; `{english}` counts",
                    ),
                )
            )
    return FrontMatter(meta, body, body_line, tuple(problems))


def _unreadable(where: str, line: int, message: Text) -> Problem:
    return Problem(f"{where}:{line}", message, Text("正文照常显示", "the text is shown without it"))


def _looks_like_keys(block: str) -> bool:
    """Whether the first line that says something is `key: value`."""
    for line in block.split("\n"):
        if not _COMMENT.match(line):
            return _KEY.match(line.lstrip()) is not None or line.lstrip()[:1] in "{?"
    return True


_TOML = re.compile(r"\s*?^\+\+\+[ \t]*\n(.*?)^\+\+\+[ \t]*(?:\n|\Z)", re.MULTILINE | re.DOTALL)
_JSON = re.compile(r'\s*\{\s*"')
_BLANK = re.compile(r"[ \t]*(?:\n|\Z)")
_NOT_READ = Text("元数据不是可读的 TOML（{reason}）", "front matter is no readable TOML ({reason})")


def _read_other(text: str, where: str) -> tuple[Meta, str, int, tuple[Problem, ...]] | None:
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
        from vibe_tui.toml_file import what_is_wrong

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
