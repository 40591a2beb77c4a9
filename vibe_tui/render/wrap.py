"""Breaks inline text into lines of a width.

Every character of the atoms is on some line, except blanks where a line breaks; the `at` of a run
is its offset in the block's words. Text falls into segments that stay whole: a Han character with
the marks that may not leave it, a word or identifier, a number with its unit, an emoji sequence,
and freely breakable runs of Han. The rules are those of UAX #14 with the habits of Chinese
typesetting: closing marks stay with what stands before them, opening ones with what follows.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from rich.cells import split_graphemes

from vibe_tui.cells import cell_width, graphemes
from vibe_tui.render.blocks import Atom, Inline, Line, Look, Role, Run
from vibe_tui.render.formula.letters import runs_of

HAN = (
    "\u3021-\u3029\u3042\u3044\u3046\u3048\u304a-\u3062\u3064-\u3082\u3084\u3086\u3088-\u308d"
    "\u308f-\u3094\u30a2\u30a4\u30a6\u30a8\u30aa-\u30c2\u30c4-\u30e2\u30e4\u30e6\u30e8-\u30ed"
    "\u30ef-\u30f4\u3400-\u4dbf\u4e00-\u9fff"
)
_EXTEND = "\u0300-\u036f\u200b-\u200d\u20d0-\u20ff\ufe00-\ufe0f\U0001f3fb-\U0001f3ff"


def _of(*categories: str) -> str:
    """The marks of some categories of Unicode, of those that Chinese and Latin texts use."""
    rows = (0x00, 0x20, 0x23, 0x27, 0x30, 0xFE, 0xFF)
    marks = [chr(code) for row in rows for code in range(row << 8, (row + 1) << 8) if code > 0x7F]
    return "".join([mark for mark in marks if unicodedata.category(mark) in categories])


# UAX #14: closing and opening marks (CL, CP, QU, OP) are categories of Unicode. What else begins no
# line (CL, EX, IS; IN, B2, NS; PO) is not, and is listed.
_STOPS = "、。，．｡､︐︑︒﹐﹑﹒：；︓︔﹔﹕！？︕︖﹖﹗‼⁇⁈⁉‽"
_INSEPARABLE = "…‥⋯︙—―⸺–·・･～〜゠"
_AFTER_NUMBERS = "％﹪‰‱℃℉￠°′″"
_ITERATION = "ー々〻ゝゞヽヾ゛゜ｰﾞﾟ"
_SMALL = "ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿｧ-ｯ" + _ITERATION
CLOSING = _STOPS + _INSEPARABLE + _AFTER_NUMBERS + _of("Pe", "Pf")
OPENING = "＄￥￡￦﹩¥£" + _of("Ps", "Pi")
_CLOSE = CLOSING + _SMALL + _EXTEND
_CLOSE_ASCII = r",.;:!?)\]}%\"'"
_OPEN_ASCII = r"(\[{\"'"
_SPACE = " \t\u2002-\u200a\u205f\u3000"
_EMOJI = "\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001f3fa\U0001f400-\U0001faff"
_OTHER = f"(?:[^{_SPACE}{HAN}{_CLOSE}{OPENING}{_EMOJI}]|(?<=[A-Za-z])[’·](?=[A-Za-z]))"
_UNITS = (
    r"(?:[kKMGTP]i?[bB](?:/s|ps)?|[kMGT]?Hz|[mnμµ]?s|min|h|[cmkμn]m|[kM]?W|kWh|[KMGTP]?FLOPS?|FLOPs"
    r"|tokens?|tok/s|pp|fps|FPS|dB|px|GPUs?|[KMBTx×])(?![A-Za-z0-9])|[%‰℃°]"
    "|个百分点|百分点|小时|分钟|毫秒|微秒|美元|公里|千米|参数"
    "|[万亿千百]+[元张篇次个条倍人步字]?"
    "|[年月日天时秒分元倍次个张篇条步层维位人项种类章节页轮台卡块名级代期组段行列岁号版]"
)
# What stays with the number after it: `第 2`, `图 3`.
_COUNTED = "[第图表式卷]"
_NUMBER = f"[{_SPACE}]?[0-9\ue000]"
_EMOJI_SEQUENCE = (
    f"(?:[\U0001f1e6-\U0001f1ff]{{2}}|[{_EMOJI}])[{_EXTEND}]*(?:(?<=\u200d)[{_EMOJI}][{_EXTEND}]*)*"
)

_SEGMENT = re.compile(
    f"(?P<space>[{_SPACE}]+(?![{_CLOSE}]))"
    f"|(?P<run>[{HAN}]+(?![{_SPACE}]*[{_CLOSE}])(?![{_CLOSE_ASCII}])(?!(?<={_COUNTED}){_NUMBER}))"
    "|(?P<word>"
    f"(?:{_COUNTED}(?={_NUMBER})[{_SPACE}]?)?"
    f"(?:[{OPENING}][{_SPACE}]*|[{_OPEN_ASCII}](?=[{HAN}{OPENING}]))*"
    f"(?:{_OTHER}+(?<![(\\[{{])(?:(?<=[0-9]) ?(?:{_UNITS}))?|[{HAN}]|{_EMOJI_SEQUENCE})"
    f"(?:[{_SPACE}]*[{_CLOSE}]+|(?<=[\"'])[{HAN}]"
    f"|(?<![A-Za-z0-9])[{_CLOSE_ASCII}]+(?:[A-Za-z0-9]{_OTHER}*)?)*"
    f"|[(\\[{{{OPENING}]+[{_CLOSE}]*|[{_CLOSE}]+|.)",
    re.DOTALL,
)
_GOOD_CUT = re.compile(
    r"(?<=[/_\-.?&=,;:@|+#~ ])(?![/_\-.?&=,;:@|+#~ ]|(?<=[0-9]\.)[0-9])|(?<=[a-z0-9])(?=[A-Z])"
)
_is_lone = re.compile(f"[{HAN}][{CLOSING}]*").fullmatch
_closes = re.compile(f"[{_CLOSE}]").match
_opens = re.compile(f"[{OPENING}(\\[{{]").match

TextSpan = tuple[int, int]
Cluster = tuple[int, int, int]
"""A grapheme cluster: where it starts and ends, and its cells."""


def line_spans(shadow: str, text: str, first: int, rest: int) -> list[TextSpan]:
    """Where `text`, without hard breaks in it, is cut into lines of `first`, then `rest` cells.

    `shadow` is as long as `text`; breaks are looked for in it, widths measured in `text`. Blanks
    where a line breaks belong to no line. A line is wider only when one cluster alone is.
    """
    filler = _Filler(text, first, rest)
    for match in _SEGMENT.finditer(shadow):
        kind = match.lastgroup
        start, end = match.span()
        if kind == "space":
            filler.blank(start, end)
        elif kind == "run":
            filler.run(start, end)
        else:
            filler.word(start, end)
    return filler.finish()


def chopped(text: str, width: int) -> Iterator[TextSpan]:
    """All of `text` in stretches of at most `width` cells, blanks too: cut after a blank in the
    last half, else at another sensible point."""
    spans: list[Cluster] = []
    at = 0
    for cluster, cells in graphemes(text):
        spans.append((at, at + len(cluster), cells))
        at += len(cluster)
    good = {match.start() for match in _GOOD_CUT.finditer(text)}
    index = 0
    while index < len(spans):
        stop, _ = _fill(spans, index, width)
        if stop < len(spans):
            half = range(stop, index + (stop - index) // 2, -1)
            blank = next((at for at in half if text[spans[at][0] - 1] == " "), None)
            best = blank or _best_cut(text, spans, index, stop, good, width, must=True)
            stop = max(best, index + 1)
        yield spans[index][0], spans[stop - 1][1]
        index = stop


class _Filler:
    """Lines filled one segment after the other."""

    def __init__(self, text: str, first: int, rest: int) -> None:
        self.text = text
        self.room = max(first, 1)
        self.rest = max(rest, 1)
        self.lines: list[TextSpan] = []
        self.begin = self.end = 0
        self.used = self.gap = 0
        self.empty = True
        # Characters at the end of this line, and of the one above, that may leave it one by one.
        self.loose = self.loose_above = 0

    def finish(self) -> list[TextSpan]:
        if not self.empty or not self.lines:
            self._keep_company()
            self.lines.append((self.begin, self.end))
        return self.lines

    def _keep_company(self) -> None:
        """No character stands alone on the last line where one from the line above can join it."""
        if self.loose_above < 3 or self.used + 2 > self.rest:
            return
        start, end = self.lines[-1]
        if end == self.begin and _is_lone(self.text, self.begin, self.end):
            self.begin -= 1
            self.lines[-1] = start, self.begin

    def blank(self, start: int, end: int) -> None:
        self.gap += cell_width(self.text[start:end])
        if self.empty and not self.lines and start == self.begin and self.gap < self.room:
            # The text's own first blanks stand; those after a break go.
            self.used, self.end, self.gap = self.gap, end, 0
            self.empty = False

    def _break(self) -> None:
        self.lines.append((self.begin, self.end))
        self.room = self.rest
        self.used = self.gap = 0
        self.loose_above, self.loose = self.loose, 0
        self.empty = True

    def _place(self, start: int, end: int, width: int) -> None:
        if self.empty:
            self.begin = start
            self.empty = False
        self.used += self.gap + width
        self.gap = 0
        self.end = end

    def _left(self) -> int:
        return self.room if self.empty else self.room - self.used - self.gap

    def _may_break(self) -> bool:
        """Whether the next line has more room: this one is not empty, or a narrow first one."""
        return not self.empty or self.room < self.rest

    def run(self, start: int, end: int) -> None:
        """Han characters, two cells each, that may break anywhere."""
        while start < end:
            if self.empty:
                self.gap = 0
            count = min(self._left() // 2, end - start)
            if count <= 0:
                if self._may_break():
                    self._break()
                    continue
                count = 1
            self._place(start, start + count, 2 * count)
            self.loose = count
            start += count
            if start < end:
                self._break()

    def word(self, start: int, end: int) -> None:
        if self.empty:
            self.gap = 0
        width = cell_width(self.text[start:end])
        if width > self._left():
            if width > self.rest:
                self._long(start, end)
                return
            if self._may_break():
                self._break()
        self._place(start, end, width)
        self.loose = 0

    def _long(self, start: int, end: int) -> None:
        """A segment longer than a line: cut at sensible points, else wherever it must be."""
        text = self.text[start:end]
        spans, _ = split_graphemes(text)
        good = {match.start() for match in _GOOD_CUT.finditer(text)}
        index = 0
        while index < len(spans):
            left = self._left()
            stop, width = _fill(spans, index, left)
            if stop < len(spans):
                best = _best_cut(text, spans, index, stop, good, self.rest, must=self.empty)
                if best == index and not self.empty:
                    self._break()
                    continue
                stop = max(best, index + 1)
                width = sum(cells for _, _, cells in spans[index:stop])
            self._place(start + spans[index][0], start + spans[stop - 1][1], width)
            self.loose = 0
            index = stop
            if index < len(spans):
                self._break()
                while index < len(spans) and text[spans[index][0] : spans[index][1]] == " ":
                    index += 1


def _fill(spans: Sequence[Cluster], index: int, room: int) -> tuple[int, int]:
    """The end of the clusters from `index` on that fit into `room`, and their width."""
    width = 0
    while index < len(spans) and width + spans[index][2] <= room:
        width += spans[index][2]
        index += 1
    return index, width


def _best_cut(
    text: str,
    spans: Sequence[Cluster],
    first: int,
    limit: int,
    good: set[int],
    room: int,
    *,
    must: bool,
) -> int:
    """Where to cut between `first` and `limit`: the last good point in the last half; on a line of
    its own also an earlier one, where that keeps a word of at most `room` cells whole, else the
    last place where no mark is torn off; `first` when there is none."""
    for index in range(limit, first + (limit - first) // 2, -1):
        if spans[index][0] in good:
            return index
    if not must:
        return first
    for index in range(first + (limit - first) // 2, first, -1):
        if spans[index][0] in good:
            end, _ = _fill(spans, index, room)
            if end == len(spans) or any(spans[at][0] in good for at in range(limit + 1, end + 1)):
                return index
            break
    for index in range(limit, first, -1):
        at = spans[index][0]
        if not _closes(text, at) and not _opens(text, at - 1):
            return index
    return limit


MARKER = Look(Role.MARKER)
_SPACE_BETWEEN = re.compile(f"(?<=[{HAN}])(?=[A-Za-z0-9])|(?<=[A-Za-z0-9%])(?=[{HAN}])")

PlacedAtom = tuple[Atom, int]
"""An atom and where its text starts in the block's words, -1 for what is not in them."""


def wrap(
    inline: Inline, width: int, *, first: str = "", rest: str = "", at: int = 0, pangu: bool = False
) -> list[Line]:
    """`inline` in lines of at most `width` cells; `first` and `rest` are drawn before them.

    `at` is where `inline` starts in its block's words. `pangu` sets Latin words apart from Han by
    spaces that are only drawn. There is always at least one line.
    """
    head = (Run(first, MARKER),) if first else ()
    hang = (Run(rest, MARKER),) if rest else ()
    room = width - cell_width(first)
    below = width - cell_width(rest)
    lines: list[Line] = []
    for part in _hard_lines(inline, at):
        if pangu:
            part = _spaced(part)
        text = "".join([atom.text for atom, _ in part])
        spans = [(0, len(text))]
        if cell_width(text) > room:
            spans = line_spans(_shadow(part, text), text, room, below)
        for runs in _runs(part, spans):
            lines.append(Line((head if not lines else hang) + runs))
        room = below
    return lines


def _hard_lines(inline: Inline, at: int) -> list[list[PlacedAtom]]:
    """The parts between hard breaks."""
    parts: list[list[PlacedAtom]] = [[]]
    for atom in inline:
        if atom.text == "\n":
            parts.append([])
        else:
            parts[-1].append((atom, at))
        at += len(atom.text)
    return parts


def _spaced(part: Sequence[PlacedAtom]) -> list[PlacedAtom]:
    """`part` with a drawn space wherever Han and Latin touch, also where looks change."""
    text = "".join([atom.text for atom, _ in part])
    gaps = [match.start() for match in _SPACE_BETWEEN.finditer(text)]
    found: list[PlacedAtom] = []
    start = 0
    for atom, at in part:
        done = 0
        end = start + len(atom.text)
        for gap in gaps[bisect_right(gaps, start - 1) :]:
            if gap >= end or (atom.glued and gap > start):
                break
            if gap > start + done:
                found.append((_slice(atom, done, gap - start), at + done))
                done = gap - start
            found.append((Atom(" ", atom.look), -1))
        found.append((_slice(atom, done, len(atom.text)), at + done))
        start = end
    return found


def _slice(atom: Atom, start: int, end: int) -> Atom:
    return Atom(atom.text[start:end], atom.look, atom.source, atom.glued, atom.drawn[start:end])


def _shadow(part: Sequence[PlacedAtom], text: str) -> str:
    """The text to look for breaks in: what is glued looks like one word, a note's mark like a
    closing sign, which stays with what it follows."""
    if not any(atom.glued for atom, _ in part):
        return text
    return "".join(
        [
            ("\u200b" if atom.look.link.startswith("#") else "\ue000") * len(atom.text)
            if atom.glued
            else atom.text
            for atom, _ in part
        ]
    )


def _runs(part: Sequence[PlacedAtom], spans: Sequence[tuple[int, int]]) -> list[tuple[Run, ...]]:
    """The runs of each span, cut out of the atoms."""
    if len(part) == 1:
        atom, at = part[0]
        return [tuple(runs_of(atom, start, end, at)) for start, end in spans]
    ends = list(accumulate([len(atom.text) for atom, _ in part]))
    result: list[tuple[Run, ...]] = []
    for start, end in spans:
        runs: list[Run] = []
        index = bisect_right(ends, start)
        while index < len(part) and start < end:
            atom, at = part[index]
            base = ends[index] - len(atom.text)
            stop = min(end, ends[index])
            runs += runs_of(atom, start - base, stop - base, at)
            start = stop
            index += 1
        result.append(tuple(runs))
    return result
