"""The bytes of a text dump as text: UTF-8 first, other encodings only when they are sure.

A byte order mark decides. Without one, text that is no UTF-8 is taken as UTF-16 or GB18030 only
if it then reads as a dump. Line breaks become `\\n`, control codes visible signs.
"""

from __future__ import annotations

import codecs
from collections.abc import Callable

from vibe_tui.clean import clean_text
from vibe_tui.errors import VibeError
from vibe_tui.text import Text

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_GUESSES = ("utf-16-le", "utf-16-be", "gb18030")


def decode(data: bytes, where: str, *, is_sure: Callable[[str], bool]) -> str:
    """`data` as clean text; `is_sure` tells whether a guess reads as what is expected.

    Raises `VibeError` naming `where` when no encoding fits. A file that was cut in the middle of
    its last character loses those bytes.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _clean(_decode_cut(data[len(mark) :], encoding, where))
    if b"\0" not in data:
        try:
            return _clean(_decode_cut(data, "utf-8", where))
        except VibeError:
            if looks_utf8(data):
                raise
    for encoding in _GUESSES:
        try:
            text = _clean(data.decode(encoding))
        except UnicodeDecodeError:
            continue
        if is_sure(text):
            return text
    raise _unreadable(where)


def looks_utf8(data: bytes) -> bool:
    """Whether `data` is mostly UTF-8, with a broken byte here and there."""
    text = data.decode("utf-8", errors="replace")
    bad = text.count("\ufffd")
    good = sum(1 for char in text if char > "\x7f") - bad
    return good > bad * 20


def _decode_cut(data: bytes, encoding: str, where: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        if error.end >= len(data) - 3 and "unexpected end" in error.reason + " unexpected end" * (
            error.reason.startswith("truncated")
        ):
            return data[: error.start].decode(encoding)
        line = data[: error.start].count(b"\n") + 1
        raise _unreadable(f"{where}:{line}") from error


def _clean(text: str) -> str:
    return clean_text(text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"))


def _unreadable(where: str) -> VibeError:
    return VibeError(
        Text(f"{where}：认不出文字编码", f"{where}: unknown text encoding"),
        Text("请另存为 UTF-8 后再导入", "save it as UTF-8 and import it again"),
    )
