"""Which encoding bytes are in that say nothing of it, or something wrong.

Each is tried, and the one in which most of what is not ASCII reads as letters in daily use wins.

The bytes of a file to import as clean text, or a clear refusal.

Reading a report in the library shows broken bytes; importing one must not write them down. An
encoding that had to be guessed is taken only where the text then reads as what was expected.
Line breaks become `\n`, control codes visible signs.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from vibe_tui.clean import clean_text
from vibe_tui.errors import VibeError
from vibe_tui.library import opened as lenient
from vibe_tui.sync.http.request import Spool
from vibe_tui.text import Text

_LIKELY = 0.6
_LOOKED_AT = 200_000
"""Bytes of which a guess is made."""
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


def guessed(data: Spool) -> str:
    """The encoding that `data` is in by all likelihood; empty where none reads well."""
    start = data.read(0, _LOOKED_AT)
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


_BROKEN = "\ufffd"


def decode_file(data: bytes, where: str, *, is_sure: Callable[[str], bool]) -> str:
    """`data` as clean text; `is_sure` tells whether a guess reads as what is expected.

    Raises `VibeError` naming `where` when no encoding fits. A file that was cut in the middle of
    its last character loses those bytes.
    """
    text, oddity = lenient.decode(data)
    if oddity and b"\0" in data:
        for encoding in ("utf-16-le", "utf-16-be"):
            guess = data.decode(encoding, errors="replace")
            if _BROKEN not in guess and is_sure(guess):
                return _clean(guess)
    if oddity and _BROKEN in text:
        whole = text.removesuffix(_BROKEN)
        if _BROKEN not in whole:
            return _clean(whole)
        line = whole[: whole.index(_BROKEN)].count("\n") + 1
        raise VibeError(
            Text(f"{where}:{line}：认不出文字编码", f"{where}:{line}: unknown text encoding"),
            Text("请另存为 UTF-8 后再导入", "save it as UTF-8 and import it again"),
        )
    return _clean(text)


def _clean(text: str) -> str:
    """`text` without a byte order mark, with `\\n` for every line break and control codes seen."""
    return clean_text(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))
