"""Values of front matter: their type, and reading words, lists and days out of them.

Front matter comes from anywhere, so every reader here takes any value and never raises. Days are
taken as written: no time zone moves them.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping


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
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


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
        if month_name in _MONTHS:
            return _date(
                int(match["y1"] or match["y2"]),
                _MONTHS.index(month_name) + 1,
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
