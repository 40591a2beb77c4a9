"""The bytes of a feed as text that an XML parser takes, whatever they hold.

Valid UTF-8 wins over all that is claimed; then the header, the declaration, a guess. Nothing that a
DTD says is followed: it is cut off, and entities of its own stay the words they are. Control codes
go, bare `&` become text. Each such oddity is told once.
"""

from __future__ import annotations

import codecs
import html
import re
from dataclasses import dataclass
from html.entities import html5

from vibe_tui.clean import clean_text
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
_DECLARATION = re.compile(r"^\s*<\?xml\b.*?\?>", re.DOTALL)
_DOCTYPE = re.compile(r"<!DOCTYPE\b(?:\"[^\"]*\"|'[^']*'|[^\[>\"'])*", re.IGNORECASE)
_SUBSET = re.compile(r"\[(?:\"[^\"]*\"|'[^']*'|<!--.*?-->|[^\]\"'])*\]\s*>", re.DOTALL)
_CONTROL = re.compile("[\x00-\x06\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\ud800-\udfff\ufffe\uffff]")
_PART = re.compile(
    r"<!\[CDATA\[.*?(?:\]\]>|\Z)|<!--.*?-->|&(?:#(?P<number>[0-9]{1,8}|[xX][0-9a-fA-F]{1,7});"
    r"|(?P<name>[A-Za-z_][\w.-]*);)?",
    re.DOTALL,
)
_PAIR = re.compile(r"&#(x[dD][89abAB]\w\w|5[56]\d{3});&#(x[dD][c-fC-F]\w\w|5[67]\d{3});")
_XML_NAMES = frozenset(("amp", "lt", "gt", "quot", "apos"))


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text, the encoding it was in, and what was odd about it."""

    text: str
    encoding: str
    notes: tuple[Text, ...] = ()


def decode_feed(data: bytes, content_type: str = "") -> Decoded:
    """`data` as text. Each byte that fits no encoding is one replacement sign."""
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


def mended(text: str) -> Decoded:
    """`text` as XML that a strict parser takes, without declaration and DTD."""
    notes: list[Text] = []
    if _CONTROL.search(text):
        text = _CONTROL.sub("", text)
        notes.append(Text("去掉了控制字符", "control codes were dropped"))
    text = clean_text(_DECLARATION.sub("", text.lstrip("\ufeff"), count=1)).strip()
    text, had_types = _without_doctype(text)
    if had_types:
        notes.append(Text("忽略了 DTD 和它的实体", "its DTD and entities were not followed"))
    bare = 0

    def part(match: re.Match[str]) -> str:
        nonlocal bare
        found = match[0]
        if found[0] == "<":
            return found
        if match["number"]:
            return _numbered(match["number"])
        if match["name"]:
            if match["name"] in _XML_NAMES:
                return found
            known = html5.get(f"{match['name']};")
            if known:
                return "".join(f"&#{ord(char)};" for char in known)
        bare += 1
        return f"&amp;{found[1:]}"

    text = _PART.sub(part, _PAIR.sub(_joined_pair, text))
    if bare:
        notes.append(Text(f"修正了 {bare} 处裸 &", f"{bare} bare & were read as text"))
    return Decoded(text, "utf-8", tuple(notes))


def _is_utf8(data: bytes) -> bool:
    """Whether `data` is UTF-8 but for a few broken places."""
    text = data.decode("utf-8", errors="replace")
    broken = text.count("\ufffd")
    if not broken:
        return True
    # Three bytes that fit together by chance are rare in other encodings, two are not.
    long = sum(char > "\u07ff" for char in text) - broken
    short = sum("\x7f" < char <= "\u07ff" for char in text)
    return long >= broken or short + long >= 10 * broken


def _codec(name: str) -> str:
    try:
        found = codecs.lookup(name).name if name else ""
    except LookupError:
        return ""
    return _WIDER.get(found, found)


def _fits(data: bytes, encoding: str) -> bool:
    """Whether nearly all of `data` can be read in `encoding`."""
    try:
        text = data.decode(encoding, errors="replace")
    except (LookupError, ValueError):
        return False
    beyond = sum(1 for char in text if char > "\x7f")
    return text.count("\ufffd") * 4 <= beyond


def _decoded(data: bytes, encoding: str, note: Text | None = None) -> Decoded:
    text = data.decode(encoding, errors="replace")
    notes = [note] if note else []
    if broken := text.count("\ufffd") - data.count("\ufffd".encode()):
        notes.append(
            Text(f"{broken} 个坏字节显示为 \ufffd", f"{broken} broken bytes are shown as \ufffd")
        )
    return Decoded(text, encoding, tuple(notes))


def _without_doctype(text: str) -> tuple[str, bool]:
    """`text` without its DTD, which stands before the first element."""
    match = _DOCTYPE.search(text[:100_000])
    root = re.search(r"<[A-Za-z_]", text)
    if not match or (root and root.start() < match.start()):
        return text, False
    end = match.end()
    subset = _SUBSET.match(text, end)
    if subset:
        end = subset.end()
    elif text[end : end + 1] == "[":
        # A broken one: what follows is taken from the first element on.
        following = re.compile(r"<(?:rss|feed|rdf:RDF|channel)\b", re.IGNORECASE).search(text, end)
        end = following.start() if following else len(text)
    elif text[end : end + 1] == ">":
        end += 1
    return text[: match.start()] + text[end:], True


def _numbered(number: str) -> str:
    """A numeric reference that XML allows, as a browser reads it."""
    code = int(number[1:], 16) if number[0] in "xX" else int(number)
    if (
        code in (9, 10, 13)
        or 0x20 <= code < 0x80
        or 0xA0 <= code < 0xD800
        or 0xE000 <= code < 0xFFFE
    ):
        return f"&#{code};"
    if 0x10000 <= code <= 0x10FFFF:
        return f"&#{code};"
    if 0x80 <= code < 0xA0:
        return clean_text(html.unescape(f"&#{code};"))
    return clean_text(chr(code)) if code in (7, 0x1B) else ""


def _joined_pair(match: re.Match[str]) -> str:
    """Two halves of one character that a wrong writer told apart."""
    high, low = (int(one[1:], 16) if one[0] in "xX" else int(one) for one in match.groups())
    if 0xD800 <= high < 0xDC00 <= low < 0xE000:
        return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
    return match[0]
