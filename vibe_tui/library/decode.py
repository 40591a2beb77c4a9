"""The bytes of a report file as text. Never fails: broken bytes become `�`, and that is said."""

from __future__ import annotations

import codecs

from vibe_tui.text import Text

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_BROKEN = Text("有无法解码的字节，显示为 �", "holds bytes that are no text; they are shown as �")
_GUESSED = Text("不是 UTF-8，按 GB18030 读取", "is not UTF-8; read as GB18030")


def decode(data: bytes) -> tuple[str, Text | None]:
    """The text, and what was odd about its encoding."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _as(data[len(mark) :], encoding)
    try:
        return data.decode("utf-8"), None
    except UnicodeDecodeError as error:
        if error.start < len(data) - 4 and b"\0" not in data:
            text, problem = _as(data, "gb18030")
            if problem is None and _reads_as_chinese(text):
                return text, _GUESSED
    return _as(data, "utf-8")


def _as(data: bytes, encoding: str) -> tuple[str, Text | None]:
    try:
        return data.decode(encoding), None
    except UnicodeDecodeError:
        return data.decode(encoding, errors="replace"), _BROKEN


def _reads_as_chinese(text: str) -> bool:
    """Whether what is not ASCII is mostly common Han characters and their punctuation."""
    beyond = [char for char in text[:20_000] if char > "\x7f"]
    common = sum(
        "\u4e00" <= char <= "\u9fff" or "\u3000" <= char <= "\u301f" or "\uff00" <= char <= "\uff5e"
        for char in beyond
    )
    return common > 0.9 * len(beyond)
