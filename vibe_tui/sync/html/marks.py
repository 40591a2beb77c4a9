"""The marks around inline text (bold, links …), and where among it Markdown lets them stand.

Markdown takes `**` for a mark only beside the right characters. So blanks and closing signs at the
edges of a mark go outside of it, and a mark that could not be told from its surroundings is
dropped; its words stay.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from itertools import groupby, zip_longest

from vibe_tui.sync.escape import has_han

INVISIBLE = dict.fromkeys(map(ord, "\u200b\ufeff\u00ad\u2060"))
_SENTENCE = "。，：；、！？,.:;!?"
_ASTERISKS = ("*", "**")
_EDGES = re.compile(r"(\s*)(.*?)(\s*)", re.DOTALL)
_DOUBLED = re.compile("  +")


@dataclass(frozen=True, slots=True, eq=False)
class InlineMark:
    """Bold, italic or struck words, by their sign; or one link, which has a target instead."""

    sign: str
    target: str = ""


BOLD, ITALIC, STRUCK = InlineMark("**"), InlineMark("*"), InlineMark("~~")
Marks = tuple[InlineMark, ...]
"""The marks around something, outermost first."""


class Content(Enum):
    """What the text of a fragment is."""

    WORDS = "words"
    MARKDOWN = "Markdown as it is to stand"
    CODE = "inline code"
    BREAK = "a line break"
    DISPLAY = "the TeX of a display formula"


@dataclass(frozen=True, slots=True)
class Fragment:
    """A stretch of inline text, and the marks around it."""

    content: Content
    text: str = ""
    marks: Marks = ()

    @property
    def is_blank(self) -> bool:
        """Whether a reader would see nothing of it."""
        if self.content is not Content.WORDS:
            return self.content is Content.BREAK
        return not self.text.strip() or not self.text.translate(INVISIBLE).strip()


Fragments = Sequence[Fragment]
"""Inline text between two blocks."""


def with_mark(marks: Marks, mark: InlineMark) -> Marks:
    """`marks` and one inside of them; bold in bold, or a link in a link, says nothing new."""
    return marks if any(one.sign == mark.sign for one in marks) else (*marks, mark)


def shared(marks: Marks, others: Marks) -> int:
    """How many marks, from the outermost on, go on from one fragment to the next."""
    number = 0
    while number < min(len(marks), len(others)) and marks[number] is others[number]:
        number += 1
    return number


def joined(run: Iterable[Fragment]) -> list[Fragment]:
    """A run with words, and code, that follow each other in the same marks as one."""
    found: list[Fragment] = []
    for (content, marks), group in groupby(run, key=lambda one: (one.content, one.marks)):
        if content in (Content.WORDS, Content.CODE):
            text = "".join([one.text for one in group])
            found += [Fragment(content, text, marks)] if text else []
        else:
            found += group
    return found


def tidied(run: Fragments) -> list[Fragment]:
    """A run with marks that hold, and with no blanks at the ends of its lines."""
    run = joined(run)
    if any(one.marks for one in run):
        run = joined(_with_edges_outside(run))
    while any(one.marks for one in run):
        spoilt = _spoilt(run)
        if not spoilt:
            break
        run = joined(
            replace(one, marks=tuple(mark for mark in one.marks if (at, mark) not in spoilt))
            for at, one in enumerate(run)
        )
    return _spaced(run)


def _with_edges_outside(run: Fragments) -> Iterator[Fragment]:
    """A run with the blanks and closing signs at the edges of its marks outside of them."""
    parts: list[Fragment] = []
    for one in run:
        edges = _EDGES.fullmatch(one.text) if one.content is Content.WORDS else None
        texts = [text for text in edges.groups() if text] if edges else [one.text]
        parts += [Fragment(one.content, text, one.marks) for text in texts]
    ended = [part for one, after in zip_longest(parts, parts[1:]) for part in _ended(one, after)]
    groups = [list(group) for _, group in groupby(ended, key=lambda one: one.is_blank)]
    ends = [Fragment(Content.WORDS)]
    for before, group, after in zip([ends, *groups], groups, [*groups[1:], ends], strict=False):
        # What is blank keeps those of its marks that go on from before to behind it.
        kept = before[-1].marks
        for one in (*group, after[0]):
            kept = kept[: shared(kept, one.marks)]
        yield from (replace(one, marks=kept) if one.is_blank else one for one in group)


def _ended(one: Fragment, after: Fragment | None) -> Iterator[Fragment]:
    """Words that end a mark, with the signs that close their sentence outside of it."""
    if after is None or after.is_blank or one.content is not Content.WORDS:
        yield one
        return
    kept = shared(one.marks, after.marks)
    # A link has its signs inside.
    links = [at for at, mark in enumerate(one.marks[kept:], kept) if mark.target]
    kept = links[-1] + 1 if links else kept
    words = one.text.rstrip(_SENTENCE + " ") if kept < len(one.marks) else one.text
    if words:
        yield replace(one, text=words)
    if words != one.text:
        yield Fragment(Content.WORDS, one.text[len(words) :], one.marks[:kept])


_Stretch = tuple[int, int, int]
"""One mark: where its fragments start and end in a run, and how many marks are around it."""


def _stretches(run: Fragments) -> Iterator[_Stretch]:
    starts: list[int] = []
    before: Marks = ()
    for at in range(len(run) + 1):
        after = _marks_at(run, at)
        kept = shared(before, after)
        while len(starts) > kept:
            start = starts.pop()
            yield start, at, len(starts)
        starts += [at] * (len(after) - kept)
        before = after


def _marks_at(run: Fragments, at: int) -> Marks:
    return run[at].marks if 0 <= at < len(run) else ()


def _spoilt(run: Fragments) -> set[tuple[int, InlineMark]]:
    """The marks of fragments, by the fragment's place, that Markdown would not take for marks."""
    stretches = list(_stretches(run))
    starts = {(end, depth): start for start, end, depth in stretches}
    ends = {(start, depth): end for start, end, depth in stretches}
    begun = sorted((start, depth) for start, _, depth in stretches if run[start].marks[depth].sign)
    spoilt: set[tuple[int, InlineMark]] = set()
    for start, end, depth in stretches:
        mark, outer = run[start].marks[depth], run[start].marks[:depth]
        left, right = _marks_at(run, start - 1), _marks_at(run, end)
        opened, closed = shared(left, outer), shared(right, outer)
        is_apart = not (len(left) > opened == depth and left[depth].sign in _ASTERISKS)
        if depth and outer[-1].sign in _ASTERISKS and (opened < depth) != (closed < depth):
            # One mark alone inside another may begin or end with it.
            first = start if opened < depth else starts[end, depth - 1]
            last = ends[first, depth - 1]
            within = bisect_left(begun, (last, 0)) - bisect_left(begun, (first, depth - 1))
            is_apart = is_apart and within <= 2
        before = "*" if opened < max(depth, len(left)) else _last(run, start - 1)
        after = "*" if closed < len(right) else _first(run, end)
        first_sign = "*" if len(run[start].marks) > depth + 1 else _first(run, start)
        last_sign = "*" if len(run[end - 1].marks) > depth + 1 else _last(run, end - 1)
        # A sign other than a Chinese one just inside a mark has no letter just outside.
        holds = not (_is_sign(first_sign) and _is_letter(before))
        holds = holds and not (_is_sign(last_sign) and _is_letter(after))
        if mark.sign and not (holds and (is_apart or mark is STRUCK)):
            spoilt |= {(at, mark) for at in range(start, end)}
    return spoilt


def _first(run: Fragments, at: int) -> str:
    """The sign that a fragment begins with, empty at the end of a line."""
    return (_written(run[at])[:1]) if at < len(run) else ""


def _last(run: Fragments, at: int) -> str:
    """The sign that a fragment ends with, empty at the start of a line."""
    return _written(run[at])[-1:] if at >= 0 else ""


def _written(one: Fragment) -> str:
    return "`" if one.content is Content.CODE else one.text


def preceding(run: Fragments, at: int) -> str:
    """The sign before a fragment, empty at the start of a line."""
    left = _marks_at(run, at - 1)
    changes = shared(left, run[at].marks) < max(len(left), len(run[at].marks))
    return "*" if changes else _last(run, at - 1)


def following(run: Fragments, at: int) -> str:
    """The sign behind a fragment, those that end its marks left out; empty at a line's end."""
    right = _marks_at(run, at + 1)
    return "*" if shared(run[at].marks, right) < len(right) else _first(run, at + 1)


def _is_sign(char: str) -> bool:
    return bool(char) and not char.isalnum() and not char.isspace() and not has_han(char)


def _is_letter(char: str) -> bool:
    return char.isalnum() and not has_han(char)


def _spaced(run: Fragments) -> list[Fragment]:
    """Without blanks at the ends of lines and doubled ones; formulas apart from digits."""
    kept: list[Fragment] = []
    for one in run:
        last = _last(kept, len(kept) - 1)
        if one.content is Content.BREAK:
            kept += [one] if kept else []
        elif one.content is Content.WORDS:
            text = _DOUBLED.sub(" ", one.text)
            text = text.lstrip() if not last or last.isspace() else text
            is_formula = last == "$" and kept[-1].content is Content.MARKDOWN
            text = f" {text}" if is_formula and text[:1].isdigit() else text
            kept += [replace(one, text=text)] if text else []
        else:
            if one.text.startswith("$") and (last.isdigit() or last == "$"):
                marks = one.marks[: shared(kept[-1].marks, one.marks)]
                kept.append(Fragment(Content.WORDS, " ", marks))
            kept.append(one)
    while kept and kept[-1].content is Content.BREAK:
        kept.pop()
        _strip_end(kept)
    _strip_end(kept)
    return kept


def _strip_end(run: list[Fragment]) -> None:
    """Take off the blanks at the end."""
    while run and run[-1].content is Content.WORDS:
        text = run[-1].text.rstrip()
        if text:
            run[-1] = replace(run[-1], text=text)
            break
        run.pop()
