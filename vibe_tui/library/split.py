"""A report's body as a tree of sections, each with its level, kind and own text.

Levels count from the report's shallowest heading, which is 1; a skipped level stays skipped (`##`
then `####` are 1 and 3, and the second is a child of the first). A leading first-level heading
that repeats the title is no section. Text before the first heading is a section without heading,
at level 0. Headings are those of `render`, so that page, sections and index agree.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from vibe_tui.library.kinds import kind_of
from vibe_tui.model.section import Section, SectionKind
from vibe_tui.render.headings import heading_outline
from vibe_tui.render.outline import Outline


@dataclass(frozen=True, slots=True)
class _Head:
    heading: str
    depth: int
    line: int
    text: str


def split(body: str, first_line: int = 1, title: str = "") -> tuple[Section, ...]:
    """The top-level sections of `body`; `first_line` is the line of the file where it begins."""
    return split_at(body, heading_outline(body), first_line, title)


def split_at(
    body: str, found: Outline, first_line: int = 1, title: str = ""
) -> tuple[Section, ...]:
    """As `split`, where the headings of `body` are known."""
    marks = found.headings

    def text_between(first: int, stop: int | None) -> str:
        end = len(body) if stop is None else found.starts[stop]
        return body[found.starts[first] : end]

    stops = [*(mark.first for mark in marks[1:]), None] if marks else []
    heads = [
        _Head(
            mark.text,
            mark.level,
            first_line + mark.first,
            _stripped(text_between(mark.stop, stop)),
        )
        for mark, stop in zip(marks, stops, strict=True)
    ]
    lead = text_between(0, marks[0].first if marks else None)
    opening = _stripped(lead)
    line = first_line + _leading_blank_lines(lead)
    if heads and heads[0].depth == 1 and same_title(heads[0].heading, title):
        if not opening:
            after = text_between(marks[0].stop, stops[0])
            line = first_line + marks[0].stop + _leading_blank_lines(after)
        opening = "\n\n".join(filter(None, (opening, heads.pop(0).text)))
    sections = _tree(heads)
    if opening:
        sections = (Section("", 0, SectionKind.OTHER, opening, line), *sections)
    return sections


def same_title(heading: str, title: str) -> bool:
    """Whether `heading` (Markdown source) says the words of `title`."""
    return bool(title) and _letters(heading) == _letters(title)


def _letters(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(char for char in folded if char.isalnum()) or folded.strip()


def _tree(heads: Sequence[_Head]) -> tuple[Section, ...]:
    shallowest = min((head.depth for head in heads), default=1)
    position = 0

    def below(depth: int, parents: tuple[SectionKind, ...]) -> tuple[Section, ...]:
        nonlocal position
        sections: list[Section] = []
        while position < len(heads) and heads[position].depth > depth:
            head = heads[position]
            position += 1
            has_children = position < len(heads) and heads[position].depth > head.depth
            kind = kind_of(head.heading, parents, has_children=has_children)
            children = below(head.depth, (*parents, kind))
            level = head.depth - shallowest + 1
            sections.append(Section(head.heading, level, kind, head.text, head.line, children))
        return tuple(sections)

    return below(0, ())


def _stripped(text: str) -> str:
    """`text` without the blank lines around it; the indentation of its first line stays."""
    inner = text.strip("\n")
    if not inner[:1].isspace() and not inner[-1:].isspace():
        return inner
    inner = text.lstrip()
    indent = text[text.rfind("\n", 0, len(text) - len(inner)) + 1 : len(text) - len(inner)]
    return (indent + inner).rstrip()


def _leading_blank_lines(text: str) -> int:
    return text[: len(text) - len(text.lstrip())].count("\n")
