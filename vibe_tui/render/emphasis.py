"""Emphasis where people set it: beside Chinese punctuation, and beside any other.

CommonMark lets no `**` begin between a word and a mark, nor end between a mark and a word: it
cannot know which of the two it does. Beside Chinese it nearly always can
(https://github.com/tats-u/markdown-cjk-friendly). Elsewhere such a run is used where it would
otherwise be left as asterisks: `**Which?**this`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from markdown_it.common.utils import isMdAsciiPunct, isPunctChar, isWhiteSpace
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Delimiter

_CJK_PUNCTUATION = (
    "\u3000-\u303f\ufe10-\ufe1f\ufe30-\ufe4f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"
)
is_cjk_punctuation = re.compile(f"[{_CJK_PUNCTUATION}]").match
is_cjk = re.compile(
    f"[{_CJK_PUNCTUATION}\u2e80-\u2fdf\u3041-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\uff01-\uffdc\U00020000-\U0003ffff]"
).match
# What Chinese and Latin text share: Chinese where it stands beside a Chinese character.
_SHARED_MARKS = "“”‘’…—·"
# What something follows: no emphasis ends after these, and none begins before the others.
_LEADS = frozenset(",=/&|<")
_TRAILS = frozenset(".,;:!?%†‡§¶")
_MOST_OPEN = 100


class _SignRun(NamedTuple):
    """A run of signs: whether it can begin and end emphasis, and whether it may where it is left.

    `after_mark` tells whether a mark that can end something stands before it.
    """

    opens: bool
    closes: bool
    may_open: bool
    may_close: bool
    after_mark: bool
    length: int


def _scan(state: StateInline, marker: str) -> _SignRun:
    """The run of `marker` at the place of `state`.

    CommonMark's flanking rule, but Chinese punctuation does not count as punctuation, and a Chinese
    character beside other punctuation counts as a space does.
    """
    src, start, limit = state.src, state.pos, state.posMax
    before = src[start - 1] if start else " "
    stop = start
    while stop < limit and src[stop] == marker:
        stop += 1
    after = src[stop] if stop < limit else " "
    blank_before, blank_after = isWhiteSpace(ord(before)), isWhiteSpace(ord(after))
    chinese_before = is_cjk(before) is not None or _is_chinese_mark(src, start - 1, -1)
    chinese_after = is_cjk(after) is not None or _is_chinese_mark(src, stop, 1)
    mark_before = _is_mark(before) and not chinese_before
    mark_after = _is_mark(after) and not chinese_after
    # What is a mark to us but no punctuation to CommonMark, such as `②`, takes no emphasis away.
    plain_before = not (mark_before and _is_punctuation(before))
    plain_after = not (mark_after and _is_punctuation(after))
    left = not blank_after and (plain_after or blank_before or mark_before or chinese_before)
    right = not blank_before and (plain_before or blank_after or mark_after or chinese_after)
    hugs = start > 1 and not isWhiteSpace(ord(src[start - 2]))
    may_open = mark_after and not left and not _ends(after)
    may_close = mark_before and not right and hugs and not _begins(before)
    is_mark = _is_mark(before) or is_cjk_punctuation(before) is not None
    after_mark = is_mark and not _begins(before)
    return _SignRun(left, right, may_open, may_close, after_mark, stop - start)


def _is_mark(char: str) -> bool:
    """Whether a character is punctuation or a sign, one such as `②` too."""
    if is_cjk_punctuation(char):
        return False
    return _is_punctuation(char) or unicodedata.category(char) == "No"


def _is_punctuation(char: str) -> bool:
    return isMdAsciiPunct(ord(char)) or isPunctChar(char)


def _begins(mark: str) -> bool:
    return mark in _LEADS or unicodedata.category(mark) in ("Ps", "Pi")


def _ends(mark: str) -> bool:
    return mark in _TRAILS or unicodedata.category(mark) in ("Pe", "Pf")


def _is_chinese_mark(src: str, at: int, step: int) -> bool:
    """Whether a quotation mark or dash that Latin text has too belongs to Chinese text here."""
    first = at
    while 0 <= at < len(src) and src[at] in _SHARED_MARKS:
        at += step
    return at != first and 0 <= at < len(src) and is_cjk(src[at]) is not None


def emphasis(state: StateInline, silent: bool) -> bool:
    """Runs of `*` and `_`; words joined by `_` stay words."""
    marker = state.src[state.pos]
    if silent or marker not in "*_":
        return False
    if marker == "*":
        run = _scan(state, marker)
    else:
        can_open, can_close, length = state.scanDelims(state.pos, False)
        run = _SignRun(can_open, can_close, False, False, False, length)
    for _ in range(run.length):
        _delimiter(state, marker, run, run.length)
    state.pos += run.length
    return True


def strikethrough(state: StateInline, silent: bool) -> bool:
    """Two tildes strike. Other runs are text, one too: it says "about" in `~30%` and `3~5`."""
    if silent or not state.src.startswith("~~", state.pos):
        return False
    run = _scan(state, "~")
    if run.length == 2:
        _delimiter(state, "~~", run, 0)
    else:
        state.push("text", "", 0).content = "~" * run.length
    state.pos += run.length
    return True


def _delimiter(state: StateInline, text: str, run: _SignRun, length: int) -> None:
    token = state.push("text", "", 0)
    token.content = text
    token.meta = {"run": run}
    state.delimiters.append(
        Delimiter(
            marker=ord(text[0]),
            length=length,
            token=len(state.tokens) - 1,
            end=-1,
            open=run.opens,
            close=run.closes,
        )
    )


def pair_leftovers(state: StateInline) -> None:
    """Pair the runs that CommonMark leaves as text, of which one can and the other may."""
    _pair(state, state.delimiters)
    for meta in state.tokens_meta:
        if meta and "delimiters" in meta:
            _pair(state, meta["delimiters"])


def _pair(state: StateInline, delimiters: Sequence[Delimiter]) -> None:
    runs: list[_SignRun] = [state.tokens[one.token].meta["run"] for one in delimiters]
    if not any(run.may_open or run.may_close for run in runs):
        return
    ends = {one.end for one in delimiters}
    # Runs that are left and can or may begin; None for a pair that they stand outside of.
    opened: list[int | None] = []
    at = 0
    while at < len(delimiters):
        stop = at + 1
        while stop < len(delimiters) and runs[stop] is runs[at]:
            stop += 1
        run = runs[at]
        is_left = all(delimiters[one].end < 0 and one not in ends for one in range(at, stop))
        if not is_left:
            for one in range(at, stop):
                if delimiters[one].end >= 0:
                    opened.append(None)
                elif one in ends:
                    while opened.pop() is not None:
                        pass
        elif (start := _opener(opened, runs, delimiters, at)) is not None:
            for one in range(stop - at):
                delimiters[start + one].end = stop - 1 - one
        elif (run.opens or run.may_open) and len(opened) < _MOST_OPEN:
            opened.append(at)
        at = stop


def _opener(
    opened: list[int | None], runs: Sequence[_SignRun], delimiters: Sequence[Delimiter], at: int
) -> int | None:
    """The last of `opened` that the run at `at` closes; it and those after it are taken off."""
    run = runs[at]
    for place in range(len(opened) - 1, -1, -1):
        start = opened[place]
        if start is None or not (run.closes or run.may_close):
            return None
        other = runs[start]
        if (delimiters[start].marker, other.length) != (delimiters[at].marker, run.length):
            continue
        if (other.opens and run.may_close) or (other.may_open and run.closes and run.after_mark):
            del opened[place:]
            return start
    return None
