"""The one folding under which text is searched, found in a report and marked.

Two texts are equal here when a reader would call them so: case, width, accents, quotes and
sub- or superscripts do not count; hyphens and dashes are spaces; runs of white space are one
space, and none beside a Han character when the other side is not Han; `141,006` is `141006`;
`π_0.5` is `π0.5`, `10^{-4}` is `10⁻⁴`; kana and Hangul are whole, however they are written.
Nothing but marks and invisible characters is ever dropped.

A term is found anywhere in Chinese; where it begins or ends with a Latin letter or a digit it is
found as whole words and numbers only (`LoRA` not in *exploratory*, `24` not in `24.9`).
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

HAN = (
    "\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3031-\u3035\u3038-\u303b\u3041-\u3096\u309d-\u309f"
    "\u30a1-\u30fa\u30fc-\u30ff\u3105-\u312f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    "\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff"
)
"""The body of a regular-expression class: Han, kana, bopomofo and Hangul, which need no spaces."""

_HAN = re.compile(f"[{HAN}]")
_FIRST_HAN = "\u2e80"
_DASHES = "\u2043\u2212"
_WAVES = "\u301c\u3030"
_QUOTES = {**dict.fromkeys("‘’‚‛′ʹʼ", "'"), **dict.fromkeys("“”„‟″", '"')}
_ACCENTS = re.compile("[\u0300-\u036f]")
_SELECTOR = re.compile("[\u180b-\u180d\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_LINE_BREAK = "\uffff"
"""Stands for a line break that folding is to keep: no character, and folded to itself."""
_PARTS = re.compile(
    "[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?|[\uac00-\ud7a3][\u11a8-\u11ff]"
    "|[\u3046-\u30fd][\u3099\u309a]"
)
"""Letters of one syllable of Hangul, kana and their marks."""

_LATER_PART = re.compile("[\u1160-\u11ff\u3099\u309a]")
# Where folded characters are dropped because of their neighbours: white space, the commas of a long
# number, the mark between a one-letter symbol and its index, or a number and its power.
_SPOTS = re.compile(
    rf"(?P<beside>(?<=[{HAN}]) +(?=[^{HAN} ])|(?<=[^{HAN} ]) +(?=[{HAN}]))"
    r"|(?P<run>  +)"
    r"|(?P<number>(?<!\d)(?<!\d[.,])\d{1,3}(?:,\d{3})+(?!\d|,\d))"
    r"|(?P<braced>(?:(?<=[\d}])\^|(?<=(?<![a-z0-9α-ω_^])[a-zα-ω])[_^])\{ ?\d+(?:\.\d+)?\})"
    r"|(?P<power>(?:(?<=[\d}])|(?<=(?<![a-z0-9α-ω_^])[a-zα-ω]))(?:\^(?= ?\d)|_(?<!\d_)(?=\d)))"
)


def is_han(char: str) -> bool:
    """Whether `char` belongs to a script that is found anywhere, without word boundaries."""
    return char >= _FIRST_HAN and _HAN.match(char) is not None


def is_word(char: str) -> bool:
    """Whether `char` is part of a word or number that is found as a whole."""
    return char.isalnum() and not is_han(char)


def _fold_char(char: str) -> str:
    category = unicodedata.category(char)
    if category == "Cs":
        return "\ufffd"
    if category in ("Cf", "Me") or _SELECTOR.match(char):
        return ""
    if category == "Cc" or category[0] == "Z":
        return " "
    if (category == "Pd" and char not in _WAVES) or char in _DASHES:
        return " "
    if char in _QUOTES:
        return _QUOTES[char]
    wide = unicodedata.normalize("NFKD", char)
    plain = unicodedata.normalize("NFC", _ACCENTS.sub("", wide)).casefold()
    return plain if plain == char else "".join(_TABLE[ord(part)] for part in plain)


class _Table(dict[int, str]):
    """Folded forms by code point, worked out when first met; `odd` are not one character.

    `parts` are those met that belong to the character before them.
    """

    def __init__(self) -> None:
        self.odd: set[str] = set()
        self.parts: set[str] = set()

    def __missing__(self, code: int) -> str:
        self[code] = folded = _fold_char(chr(code))
        if len(folded) != 1:
            self.odd.add(chr(code))
        if _LATER_PART.match(folded):
            self.parts.add(folded)
        return folded


_TABLE = _Table()


@dataclass(frozen=True, slots=True)
class _Shift:
    """Offsets that run in step except at `starts`, where the source goes on at `sources`."""

    starts: tuple[int, ...] = (0,)
    sources: tuple[int, ...] = (0,)

    def at(self, offset: int) -> int:
        piece = bisect_right(self.starts, offset) - 1
        last = piece + 1 == len(self.starts)
        source = self.sources[piece] + offset - self.starts[piece]
        return source if last else min(source, self.sources[piece + 1])


@dataclass(frozen=True, slots=True)
class Folded:
    """Folded text that knows where each of its characters came from."""

    text: str
    source: str
    shifts: tuple[_Shift, ...] = ()

    def at(self, offset: int) -> int:
        """The offset in the source of the character at `offset` in the folded text."""
        if offset >= len(self.text):
            return len(self.source)
        for shift in self.shifts:
            offset = shift.at(offset)
        return offset

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The source characters behind `start:end`, with the accents that belong to the last."""
        first = self.at(start)
        if end <= start:
            return first, first
        last = self.at(end - 1) + 1
        while last < len(self.source):
            folded = _TABLE[ord(self.source[last])]
            if folded and not _LATER_PART.match(folded):
                break
            last += 1
        return first, last


def _by_char(text: str) -> tuple[str, _Shift | None]:
    """Fold every character on its own."""
    if text.isascii():
        return text.lower().translate(_TABLE), None
    folded = text.translate(_TABLE)
    odd = _TABLE.odd.intersection(text)
    if not odd:
        return folded, None
    starts, sources, grown = [0], [0], 0
    for match in re.finditer(f"[{re.escape(''.join(odd))}]", text):
        position = match.start()
        size = len(_TABLE[ord(match.group())])
        # Each of the folded characters stands for the one source character.
        for extra in range(size):
            starts.append(position + grown + extra)
            sources.append(position)
        grown += size - 1
        starts.append(position + grown + 1)
        sources.append(position + 1)
    return folded, _Shift(*_last_of_each(starts, sources))


def _last_of_each(starts: list[int], sources: list[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    kept = dict(zip(starts, sources, strict=True))
    return tuple(kept), tuple(kept.values())


Edits = Iterable[tuple[int, int, str]]
"""What stands in place of `[start, end)`, no longer than that, in order."""


def _edited(text: str, edits: Edits) -> tuple[str, _Shift | None]:
    parts: list[str] = []
    starts, sources = [0], [0]
    done = length = 0
    for start, end, new in edits:
        parts += [text[done:start], new]
        length += start - done + len(new)
        done = end
        starts.append(length)
        sources.append(end)
    parts.append(text[done:])
    return ("".join(parts), _Shift(*_last_of_each(starts, sources))) if done else (text, None)


def _whole_letters(text: str) -> Edits:
    """Kana and Hangul in one character where they are written in several."""
    if not _TABLE.parts or _TABLE.parts.isdisjoint(text):
        return
    for match in _PARTS.finditer(text):
        whole = unicodedata.normalize("NFC", match.group())
        if len(whole) == 1:
            yield *match.span(), whole


def _left_out(folded: Folded) -> Edits:
    """The spaces, commas and signs of index and power that do not count."""
    text, original = folded.text, folded.source
    for match in _SPOTS.finditer(text):
        start, end = match.span()
        match match.lastgroup:
            case "beside" | "power":
                yield start, end, ""
            case "number":
                commas = (i for i in range(start, end) if text[i] == ",")
                yield from (
                    (i, i + 1, "") for i in commas if _groups_digits(original, folded.at(i))
                )
            case "braced":
                yield start, start + 2, ""
                yield end - 1, end, ""
            case _:
                yield start + 1, end, ""


def _groups_digits(original: str, at: int) -> bool:
    """Whether a comma belongs to a number; a Chinese one only where the number is as wide."""
    return original[at] == "," or _WIDE_GROUP.match(original, at - 1) is not None


_WIDE_GROUP = re.compile("[０-９]，[０-９]")
_SPECIAL = re.compile(r"\d,\d|[a-zα-ω]_[\d{]|[a-zα-ω\d}]\^[ \d{]")
_RUNS = re.compile("  +")
# The space comes first: looking for it alone is quick.
_BESIDE_HAN = re.compile(f" (?:(?<=[{HAN}] )(?=[^{HAN}])|(?<=[^{HAN}] )(?=[{HAN}]))")


def fold_text(text: str) -> str:
    """The text of `fold(text)`, several times as fast."""
    folded = text.lower().translate(_TABLE) if text.isascii() else text.translate(_TABLE)
    if ("," in text or "_" in folded or "^" in folded) and _SPECIAL.search(folded):
        return fold(text).text
    if "，" in text and _WIDE_GROUP.search(text):
        return fold(text).text
    if _TABLE.parts and not _TABLE.parts.isdisjoint(folded):
        return fold(text).text
    if "  " in folded:
        folded = _RUNS.sub(" ", folded)
    return _BESIDE_HAN.sub("", folded) if " " in folded and not folded.isascii() else folded


def fold_lines(lines: str) -> str:
    """Each of `lines` folded on its own: nothing stands across a line break."""
    return fold_text(lines.replace("\n", _LINE_BREAK)).replace(_LINE_BREAK, "\n")


def fold(text: str) -> Folded:
    """`text` in its folded form, with the way back."""
    by_char, first = _by_char(text)
    whole, second = _edited(by_char, _whole_letters(by_char))
    shifts = tuple(shift for shift in (second, first) if shift)
    folded, third = _edited(whole, _left_out(Folded(whole, text, shifts)))
    return Folded(folded, text, (third, *shifts) if third else shifts)


@lru_cache(maxsize=1024)
def needle_of(text: str) -> str:
    """The folded form of something to look for, without outer space."""
    return fold_text(text).strip()


@dataclass(frozen=True, slots=True)
class Term:
    """One thing to find and mark, as typed. `prefix`: its last word may go on (`GRP*`)."""

    text: str
    prefix: bool = False


def ends_whole(text: str, start: int, end: int, prefix: bool) -> bool:
    """Whether no word or number at the edges of `start:end` goes on outside.

    Two characters on either side decide.
    """
    if start and is_word(text[start]):
        before = text[start - 1]
        if is_word(before):
            return False
        if before == "." and text[start].isdigit() and text[start - 2 : start - 1].isdigit():
            return False
    if not prefix and end < len(text) and is_word(text[end - 1]):
        after = text[end]
        if is_word(after):
            return False
        if after == "." and text[end - 1].isdigit() and text[end + 1 : end + 2].isdigit():
            return False
    return True


def occurrences(text: str, needle: str, *, prefix: bool = False) -> Iterator[tuple[int, int]]:
    """Where folded `needle` stands in folded `text`, without overlaps, as offsets in `text`."""
    if not needle:
        return
    size = len(needle)
    start = text.find(needle)
    while start >= 0:
        end = start + size
        if ends_whole(text, start, end, prefix):
            yield start, end
            start = text.find(needle, end)
        else:
            start = text.find(needle, start + 1)


def find_terms(text: str, terms: Sequence[Term]) -> list[tuple[int, int]]:
    """Spans of `text` that match any of `terms`, in order; those that overlap are joined."""
    folded = fold(text)
    found = sorted(
        folded.span(start, end)
        for term in terms
        for start, end in occurrences(folded.text, needle_of(term.text), prefix=term.prefix)
    )
    joined: list[tuple[int, int]] = []
    for start, end in found:
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


_HAN_RUN = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+")
_LATIN_WORD = re.compile(r"[A-Za-z\u00c0-\u024f]+(?:['’-][A-Za-z\u00c0-\u024f]+)*")


def count_words(text: str) -> int:
    """How long a text is to its reader: Han characters plus Latin words, the interface's 字."""
    return sum(map(len, _HAN_RUN.findall(text))) + len(_LATIN_WORD.findall(text))
