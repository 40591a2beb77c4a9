"""A report's body as a tree of sections, each with its level, kind and own text.

Levels count from the report's shallowest heading, which is 1; a skipped level stays skipped (`##`
then `####` are 1 and 3, and the second is a child of the first). A leading first-level heading
that repeats the title is no section. Text before the first heading is a section without heading,
at level 0. Headings are those of `render`, so that page, sections and index agree.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from vibe_tui.library.kinds import kind_of
from vibe_tui.model.section import Section, SectionKind
from vibe_tui.render.headings import heading_outline
from vibe_tui.render.marks import Mark, Outline


def split(body: str, first_line: int = 1, title: str = "") -> tuple[Section, ...]:
    """The top-level sections of `body`; `first_line` is the line of the file where it begins."""
    return split_at(body, heading_outline(body), first_line, title)


def split_at(
    body: str, found: Outline, first_line: int = 1, title: str = ""
) -> tuple[Section, ...]:
    """As `split`, where the headings of `body` are known."""
    marks = found.headings
    firsts = [found.starts[mark.first] for mark in marks] + [len(body)]
    texts = [
        _stripped(body[found.starts[mark.stop] : end])
        for mark, end in zip(marks, firsts[1:], strict=True)
    ]
    lead = body[: firsts[0]]
    opening = _stripped(lead)
    line = first_line + _leading_blank_lines(lead)
    if marks and marks[0].level == 1 and same_title(marks[0].text, title):
        if not opening:
            after = body[found.starts[marks[0].stop] : firsts[1]]
            line = first_line + marks[0].stop + _leading_blank_lines(after)
        opening = "\n\n".join(filter(None, (opening, texts[0])))
        marks, texts = marks[1:], texts[1:]
    sections = _tree(marks, texts, first_line)
    if opening:
        sections = (Section("", 0, SectionKind.OTHER, opening, line), *sections)
    return sections


def same_title(heading: str, title: str) -> bool:
    """Whether `heading` (Markdown source) says the words of `title`."""
    return bool(title) and _letters(heading) == _letters(title)


def _letters(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(char for char in folded if char.isalnum()) or folded.strip()


def _tree(marks: Sequence[Mark], texts: Sequence[str], first_line: int) -> tuple[Section, ...]:
    """The sections under these headings, each with those below it."""
    above = min((mark.level for mark in marks), default=1) - 1
    kinds = _kinds(marks)
    # From the end on: what a section holds is there before it.
    ahead: list[Section] = []
    for mark, text, kind in zip(reversed(marks), reversed(texts), reversed(kinds), strict=True):
        level = mark.level - above
        children: list[Section] = []
        while ahead and ahead[-1].level > level:
            children.append(ahead.pop())
        line = first_line + mark.first
        ahead.append(Section(mark.text, level, kind, text, line, tuple(children)))
    return tuple(reversed(ahead))


def _kinds(marks: Sequence[Mark]) -> list[SectionKind]:
    """The kind of each heading, which may depend on those that it stands under."""
    kinds: list[SectionKind] = []
    levels: list[int] = []
    parents: tuple[SectionKind, ...] = ()
    for number, mark in enumerate(marks):
        while levels and levels[-1] >= mark.level:
            levels.pop()
        parents = parents[: len(levels)]
        below = marks[number + 1].level if number + 1 < len(marks) else 0
        kind = kind_of(mark.text, parents, has_children=below > mark.level)
        kinds.append(kind)
        levels.append(mark.level)
        parents = (*parents, kind)
    return kinds


def _stripped(text: str) -> str:
    """`text` without the blank lines around it; the indentation of its first line stays."""
    lines = text.strip("\n")
    inner = text.strip()
    if len(inner) == len(lines):
        return inner
    inner = text.lstrip()
    indent = text[text.rfind("\n", 0, len(text) - len(inner)) + 1 : len(text) - len(inner)]
    return (indent + inner).rstrip()


def _leading_blank_lines(text: str) -> int:
    return text[: len(text) - len(text.lstrip())].count("\n")
