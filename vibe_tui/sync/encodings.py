"""Which encoding bytes are in that say nothing of it, or something wrong.

Each is tried, and the one in which most of what is not ASCII reads as letters in daily use wins.
"""

from __future__ import annotations

import re

_LIKELY = 0.6
_LOOKED_AT = 200_000
_CYRILLIC = ("cp1251", "koi8-r")
_JAPANESE = ("euc_jp", "cp932")
_ALL = ("gb18030", "big5hkscs", *_JAPANESE, "cp949", *_CYRILLIC)
# The first byte, in the encoding named, of the characters in daily use.
_DAILY = {
    "gb18030": ("gb2312", range(0xB0, 0xD8)),
    "big5hkscs": ("big5", range(0xA4, 0xC7)),
    "euc_jp": ("euc_jp", range(0xB0, 0xD0)),
    "cp932": ("euc_jp", range(0xB0, 0xD0)),
}


def guessed(data: bytes) -> str:
    """The encoding that `data` is in by all likelihood; empty where none reads well."""
    start = data[:_LOOKED_AT]
    best = max(_ALL, key=lambda name: _likeness(start, name))
    return best if _likeness(start, best) > _LIKELY else ""


def _likeness(data: bytes, encoding: str) -> float:
    """How much of what is not ASCII reads as common letters of the encoding's languages."""
    text = data.decode(encoding, errors="replace")
    beyond = [char for char in text if char > "\x7f"]
    if not beyond:
        return 0.0
    good = sum(_common(char, encoding) for char in beyond)
    if encoding in _CYRILLIC:
        # Accents of Latin words stand between plain letters.
        good -= len(re.findall(r"(?<=[A-Za-z])[^\x00-\x7f]|[^\x00-\x7f](?=[A-Za-z])", text))
    if encoding in _JAPANESE and 20 * sum(map(_is_kana, beyond)) < len(beyond):
        good /= 2
    return good / len(beyond)


def _common(char: str, encoding: str) -> float:
    if encoding in _CYRILLIC:
        # Each of the two has small letters where the other has capitals.
        return 1.0 if "а" <= char <= "я" or char == "ё" else 0.3 if "А" <= char <= "Я" else 0.0
    if "\u3000" <= char <= "\u301f" or "\uff00" <= char <= "\uff5e":
        return 0.9
    if encoding == "cp949":
        return _korean(char)
    if encoding in _JAPANESE and _is_kana(char):
        return 1.0
    if not "\u4e00" <= char <= "\u9fff":
        return 0.0
    table, daily = _DAILY[encoding]
    try:
        return 1.0 if char.encode(table)[0] in daily else 0.4
    except UnicodeEncodeError:
        return 0.3


def _korean(char: str) -> float:
    """All of the syllables in daily use are in the older, smaller set."""
    if not "\uac00" <= char <= "\ud7a3":
        return 0.0
    try:
        char.encode("euc_kr")
    except UnicodeEncodeError:
        return 0.1
    return 1.01


def _is_kana(char: str) -> bool:
    return "\u3041" <= char <= "\u30fe"
