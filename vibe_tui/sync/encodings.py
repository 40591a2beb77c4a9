"""Bytes from outside as text, whatever encoding they are in.

Of a feed or a page, valid UTF-8 wins over all that is claimed; then the header, the declaration, a
guess. What had to be guessed or is broken is told. A piece is looked at at a time: little memory is
needed. A guess tries each encoding in use, and the one in which most of what is not ASCII reads as
letters in daily use wins.

A file to import is read, or clearly refused: reading a report in the library may show broken bytes,
importing one must not write them down. There, a guess counts only where the text then reads as what
was expected.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from vibe_tui.clean import clean_text
from vibe_tui.errors import VibeError
from vibe_tui.library import opened as lenient
from vibe_tui.library.opened import BYTE_ORDER_MARKS
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
    text, oddity = lenient.decode_report(data)
    if oddity and b"\0" in data:
        for encoding in ("utf-16-le", "utf-16-be"):
            guess = data.decode(encoding, errors="replace")
            if _BROKEN not in guess and is_sure(guess):
                return cleaned(guess)
    if oddity and _BROKEN in text:
        whole = text.removesuffix(_BROKEN)
        if _BROKEN not in whole:
            return cleaned(whole)
        line = whole[: whole.index(_BROKEN)].count("\n") + 1
        raise VibeError(
            Text(f"{where}:{line}：认不出文字编码", f"{where}:{line}: unknown text encoding"),
            Text("请另存为 UTF-8 后再导入", "save it as UTF-8 and import it again"),
        )
    return cleaned(text)


def cleaned(text: str) -> str:
    """`text` without a byte order mark, with `\\n` for every line break and control codes seen."""
    return clean_text(text.removeprefix("\ufeff"))


# What is called by the first name is written in the second, which holds all of it and more.
_WIDER = {
    "gb2312": "gb18030", "gbk": "gb18030", "hz": "gb18030", "big5": "big5hkscs",
    "cp950": "big5hkscs", "iso8859-1": "cp1252", "ascii": "cp1252", "shift_jis": "cp932",
    "euc_kr": "cp949", "iso8859-9": "cp1254", "tis-620": "cp874",
}  # fmt: skip
_WEAK = frozenset(("cp1252", "cp1254", "iso8859-15"))
_DECLARED = re.compile(rb"^\s*<\?xml[^>]*?encoding\s*=\s*[\"']\s*([\w.:-]+)", re.IGNORECASE)
_CHARSET = re.compile(r"charset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
_META = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
_HEAD = 8192
_LONG = re.compile("[\u0800-\U0010ffff]")
_SHORT = re.compile("[\x80-\u07ff]")
_BEYOND = re.compile("[\x80-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text, the encoding that its bytes are in from `start` on, and what was odd about it."""

    data: Spool
    encoding: str
    start: int = 0
    notes: tuple[Text, ...] = ()

    def parts(self) -> Iterator[str]:
        """The text, some of it at a time."""
        return decoded_parts(self.data, self.encoding, self.start)

    @property
    def text(self) -> str:
        """All of the text."""
        return "".join(self.parts())


def decode_feed(data: Spool, content_type: str = "") -> Decoded:
    """The text of `data`; each byte that fits no encoding is one replacement sign."""
    head = data.read(0, 400)
    for mark, encoding in BYTE_ORDER_MARKS:
        if head.startswith(mark):
            return _decoded(data, encoding, len(mark))
    if head[:4] in (b"<\0?\0", b"<\0r\0", b"<\0f\0", b"{\0\n\0"):
        return _decoded(data, "utf-16-le")
    if head[:4] in (b"\0<\0?", b"\0<\0r", b"\0<\0f"):
        return _decoded(data, "utf-16-be")
    if _is_utf8(data):
        return _decoded(data, "utf-8")
    header = _CHARSET.search(content_type)
    declared = _DECLARED.search(head)
    for name in (header[1] if header else "", declared[1].decode("ascii") if declared else ""):
        encoding = _codec(name)
        if encoding and encoding not in _WEAK and encoding != "utf-8" and _fits(data, encoding):
            return _decoded(data, encoding)
    guess = guessed(data) or "cp1252"
    note = Text(f"编码按 {guess} 猜测", f"was read as {guess}, a guess")
    return _decoded(data, guess, note=note)


def decode_page(data: Spool, content_type: str = "") -> Decoded:
    """As `decode_feed`, of a web page, which may name its encoding in a tag of its own."""
    named = _META.search(data.read(0, _HEAD))
    if named and not _CHARSET.search(content_type):
        content_type = f"charset={named[1].decode('ascii')}"
    return decode_feed(data, content_type)


def decoded_parts(
    data: Spool, encoding: str, start: int = 0, errors: str = "replace"
) -> Iterator[str]:
    """The text of `data` from the byte `start` on, some of it at a time."""
    decoder = codecs.getincrementaldecoder(encoding)(errors)
    for part in data.parts(start):
        yield decoder.decode(part)
    yield decoder.decode(b"", final=True)


def _is_utf8(data: Spool) -> bool:
    """Whether `data` is UTF-8 but for a few broken places."""
    broken = _broken(data, "utf-8")
    if not broken:
        return True
    long = short = 0
    for text in decoded_parts(data, "utf-8", errors="ignore"):
        # Three bytes that fit together by chance are rare in other encodings, two are not.
        long += len(_LONG.findall(text))
        short += len(_SHORT.findall(text))
    return long >= broken or short + long >= 10 * broken


def _codec(name: str) -> str:
    try:
        found = codecs.lookup(name).name if name else ""
        # Refuses what Python calls a codec but is no encoding of text, compression for example.
        b"".decode(found or "ascii")
    except (LookupError, ValueError):
        return ""
    return _WIDER.get(found, found)


def _fits(data: Spool, encoding: str) -> bool:
    """Whether nearly all of `data` can be read in `encoding`."""
    try:
        beyond = sum(len(_BEYOND.findall(text)) for text in decoded_parts(data, encoding))
        return 4 * _broken(data, encoding) <= beyond
    except (LookupError, ValueError):
        return False


def _broken(data: Spool, encoding: str, start: int = 0) -> int:
    """How many places of `data` cannot be read in `encoding`."""
    signs = _signs(data, encoding, start, "replace")
    return signs and signs - _signs(data, encoding, start, "ignore")


def _signs(data: Spool, encoding: str, start: int, errors: str) -> int:
    return sum(text.count("\ufffd") for text in decoded_parts(data, encoding, start, errors))


def _decoded(data: Spool, encoding: str, start: int = 0, note: Text | None = None) -> Decoded:
    notes = (note,) if note else ()
    broken = _broken(data, encoding, start)
    if broken > 0:
        told = Text(f"{broken} 个坏字节显示为 \ufffd", f"{broken} broken bytes are shown as \ufffd")
        notes = (*notes, told)
    return Decoded(data, encoding, start, notes)
