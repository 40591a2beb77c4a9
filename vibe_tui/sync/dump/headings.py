"""Which single lines of a dumped article are headings, and of what level.

Dumps lost the marks of headings. Numbered ones are contiguous, so the next expected number tells
a heading from a sentence that begins with a figure. Unnumbered ones are short lines that stand
alone without end punctuation: level 1 if the name is a chapter of the publication's template,
else 2. A numbered run that begins under an unnumbered chapter is one level below it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from vibe_tui.sync.dump.blocks import RawBlock, RawFormula, RawLine

OPENING_CHAPTERS = frozenset(
    {"执行摘要", "概述", "一句话结论", "关键数字", "文档索引", "阅读原则"}
    | {"Executive Summary", "Abstract"}
)
REFERENCE_CHAPTERS = frozenset({"参考资料", "联网参考来源", "核心资料", "References"})
CHAPTERS = (
    OPENING_CHAPTERS
    | REFERENCE_CHAPTERS
    | {"背景与问题", "核心内容解析", "关键概念与机制", "联网补充"}
    | {"优势、局限与适用场景", "关键要点总结"}
)
"""The template's chapters. An unnumbered heading of any other name is of level 2."""

MAX_NUMBERED = 70
DEEPEST = 5
"""The deepest level there is: level 1 is written `##`, and `######` is Markdown's last."""
MAX_UNNUMBERED = 45
MAX_PLAIN = 32
MAX_BETWEEN = 20
MAX_QUESTION = 24

_HAN_DIGITS = "零一二三四五六七八九"
_STYLES = (
    ("part", re.compile(r"第\s*([一二三四五六七八九十百零\d]+)\s*[章篇编]\s*[：:、.]?\s*(.*)")),
    ("section", re.compile(r"第\s*([一二三四五六七八九十百零\d]+)\s*[节讲]\s*[：:、.]?\s*(.*)")),
    (
        "appendix",
        re.compile(
            r"(?:附录|Appendix)(?:\s*([A-Z\d一二三四五六七八九]))?(?:\s*[：:.、]\s*|\s+|$)(.*)"
        ),
    ),
    ("han", re.compile(r"([一二三四五六七八九十]+)、\s*(.+)")),
    ("han-paren", re.compile(r"[（(]([一二三四五六七八九十]+)[）)]\s*(.+)")),
    ("paren", re.compile(r"[（(]?(\d{1,2})[）)]\s*(.+)")),
    ("letter", re.compile(r"([A-Z](?:\.\d{1,2}){1,3})[.、]?\s+(.+)")),
    ("decimal", re.compile(r"(\d{1,2}(?:\.\d{1,2}){1,3})(?:[.、]?\s+|(?=[\u3400-\u9fff“《]))(.+)")),
    ("decimal", re.compile(r"(\d{1,2})(?:[.．]\s*(?!\d)|、\s*)(.+)")),
    ("bare", re.compile(r"(\d{1,2})\s+(.+)")),
)
_TOP = {"part", "appendix"}
_BARE = 3
"""Bare numbers (`1 引言`) are headings only where at least so many count up from 1."""
_LEAD = "。；：，、,;:"
_END = _LEAD + "！…!.—-"
_START = re.compile(r"[\w“「『《（(\[【`$]|[.#]\w")
_CAPTION = re.compile(
    r"(?:图|表|Figure|Fig\.|Table)\s*(?:\d[\d.-]*\s*(?:[：:.\s]|$)|[：:])"
    r"|(?:注|来源|资料来源|数据来源|作者|编辑|编译|译者|原文|链接|日期|时间)\s*\d*\s*[：:.\s]"
    r"|(?:自动研究时间|来源日期|研究路径|单位|说明|备注|口径|图例|脚注|整理|撰文|校对|审校|出品)\s*[：:]"
    r"|(?:如|见)?[上下][图表](?:所示)?$|.*[上下][图表]所示$|.*如下$"
)
_QUOTED = re.compile(
    "“[^“”]*”|「[^「」]*」|『[^『』]*』|\"[^\"]*\"|'[^']*'|（[^（）]*）|\\([^()]*\\)"
)
_JOINING = re.compile(
    r"其中|以及|或者?|即为?|也即|则有?|且|并且|[和与]|因此|所以|从而|[得可]到|可得|于是|例如|如下|这里"
    r"|此时|此外|满足|使得|等价于|也就是说?|然后|where|and|or"
)
"""Words that stand alone between formulas and lists, and never over a section."""
_AMOUNT = re.compile(r"[倍个万亿位名次元美秒分小天年月周版层步条%％]|(?:ms|GB|MB|TB|Hz)\b")
_ASKERS = {"问", "答", "Q", "A", "记者", "主持人", "提问", "采访者"}
_ARROWS = re.compile(r"->|→|=>")


@dataclass(frozen=True, slots=True)
class Numbering:
    """The number in front of a heading: its style, its value, outermost first, and what follows."""

    style: str
    value: tuple[int, ...]
    name: str = ""

    @property
    def key(self) -> tuple[str, int]:
        """What siblings have in common."""
        return self.style, len(self.value)

    def follows(self, other: Numbering) -> bool:
        """Whether this is the next number after `other` on the same level."""
        return (
            self.key == other.key
            and self.value[:-1] == other.value[:-1]
            and self.value[-1] == other.value[-1] + 1
        )


@dataclass(frozen=True, slots=True)
class _Open:
    """A heading whose section is still open."""

    level: int
    name: str
    number: Numbering | None = None


@dataclass(slots=True)
class _Outline:
    """The open headings, how many there were, and the last one of each style of number."""

    stack: list[_Open] = field(default_factory=list)
    entered: int = 0
    last: dict[tuple[str, int], _Open] = field(default_factory=dict)

    def enter(self, heading: _Open) -> None:
        """Open `heading`, which closes those of its level and below."""
        while self.stack and self.stack[-1].level >= heading.level:
            self.stack.pop()
        self.stack.append(heading)
        self.entered += 1
        if heading.number:
            self.last[heading.number.key] = heading

    def allows(self, text: str) -> bool:
        """Whether a short line without a number can be a heading here.

        Among references it is one of them; between numbered chapters it must be very short.
        """
        if not self.stack:
            return True
        chapter = self.stack[0]
        if unnumbered(chapter.name) in REFERENCE_CHAPTERS:
            return False
        return not chapter.number or (_plain(text) and weight(text) <= MAX_BETWEEN)

    def level_of(self, number: Numbering, *, plain: bool, again: bool) -> int:
        """The level of a heading with `number`; 0 where no such number can come now.

        `plain` tells that the line can be nothing but a heading, which forgives a gap; `again`
        that the same number comes once more, so that of two runs this is the inner one.
        """
        open_numbers = [one for one in reversed(self.stack) if one.number]
        before = [one for one in open_numbers if one.number and number.follows(one.number)]
        if before:
            return before[0 if again else -1].level
        last = self.last.get(number.key)
        first = number.value[-1] <= 1
        if len(number.value) > 1:
            for one in open_numbers:
                if one.number and one.number.value == number.value[:-1]:
                    return min(one.level + 1, DEEPEST) if first or plain else 0
            if not (first and plain):
                return 0
            return last.level if last else self._below()
        if last and last.number and number.follows(last.number):
            return last.level
        if first:
            return self._below() if plain or not (last and open_numbers) else 0
        if last and last.number and plain and number.value[0] == last.number.value[0] + 2:
            return last.level
        return 0

    def _below(self) -> int:
        """The level of a run of numbers that begins here."""
        if not self.stack:
            return 1
        chapter = self.stack[0]
        # What opens a text (执行摘要, TL;DR, 引言) stands beside the numbered chapters after it.
        opens = chapter.name in OPENING_CHAPTERS or (self.entered == 1 and chapter.level > 1)
        if not chapter.number and opens:
            return 1
        return min(self.stack[-1].level + 1, DEEPEST)


def find_headings(blocks: Sequence[RawBlock]) -> dict[int, int]:
    """The position of every heading among `blocks`, with its level from 1."""
    levels: dict[int, int] = {}
    outline = _Outline()
    short = _short_lines(blocks)
    numbers = _numbered(blocks, short)
    twice = _twice(numbers)
    for at, block in enumerate(blocks):
        if not isinstance(block, RawLine) or not block.whole:
            continue
        text = block.text
        number = numbers.get(at)
        found: _Open | None = None
        if is_chapter(text):
            found = _Open(1, chapter_name(text))
        elif number:
            again = at in twice
            level = 0
            if not (again and len(number.value) > 1 and _AMOUNT.match(number.name)):
                level = outline.level_of(number, plain=_plain(number.name), again=again)
            if level and number.style in _TOP:
                level = 1
            found = _Open(level, text, number) if level else None
        elif at in short and outline.allows(text):
            found = _Open(2, text)
        if found:
            outline.enter(found)
            levels[at] = found.level
    return levels


def _numbered(blocks: Sequence[RawBlock], short: set[int]) -> dict[int, Numbering]:
    """The lines with a number in front that can be headings by their own look."""
    found: dict[int, Numbering] = {}
    for at, block in enumerate(blocks):
        if at in short or not isinstance(block, RawLine) or not block.whole:
            continue
        number = parse_number(block.text)
        ended = block.text[-1] in _LEAD or (number and _sentence(number.name))
        if number and not ended and weight(number.name) <= MAX_NUMBERED:
            found[at] = number
    return found


def _twice(numbers: Mapping[int, Numbering]) -> set[int]:
    """The lines whose number comes once more before its count begins anew."""
    found: set[int] = set()
    ahead: dict[tuple[tuple[str, int], tuple[int, ...]], set[int]] = {}
    for at, number in reversed(list(numbers.items())):
        *parent, last = number.value
        values = ahead.setdefault((number.key, tuple(parent)), set())
        if last in values:
            found.add(at)
        if last <= 1:
            values.clear()
        values.add(last)
    return found


def is_chapter(text: str) -> bool:
    """Whether `text` is the name of one of the template's chapters, perhaps with a subtitle."""
    return chapter_name(text) in CHAPTERS and text[-1] not in _END and len(text) <= MAX_NUMBERED


def chapter_name(text: str) -> str:
    """A chapter's name without a subtitle or a remark in brackets behind it."""
    return re.sub(r"(?<=.)(?:：.+|\s*[（(][^（()）]*[）)])$", "", text.strip())


def parse_number(text: str) -> Numbering | None:
    """The number in front of `text`, in any of the styles that headings use."""
    for style, pattern in _STYLES:
        match = pattern.fullmatch(text)
        if match:
            value = tuple(_value(part) for part in (match[1] or "").split("."))
            return Numbering(style, value, match[2])
    return None


def _value(part: str) -> int:
    if part.isdecimal():
        return int(part)
    if part.isascii():
        return ord(part) - ord("A") + 1 if part else 1
    tens, ten, ones = part.partition("十")
    if not ten:
        return _HAN_DIGITS.find(part) if len(part) == 1 else 0
    return max(_HAN_DIGITS.find(tens) if tens else 1, 1) * 10 + max(_HAN_DIGITS.find(ones), 0)


def unnumbered(heading: str) -> str:
    """A heading's name without its number."""
    for _, pattern in _STYLES:
        match = pattern.fullmatch(heading)
        if match:
            return chapter_name(match[2])
    return chapter_name(heading)


def _short_lines(blocks: Sequence[RawBlock]) -> set[int]:
    """The single lines that can be unnumbered headings."""
    speakers = _speakers(blocks)
    counted = _bare_numbers(blocks)
    found: dict[int, str] = {}
    for at, (block, after) in enumerate(pairwise(blocks)):
        before = blocks[at - 1] if at else None
        if not isinstance(block, RawLine) or not block.whole or isinstance(after, RawFormula):
            continue
        number = parse_number(block.text)
        if number and (number.style != "bare" or counted):
            continue
        if isinstance(before, RawLine) and before.text.endswith(("：", ":")):
            continue
        if _looks_like_title(block.text) and not _speaks(block.text, speakers):
            found[at] = block.text
    # Three and more in a row are a loose list or a signature, not headings; chapters do not count.
    row = {at for at, text in found.items() if not is_chapter(text)}
    return {
        at for at in found if not any({at + i, at + i + 1, at + i + 2} <= row for i in (-2, -1, 0))
    }


def _bare_numbers(blocks: Sequence[RawBlock]) -> bool:
    """Whether the chapters are counted by bare numbers: short lines 1, 2, 3 and on."""
    expected = 1
    for block in blocks:
        number = parse_number(block.text) if isinstance(block, RawLine) and block.whole else None
        if number and number.style == "bare" and number.value == (expected,):
            expected += _plain(number.name)
    return expected > _BARE


def _looks_like_title(text: str) -> bool:
    if weight(text) > MAX_UNNUMBERED or _sentence(text) or "$$" in text:
        return False
    if _CAPTION.match(text) or re.search(r"https?://|\S+@\S+", text) or not _START.match(text):
        return False
    if (
        _QUOTED.fullmatch(text)
        or (text[0] in "[【" and text[-1] in "]】")
        or _JOINING.fullmatch(text)
    ):
        return False
    if len(_ARROWS.findall(text)) >= 2:
        return False
    if text.endswith(("？", "?")):
        return weight(text) <= MAX_QUESTION and not re.search(r"[？?].*[？?]$", text)
    return text[-1] not in _END


def _speakers(blocks: Sequence[RawBlock]) -> set[str]:
    """The names that stand before a colon in three paragraphs or more: who speaks."""
    names = Counter(
        block.text.partition("：")[0]
        for block in blocks
        if isinstance(block, RawLine) and 0 < block.text.find("：") <= 10
    )
    return {name for name, times in names.items() if times >= 3}


def _speaks(text: str, speakers: set[str]) -> bool:
    """Whether a name before a colon says who speaks."""
    name, colon, _ = text.partition("：")
    if not colon:
        return False
    return name in speakers | _ASKERS or bool(
        speakers and re.fullmatch(r"[\u3400-\u9fff]{2,3}", name)
    )


def _sentence(text: str) -> bool:
    """Whether a sentence or a clause ends inside `text`."""
    return bool(re.search(r"[。；！].|[.!?;]\s+[\u3400-\u9fffA-Z].*[,.;]", text))


def _plain(text: str) -> bool:
    """Whether `text` can be nothing but a title: short, without a clause."""
    return weight(text) <= MAX_PLAIN and "，" not in text and not _sentence(text)


def weight(text: str) -> int:
    """How long `text` reads: Han characters, and words of other scripts as one and a half."""
    text = re.sub(r"\$[^$]*\$|`[^`]*`", " x ", text)
    words = len(re.findall(r"[A-Za-z0-9][\w.+%’'-]*", text))
    return len(re.findall(r"[\u3400-\u9fff]", text)) + words + words // 2
