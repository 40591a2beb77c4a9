"""Dates of feeds: the day as the source writes it, and the moment where it tells one.

No time zone moves the day. Days are read in ISO 8601, RFC 822 and the forms that feeds write
instead, months in many languages; a month or a year alone is its first day. A time without a zone,
or with the name of an unknown one, is UTC. `CST` is that of China where the source is Chinese, else
that of RFC 822. What names no day gives none.
"""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from vibe_tui.sync.feed.months import MONTH, month_of

_LONGEST = 200
"""Characters of a date that are looked at."""
# Hours from UTC.
_ZONES = {
    "EST": -5, "EDT": -4, "ET": -5, "CST": -6, "CDT": -5, "CT": -6, "MST": -7, "MDT": -6, "MT": -7,
    "PST": -8, "PDT": -7, "PT": -8, "AST": -4, "ADT": -3, "AT": -4, "AKST": -9, "HST": -10,
    "AEDT": 11, "AEST": 10, "AWST": 8, "NZST": 12, "NZDT": 13, "BST": 1, "CEST": 2, "CET": 1,
    "MEST": 2, "MESZ": 2, "MET": 1, "MEZ": 1, "EEST": 3, "EET": 2, "WEST": 1, "WET": 0, "MSK": 3,
    "HKT": 8, "SGT": 8, "JST": 9, "KST": 9, "IST": 5.5, "UTC": 0, "UT": 0, "GMT": 0, "Z": 0,
}  # fmt: skip
_CHINA = 8
_HAN = re.compile("[\u4e00-\u9fff]")
_STAMP = re.compile(r"(1\d{9}|[2-9]\d{9}|1\d{12})(?:\.\d+)?")
_DIGITS = str.maketrans("〇零一二三四五六七八九", "00123456789")
_NUMERAL = re.compile("[〇零一二三四五六七八九十]+(?=\\s*[年月日])")
_COMPACT = re.compile(
    r"(?<!\d)([12]\d{3})(0[1-9]|1[0-2])([0-3]\d)(?:T?([0-2]\d)([0-5]\d)([0-5]\d)?)?(?![\d])"
)
_CLOCK = re.compile(
    r"(?P<before>[上下]午|午[前後]|오[전후]|晚上|(?<!\w)[AaPp]\.?[Mm]\.?(?!\w))?\s*T?(?<![\d:])"
    r"(?P<hour>\d{1,2})\s*(?::|[时時點点시]\s*)(?P<minute>\d{2})"
    r"(?:\s*(?::|[分분]\s*)(?P<second>\d{2})(?:[.,](?P<part>\d+))?)?(?![\d:])\s*[分秒분초]?"
    r"\s*(?P<after>[AaPp]\.?[Mm]\b\.?)?"
)
_OFFSET = re.compile(r"\s*(?:GMT|UTC|UT)?\s*([+\-\u2212\u2013])(\d{1,2}):?(\d{2})?(?!\d)")
_NAME = re.compile(r"\s*\(?(?:Etc/)?([A-Z]{1,5})\b\)?")
_ASIDE = re.compile(r"\s*[(\[][^)\]]*[)\]]")

_GAP = r"[\s,./\-\u2010-\u2015]"
_DAY_END = r"(?:st\b|nd\b|rd\b|th\b|er\b|[º日일])?"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"(?<!\d)(?P<y>\d{{4}}){_GAP}*[{'年년'}]?{_GAP}*(?P<m>{MONTH}){_GAP}*(?P<d>\d{{1,2}})(?!\d)",
        r"(?<!\d)(?P<y>\d{4})\s*[-/.,年년 ]\s*(?P<m>\d{1,3})\s*[-/.,月월 ]\s*(?P<d>\d{1,2})(?!\d)",
        r"(?<!\d)(?P<y>\d{4})-?W(?P<w>\d{2})(?:-?(?P<wd>[1-7]))?(?!\d)",
        rf"(?<!\d)(?P<d>\d{{1,2}}){_DAY_END}{_GAP}*(?:(?:de|of|d')\s+)?(?P<m>{MONTH})"
        rf"{_GAP}*(?:(?:de|del|of)\s+)?(?P<y>\d{{4}}|\d{{2}})(?!\d)",
        rf"(?P<m>{MONTH}){_GAP}*(?P<d>\d{{1,2}}){_DAY_END}{_GAP}+'?(?P<y>\d{{4}}|\d{{2}})(?!\d)",
        r"(?<!\d)(?P<d>\d{1,2})\s*[-.]\s*(?P<m>\d{1,2})\s*[-.]\s*(?P<y>\d{4})(?!\d)",
        r"(?<!\d)(?P<m>0?\d|1[0-2])/(?P<d>\d{1,2})/(?P<y>\d{4}|\d{2})(?!\d)",
        r"(?<!\d)(?P<d>\d{1,2})/(?P<m>\d{1,2})/(?P<y>\d{4}|\d{2})(?!\d)",
        r"(?<![\d-])(?P<y>\d{2})[-./](?P<m>\d{1,2})[-./](?P<d>\d{1,2})(?!\d)",
        rf"(?<!\w)(?<!\d[\s.-])(?P<m>{MONTH}){_GAP}+(?P<y>\d{{4}})(?!\d)",
        rf"(?<!\d)(?P<y>\d{{4}}){_GAP}*(?P<m>{MONTH})",
        r"^(?P<y>\d{4})\s*[-/.年년]\s*(?P<m>\d{1,2})\s*[月월]?$",
        r"^(?P<y>\d{4})-?(?P<n>\d{3})$",
        r"^(?P<y>(?:19|20)\d{2})(?P<m>0[1-9]|1[0-2])$",
        r"^(?P<y>\d{2})(?P<m>\d{2})(?P<d>\d{2})$",
        r"^(?P<y>\d{2})-?(?P<n>\d{3})$",
        r"^-(?P<y>\d{2})-?(?P<m>\d{2})$",
        r"^(?P<y>\d{4})\s*[年년]?$",
    )
)
"""What a day may look like once its clock is taken out, the surest first."""


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
    text = " ".join(unicodedata.normalize("NFKC", written[:_LONGEST]).split())
    if stamp := _STAMP.fullmatch(text):
        seconds = int(stamp[1]) / (1000 if len(stamp[1]) == 13 else 1)
        moment = dt.datetime.fromtimestamp(seconds, dt.UTC)
        return When(moment.date(), moment)
    text = _NUMERAL.sub(_number, text)
    text = _COMPACT.sub(_spaced, text)
    clock = _CLOCK.search(text)
    if clock is None:
        return When(_day_in(text.strip()))
    zone, end = _zone(text, clock.end(), chinese=chinese or _HAN.search(text) is not None)
    day = _day_in(f"{text[: clock.start()]} {text[end:]}".strip())
    return When(day, _moment(day, clock, zone) if day else None)


def _number(match: re.Match[str]) -> str:
    """A Chinese numeral in digits: 二〇二四, 十, 二十三."""
    tens, ten, ones = match[0].translate(_DIGITS).partition("十")
    return f"{tens or 1}{ones or 0}" if ten else tens


def _spaced(match: re.Match[str]) -> str:
    """A day, and perhaps a clock, written without signs between its numbers."""
    year, month, day, hour, minute, second = match.groups()
    clock = f" {hour}:{minute}:{second or '00'}" if hour else ""
    return f"{year}-{month}-{day}{clock}"


def _zone(text: str, at: int, *, chinese: bool) -> tuple[dt.timedelta, int]:
    """How far the zone that stands at `at` is from UTC, and where it ends."""
    away = dt.timedelta()
    if offset := _OFFSET.match(text, at):
        sign, hours, minutes = offset.groups()
        away = dt.timedelta(hours=int(hours), minutes=int(minutes or 0))
        away, at = away if sign == "+" else -away, offset.end()
    elif (name := _NAME.match(text, at)) and not month_of(name[1]):
        hours = _CHINA if chinese and name[1] == "CST" else _ZONES.get(name[1], 0)
        away, at = dt.timedelta(hours=hours), name.end()
    aside = _ASIDE.match(text, at)
    return away, aside.end() if aside else at


def _moment(day: dt.date, clock: re.Match[str], zone: dt.timedelta) -> dt.datetime | None:
    """The moment of a clock on a day; nothing where there is no such time."""
    hour = int(clock["hour"])
    half = (clock["before"] or clock["after"] or "").casefold()
    if half and hour <= 12:
        hour = hour % 12 + 12 * (half[0] in "p下晚" or half in ("午後", "오후"))
    part = int((clock["part"] or "0")[:6].ljust(6, "0"))
    try:
        return dt.datetime(
            *(day.year, day.month, day.day, hour, int(clock["minute"])),
            *(int(clock["second"] or 0), part),
            tzinfo=dt.timezone(zone),
        )
    except ValueError:
        return None


def _day_in(text: str) -> dt.date | None:
    return next((day for match in _matches(text) if (day := _day(match))), None)


def _matches(text: str) -> Iterator[re.Match[str]]:
    return (match for form in _FORMS for match in form.finditer(text))


def _day(match: re.Match[str]) -> dt.date | None:
    """The day that the parts of a form make, if there is such a day."""
    parts = match.groupdict()
    year = int(parts["y"])
    if len(parts["y"]) == 2:
        year += 1900 if year > 68 else 2000
    try:
        if week := parts.get("w"):
            return dt.date.fromisocalendar(year, int(week), int(parts["wd"] or 1))
        if number := parts.get("n"):
            day = dt.date(year, 1, 1) + dt.timedelta(int(number) - 1)
            return day if day.year == year else None
        return dt.date(year, month_of(parts.get("m") or "1"), int(parts.get("d") or 1))
    except (ValueError, OverflowError):
        return None
