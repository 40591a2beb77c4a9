"""A report's body as a tree of sections, each with its level, kind and own text.

Levels count from the report's shallowest heading, which is 1; a skipped level stays skipped (`##`
then `####` are 1 and 3, and the second is a child of the first). A leading first-level heading
that repeats the title is no section. Text before the first heading is a section without heading,
at level 0. Headings are those of `render`, so that page, sections and index agree.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from vibe_tui.library.headings import HeadingNames, Kinds, Meaning, heading_names
from vibe_tui.library.kinds import settle
from vibe_tui.library.labels import limits_in
from vibe_tui.model.section import OwnNames, Section, SectionKind
from vibe_tui.render.outline import HeadingMark, headings_of


def split(
    body: str, first_line: int = 1, title: str = "", own: OwnNames = ()
) -> tuple[Section, ...]:
    """The top-level sections of `body`; `first_line` is the line of the file where it begins."""
    return split_at(body, headings_of(body), first_line, title, own)


def split_at(
    body: str,
    marks: Sequence[HeadingMark],
    first_line: int = 1,
    title: str = "",
    own: OwnNames = (),
) -> tuple[Section, ...]:
    """As `split`, where the headings of `body` are known."""
    ends = [*[mark.start for mark in marks], len(body)]
    texts = [_stripped(body[mark.below : end]) for mark, end in zip(marks, ends[1:], strict=True)]
    opening, blank = _stripped(body[: ends[0]])
    line = first_line + blank
    if marks and marks[0].level == 1 and same_title(marks[0].text, title):
        if not opening:
            line = first_line + marks[0].stop + texts[0][1]
        opening = "\n\n".join(filter(None, (opening, texts[0][0])))
        marks, texts = marks[1:], texts[1:]
    names = heading_names(own)
    sections = _tree(marks, texts, first_line, names)
    if opening:
        kind = SectionKind.OTHER
        limits = limits_in(opening, (kind,), names)
        sections = (Section("", 0, kind, opening, line, (), line, (), limits), *sections)
    return sections


def same_title(heading: str, title: str) -> bool:
    """Whether `heading` (Markdown source) says the words of `title`."""
    return bool(title) and _letters(heading) == _letters(title)


def _letters(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(char for char in folded if char.isalnum()) or folded.strip()


def _tree(
    marks: Sequence[HeadingMark],
    texts: Sequence[tuple[str, int]],
    first_line: int,
    names: HeadingNames,
) -> tuple[Section, ...]:
    """The sections under these headings, each with those below it."""
    above = min((mark.level for mark in marks), default=1) - 1
    # From the end on: what a section holds is there before it.
    ahead: list[Section] = []
    for mark, (text, blank), kinds in zip(
        reversed(marks), reversed(texts), reversed(_kinds(marks, names)), strict=True
    ):
        level = mark.level - above
        children: list[Section] = []
        while ahead and ahead[-1].level > level:
            children.append(ahead.pop())
        line, below = first_line + mark.first, first_line + mark.stop + blank
        limits = limits_in(text, kinds, names)
        ahead.append(
            Section(
                mark.text, level, kinds[0], text, line, tuple(children), below, kinds[1:], limits
            )
        )
    return tuple(reversed(ahead))


def _kinds(marks: Sequence[HeadingMark], names: HeadingNames) -> list[Kinds]:
    """The kinds of each heading, which may depend on those above and right below it."""
    meanings = [names.read(mark.text) for mark in marks]
    if _has_title(marks):
        meanings[0] = Meaning()
    kinds: list[Kinds] = []
    levels: list[int] = []
    above: list[Kinds] = []
    for number, (mark, meaning) in enumerate(zip(marks, meanings, strict=True)):
        while levels and levels[-1] >= mark.level:
            levels.pop()
            above.pop()
        if len(meaning.kinds) > 1 and _are_told_apart(number, marks, meanings):
            meaning = Meaning()
        found = settle(meaning, above)
        kinds.append(found)
        levels.append(mark.level)
        above.append(found)
    return kinds


def _has_title(marks: Sequence[HeadingMark]) -> bool:
    """Whether the first heading stands above all others: then it names the text, not a part."""
    return len(marks) > 1 and all(mark.level > marks[0].level for mark in marks[1:])


def _are_told_apart(number: int, marks: Sequence[HeadingMark], meanings: Sequence[Meaning]) -> bool:
    """Whether below a heading of several kinds there are headings of at least two of them."""
    told: set[SectionKind] = set()
    for mark, meaning in zip(marks[number + 1 :], meanings[number + 1 :], strict=True):
        if mark.level <= marks[number].level:
            break
        if len(meaning.kinds) == 1:
            told.add(meaning.kinds[0])
    return len(told.intersection(meanings[number].kinds)) > 1


def _stripped(text: str) -> tuple[str, int]:
    """`text` without the blank lines around it, and how many stood before it.

    The indentation of its first line stays.
    """
    inner = text.strip()
    before = text.find(inner[:1]) if inner else 0
    if before and text[before - 1] != "\n":
        before = text.rfind("\n", 0, before) + 1
        inner = text[before:].rstrip()
    return inner, text.count("\n", 0, before)
