"""Cuts what was typed into tokens. Every string has some; oddities are told to `notes`.

Full-width brackets, colons and quotes are accepted as an input method types them. A word may hold
brackets of its own (`f(x)`), colons (`https://…`) and stars (`a*b` is two words). A single Han
character beside a Latin word or number is joined to it (`多 Agent`, `A 股`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

from vibe_tui.fold import is_han, is_word, needle_of
from vibe_tui.search.fields import field_of
from vibe_tui.text import Text

OPEN, CLOSE = "(（", ")）"
QUOTES = '"“”„‟＂'
_DASHES = "-－−"
_COLONS = ":："
_STARS = "*＊"
_APOSTROPHES = "'‘’"
_COMPARED = re.compile(r"([^\W\d_]+)\s*(>=|<=|[><=≥≤＞＜])\s*")
_COMPARISONS = {"≥": ">=", "≤": "<=", "＞": ">", "＜": "<"}

UNCLOSED_QUOTE = Text("未闭合的引号按普通词处理", "an unclosed quote is read as plain words")
INNER_STAR = Text("* 只能放在词尾，别处当作空格", "* works only at the end of a word")
LONE_STAR = Text("单独的 * 已忽略", "a * on its own is left out")

Note = Callable[[Text], None]


class Kind(Enum):
    """What a token is."""

    WORD = "word"
    PHRASE = "phrase"
    FIELD = "field"
    OPEN = "("
    CLOSE = ")"
    NOT = "not"
    AND = "and"
    OR = "or"


@dataclass(frozen=True, slots=True)
class Token:
    """One token; `text` is a word, the inside of a phrase, or the field's own name.

    `prefix` says that a star follows, `end` where the token ends in the query.
    """

    kind: Kind
    text: str = ""
    end: int = 0
    prefix: bool = False


_CLOSED = frozenset({"topic", "section", "date", "since", "until", "arxiv", "genre", "is", "id"})
"""Fields whose value is one name, number or day: no word after it belongs to it."""

_OPERATORS = {"AND": Kind.AND, "OR": Kind.OR, "NOT": Kind.NOT}


def tokens_of(text: str, note: Note) -> list[Token]:
    """The tokens of `text`."""
    found: list[Token] = []
    at = 0
    while at < len(text):
        char = text[at]
        if char.isspace():
            at += 1
        elif char in OPEN:
            at += 1
            found.append(Token(Kind.OPEN, char, at))
        elif char in CLOSE:
            at += 1
            found.append(Token(Kind.CLOSE, char, at))
        elif char in QUOTES:
            at = _phrase(text, at, found, note)
        elif char in _DASHES:
            at = _dash(text, at, found)
        else:
            at = _word(text, at, found, note)
    return _joined(found)


def _phrase(text: str, at: int, found: list[Token], note: Note) -> int:
    end = next((i for i in range(at + 1, len(text)) if text[i] in QUOTES), -1)
    if end < 0:
        note(UNCLOSED_QUOTE)
        return at + 1
    inside = text[at + 1 : end]
    end += 1
    star = end < len(text) and text[end] in _STARS
    end += star
    if needle_of(inside):
        found.append(Token(Kind.PHRASE, inside, end, star))
    return end


def _dash(text: str, at: int, found: list[Token]) -> int:
    end = at
    while end < len(text) and text[end] in _DASHES:
        end += 1
    if end - at == 1 and end < len(text) and not text[end].isspace():
        found.append(Token(Kind.NOT, text[at], end))
    return end


def _word(text: str, at: int, found: list[Token], note: Note) -> int:
    compared = _COMPARED.match(text, at)
    if compared and field_of(compared[1]) == "date":
        sign = _COMPARISONS.get(compared[2], compared[2])
        found.append(Token(Kind.FIELD, f"date{sign}", compared.end()))
        return compared.end()
    end, depth = at, 0
    while end < len(text):
        char = text[end]
        if char.isspace() or char in QUOTES or (char in CLOSE and not depth):
            break
        if char in _COLONS and field_of(text[at:end]):
            found.append(Token(Kind.FIELD, text[at:end], end + 1))
            return end + 1
        depth += (char in OPEN) - (char in CLOSE)
        end += 1
    _add_words(text[at:end], end, found, note)
    return end


def _add_words(word: str, end: int, found: list[Token], note: Note) -> None:
    if word in _OPERATORS:
        found.append(Token(_OPERATORS[word], word, end))
        return
    bare = word.rstrip(_STARS)
    star = len(bare) < len(word)
    pieces = [piece.strip(_APOSTROPHES) or piece for piece in re.split("[*＊]+", bare) if piece]
    if not pieces:
        note(LONE_STAR)
    elif len(pieces) > 1 or bare[0] in _STARS:
        note(INNER_STAR)
    for number, piece in enumerate(pieces, 1):
        if needle_of(piece):
            found.append(Token(Kind.WORD, piece, end, star and number == len(pieces)))


def _joined(tokens: list[Token]) -> list[Token]:
    joined: list[Token] = []
    last = ""
    for token in tokens:
        previous = joined[-1] if joined else None
        if (
            previous is not None
            and previous.kind is token.kind is Kind.WORD
            and not previous.prefix
            and not _is_value(joined)
            and _belong(needle_of(last), needle_of(token.text))
        ):
            joined[-1] = replace(token, text=f"{previous.text} {token.text}")
        else:
            joined.append(token)
        last = token.text
    return joined


def _is_value(tokens: list[Token]) -> bool:
    """Whether the last token is the value of a field that takes a name or a day, not text."""
    before = tokens[-2] if len(tokens) > 1 else None
    if before is None or before.kind is not Kind.FIELD:
        return False
    return before.text.startswith("date") or field_of(before.text) in _CLOSED


def _belong(left: str, right: str) -> bool:
    """Whether one is a single Han character and the other touches it with a letter or digit."""
    if len(left) == 1 and is_han(left):
        return is_word(right[0])
    return len(right) == 1 and is_han(right) and is_word(left[-1])
