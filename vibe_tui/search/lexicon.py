"""The index's own words: what it holds, how often, which characters follow which.

One look at the segments of a coverage; texts that are not indexed are not known here. All of it may
raise what damaged files raise.

Chinese is also found by pinyin and in the other form of its characters. Both need packages that are
not always there (`pip install vibe-research-reader[chinese]`), loaded at the first question;
without them nothing is offered.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice

from vibe_tui.fold import Term, find_terms, needle_of
from vibe_tui.search.coverage import Coverage
from vibe_tui.search.engine.terms import Sets, filter_of, members
from vibe_tui.search.text import PART, TextParts
from vibe_tui.search.tree import Word

_MOST_WORDS = 20_000


class Lexicon:
    """What the texts of `coverage` are made of."""

    def __init__(self, coverage: Coverage) -> None:
        self._coverage = coverage
        self._segments = coverage.view.segments
        self._matchers = coverage.matchers()
        self._records: dict[tuple[int, int], str] = {}
        self._pairs: dict[str, Sets] = {}
        self._seconds: dict[str, list[Sequence[int]]] = {}

    @property
    def size(self) -> int:
        """How many texts there are."""
        return sum(mask.bit_count() for mask in self._coverage.masks)

    # Which texts

    def about(self, text: str, *, prefix: bool = False) -> int:
        """How many texts may hold `text`: never too few, and cheap."""
        return count_of(self._sets([text], prefix=prefix))

    def stands(self, text: str, *, prefix: bool = False) -> bool:
        """Whether some text holds `text`."""
        if not needle_of(text) or not self.about(text, prefix=prefix):
            return False
        word = Word(Term(text, prefix))
        return any(
            matcher.find(word, mask)
            for matcher, mask in zip(self._matchers, self._coverage.masks, strict=True)
        )

    def positions(self, text: str, *, prefix: bool = False) -> list[int]:
        """The reports, by their position in the corpus, whose texts hold `text`."""
        word = Word(Term(text, prefix))
        return [
            row[document]
            for matcher, mask, row in zip(
                self._matchers, self._coverage.masks, self._coverage.documents, strict=True
            )
            for document in members(matcher.find(word, mask))
        ]

    def pair(self, pair: str) -> Sets:
        """The texts in which two characters, one of them no Latin letter, are neighbours."""
        if pair not in self._pairs:
            self._pairs[pair] = tuple(
                segment.documents("text", pair) & mask
                for segment, mask in zip(self._segments, self._coverage.masks, strict=True)
            )
        return self._pairs[pair]

    # Which words

    def words(self, start: str) -> Iterator[str]:
        """The words that begin with `start`, each once."""
        seen: set[str] = set()
        for segment in self._segments:
            new = set(segment.words_from(start, _MOST_WORDS)) - seen
            seen |= new
            yield from new

    def followers(self, char: str, among: frozenset[int]) -> set[int]:
        """Which of the characters `among`, given as codes, stand somewhere right after `char`."""
        if char not in self._seconds:
            self._seconds[char] = [segment.followers(char) for segment in self._segments]
        return set[int]().union(*(among.intersection(codes) for codes in self._seconds[char]))

    def matches(self, pattern: str, holding: Iterable[str], most: int) -> Counter[str]:
        """What `pattern` matches in `most` texts with all of `holding`, and in how many."""
        wanted = re.compile(pattern)
        found: Counter[str] = Counter()
        for record in islice(self._holding(self._sets(holding)), most):
            found.update(set(wanted.findall(record)))
        return found

    def written(self, needle: str) -> str:
        """Folded `needle` as some text writes it."""
        for line in self._lines_with(needle):
            for start, end in find_terms(line, [Term(needle)]):
                return line[start:end]
        return needle

    def _lines_with(self, needle: str) -> Iterator[str]:
        """The lines of the first sections that may hold `needle`."""
        for segment, bits in zip(self._segments, self._sets([needle]), strict=True):
            for document in members(bits)[:1]:
                record = segment.record(document)
                parts = TextParts(record, segment.packed(document))
                for number, part in enumerate(record.split(PART.encode())[1:]):
                    if needle.encode() in part:
                        yield from parts[number].lines

    def _holding(self, sets: Sequence[int]) -> Iterator[str]:
        for number, bits in enumerate(sets):
            for document in members(bits):
                key = number, document
                if key not in self._records:
                    self._records[key] = self._segments[number].record(document).decode()
                yield self._records[key]

    def _sets(self, texts: Iterable[str], *, prefix: bool = False) -> Sets:
        terms = [term for text in texts for term in filter_of(needle_of(text), prefix=prefix).terms]
        found = []
        for segment, mask in zip(self._segments, self._coverage.masks, strict=True):
            for term in terms:
                mask = mask and mask & segment.documents("text", term)
            found.append(mask)
        return tuple(found)


def count_of(sets: Sets) -> int:
    """How many texts."""
    return sum(bits.bit_count() for bits in sets)


def both(some: Sets, others: Sets) -> Sets:
    """The texts in both."""
    return tuple(map(int.__and__, some, others))


MOST = 4
_BEAM = 24
_RARE = 20
_HAN = ("\u4e00", "\u9fff")
_SYLLABLES = range(2, 9)


def load_scripts() -> None:
    """Load what is there, which takes longer than a question."""
    _converter("t2s")
    _codes_by_syllable()


def other_forms(text: str) -> list[str]:
    """`text` in simplified and in traditional characters, where that is another text."""
    forms = [converted for name in ("t2s", "s2t") if (converted := _convert(text, name)) != text]
    return list(dict.fromkeys(forms))


def _convert(text: str, name: str) -> str:
    converter = _converter(name)
    if converter is None:
        return text
    # A command line may hold halves of characters, which the package does not take.
    whole = text.encode("utf-8", "replace").decode()
    return str(converter(whole)) if whole == text else text


@lru_cache(maxsize=2)
def _converter(name: str) -> Callable[[str], str] | None:
    try:
        from opencc import OpenCC
    except ImportError:
        return None
    convert: Callable[[str], str] = OpenCC(name).convert
    return convert


def by_pinyin(letters: str, lexicon: Lexicon) -> list[str]:
    """Chinese in the index that is read as `letters`, the most frequent first."""
    codes = _codes_by_syllable()
    found: dict[str, int] = {}
    for syllables in _cut(letters, codes, _SYLLABLES.stop - 1):
        if len(syllables) in _SYLLABLES:
            found |= _chains([codes[syllable] for syllable in syllables], lexicon)
    return _frequent(found, lexicon)


def begins_as(name: str, letters: str) -> bool:
    """Whether the Chinese `name` begins with what is read as `letters`, or with their initials."""
    if not letters or not name or not letters.isascii():
        return not letters
    sounds = _readings().get(name[0], ())
    return any(
        sound.startswith(letters)
        or (letters.startswith(sound) and begins_as(name[1:], letters[len(sound) :]))
        or (letters[0] == sound[0] and begins_as(name[1:], letters[1:]))
        for sound in sounds
    )


def homophones(text: str, lexicon: Lexicon) -> list[str]:
    """Chinese in the index that is read as `text` is."""
    codes, readings = _codes_by_syllable(), _readings()
    if len(text) not in _SYLLABLES or not all(char in readings for char in text):
        return []
    choices = [
        frozenset().union(*(codes[syllable] for syllable in readings[char])) for char in text
    ]
    found = _chains(choices, lexicon)
    found.pop(text, None)
    return _frequent(found, lexicon)


def _frequent(found: Mapping[str, int], lexicon: Lexicon) -> list[str]:
    """The most frequent of `found`; what is rare beside them is no word, but two that met."""
    likely = sorted(found, key=lambda text: (-found[text], text))
    least = found[likely[0]] / _RARE if likely else 0
    kept = (text for text in likely[: 2 * MOST] if found[text] > least and lexicon.stands(text))
    return list(islice(kept, MOST))


def _chains(choices: list[frozenset[int]], lexicon: Lexicon) -> dict[str, int]:
    """Strings with a character of each choice, whose neighbours all stand together somewhere.

    With about how many texts hold each; only the most frequent beginnings are followed.
    """
    kept: dict[str, Sets] = {}
    for code in choices[0]:
        for following in lexicon.followers(chr(code), choices[1]):
            pair = chr(code) + chr(following)
            kept[pair] = lexicon.pair(pair)
    for choice in choices[2:]:
        best = sorted(kept, key=lambda text: (-count_of(kept[text]), text))[:_BEAM]
        kept = {
            text + chr(code): both(kept[text], lexicon.pair(text[-1] + chr(code)))
            for text in best
            for code in lexicon.followers(text[-1], choice)
        }
    return {text: count for text, sets in kept.items() if (count := count_of(sets))}


def _cut(letters: str, syllables: Mapping[str, object], most: int) -> Iterator[list[str]]:
    """All ways to read `letters` as at most `most` syllables."""
    if not letters:
        yield []
    for size in range(1, min(6, len(letters)) + 1) if most else ():
        if letters[:size] in syllables:
            for rest in _cut(letters[size:], syllables, most - 1):
                yield [letters[:size], *rest]


@lru_cache(maxsize=1)
def _readings() -> dict[str, tuple[str, ...]]:
    """The syllables, without tones, that each character is read as; empty without the package."""
    try:
        from pypinyin.pinyin_dict import pinyin_dict
    except ImportError:
        return {}
    found = {}
    for code, sounds in pinyin_dict.items():
        char = chr(code)
        if _is_common(char):
            found[char] = tuple(dict.fromkeys(map(_toneless, sounds.split(","))))
    return found


def _is_common(char: str) -> bool:
    """Whether a character is in GB 2312 or among the frequent ones of Big5: others only cost."""
    if char.encode("gb2312", "ignore"):
        return _HAN[0] <= char <= _HAN[1]
    return b"\xa4" <= char.encode("big5", "ignore")[:1] <= b"\xc6"


@lru_cache(maxsize=1)
def _codes_by_syllable() -> Mapping[str, frozenset[int]]:
    found: defaultdict[str, set[int]] = defaultdict(set)
    for char, syllables in _readings().items():
        for syllable in syllables:
            found[syllable].add(ord(char))
    return {syllable: frozenset(codes) for syllable, codes in found.items()}


@lru_cache(maxsize=4096)
def _toneless(sound: str) -> str:
    """`lǜ` as `lv`, `xiàn` as `xian`."""
    letters = unicodedata.normalize("NFD", sound).replace("u\u0308", "v")
    return "".join(char for char in letters if not unicodedata.combining(char))
