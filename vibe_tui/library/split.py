"""A report's body as a tree of sections, each with its level, kind and own text.

Levels count from the report's shallowest heading, which is 1; a skipped level stays skipped (`##`
then `####` are 1 and 3, and the second is a child of the first). A leading first-level heading that
repeats the title is no section. Text before the first heading is a section without heading, at
level 0. Headings are those of `render`, so that page, sections and index agree.

A section is for what its heading says, or for what it inherits from the sections above:

- A heading whose words are all known has its kind below most others; which, `_LEAVES` says. One of
  which only the head is known (`RAG 的局限`), or that asks, has it below no section with a kind
  of its own, but for the few of `_REFINED`.
- A summary is one of the whole report: `4.1 概述` below 方法详解 inherits. So does a name with a
  colon (`7.2 实验设计：样本太少`) below a section with a kind; only limits and strengths break out.

Its text may name its limits by a bold label instead of a heading: `**局限**` alone, a paragraph
or an item of a list that begins with `**局限性**：…`. What it names goes on up to the next label
of the same form. Only limits are looked for, since readers ask for them by one key; labels of other
kinds (`**模型**`, `**设置**`) stand everywhere and set nothing apart. In a section about others'
work or the method a label says nothing about this report's.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from vibe_tui.library.headings import JUDGED, HeadingNames, Kinds, Meaning, heading_names
from vibe_tui.model.section import OwnNames, Section, SectionKind, Spans
from vibe_tui.render.outline import BlockKind, HeadingMark, headings_of, outline

_JUDGEMENT = frozenset({SectionKind.TAKEAWAYS, SectionKind.ANALYSIS})
_ANY = frozenset(SectionKind)
_CORE = frozenset({SectionKind.METHOD, SectionKind.EXPERIMENTS, SectionKind.RESULTS})
_SET_APART = frozenset({SectionKind.SUMMARY, SectionKind.LIMITATIONS})
_OTHERS_WORK = frozenset({SectionKind.BACKGROUND, SectionKind.RELATED})
_LEAVES: dict[SectionKind, frozenset[SectionKind]] = {
    SectionKind.LIMITATIONS: _ANY - _OTHERS_WORK,
    SectionKind.STRENGTHS: _ANY,
    SectionKind.REFERENCES: _ANY,
    SectionKind.RESULTS: _ANY - _SET_APART,
    SectionKind.EXPERIMENTS: _ANY - _SET_APART,
    SectionKind.CONTRIBUTIONS: _ANY - _SET_APART,
    SectionKind.METHOD: _ANY - _SET_APART - _CORE,
    SectionKind.BACKGROUND: _ANY - _SET_APART - _CORE,
    SectionKind.ANALYSIS: _ANY - _SET_APART - _CORE,
    SectionKind.TAKEAWAYS: _ANY - _SET_APART - _CORE,
    SectionKind.RELATED: _ANY - _SET_APART - _CORE | {SectionKind.METHOD},
    SectionKind.IMPACT: _ANY - _SET_APART - _CORE | {SectionKind.METHOD},
    SectionKind.USE_CASES: _ANY - _SET_APART - _CORE | {SectionKind.METHOD},
}
"""Sections of which kinds a section below them leaves that has a name of its own kind."""
_REFINED = {
    SectionKind.RESULTS: frozenset({SectionKind.EXPERIMENTS}),
    SectionKind.LIMITATIONS: _JUDGEMENT,
    SectionKind.STRENGTHS: _JUDGEMENT,
}
"""Below which kinds a name counts of which only the head is known."""


def settle(meaning: Meaning, above: Sequence[Kinds]) -> Kinds:
    """The kinds of a section below sections of the kinds `above`, outermost first.

    `(OTHER,)` where neither its heading nor a section above it says anything.
    """
    other = (SectionKind.OTHER,)
    inherited = above[-1] if above else other
    nested = any(kinds != other for kinds in above)
    kinds = meaning.kinds
    if not kinds:
        return inherited
    if not nested:
        return kinds
    if not meaning.is_whole:
        return tuple(k for k in kinds if _REFINED.get(k, frozenset()) & {*inherited}) or inherited
    left = {*inherited}
    kinds = tuple(
        kind
        for kind in kinds
        if left <= _LEAVES.get(kind, frozenset()) and (kind in JUDGED or not meaning.has_colon)
    )
    return kinds or inherited


_LABEL = re.compile(
    r"^ {0,3}(?:(?:[-*+]|\d{1,3}[.)])[ \t]+)?(?:\*\*|__)([^*\n]{1,60}?)(?:\*\*|__)", re.MULTILINE
)
_ITEMS = (BlockKind.LIST, BlockKind.ITEM)
_LIMITS = SectionKind.LIMITATIONS
_OF_OTHERS = frozenset({SectionKind.BACKGROUND, SectionKind.RELATED, SectionKind.METHOD})


def limits_in(text: str, kinds: Kinds, names: HeadingNames) -> Spans:
    """The lines of a section's own text that a label says are limits; the section is of `kinds`."""
    if "**" not in text and "__" not in text:
        return ()
    if _LIMITS in kinds or _OF_OTHERS.intersection(kinds):
        return ()

    def is_limit(label: str) -> bool:
        if not names.is_plain(label, _LIMITS):
            return False
        meaning = names.read(label)
        sure = meaning.is_whole or SectionKind.STRENGTHS not in kinds
        return sure and _LIMITS in settle(meaning, [kinds])

    if not any(is_limit(found[1]) for found in _LABEL.finditer(text)):
        return ()
    found: list[tuple[int, int]] = []
    begun: BlockKind | None = None
    top = outline(text)
    for block in top.blocks:
        is_item = block.kind in _ITEMS
        label = _LABEL.match(text, top.starts[block.first])
        labelled = label is not None and (is_item or block.kind is BlockKind.TEXT)
        if label is not None and labelled and is_limit(label[1]):
            found.append((block.first, block.stop))
            begun = BlockKind.ITEM if is_item else BlockKind.TEXT
        elif begun and not (labelled and (begun is BlockKind.ITEM) == is_item):
            ends = begun is BlockKind.ITEM and block.kind is not BlockKind.ITEM
            begun = None if ends else begun
            if begun:
                found[-1] = (found[-1][0], block.stop)
        else:
            begun = None
    return tuple(found)


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
