"""The bytes of a feed or a page as UTF-8, whatever they are in.

Valid UTF-8 wins over all that is claimed; then the header, the declaration, a guess. What had to be
guessed or is broken is told. Bytes are looked at a piece at a time: little memory is needed.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass

from vibe_tui.sync.encodings import guessed
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
_LONG = re.compile("[\u0800-\U0010ffff]")
_SHORT = re.compile("[\x80-\u07ff]")
_BEYOND = re.compile("[\x80-\U0010ffff]")
_PIECE = 64 * 1024
"""Bytes that are looked at in one go."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text as UTF-8, the encoding it was in, and what was odd about it."""

    data: bytes
    encoding: str
    notes: tuple[Text, ...] = ()

    @property
    def text(self) -> str:
        """The text itself."""
        return self.data.decode("utf-8", "replace")


def decode_feed(data: bytes, content_type: str = "") -> Decoded:
    """`data` in UTF-8; each byte that fits no encoding is one replacement sign."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decoded(data[len(mark) :], encoding)
    if data[:4] in (b"<\0?\0", b"<\0r\0", b"<\0f\0", b"{\0\n\0"):
        return _decoded(data, "utf-16-le")
    if data[:4] in (b"\0<\0?", b"\0<\0r", b"\0<\0f"):
        return _decoded(data, "utf-16-be")
    if _is_utf8(data):
        return _decoded(data, "utf-8")
    header = _CHARSET.search(content_type)
    declared = _DECLARED.search(data[:400])
    for name in (header[1] if header else "", declared[1].decode("ascii") if declared else ""):
        encoding = _codec(name)
        if encoding and encoding not in _WEAK and encoding != "utf-8" and _fits(data, encoding):
            return _decoded(data, encoding)
    if guess := guessed(data):
        return _decoded(data, guess, Text(f"编码按 {guess} 猜测", f"was read as {guess}, a guess"))
    return _decoded(data, "cp1252", Text("编码按 cp1252 猜测", "was read as cp1252, a guess"))


def _decoded_parts(data: bytes, encoding: str) -> Iterator[str]:
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    for at in range(0, max(len(data), 1), _PIECE):
        yield decoder.decode(data[at : at + _PIECE], at + _PIECE >= len(data))


def _is_utf8(data: bytes) -> bool:
    """Whether `data` is UTF-8 but for a few broken places."""
    broken = long = short = 0
    for text in _decoded_parts(data, "utf-8"):
        if text.isascii():
            continue
        lost = text.count("\ufffd")
        broken += lost
        # Three bytes that fit together by chance are rare in other encodings, two are not.
        long += len(_LONG.findall(text)) - lost
        short += len(_SHORT.findall(text))
    return not broken or long >= broken or short + long >= 10 * broken


def _codec(name: str) -> str:
    try:
        found = codecs.lookup(name).name if name else ""
        # Refuses what Python calls a codec but is no encoding of text, compression for example.
        b"".decode(found or "ascii")
    except (LookupError, ValueError):
        return ""
    return _WIDER.get(found, found)


def _fits(data: bytes, encoding: str) -> bool:
    """Whether nearly all of `data` can be read in `encoding`."""
    beyond = broken = 0
    try:
        for text in _decoded_parts(data, encoding):
            beyond += len(_BEYOND.findall(text))
            broken += text.count("\ufffd")
    except (LookupError, ValueError):
        return False
    return broken * 4 <= beyond


def _decoded(data: bytes, encoding: str, note: Text | None = None) -> Decoded:
    notes = (note,) if note else ()
    broken = sum(text.count("\ufffd") for text in _decoded_parts(data, encoding))
    broken -= data.count("\ufffd".encode())
    if broken > 0:
        told = Text(f"{broken} 个坏字节显示为 \ufffd", f"{broken} broken bytes are shown as \ufffd")
        notes = (*notes, told)
    elif encoding == "utf-8":
        return Decoded(data, encoding)
    utf8 = b"".join(part.encode("utf-8", "replace") for part in _decoded_parts(data, encoding))
    return Decoded(utf8, encoding, notes)
