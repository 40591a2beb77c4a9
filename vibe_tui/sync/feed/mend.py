"""The UTF-8 of a feed as XML that a strict parser takes.

Nothing that a DTD says is followed: it is cut off, and entities of its own stay the words they are.
Control codes go, bare `&` become text. Each such oddity is told once. It is done a piece at a time,
and what needs no mending is not copied.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from html.entities import html5

from vibe_tui.clean import clean_text
from vibe_tui.text import Text

_START = re.compile(rb"(?:[\x00-\x20]|\xef\xbb\xbf)*(?:<\?xml\b.*?\?>)?", re.DOTALL)
_DOCTYPE = re.compile(rb"<!DOCTYPE\b(?:\"[^\"]*\"|'[^']*'|[^\[>\"'])*", re.IGNORECASE)
_SUBSET = re.compile(rb"\[(?>\"[^\"]*\"|'[^']*'|<!--.*?-->|[^\]\"'])*+\]\s*>", re.DOTALL)
_FIRST_ELEMENT = re.compile(rb"<[A-Za-z_]")
_ROOT = re.compile(rb"<(?:rss|feed|rdf:RDF|channel)\b", re.IGNORECASE)
_LITERAL = re.compile(rb"<!\[CDATA\[|<!--")
_ENTRY_END = re.compile(rb"</(?:[\w.-]+:)?(?:item|entry)\s*>", re.IGNORECASE)
_BETWEEN = re.compile(rb"[<\n ]")
_CONTROL = re.compile("[\x00-\x06\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\ud800-\udfff\ufffe\uffff]")
_REFERENCE = re.compile(
    r"&(?!(?:amp|lt|gt|quot|apos);)"
    r"(?:#(?P<number>[0-9]{1,8}|[xX][0-9a-fA-F]{1,7});|(?P<name>[A-Za-z_][\w.-]*);)?"
)
_PAIR = re.compile(r"&#(x[dD][89abAB]\w\w|5[56]\d{3});&#(x[dD][c-fC-F]\w\w|5[67]\d{3});")
_PIECE = 64 * 1024
"""Bytes that are looked at in one go."""


class Kind(Enum):
    """What a piece of a feed is."""

    MARKUP = "markup"
    LITERAL = "literal"
    UNCLOSED = "unclosed"


@dataclass(frozen=True, slots=True)
class Mended:
    """XML in UTF-8 that has neither declaration nor DTD, and what was odd about it."""

    data: memoryview
    notes: tuple[Text, ...] = ()


def mended(data: bytes) -> Mended:
    """UTF-8 as XML that a strict parser takes. What needs no mending is not copied."""
    begin, had_types = _beginning(data)
    notes: list[Text] = []
    had_control = False
    bare = 0
    unclosed = 0
    changed: bytearray | None = None
    for start, end, kind in _pieces(data, begin):
        old = data[start:end]
        text = old.decode("utf-8", "replace")
        if kind is Kind.UNCLOSED:
            unclosed += 1
            text = ""
        if _CONTROL.search(text):
            had_control = True
            text = _CONTROL.sub("", text)
        text = clean_text(text)
        if kind is Kind.MARKUP and "&" in text:
            text, found = _with_references(text)
            bare += found
        new = text.encode("utf-8", "replace")
        if changed is None and new != old:
            changed = bytearray(data[begin:start])
        if changed is not None:
            changed += new
    if had_control:
        notes.append(Text("去掉了控制字符", "control codes were dropped"))
    if had_types:
        notes.append(Text("忽略了 DTD 和它的实体", "its DTD and entities were not followed"))
    if unclosed:
        notes.append(Text(f"{unclosed} 处 CDATA 没有结尾", f"{unclosed} CDATA without an end"))
    if bare:
        notes.append(Text(f"修正了 {bare} 处裸 &", f"{bare} bare & were read as text"))
    whole = memoryview(data)[begin:] if changed is None else memoryview(changed)
    return Mended(whole, tuple(notes))


def _with_references(text: str) -> tuple[str, int]:
    """`text` with references that XML knows only, and how many bare `&` there were."""
    bare = 0

    def known(match: re.Match[str]) -> str:
        nonlocal bare
        if match["number"]:
            return _numbered(match["number"])
        found = html5.get(f"{match['name']};") if match["name"] else None
        if found:
            return "".join(f"&#{ord(char)};" for char in found)
        bare += 1
        return f"&amp;{match[0][1:]}"

    return _REFERENCE.sub(known, _PAIR.sub(_joined_pair, text)), bare


def _pieces(data: bytes, at: int) -> Iterator[tuple[int, int, Kind]]:
    """Where the pieces of `data` from `at` on begin and end, and what they are.

    No piece ends inside of a character, a reference or a line break.
    """
    endless = len(data)
    closing = 0
    while at < len(data):
        match = _LITERAL.search(data, at)
        while match and match[0] == b"<!--" and match.start() >= endless:
            match = _LITERAL.search(data, match.end())
        if match and match[0] == b"<!--" and data.find(b"-->", match.end()) < 0:
            # No comment ends from here on: what looks like one is text.
            endless = match.start()
            continue
        yield from _parts(data, at, match.start() if match else len(data), Kind.MARKUP)
        if match is None:
            return
        if match[0] == b"<!--":
            at = data.find(b"-->", match.end()) + 3
        else:
            at = match.end()
            if 0 <= closing < at:
                closing = data.find(b"]]>", at)
            if closing < 0 or _is_over(data, at, closing):
                yield match.start(), at, Kind.UNCLOSED
                continue
            at = closing + 3
        yield from _parts(data, match.start(), at, Kind.LITERAL)


def _is_over(data: bytes, at: int, closing: int) -> bool:
    """Whether CDATA from `at` to `closing` was never closed: it would hold the end of an entry
    and the CDATA of the next one."""
    again = data.find(b"<![CDATA[", at, closing)
    return again >= 0 and _ENTRY_END.search(data, at, again) is not None


def _parts(data: bytes, at: int, end: int, kind: Kind) -> Iterator[tuple[int, int, Kind]]:
    while end - at > _PIECE:
        between = _BETWEEN.search(data, at + _PIECE, end)
        if between is None:
            break
        # A line break may be of two bytes: it goes with what is before it.
        stop = between.end() if between[0] == b"\n" else between.start()
        yield at, stop, kind
        at = stop
    if at < end:
        yield at, end, kind


def _beginning(data: bytes) -> tuple[int, bool]:
    """Where XML begins after its declaration and DTD, and whether it had a DTD."""
    start = _START.match(data)
    begin = start.end() if start else 0
    match = _DOCTYPE.search(data, begin, begin + 200_000)
    root = _FIRST_ELEMENT.search(data, begin)
    if not match or (root and root.start() < match.start()):
        return begin, False
    end = match.end()
    subset = _SUBSET.match(data, end)
    if subset:
        return subset.end(), True
    if data[end : end + 1] == b"[":
        # A broken one: what follows is taken from the first element on.
        following = _ROOT.search(data, end)
        return following.start() if following else len(data), True
    return end + (data[end : end + 1] == b">"), True


def _numbered(number: str) -> str:
    """A numeric reference that XML allows, as a browser reads it."""
    code = int(number[1:], 16) if number[0] in "xX" else int(number)
    if (
        code in (9, 10, 13)
        or 0x20 <= code < 0x80
        or 0xA0 <= code < 0xD800
        or 0xE000 <= code < 0xFFFE
    ):
        return f"&#{number};"
    if 0x10000 <= code <= 0x10FFFF:
        return f"&#{number};"
    if 0x80 <= code < 0xA0:
        return clean_text(html.unescape(f"&#{code};"))
    return clean_text(chr(code)) if code in (7, 0x1B) else ""


def _joined_pair(match: re.Match[str]) -> str:
    """Two halves of one character that a wrong writer told apart."""
    high, low = (int(one[1:], 16) if one[0] in "xX" else int(one) for one in match.groups())
    if 0xD800 <= high < 0xDC00 <= low < 0xE000:
        return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
    return match[0]
