"""The bytes of a feed or a page as text, whatever they are in.

Valid UTF-8 wins over all that is claimed; then the header, the declaration, a guess. What had to be
guessed or is broken is told. A piece is looked at at a time: little memory is needed.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass

from vibe_tui.sync.encodings import guessed
from vibe_tui.sync.http.request import Spool
from vibe_tui.text import Text

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
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
    for mark, encoding in _MARKS:
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
