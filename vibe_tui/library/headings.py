"""What a heading says by itself of the section under it, told by a small grammar.

Number, marks and what follows a colon are taken off; the rest is split at its joints (`/`, `与`,
`and`), and of each part the head word decides: the last one in Chinese and Japanese, in English
the last before a preposition. The words are in `headings.toml`; settings add to them. A name of
several kinds (`优点与局限`) has them all. What is said of others' work (`现有方法的局限`,
`limitations of prior work`) is background.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

from vibe_tui.model.section import OwnNames, SectionKind

Kinds = tuple[SectionKind, ...]

_COUNTED = frozenset(
    map(SectionKind, ("contributions", "experiments", "results", "limitations", "strengths"))
)
"""Kinds of which several may stand beside each other, by number: `局限 2：…`."""
_OWN = _COUNTED | {SectionKind.METHOD, SectionKind.TAKEAWAYS}
"""Kinds that are a report's own: of others' work they are background."""
JUDGED = frozenset({SectionKind.LIMITATIONS, SectionKind.STRENGTHS})
"""Kinds of a judgement: whose it is has to be clear, and it stands anywhere."""

_LONGEST = 300
_KEPT = 8192
_MOST_TAILS = 2
_NUMERAL = "[〇零一二三四五六七八九十百]+"
_NUMBER = re.compile(
    rf"(?:第\s*(?:{_NUMERAL}|\d+)\s*[章节部篇讲]分?|[(\[]\s*(?:{_NUMERAL}|\d+|[a-z])\s*[)\]]"
    rf"|{_NUMERAL}\s*[、.)]|(?:chapter|section|part|step|pass|stage|phase|q)\s*\d+|§\s*[\d.]+"
    r"|appendix\s+[a-z\d]+\s*[.:、—-]|\d+(?:\.\d+)*\s*[.)、]?"
    r"|(?:[a-z]|[ivx]+)(?:\s*[.)](?=\s)|\s+[—–-]\s))[\ufe0f\u20e3\s:、.—–-]*"
)
_LAST_NUMBER = re.compile(
    rf"(?<=[^\W\d])\s*(?:(?<=\s)#?\d+|#\d+|(?<=[\u3400-\u9fff])(?:\d+|{_NUMERAL}))$"
)
_COLON = re.compile(r"[^:(\[]*(?:(?:\([^()]*\)?|\[[^\[\]]*\]?)[^:(\[]*)*")
_HAN_GAP = re.compile(r"(?<=[\u3400-\u9fff]) +(?=[\u3400-\u9fff])")
_LINK = re.compile(r"!?\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])")
_TAG = re.compile(r"<[^<>]*>|\{\s*[#.:][^{}]*\}\s*$")
_EMPHASIS = re.compile(r"(?<!\\)[*`]|(?<!\\)__")
_has_markup = re.compile(r"[\[<{*`_\\]").search
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_ASIDE = re.compile(r"\s*\(([^()]*)\)$")
_ASIDES = re.compile(r"\s*\([^()]*\)\s*")
_EDGE = re.compile(r"^[^\w(\[§]+|[^\w)\]+%]+$")
_DASH = re.compile(r"\s*(?:[—–|]|(?<=\w)一一(?!对应)|\s-\s).*")
_JOINT = re.compile(
    r"[、,/&+;·・]|や|(?<!参)与|和|(?<!涉)(?<!以)及|以及|\band\b"
    r"|(?<=[\u30a0-\u30ff\u3400-\u9fff])と(?=[\u30a1-\u30fa\u3400-\u9fffa-z])"
)
_ASKED = re.compile(r"^(?:what|which|where)(?:'s| (?:is|are|was|were)) (?=(?:the|its|their|some) )")
_OF_ALL = re.compile(r"[的の]|への")
_ASIAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_QUOTED_HEAD = re.compile("[^的][“「『][^”」』]*[”」』]?$")
"""A word that is only spoken of: `跨家族“询问不足”` says nothing of limits."""
_RUNS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+|[^\u3040-\u30ff\u3400-\u9fff]+")
_WORD = re.compile(r"[^\W_][\w.'’+-]*")


class Meaning(NamedTuple):
    """What a heading says by itself: its kinds, the main one first, and whether it says so in
    words that are all known. `has_colon` tells that more is said after a colon."""

    kinds: Kinds = ()
    is_whole: bool = False
    has_colon: bool = False


class HeadingNames:
    """The names that sections have; `own` are a person's."""

    def __init__(self, own: OwnNames = ()) -> None:
        tables = _tables()
        self._whole: dict[str, SectionKind] = {}
        self._heads: dict[str, SectionKind] = {}
        self._asks: list[tuple[list[str], SectionKind]] = []
        self._shapes: list[tuple[list[str], SectionKind]] = []
        self._known: dict[str, Meaning] = {}
        self._plain: dict[SectionKind, re.Pattern[str]] = {}
        for kind in SectionKind:
            table = tables.get(kind.value, {})
            heads = [*table.get("zh", ()), *table.get("ja", ()), *table.get("en", ())]
            for name in (*table.get("whole", ()), *heads):
                self._name(name, kind)
            self._heads |= {_spaced(name): kind for name in heads if "…" not in name}
            self._asks += [(name.split("…"), kind) for name in table.get("asks", ())]
        for kind, names in own:
            for name in names:
                bare = _plain(bare_name(name)[0].translate(_variants()))
                self._name(bare, kind)
                self._heads[_spaced(bare)] = kind
        self._asks.sort(key=lambda ask: -sum(map(len, ask[0])))
        self._openings = tuple({pieces[0] for pieces, _ in self._shapes})
        self._longest = max(map(len, self._whole))

    def _name(self, name: str, kind: SectionKind) -> None:
        if "…" in name:
            self._shapes.append((name.split("…"), kind))
        else:
            self._whole[_spaced(name)] = kind

    def read(self, heading: str) -> Meaning:
        """What `heading` (Markdown source) says by itself."""
        found = self._known.get(heading)
        if found is None:
            if len(self._known) >= _KEPT:
                self._known.clear()
            found = self._known[heading] = self._read(heading)
        return found

    def is_plain(self, label: str, kind: SectionKind) -> bool:
        """Whether `label` is a name of `kind`, or holds a word by which readers ask for it.

        `边界与安全` in a running text is no name of limits, though `适用边界` heads them.
        """
        plain = self._plain.get(kind)
        if plain is None:
            names = "|".join(re.escape(name) for name, one in self._whole.items() if one is kind)
            asked = [pieces[0] for pieces, one in self._asks if one is kind and len(pieces) == 1]
            words = "|".join(map(re.escape, asked))
            plain = self._plain[kind] = re.compile(rf"(?:[\W\d]*(?:{names})s?\W*$)|.*(?:{words})")
        return plain.match(label.casefold().translate(_variants())) is not None

    def _read(self, heading: str) -> Meaning:
        name, rest = bare_name(heading)
        name = _ASKED.sub("", name.translate(_variants()))
        for short, full in _short_forms():
            name = name.replace(short, full)
        aside = _ASIDE.search(name)
        name = _without_edges(_ASIDE.sub("", name)) if aside else name
        name = _DASH.sub("", name) or name
        kinds, whole = self._of_name(name)
        if not kinds and (number := _LAST_NUMBER.search(name)):
            kinds, whole = self._of_name(name[: number.start()])
            kinds = tuple(kind for kind in kinds if kind in _COUNTED)
        if not kinds and "(" in name and _ASIAN.search(name):
            kinds, whole = self._of_name(_ASIDES.sub("", name))
        if not kinds and aside:
            kinds, whole = self._of_name(aside[1])
            kinds = kinds if whole else ()
        if not kinds and rest:
            rest = _ASIDE.sub("", _EDGE.sub("", rest.translate(_variants())))
            kinds, whole = self._of_name(_DASH.sub("", rest) or rest)
            # `MMLU-X: A Benchmark for …` is a title.
            kinds = kinds if whole and not rest.startswith(("a ", "an ")) else ()
        if not whole:
            kinds = self._of_question(heading, name) or kinds
        return Meaning(kinds, whole, bool(rest))

    def _of_name(self, name: str) -> tuple[Kinds, bool]:
        """The kinds of a name, and whether all of its words are known."""
        at_once = self._at_once(name)
        if at_once is not None:
            return () if at_once is SectionKind.OTHER else (at_once,), True
        foreign = _is_foreign(name)
        parts = [self._of_part(part) for part in _parts(name)]
        if any(kind is None for kind, _ in parts):
            # Beside something unknown only a name that is wholly known is one.
            single = len(parts) == 1 or _OF_ALL.search(_parts(name)[-1]) is not None
            parts = [
                (kind if known or (single and at == len(parts)) else None, known)
                for at, (kind, known) in enumerate(parts, 1)
            ]
        kinds = [
            SectionKind.BACKGROUND if foreign and kind in _OWN else kind
            for kind, _ in parts
            if kind is not None and kind is not SectionKind.OTHER
        ]
        # What is judged comes first: a reader who asks for the limits wants this section.
        kinds.sort(key=lambda kind: kind is not SectionKind.LIMITATIONS)
        return tuple(dict.fromkeys(kinds)), bool(kinds) and all(known for _, known in parts)

    def _at_once(self, name: str) -> SectionKind | None:
        found = self._whole.get(name) or self._whole.get(_spaced(_plain(name)))
        if found is None and name.startswith(self._openings):
            found = next((kind for shape, kind in self._shapes if _fits(name, shape)), None)
        return found

    def _of_part(self, part: str) -> tuple[SectionKind | None, bool]:
        kind = self._at_once(part)
        if kind is not None:
            return kind, True
        if not _ASIAN.search(part):
            return self._of_words(part)
        runs = [run.strip() for run in _RUNS.findall(part)]
        if len(runs) == 2 and all(self._at_once(run) for run in runs):
            return self._at_once(runs[0]), True
        bare = part
        for _ in range(_MOST_TAILS):
            bare = _without_tail(bare)
            kind, whole = self._of_asian(bare)
            if whole and kind is not SectionKind.OTHER and bare != part:
                return kind, True
        return self._of_asian(part)

    def _of_asian(self, part: str) -> tuple[SectionKind | None, bool]:
        """By the longest head word that `part` ends with, and what stands before it."""
        kind = self._at_once(part)
        if kind is not None or _QUOTED_HEAD.search(part):
            return kind, kind is not None
        for size in range(min(len(part) - 1, self._longest), 1, -1):
            end = part[-size:]
            kind = self._whole.get(end)
            if kind is not None:
                is_neutral = _neutral().fullmatch(part[:-size]) is not None
                if is_neutral or end in self._heads:
                    return kind, is_neutral
        return None, False

    def _of_words(self, part: str) -> tuple[SectionKind | None, bool]:
        """By the last word before a preposition, and what stands before and after it."""
        words = [_singular(word) for word in _WORD.findall(part)]
        between = _words("between")
        at = next((i for i, word in enumerate(words) if word in between and i), len(words))
        head, rest = words[:at], words[at + 1 :]
        neutral, tails = _words("neutral"), _words("tails")
        if rest and head and all(word in tails or word in neutral for word in head):
            kind, whole = self._of_words(" ".join(rest))
            if kind is not None:
                return kind, whole
        while head[1:] and head[-1] in tails and _named(head) not in self._whole:
            if all(word in neutral and word not in self._whole for word in head[:-1]):
                break
            head = head[:-1]
        if not head:
            return None, False
        about_all = all(word in neutral or word in between for word in rest)
        for start in range(len(head)):
            kind = self._whole.get(_named(head[start:]))
            if kind is not None and all(word in neutral for word in head[:start]):
                if not about_all and _named(head[start:]) not in self._heads:
                    return None, False
                return kind, about_all or kind not in JUDGED
        for start in range(len(head)):
            kind = self._heads.get(_named(head[start:]))
            if kind is not None:
                return kind, False
        return None, False

    def _of_question(self, heading: str, name: str) -> Kinds:
        if "?" in heading or "？" in heading or _asks(name):
            return next(((kind,) for pieces, kind in self._asks if _holds(name, pieces)), ())
        return ()


def bare_name(heading: str) -> tuple[str, str]:
    """`heading` without markup, number and what follows a colon; and what follows it.

    Widths and case are folded. A long report has thousands of headings, most of them plain: what
    cannot be there is not looked for.
    """
    text = heading[:_LONGEST]
    if _has_markup(text):
        text = _TAG.sub("", _LINK.sub(r"\1", text))
        text = _ESCAPE.sub(r"\1", _EMPHASIS.sub("", text))
    text = _without_edges(unicodedata.normalize("NFKC", text).casefold().strip())
    number = _NUMBER.match(text)
    if number and number.end() < len(text):
        text = _without_edges(text[number.end() :])
    found = _COLON.match(text)
    name = found[0] if found else text
    rest = text[len(name) + 1 :]
    name = _without_edges(name)
    if " " in name or not name.isprintable():
        name = _HAN_GAP.sub("", " ".join(name.split()))
    return name, rest.strip()


def _without_edges(text: str) -> str:
    """`text` from its first letter, digit or bracket to its last."""
    return text if text[:1].isalnum() and text[-1:].isalnum() else _EDGE.sub("", text)


def _parts(name: str) -> list[str]:
    return [part for part in (part.strip() for part in _JOINT.split(name)) if part] or [name]


def _is_foreign(name: str) -> bool:
    """Whether a name is about others' work: it begins with a word for it, or is `of` such."""
    if _ASIAN.search(name):
        return name.startswith(tuple(_words("foreign")))
    words = [_singular(word) for word in _WORD.findall(name)]
    after = words[words.index("of") :] if "of" in words else []
    return any(word in _words("foreign") for word in (*words[:1], *after))


def _without_tail(part: str) -> str:
    found = _tails().search(part)
    return part[: found.start()] if found and found.start() else part


def _asks(name: str) -> bool:
    words = _words("questions")
    first = name.partition(" ")[0]
    return first in words or any(word in name for word in words if not word.isascii())


def _holds(name: str, pieces: Sequence[str]) -> bool:
    """Whether `pieces` stand in `name`, one after the other."""
    at = 0
    for piece in pieces:
        at = name.find(piece, at)
        if at < 0:
            return False
        at += len(piece)
    return True


def _fits(name: str, pieces: Sequence[str]) -> bool:
    """Whether `name` begins with the first of `pieces`, ends with the last, and holds the rest."""
    return (
        name.startswith(pieces[0])
        and name.endswith(pieces[-1])
        and _holds(name, pieces)
        and len(name) > sum(map(len, pieces))
    )


def _singular(word: str) -> str:
    if len(word) < 4 or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("sses", "ches", "shes", "xes")):
        return word[:-2]
    return word[:-1] if word.endswith("s") else word


def _named(words: Sequence[str]) -> str:
    return _spaced(" ".join(words))


def _spaced(name: str) -> str:
    """A name as the tables have it: `take-away` is two words."""
    return name.replace("-", " ") if name.isascii() else name


def _plain(name: str) -> str:
    """A name with its English words in the singular, one space between them."""
    if _ASIAN.search(name) or not any(char.isalpha() for char in name):
        return name
    return " ".join(map(_singular, name.replace("?", "").split()))


@cache
def _text() -> str:
    return Path(__file__).with_name("headings.toml").read_text("utf-8")


@cache
def _tables() -> Mapping[str, Mapping[str, Sequence[str]]]:
    tables: dict[str, dict[str, list[str]]] = tomllib.loads(_text().translate(_variants()))
    return tables


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(_tables()["modifiers"][name])


@cache
def _short_forms() -> Sequence[tuple[str, str]]:
    pairs = _tables()["modifiers"]["short"]
    return tuple(zip(pairs[::2], pairs[1::2], strict=True))


@cache
def _neutral() -> re.Pattern[str]:
    words = sorted(_words("neutral"), key=len, reverse=True)
    return re.compile(rf"(?:{'|'.join(map(re.escape, words))}|\s)*")


@cache
def _tails() -> re.Pattern[str]:
    words = sorted(_words("tails"), key=len, reverse=True)
    return re.compile(rf"(?:{'|'.join(map(re.escape, words))})$")


@cache
def _variants() -> dict[int, str]:
    """Other forms of a character, each with the one that stands in the tables."""
    pairs = tomllib.loads(_text())["variants"]
    return {ord(old): str(new) for old, new in zip(pairs[::2], pairs[1::2], strict=True)}


@lru_cache(maxsize=64)
def heading_names(own: OwnNames = ()) -> HeadingNames:
    """The names of `headings.toml` and a person's own."""
    return HeadingNames(own)
