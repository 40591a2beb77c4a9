"""Only the headings of a text, many times faster than its whole outline.

In most reports one search for the beginnings of lines that matter finds all headings. Where
something might hide a heading or make one (HTML, underlined headings, signs that are indented or in
formulas), the outline decides. The answer is always the same as the outline's.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from markdown_it.rules_block.html_block import HTML_SEQUENCES

from vibe_tui.render.outline import heading_text, outline


class HeadingMark(NamedTuple):
    """A heading: its Markdown, its lines `first` up to `stop`, counted from 0, and their offsets.

    `start` is where its first line begins, `below` where the one after its last does.
    """

    level: int
    text: str
    first: int
    stop: int
    start: int
    below: int


_BLANK = " \t\r"
_TELLING = re.compile(
    r"\n(?:(#{1,6})(?=[ \t\r\n])([^\n]*)"
    r"|(`{3,}(?=[^`\n]*\n)|~{3,})[^\n]*"
    r"|(<[^\n]*)"
    r"|[ \t][ \t\r]*(<|#|```|~~~)"
    r"|(?:[ \t][ \t\r]*)?([=-])[-= \t\r]*(?=\n))"
)
_HEADING, _FENCE, _HTML, _INDENTED = 2, 3, 4, 5
_UNSURE_BEFORE = ("[", "$", "\\", ":", "~")


def headings_of(text: str) -> tuple[HeadingMark, ...]:
    """The headings of `text` that stand on their own, not inside a list or quote."""
    marks = _headings(f"\n{text}\n")
    if marks is None:
        found = outline(text)
        starts = found.starts
        marks = [
            HeadingMark(mark.level, mark.text, mark.first, mark.stop, starts[mark.first], below)
            for mark in found.headings
            for below in (starts[mark.stop],)
        ]
    return tuple(marks)


def _headings(text: str) -> list[HeadingMark] | None:
    """The headings of plain text, which stands between two line breaks that are not its own; None
    where a look at the beginnings of lines is not enough."""
    marks: list[HeadingMark] = []
    known = counted = line = 0
    for found in _TELLING.finditer(text):
        at, end = found.span()
        if at < known:
            # Inside a block of code.
            continue
        telling = found.lastindex
        if telling == _HEADING:
            hashes, rest = found.group(1, 2)
            if (text[at - 1] != "\n" or "|" in rest) and (
                _is_in_table(text, rest, end) or _is_in_unsure(text, at, known)
            ):
                return None
            words = rest.strip(_BLANK)
            if words.endswith("#"):
                words = heading_text(hashes + rest)
            line += text.count("\n", counted, at)
            counted = at
            marks.append(HeadingMark(len(hashes), words, line, line + 1, at, end))
            known = end
        elif telling == _FENCE:
            if _is_in_unsure(text, at, known):
                return None
            known = _end_of_code(text, found[_FENCE], end)
        elif telling == _HTML:
            if any(start.search(found[_HTML]) for start, _, _ in HTML_SEQUENCES):
                return None
        elif telling == _INDENTED or _line_before(text, at).strip(_BLANK):
            return None
    return marks


def _line_before(text: str, end: int) -> str:
    """The line that ends at `end`."""
    return text[text.rfind("\n", 0, end) + 1 : end]


def _end_of_code(text: str, fence: str, at: int) -> int:
    """The end of the line that closes a fence, or of the text."""
    closing = re.compile(rf"\n([ \t\r]*){fence[0]}{{{len(fence)},}}[ \t\r]*(?=\n)")
    for found in closing.finditer(text, at):
        indent = found[1].partition("\r")[0]
        if len(indent.expandtabs(4)) < 4:
            return found.end()
    return len(text)


def _is_in_table(text: str, rest: str, end: int) -> bool:
    """Whether what looks like a heading may be a table's header."""
    below = text[end + 1 : text.find("\n", end + 1)].lstrip(_BLANK)
    return below[:1] in ("|", ":", "-") and "|" in rest


def _is_in_unsure(text: str, end: int, known: int) -> bool:
    """Whether a line may stand in a formula or definition that began after `known`."""
    while end > known:
        line = _line_before(text, end)
        if not line.strip(_BLANK):
            break
        if line.lstrip(_BLANK).startswith(_UNSURE_BEFORE):
            return True
        end -= len(line) + 1
    return False
