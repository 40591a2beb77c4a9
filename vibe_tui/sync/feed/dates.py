"""Dates of feeds: the day as the source writes it, and the moment where it tells one.

No time zone moves the day. What nearly all feeds write, ISO 8601, RFC 822 and Chinese numbers, is
read by the standard library; other forms and languages by dateparser, which takes a fifth of a
second at the first date that needs it. It alone understands 64 of the 114 dates that the tests
know: months in 27 languages, numbers with the day or the month first, clocks of twelve hours, zones
by name; tables of our own would be longer than this module. It may not guess: year and month must
be there, and the day too beside a time. A month or a year alone is its first day. A time without a
zone is UTC, one in an unknown zone no moment. `CST` is China's where the source is Chinese, else
that of RFC 822. What names no day gives none.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from vibe_tui.library.front_matter import day_of

if TYPE_CHECKING:
    from dateparser.date import DateDataParser

_LONGEST = 100
"""Characters of a date that are looked at."""
_LANGUAGES = (
    "en", "zh", "zh-Hant", "ja", "ko", "de", "fr", "es", "pt", "it", "nl", "sv", "da", "nb", "fi",
    "pl", "cs", "sk", "hu", "ro", "el", "ru", "uk", "bg", "tr", "ca", "id", "vi",
)  # fmt: skip
"""The first that knows the name of a month counts."""
_HAN = re.compile("[\u4e00-\u9fff]")
_STAMP = re.compile(r"(\d{10})(?:\d{3})?(?:\.\d+)?")
_RFC_822 = re.compile(
    r"(?!.* 00\d\d\b).* \d?\d(:\d\d){1,2}( [+-]\d{4}| UTC?| GMT| Z| [AECMP][SD]T)?( \d{4})?"
)
"""Dates whose zone and year the standard library knows; those of C have the year last."""
_NUMBERS = re.compile(
    r"(\d{4}) ?[-/.年] ?(\d\d?) ?[-/.月] ?(\d\d?) ?日?(?: ?[（(]?(?:星期|周|週).[）)]?)?"
    r"(?: (\d\d?):(\d\d)(?::(\d\d))?)?"
)
_YEAR = re.compile(r"(?<!\d)(\d{4}|\d\d?([./])\d\d?\2\d\d)(?!\d)")


@dataclass(frozen=True, slots=True)
class When:
    """A day and, where the source tells a time, the moment."""

    day: dt.date | None = None
    moment: dt.datetime | None = None


UNDATED = When()


def first_date(dates: Iterable[str], *, chinese: bool = False) -> When:
    """The first of several dates that names a day; nothing where none does."""
    found = (read_date(one, chinese=chinese) for one in dates)
    return next((one for one in found if one.day), UNDATED)


def read_date(written: str, *, chinese: bool = False) -> When:
    """The date that `written` names, in a source that may be `chinese`; else nothing."""
    text = " ".join(written[:_LONGEST].split())
    if chinese or _HAN.search(text):
        text = text.replace("CST", "+0800")
    return _standard(text) or _other(text) or When(day_of(text))


def _standard(text: str) -> When | None:
    """A date of ISO 8601, RFC 822 or Chinese numbers, or a stamp of Unix."""
    if stamp := _STAMP.fullmatch(text):
        return _at(dt.datetime.fromtimestamp(int(stamp[1]), dt.UTC))
    for rest in ("", "-01", "-01-01"):
        with suppress(ValueError):
            return When(dt.date.fromisoformat(text + rest))
    with suppress(ValueError):
        return _at(dt.datetime.fromisoformat(text))
    if numbers := _NUMBERS.fullmatch(text):
        with suppress(ValueError):
            year, month, day, hour, minute, second = (int(one or 0) for one in numbers.groups())
            moment = dt.datetime(year, month, day, hour, minute, second)
            return _at(moment) if numbers[4] else When(moment.date())
    with suppress(ValueError, OverflowError):
        return _at(parsedate_to_datetime(text)) if _RFC_822.fullmatch(text) else None
    return None


@lru_cache(maxsize=1000)
def _other(text: str) -> When | None:
    """A date in another form or language."""
    if not _YEAR.search(text):
        return None
    order = "YMD" if text[:4].isdigit() else "MDY" if "/" in text else "DMY"
    try:
        found = _parser(order, "UTC").get_date_data(text)
    except OverflowError:
        return None
    if found.date_obj and found.date_obj.tzinfo:
        found = _parser(order, "local").get_date_data(text)
    moment, told = found.date_obj, set(found.parts)
    if moment is None or not told >= {"year", "month"}:
        return None
    if "time" in told:
        return _at(moment) if "day" in told else None
    # A zone without a time is a month that the library took for one: `Mart`.
    return None if moment.tzinfo else When(moment.date())


def _at(moment: dt.datetime) -> When:
    zone = dt.timezone(moment.utcoffset() or dt.timedelta())
    return When(moment.date(), moment.replace(tzinfo=zone))


@cache
def _parser(order: str, zone: str) -> DateDataParser:
    """What reads the numbers of a day in this order; imported with the first date that needs it.

    For `UTC` it moves a date with a zone there. For `local` it leaves that alone, but asks for the
    zone of the machine, which may have none, where the date has none.
    """
    from dateparser.date import DateDataParser

    settings = {
        "DATE_ORDER": order,
        "STRICT_DATE_ORDER": "all" if order == "YMD" else "none",
        "PARSERS": ["absolute-time"],
        "PREFER_DAY_OF_MONTH": "first",
        "TIMEZONE": zone,
    }
    return DateDataParser(_LANGUAGES, use_given_order=True, settings=settings)
