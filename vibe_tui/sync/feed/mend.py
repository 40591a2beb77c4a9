"""The text of a feed as XML that a strict parser takes.

Nothing that a DTD says is followed: it is cut off, and entities of its own stay the words they are.
Control codes go, bare `&` become text. Each such oddity is told once. It is done a piece at a time.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from html.entities import html5

from vibe_tui.clean import clean_text
from vibe_tui.sync.feed.scan import Kind, Parts, Window, last_ends, pieces
from vibe_tui.sync.http.request import Spool
from vibe_tui.text import Text

_HEAD = 256 * 1024
"""Characters within which a DTD ends."""

_START = re.compile(r"[\x00-\x20\ufeff]*(?:<\?xml\b.*?\?>)?", re.DOTALL)
_DOCTYPE = re.compile(r"<!DOCTYPE\b(?:\"[^\"]*\"|'[^']*'|[^\[>\"'])*", re.IGNORECASE)
_SUBSET = re.compile(r"\[(?>\"[^\"]*\"|'[^']*'|<!--.*?-->|[^\]\"'])*+\]\s*>", re.DOTALL)
_FIRST_ELEMENT = re.compile(r"<[A-Za-z_]")
_ROOT = re.compile(r"<(?:rss|feed|rdf:RDF|channel)\b", re.IGNORECASE)
_CONTROL = re.compile("[\x00-\x06\x08\x0b\x0c\x0e-\x1a\x1c-\x1f\ud800-\udfff\ufffe\uffff]")
_REFERENCE = re.compile(
    r"&(?!(?:amp|lt|gt|quot|apos);)"
    r"(?:#(?P<number>[0-9]{1,8}|[xX][0-9a-fA-F]{1,7});|(?P<name>[A-Za-z_][\w.-]*);)?"
)
_PAIR = re.compile(r"&#(x[dD][89abAB]\w\w|5[56]\d{3});&#(x[dD][c-fC-F]\w\w|5[67]\d{3});")


@dataclass(frozen=True, slots=True)
class Mended:
    """XML in UTF-8 that has neither declaration nor DTD, and what was odd about it.

    With `has_bases`, parts of it tell from where their addresses are seen.
    """

    xml: Spool
    has_bases: bool
    notes: tuple[Text, ...] = ()


def mended(parts: Parts, begin: int = 0) -> Mended:
    """A text from the character `begin` on as XML that a strict parser takes."""
    window = Window(parts())
    had_types = _begin(window, begin)
    xml = Spool()
    has_bases = had_control = False
    bare = unclosed = 0
    for kind, piece in pieces(window, last_ends(parts())):
        if kind is Kind.UNCLOSED:
            unclosed += 1
            continue
        text = _CONTROL.sub("", piece)
        had_control = had_control or text != piece
        text = clean_text(text)
        if kind is Kind.MARKUP:
            has_bases = has_bases or "xml:base" in text
            text, found = _with_references(text)
            bare += found
        xml.write(text.encode("utf-8", "replace"))
    notes: list[Text] = []
    if had_control:
        notes.append(Text("去掉了控制字符", "control codes were dropped"))
    if had_types:
        notes.append(Text("忽略了 DTD 和它的实体", "its DTD and entities were not followed"))
    if unclosed:
        notes.append(Text(f"{unclosed} 处 CDATA 没有结尾", f"{unclosed} CDATA without an end"))
    if bare:
        notes.append(Text(f"修正了 {bare} 处裸 &", f"{bare} bare & were read as text"))
    return Mended(xml, has_bases, tuple(notes))


def _begin(window: Window, begin: int) -> bool:
    """Leave out a declaration and a DTD; whether there was one of these."""
    window.more(_HEAD)
    text = window.text
    start = _START.match(text, begin)
    window.at = start.end() if start else begin
    match = _DOCTYPE.search(text, window.at)
    root = _FIRST_ELEMENT.search(text, window.at)
    if not match or (root and root.start() < match.start()):
        return False
    window.at = match.end()
    if subset := _SUBSET.match(text, window.at):
        window.at = subset.end()
    elif text.startswith("[", window.at):
        # A broken one: what follows is taken from the first element on.
        following = _ROOT.search(text, window.at)
        window.at = following.start() if following else len(text)
    elif text.startswith(">", window.at):
        window.at += 1
    return True


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
