"""Only the headings of a text, several times faster than its whole outline.

Most reports are plain enough that a look at the first character of each line tells a heading; where
anything might hide or make one (HTML, underlined headings, signs indented or inside formulas), the
outline decides. The answer is always the same as the outline's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import compress
from operator import itemgetter

from markdown_it.rules_block.html_block import HTML_SEQUENCES

from vibe_tui.render.marks import Kind, Mark, Outline, line_starts
from vibe_tui.render.outline import heading_text, outline

_FENCE = re.compile(r"(`{3,})[^`]*$|(~{3,})")
_TELLING = frozenset("#`~<=- \t")
_UNSURE_BEFORE = ("[", "$", "\\", ":", "~")
_BLANK = " \t\r"
_first_char = itemgetter(slice(1))
_AFTER_SIGNS = ("", " ", "\t", "\r")


def heading_outline(text: str) -> Outline:
    """The outline of `text` with its headings as the only marks, and no references."""
    lines = text.split("\n")
    marks = _headings(lines)
    if marks is None:
        full = outline(text)
        return Outline(full.headings, full.starts)
    return Outline(tuple(marks), line_starts(lines))


def _headings(lines: Sequence[str]) -> list[Mark] | None:
    """The headings of plain text; None where a look at the lines is not enough."""
    marks: list[Mark] = []
    fence = ""
    known = -1
    telling = map(_TELLING.__contains__, map(_first_char, lines))
    for number in compress(range(len(lines)), telling):
        line = lines[number]
        char = line[0]
        if fence or char in "`~":
            inside = bool(fence)
            fence = _fence_after(line, fence)
            if fence and not inside and _is_in_unsure(lines, number, known):
                return None
            if fence or inside:
                known = number
        elif char == "#":
            level = len(line) - len(line.lstrip("#"))
            if level > 6 or line[level : level + 1] not in _AFTER_SIGNS:
                continue
            if ((number and lines[number - 1]) or "|" in line) and _is_unsure(lines, number, known):
                return None
            text = line[level:].strip(_BLANK)
            if text.endswith("#"):
                text = heading_text(line)
            marks.append(Mark(Kind.HEADING, number, number + 1, level, text))
            known = number
        elif char == "<":
            if any(start.search(line) for start, _, _ in HTML_SEQUENCES):
                return None
        elif (char != "-" or line[2:3] in "-= \t\r") and _may_mislead(lines, number):
            return None
    return marks


def _fence_after(line: str, fence: str) -> str:
    """The fence that is open after a line, empty when none is."""
    if not fence:
        found = _FENCE.match(line)
        return (found.group(1) or found.group(2)) if found else ""
    body = line.strip(_BLANK)
    indent = len(line) - len(line.lstrip(" "))
    closes = len(body) >= len(fence) and body == fence[0] * len(body) and indent < 4
    return "" if closes and "\t" not in line[:4] else fence


def _is_unsure(lines: Sequence[str], number: int, known: int) -> bool:
    """Whether a line that looks like a heading may be part of something else."""
    below = lines[number + 1].lstrip(_BLANK) if number + 1 < len(lines) else ""
    if below[:1] in ("|", ":", "-") and "|" in lines[number]:
        return True
    return _is_in_unsure(lines, number, known)


def _is_in_unsure(lines: Sequence[str], number: int, known: int) -> bool:
    """Whether a line may stand in a formula or definition that began below line `known`."""
    at = number - 1
    while at > known and lines[at].strip(_BLANK):
        if lines[at].lstrip(_BLANK).startswith(_UNSURE_BEFORE):
            return True
        at -= 1
    return False


def _may_mislead(lines: Sequence[str], number: int) -> bool:
    """Whether an indented line, or one of only dashes, may make or hide a heading."""
    line = lines[number]
    body = line.strip(_BLANK)
    if not body:
        return False
    if body[0] in "=-" and not body.strip("=-" + _BLANK):
        return number > 0 and bool(lines[number - 1].strip(_BLANK))
    if line[0] not in " \t":
        return False
    return body[0] == "<" or body.startswith(("#", "```", "~~~"))
