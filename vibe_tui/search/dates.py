"""Days as people write them : `2026-08`, `2026年8月`, `7d`, `今天`, `2026-01..2026-03`."""

from __future__ import annotations

import calendar
import datetime as dt
import re

from vibe_tui.search.tree import Days

_SPAN = re.compile(r"(\d{1,6})\s*(d|w|m|y|天|日|周|月|个月|年)")
_DAY = re.compile(r"(\d{4})(?:[-/.年](\d{1,2})(?:[-/.月](\d{1,2})日?|月)?|年)?")
_COMPACT = re.compile(r"(\d{4})(\d{2})(\d{2})?")
_RANGE = re.compile(r"(.*?)\s*(?:\.\.+|…|~|～|至|到)\s*(.*)", re.DOTALL)
_UNITS = {"天": "d", "日": "d", "周": "w", "月": "m", "个月": "m", "年": "y"}


def read_days(text: str, today: dt.date) -> Days | None:
    """The days that `text` names, or `None` where it names none."""
    text = text.strip()
    if days := _named(text.casefold(), today):
        return days
    if match := _RANGE.fullmatch(text):
        first = read_days(match[1], today) if match[1] else Days()
        last = read_days(match[2], today) if match[2] else Days()
        if first is None or last is None or (first.first is None and last.last is None):
            return None
        return Days(first.first, last.last)
    match = _DAY.fullmatch(text) or _COMPACT.fullmatch(text)
    return _calendar(*match.groups()) if match else None


def read_start(text: str, today: dt.date) -> dt.date | None:
    """The first day of `text`, which may also be a span back from today (`7d`)."""
    if match := _SPAN.fullmatch(text.strip().casefold()):
        return _back(today, int(match[1]), _UNITS.get(match[2], match[2]))
    days = read_days(text, today)
    return days.first if days else None


def read_end(text: str, today: dt.date) -> dt.date | None:
    """The last day of `text`, which may also be a span back from today."""
    if _SPAN.fullmatch(text.strip().casefold()):
        return read_start(text, today)
    days = read_days(text, today)
    return days.last if days else None


def _named(text: str, today: dt.date) -> Days | None:
    if text in ("today", "今天", "今日"):
        return Days(today, today)
    if text in ("yesterday", "昨天", "昨日"):
        day = _shift(today, 1)
        return Days(day, day)
    if text in ("week", "本周", "这周"):
        return Days(_shift(today, today.weekday()), today)
    if text in ("month", "本月", "这个月"):
        return Days(today.replace(day=1), today)
    if text in ("year", "今年"):
        return Days(today.replace(month=1, day=1), today)
    return None


def _calendar(year: str, month: str | None = None, day: str | None = None) -> Days | None:
    try:
        if month is None:
            return Days(dt.date(int(year), 1, 1), dt.date(int(year), 12, 31))
        if day is None:
            last = calendar.monthrange(int(year), int(month))[1]
            return Days(dt.date(int(year), int(month), 1), dt.date(int(year), int(month), last))
        whole = dt.date(int(year), int(month), int(day))
    except (ValueError, calendar.IllegalMonthError):
        return None
    return Days(whole, whole)


def _back(today: dt.date, count: int, unit: str) -> dt.date:
    if unit in "dw":
        return _shift(today, count * (7 if unit == "w" else 1))
    months = today.year * 12 + today.month - 1 - count * (12 if unit == "y" else 1)
    if months < 12:
        return dt.date.min
    year, month = months // 12, months % 12 + 1
    return dt.date(year, month, min(today.day, calendar.monthrange(year, month)[1]))


def _shift(today: dt.date, days: int) -> dt.date:
    return dt.date.fromordinal(max(1, today.toordinal() - days))
