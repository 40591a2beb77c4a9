"""What a text is about: the words and phrases that it repeats and others do not. Pure.

Chinese is not cut into words: a stretch of characters counts as a phrase when it comes back
several times and nothing longer does as often. How rare a term is elsewhere decides with how often
it stands here.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from vibe_tui.fold import HAN
from vibe_tui.search.engine.terms import WORD

LEAST = 3
"""Times that a Chinese phrase must come back."""

_RARE = 0.1
_ALONE, _SHORT = 3, 6
_SIZES = range(2, 9)
_LEAST_WORD = 2
_LATIN = re.compile(
    f"[^\\W\\d_{HAN}][^\\W_{HAN}]+(?:[-.+][^\\W_{HAN}]+)*|\\d+(?:[.,]\\d+)+%?|\\d+%"
)
_RUNS = re.compile(f"[{HAN}]{{2,}}")
_JOINTS = frozenset(
    "的了是在与和不也被把对于及等一个其这那有为以从到由而但就都可能会要将让使更最很又再还只并且或若则"
    "如因所需能上下中里外前后间时每各该此它他我你们们之者着过得地来去做用无没未非同种第并即仍均皆"
)
"""Characters with which no phrase begins or ends: they join words."""

_PLAIN = frozenset(
    re.findall(
        r"\w+",
        "the of and to in is for on with that by as at from it an be are this or not we was "
        "can all one two no if but has have its which than then via per vs et al you your "
        "they them their there these those when where while will would should could about "
        "after again also been before being between both does done down each few how just "
        "like make may might more most much must only other our out same so some such take "
        "through too under up use used very what who why until into over now go goes here i "
        "he she his her us do did had were am any nor off own once arxiv http https www com "
        "org abs pdf html github huggingface papers paper url id api "
        # Commands of formulas.
        "operatorname mathrm mathbf mathcal mathbb mathsf mathit boldsymbol textbf textrm frac "
        "dfrac tfrac sqrt cdot cdots ldots quad qquad aligned epsilon varepsilon lambda theta",
    )
)


def key_terms(
    lines: Sequence[str], frequency: Callable[[str], int], texts: int, most: int
) -> list[str]:
    """The `most` telling terms of folded `lines`, of which other `texts` are known.

    `frequency` says in about how many of them a term stands.
    """
    counts = _words(lines) + _phrases(lines)
    likely = sorted(counts, key=lambda term: (-counts[term] * len(term), term))[: 12 * most]
    scored = []
    for term in likely:
        rare = math.log((texts + 1) / (frequency(term) + 0.5))
        if rare > _RARE:
            worth = math.log1p(counts[term]) * rare * (1 + 0.15 * min(len(term), 6))
            scored.append((-round(worth, 3), term))
    return [term for _, term in sorted(scored)[:most]]


def _words(lines: Iterable[str]) -> Counter[str]:
    """Latin words that say something, and names with digits; numbers alone do not."""
    found: Counter[str] = Counter()
    for line in lines:
        found.update(
            word
            for word in WORD.findall(line)
            if len(word) > 2 and word not in _PLAIN and not word[0].isdigit()
        )
    return Counter({word: count for word, count in found.items() if count >= _LEAST_WORD})


def words_in(text: str, lines: Iterable[str], most: int) -> list[tuple[int, int]]:
    """At most `most` stretches of `text` to look for elsewhere, in order and without overlaps.

    Both are one report's: `text` is a block of it as it is read, `lines` all of it. Latin words
    and numbers are taken whole, Chinese where it comes back in the report or stands alone.
    """
    phrases = _phrases(lines, 2)
    latin = (match for match in _LATIN.finditer(text) if match.group().casefold() not in _PLAIN)
    found = [match.span() for match in latin]
    taken = set[int]()
    stretches = [
        (count * (len(phrase) - 1), at, at + len(phrase))
        for phrase, count in phrases.items()
        for at in _places(text, phrase)
    ]
    # What stands between two signs is most often one word.
    stretches += [
        (_ALONE * (match.end() - match.start() - 1), *match.span())
        for match in _RUNS.finditer(text)
        if match.end() - match.start() <= _SHORT and _is_phrase(match.group())
    ]
    for _, start, end in sorted(stretches, key=lambda one: (-one[0], one[1])):
        if taken.isdisjoint(range(start, end)):
            taken.update(range(start, end))
            found.append((start, end))
    first = {text[start:end].casefold(): (start, end) for start, end in sorted(found, reverse=True)}
    return sorted(first.values())[:most]


def _places(text: str, phrase: str) -> Iterator[int]:
    at = text.find(phrase)
    while at >= 0:
        yield at
        at = text.find(phrase, at + len(phrase))


def _phrases(lines: Iterable[str], least: int = LEAST) -> Counter[str]:
    """Stretches of Chinese that come back, none of them only as part of a longer one."""
    grams: Counter[str] = Counter()
    for line in lines:
        for run in _RUNS.findall(line):
            for size in _SIZES:
                grams.update(run[at : at + size] for at in range(len(run) - size + 1))
    often = {gram: count for gram, count in grams.items() if count >= least}
    inside = set()
    for gram, count in often.items():
        for part in (gram[1:], gram[:-1]):
            # A part that hardly stands alone is no phrase of its own.
            if len(part) > 1 and often.get(part, 0) <= count * 1.25:
                inside.add(part)
    return Counter(
        {gram: count for gram, count in often.items() if gram not in inside and _is_phrase(gram)}
    )


def _is_phrase(gram: str) -> bool:
    return gram[0] not in _JOINTS and gram[-1] not in _JOINTS
