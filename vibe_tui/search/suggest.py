"""“Did you mean”: other queries that find something, for one that finds nothing.

Words that no text holds are replaced by what the index has in their place: the same in the other
Chinese script, what is read like that, the nearest words by edits of letters, the nearest phrases
by the places where all but one character stand. Where every word stands somewhere, but not
together, the query is asked with one of its parts left out; a long Chinese word that stands nowhere
is asked in pieces. After `topic:` or `author:` the names are offered that begin as what is typed.
Each suggestion is tried: what is offered finds something. All of it stops when the time is up.
"""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from vibe_tui.fold import HAN, is_han, needle_of
from vibe_tui.search import lexicon as scripts
from vibe_tui.search.language import Token, TokenKind, field_of
from vibe_tui.search.lexicon import Lexicon
from vibe_tui.search.query import Query
from vibe_tui.search.tree import QUOTES
from vibe_tui.text import Text

SECONDS, TYPING_SECONDS = 1.0, 0.09
"""How long may be looked for; while somebody types and something was found."""

MOST = 6
_MOST_MISSING, _MOST_PARTS = 3, 6
_LONGEST = 32
"""Longer words are no slips of others."""

_MOST_NEAR = 4
_LONGEST_PIECE = 8
SAMPLE = 16
"""Texts that are looked at for one pattern."""

_SHORT, _LONG = 5, 8
"""Letters of a word that may have one slip, and from twice as many on three."""

_BARE = re.compile(r"[\w-]+")
_RUNS = re.compile(f"[{HAN}]+|[^\\W\\d_{HAN}]+")
_TEXT_FIELDS = frozenset({"", "title", "author"})


class Why(Enum):
    """What a suggestion is."""

    SCRIPT = "script"
    SPELLING = "spelling"
    SOUND = "sound"
    FEWER = "fewer"
    PIECE = "piece"
    NAME = "name"


REASONS = {
    Why.SCRIPT: Text("另一种字形", "the other Chinese script"),
    Why.SPELLING: Text("相近的词", "a similar word"),
    Why.SOUND: Text("同音", "the same sound"),
    Why.FEWER: Text("少一个条件", "one condition less"),
    Why.PIECE: Text("其中一段", "a part of it"),
    Why.NAME: Text("以此开头", "begins so"),
}


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A whole query to ask instead, and how many reports answer it."""

    query: str
    why: Why
    total: int


@dataclass(frozen=True, slots=True)
class _Asked:
    """A stretch of the query that may stand for something else."""

    start: int
    end: int
    text: str
    typing: bool


def suggest(query: Query, lexicon: Lexicon, count: Callable[[str], int]) -> tuple[Suggestion, ...]:
    """Queries that may have been meant; `count` says how many reports answer one."""
    scripts.load_scripts()
    began = time.monotonic()
    found: dict[str, Suggestion] = {}
    for other, why in _candidates(query, lexicon):
        if other not in found and (total := count(other)):
            found[other] = Suggestion(other, why, total)
        patience = TYPING_SECONDS if query.typing and found else SECONDS
        if len(found) >= MOST or time.monotonic() - began > patience:
            break
    return tuple(found.values())


NAMED = ("topic", "tag", "source", "author")
"""Fields whose values are names that are offered while they are typed."""

MOST_NAMES = 12


def complete(
    query: Query,
    names: Callable[[str], Iterable[Sequence[str]]],
    count: Callable[[str], int],
) -> tuple[Suggestion, ...]:
    """The query with the names that its last value may become, and the reports that answer each.

    `names` gives what there is of a field, the most frequent first, each with its spellings.
    """
    fields = [token for token in query.tokens if token.kind is TokenKind.FIELD]
    if not fields or field_of(fields[-1].text) not in NAMED:
        return ()
    head, rest = query.text[: fields[-1].end], query.text[fields[-1].end :].strip()
    typed = rest.lstrip(QUOTES)
    if any(char in QUOTES for char in typed) or (" " in typed and typed == rest):
        return ()
    found: dict[str, Suggestion] = {}
    for spellings in names(field_of(fields[-1].text)):
        latin_first = fields[-1].text.isascii()
        ordered = sorted(spellings, key=lambda name: name.isascii() is not latin_first)
        begun = [name for name in ordered if needle_of(name).startswith(needle_of(typed))]
        read = [name for name in ordered if scripts.begins_as(name, typed)]
        for name in [*begun, *read][:1]:
            other = f"{head}{name}" if _BARE.fullmatch(name) else f'{head}"{name}"'
            if other != query.text and other not in found and (total := count(other)):
                found[other] = Suggestion(other, Why.NAME, total)
        if len(found) == MOST_NAMES:
            break
    return tuple(found.values())


def _candidates(query: Query, lexicon: Lexicon) -> Iterator[tuple[str, Why]]:
    for form in scripts.other_forms(query.text):
        yield form, Why.SCRIPT
    words = _words(query)
    missing = [word for word in words if not lexicon.stands(word.text, prefix=word.typing)]
    changes = [list(_instead(word, lexicon)) for word in missing[:_MOST_MISSING]]
    if changes and all(changes):
        # Several slips at once: the best for each, then one by one.
        best = list(zip(missing, (some[0] for some in changes), strict=False))
        yield _replaced(query.text, [(piece, text) for piece, (text, _) in best]), best[0][1][1]
        for piece, some in zip(missing, changes, strict=False):
            others = [(p, text) for p, (text, _) in best if p is not piece]
            for text, why in some[1:]:
                yield _replaced(query.text, [*others, (piece, text)]), why
    for shorter in _fewer(query, lexicon):
        yield shorter, Why.FEWER


def _words(query: Query) -> list[_Asked]:
    """The words and phrases of the query, where they stand in it; none that is excluded."""
    tokens, written = query.tokens, query.text
    found = []
    for number, token in enumerate(tokens):
        if token.kind not in (TokenKind.WORD, TokenKind.PHRASE):
            continue
        before = tokens[number - 1] if number else None
        if before is not None and before.kind is TokenKind.NOT:
            continue
        if before is not None and before.kind is TokenKind.FIELD and not _takes_text(before):
            continue
        start = written.rfind(token.text, 0, token.end)
        if start >= 0 and len(token.text) <= _LONGEST:
            end = start + len(token.text)
            at_caret = query.typing and token.kind is TokenKind.WORD and token.end == len(written)
            found.append(_Asked(start, end, token.text, at_caret or token.prefix))
    return found


def _takes_text(field: Token) -> bool:
    name = field_of(field.text)
    return name in _TEXT_FIELDS or name.startswith("section:")


def _instead(word: _Asked, lexicon: Lexicon) -> Iterator[tuple[str, Why]]:
    """Texts to put in the place of a word that stands nowhere."""
    folded = needle_of(word.text).replace("'", "")
    runs = [match.group() for match in _RUNS.finditer(folded)]
    if len(runs) == 1:
        for text, why in _instead_of_run(runs[0], lexicon, typing=word.typing):
            yield lexicon.written(text), why
        return
    # Chinese and Latin typed as one word: mend the part that stands nowhere, else part them.
    lost = [run for run in runs if not lexicon.stands(run)]
    for run in lost[:1]:
        for text, why in _instead_of_run(run, lexicon, typing=False):
            mended = folded.replace(run, f" {lexicon.written(text)} ")
            yield mended.strip(), why
    if runs and not lost:
        parts = map(lexicon.written, runs)
        # A single Han character would be joined to the word beside it again.
        apart = (f'"{run}"' if len(run) == 1 and is_han(run) else run for run in parts)
        yield " ".join(apart), Why.FEWER


def _instead_of_run(run: str, lexicon: Lexicon, *, typing: bool) -> Iterator[tuple[str, Why]]:
    if is_han(run[0]):
        for text in scripts.homophones(run, lexicon):
            yield text, Why.SOUND
        for text in near_phrases(run, lexicon):
            yield text, Why.SPELLING
        for text in two_parts(run, lexicon):
            yield text, Why.FEWER
        for text in pieces(run, lexicon):
            yield text, Why.PIECE
    else:
        if run.isascii():
            for text in scripts.by_pinyin(run, lexicon):
                yield text, Why.SOUND
        for text in near_words(run, lexicon, typing=typing):
            yield text, Why.SPELLING


def _replaced(query: str, changes: list[tuple[_Asked, str]]) -> str:
    for piece, text in sorted(changes, key=lambda change: -change[0].start):
        query = query[: piece.start] + text + query[piece.end :]
    return query


def _fewer(query: Query, lexicon: Lexicon) -> Iterator[str]:
    """The query without one of its parts: first without the rarest word."""
    tokens, written = query.tokens, query.text
    if any(token.kind in (TokenKind.OPEN, TokenKind.CLOSE, TokenKind.OR) for token in tokens):
        return
    values = [token for token in tokens if token.kind in (TokenKind.WORD, TokenKind.PHRASE)]
    if len(values) < 2:
        return
    starts = [0, *(token.end for token in values)]
    parts = list(zip(starts, values, strict=False))
    parts.sort(key=lambda part: lexicon.about(part[1].text))
    for start, value in parts[:_MOST_PARTS]:
        rest = f"{written[:start].rstrip()} {written[value.end :].lstrip()}".strip()
        if needle_of(rest):
            yield rest


# What is near a word


def edits(a: str, b: str, most: int) -> int:
    """Letters to put in, leave out, change or swap to make `b` of `a`; above `most`, any number
    above it."""
    if abs(len(a) - len(b)) > most:
        return most + 1
    before, row = list[int](), list(range(len(b) + 1))
    for i, char in enumerate(a, 1):
        older, before, row = before, row, [i]
        for j, other in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (char != other))
            if i > 1 and j > 1 and char == b[j - 2] and a[i - 2] == other:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
    return row[-1]


def near_words(word: str, lexicon: Lexicon, *, typing: bool = False) -> list[str]:
    """Words of the index that `word` may be a slip of; of an unfinished one, also how they begin.

    The first two letters may be swapped, or the first one missing. Of two words that are as far
    off, the one of the same letters comes first, then the one with the same first letter.
    """
    if len(word) < 3 or not word[0].isalpha():
        return []
    most = 1 if len(word) <= _SHORT else 2 if len(word) < 2 * _LONG else 3
    letters = set(word)
    found: list[tuple[int, bool, bool, bool, int, str]] = []
    for first in dict.fromkeys(word[:2]):
        for other in lexicon.words(first):
            if other == word or len(other) < 3:
                continue
            whole = len(other) <= len(word) + most
            if not (whole or typing) or len(letters - set(other)) > most:
                continue
            distance = edits(word, other if whole else other[: len(word)], most)
            if distance <= most:
                swapped = sorted(other) == sorted(word)
                order = (not whole, not swapped, other[0] != word[0], -lexicon.about(other))
                found.append((distance, *order, other))
    return [other for *_, other in sorted(found)[:_MOST_NEAR]]


def near_phrases(text: str, lexicon: Lexicon) -> list[str]:
    """Stretches of the index's texts that differ from Chinese `text` in one character."""
    if len(text) < 3:
        return []
    found: Counter[str] = Counter()
    for other in _rearranged(text):
        found.update(lexicon.matches(re.escape(other), [other], SAMPLE))
    for left, right in _gaps(text):
        holding = [part for part in (left, right) if len(part) > 1]
        if holding:
            pattern = f"{re.escape(left)}[^\\W\\d_a-z]{re.escape(right)}"
            found.update(lexicon.matches(pattern, holding, SAMPLE))
    del found[text]
    ranked = sorted(found, key=lambda other: (-found[other], abs(len(other) - len(text)), other))
    kept: list[str] = []
    for other in ranked:
        if found[other] and not any(_part_of_a_word(other, known, found) for known in kept):
            kept.append(other)
    return kept[:_MOST_NEAR]


def _part_of_a_word(part: str, whole: str, found: Mapping[str, int]) -> bool:
    """Whether `part` mostly stands where `whole` does."""
    return part in whole and found[part] < 2 * found[whole]


def _rearranged(text: str) -> Iterator[str]:
    """`text` with one character less, or two neighbours swapped."""
    for at in range(len(text)):
        if len(text) > 3:
            yield text[:at] + text[at + 1 :]
        if at + 1 < len(text):
            yield text[:at] + text[at + 1] + text[at] + text[at + 2 :]


def _gaps(text: str) -> Iterable[tuple[str, str]]:
    """What stands around one character that is another, or is missing."""
    changed = [(text[:at], text[at + 1 :]) for at in range(len(text))]
    missing = [(text[:at], text[at:]) for at in range(1, len(text))]
    return dict.fromkeys((*changed, *missing))


def two_parts(text: str, lexicon: Lexicon) -> list[str]:
    """Chinese `text` as two words that both stand somewhere, the best cut first."""
    cuts = [(text[:at], text[at:]) for at in range(2, len(text) - 1)]
    cuts.sort(key=lambda cut: -min(map(lexicon.about, cut)))
    for cut in cuts:
        if all(map(lexicon.stands, cut)):
            return [" ".join(cut)]
    return []


def pieces(text: str, lexicon: Lexicon) -> list[str]:
    """Shorter pieces of Chinese `text` that stand somewhere, the most characteristic first.

    Of all ways to cut it those pieces count that cover most of it, and are fewest: what stands
    across the end of a word says nothing.
    """
    best: list[tuple[int, int, tuple[str, ...]]] = [(0, 0, ())]
    for end in range(1, len(text) + 1):
        ways = [best[-1]]
        for start in range(max(0, end - _LONGEST_PIECE), end - 1):
            piece = text[start:end]
            if piece != text and lexicon.about(piece) and lexicon.stands(piece):
                covered, number, before = best[start]
                ways.append((covered + len(piece), number - 1, (*before, piece)))
        best.append(max(ways, key=lambda way: way[:2]))
    return sorted(set(best[-1][2]), key=lambda piece: (lexicon.about(piece), -len(piece)))
