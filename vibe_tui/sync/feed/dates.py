"""Dates of feeds: the day as the source writes it, and the moment where it tells one.

No time zone moves the day. A time without a zone is UTC; the names of zones are those of RFC 822
and a few that feeds use besides. What names no day gives none.
"""

from __future__ import annotations

import datetime as dt
import re
import unicodedata
from dataclasses import dataclass

from vibe_tui.library.metadata_values import day_of, moment_of

_ZONES = {
    "AEDT": "+1100", "AEST": "+1000", "BST": "+0100", "CEST": "+0200", "CET": "+0100",
    "EEST": "+0300", "EET": "+0200", "HKT": "+0800", "JST": "+0900", "KST": "+0900",
    "MSK": "+0300", "SGT": "+0800", "UTC": "+0000", "WEST": "+0100", "WET": "+0000", "Z": "+0000",
}  # fmt: skip
# The first letters of the months in languages whose feeds write them, accents left out.
_MONTHS = {
    "ene": 1, "janv": 1, "genn": 1, "gen": 1, "fev": 2, "febr": 2, "mar": 3, "mrz": 3,
    "abr": 4, "avr": 4, "mai": 5, "mag": 5, "juin": 6, "giu": 6, "juil": 7, "lug": 7, "ago": 8,
    "aout": 8, "set": 9, "okt": 10, "out": 10, "ott": 10, "dic": 12, "dez": 12, "dece": 12,
    "янв": 1, "фев": 2, "мар": 3, "апр": 4, "мая": 5, "май": 5, "июн": 6, "июл": 7, "авг": 8,
    "сен": 9, "окт": 10, "ноя": 11, "дек": 12,
}  # fmt: skip
_ENGLISH = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_FOREIGN = re.compile(
    r"^(?:[^\W\d]+\.?,?\s+)?(\d{1,2})\.?\s+(?:de\s+)?([^\W\d]{3,})\.?\s+(?:de\s+)?(?=\d{4})"
)
_ZONE = re.compile(r"\s([A-Z]{1,5})$")
_COLON = re.compile(r"\s([+-]\d\d):(\d\d)$")
_NAMED = re.compile(r"\s(?:GMT|UTC|UT)\s*([+-]\d\d):?(\d\d)$")
_CLOCK = re.compile(
    r"^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2})[T ](\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?)\s*"
    r"(Z|[+-]\d\d:?(?:\d\d)?)?$",
    re.IGNORECASE,
)
_SHORT_YEAR = re.compile(r"^((?:\w+,\s*)?\d{1,2}[ -][A-Za-z]{3,9}[ -])(\d{2})(?=\s)")
_CHINESE = re.compile(r"^(\d{4})年(\d{1,2})月(\d{1,2})日\s*(\d{1,2}:\d{2}(?::\d{2})?)$")
_STAMP = re.compile(r"^(?:1\d{9}|[2-9]\d{9}|1\d{12})$")


@dataclass(frozen=True, slots=True)
class When:
    """A day and, where the source tells a time, the moment."""

    day: dt.date | None = None
    moment: dt.datetime | None = None


UNDATED = When()


def read_date(written: str) -> When:
    """The date that `written` names; nothing where it names none."""
    text = " ".join(written.split())
    if _STAMP.match(text):
        seconds = int(text) / (1000 if len(text) == 13 else 1)
        stamp = dt.datetime.fromtimestamp(seconds, dt.UTC)
        return When(stamp.date(), stamp)
    text = _tidy(text)
    day = day_of(text)
    moment = moment_of(text)
    if day is None and moment is not None:
        day = moment.date()
    return When(day, moment if moment and moment.date() == day else None)


def _tidy(text: str) -> str:
    """`text` in one of the forms that are read: ISO 8601 or RFC 822 with a numeric zone."""
    if chinese := _CHINESE.match(text):
        year, month, day, clock = chinese.groups()
        return f"{year}-{int(month):02}-{int(day):02}T{_clock(clock)}"
    if clock_form := _CLOCK.match(text):
        year, month, day = re.split(r"[-/.]", clock_form[1])
        zone = (clock_form[3] or "").upper().replace("Z", "+00:00")
        zone = f"{zone}:00" if len(zone) == 3 else zone
        return f"{year}-{int(month):02}-{int(day):02}T{_clock(clock_form[2])}{zone}"
    text = _in_english(text)
    text = _NAMED.sub(r" \1\2", text)
    text = _COLON.sub(r" \1\2", text)
    named = _ZONE.search(text)
    if named and named[1] in _ZONES:
        text = f"{text[: named.start()]} {_ZONES[named[1]]}"
    if short := _SHORT_YEAR.match(text):
        century = 19 if int(short[2]) > 68 else 20
        text = f"{short[1]}{century}{short[2]}{text[short.end() :]}"
    return text


def _in_english(text: str) -> str:
    """`text` with its month as RFC 822 writes it, where that is one of another language."""
    match = _FOREIGN.match(text)
    if match is None or match[2][:3].title() in _ENGLISH:
        return text
    plain = unicodedata.normalize("NFKD", match[2].casefold().replace("й", "\0"))
    plain = "".join(char for char in plain if not unicodedata.combining(char)).replace("\0", "й")
    month = next((_MONTHS[plain[:size]] for size in (4, 3) if plain[:size] in _MONTHS), 0)
    return f"{match[1]} {_ENGLISH[month - 1]} {text[match.end() :]}" if month else text


def _clock(clock: str) -> str:
    hours, _, rest = clock.partition(":")
    rest, point, fraction = rest.replace(",", ".").partition(".")
    return f"{int(hours):02}:{rest}" + (f".{fraction[:6].ljust(6, '0')}" if point else "")
