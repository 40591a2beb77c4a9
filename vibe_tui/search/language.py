"""The words and signs of the query language: names of fields, their values, tokens.

Fields, kinds, genres and states have English and Chinese names; days are written as people write
them: `2026-08`, `2026年8月`, `7d`, `今天`, `2026-01..2026-03`.

Every string has tokens; oddities are told to a `TellOddity`. Full-width signs are taken as an input
method types them. A word may hold brackets of its own (`f(x)`), colons (`https://…`) and stars
(`a*b` is two words). A single Han character beside a Latin word or number is joined to it
(`多 Agent`, `A 股`).
"""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

from vibe_tui.fold import Term, is_han, is_word, needle_of
from vibe_tui.model.report import Genre
from vibe_tui.model.section import KIND_NAMES, SectionKind
from vibe_tui.search.tree import QUOTES, Condition, Days, FieldValue, Word, whole_value
from vibe_tui.text import Text

_SPAN = re.compile(r"(\d{1,6})\s*(d|w|m|y|天|日|周|月|个月|年)")
_DAY = re.compile(r"(\d{4})(?:[-/.年](\d{1,2})(?:[-/.月](\d{1,2})日?|月)?|年)?")
_COMPACT = re.compile(r"(\d{4})(\d{2})(\d{2})?")
_RANGE = re.compile(r"(.*?)\s*(?:\.\.+|…|~|～|至|到)\s*(.*)", re.DOTALL)
_UNITS = {"天": "d", "日": "d", "周": "w", "月": "m", "个月": "m", "年": "y"}


def read_days(text: str, today: dt.date) -> Days | None:
    """The days that `text` names, or `None` where it names none."""
    text = text.strip()
    if days := _named(text.casefold(), today):
        return days
    if match := _RANGE.fullmatch(text):
        first = read_days(match[1], today) if match[1] else Days()
        last = read_days(match[2], today) if match[2] else Days()
        if first is None or last is None or (first.first is None and last.last is None):
            return None
        return Days(first.first, last.last)
    match = _DAY.fullmatch(text) or _COMPACT.fullmatch(text)
    return _calendar(*match.groups()) if match else None


def read_start(text: str, today: dt.date) -> dt.date | None:
    """The first day of `text`, which may also be a span back from today (`7d`)."""
    if match := _SPAN.fullmatch(text.strip().casefold()):
        return _back(today, int(match[1]), _UNITS.get(match[2], match[2]))
    days = read_days(text, today)
    return days.first if days else None


def read_end(text: str, today: dt.date) -> dt.date | None:
    """The last day of `text`, which may also be a span back from today."""
    if _SPAN.fullmatch(text.strip().casefold()):
        return read_start(text, today)
    days = read_days(text, today)
    return days.last if days else None


def _named(text: str, today: dt.date) -> Days | None:
    if text in ("today", "今天", "今日"):
        return Days(today, today)
    if text in ("yesterday", "昨天", "昨日"):
        day = _shift(today, 1)
        return Days(day, day)
    if text in ("week", "本周", "这周"):
        return Days(_shift(today, today.weekday()), today)
    if text in ("month", "本月", "这个月"):
        return Days(today.replace(day=1), today)
    if text in ("year", "今年"):
        return Days(today.replace(month=1, day=1), today)
    return None


def _calendar(year: str, month: str | None = None, day: str | None = None) -> Days | None:
    try:
        if month is None:
            return Days(dt.date(int(year), 1, 1), dt.date(int(year), 12, 31))
        if day is None:
            last = calendar.monthrange(int(year), int(month))[1]
            return Days(dt.date(int(year), int(month), 1), dt.date(int(year), int(month), last))
        whole = dt.date(int(year), int(month), int(day))
    except (ValueError, calendar.IllegalMonthError):
        return None
    return Days(whole, whole)


def _back(today: dt.date, count: int, unit: str) -> dt.date:
    if unit in "dw":
        return _shift(today, count * (7 if unit == "w" else 1))
    months = today.year * 12 + today.month - 1 - count * (12 if unit == "y" else 1)
    if months < 12:
        return dt.date.min
    year, month = months // 12, months % 12 + 1
    return dt.date(year, month, min(today.day, calendar.monthrange(year, month)[1]))


def _shift(today: dt.date, days: int) -> dt.date:
    return dt.date.fromordinal(max(1, today.toordinal() - days))


_FIELDS = {
    "title": ("标题", "题目"),
    "author": ("作者", "authors"),
    "topic": ("主题", "话题"),
    "source": ("来源",),
    "section": ("章节", "kind", "节"),
    "tag": ("标签", "tags", "keyword", "关键词"),
    "folder": ("文件夹", "目录", "dir"),
    "venue": ("会议", "期刊", "发表于"),
    "date": ("日期", "day", "year", "年份", "年"),
    "since": ("自", "从", "起", "after"),
    "until": ("至", "到", "止", "before"),
    "arxiv": ("论文号", "论文编号"),
    "genre": ("体裁", "类型"),
    "is": ("状态",),
    "id": ("编号",),
}
_FIELD_OF = {name: field for field, names in _FIELDS.items() for name in (field, *names)}

_MORE_KINDS = {
    SectionKind.SUMMARY: ("摘要", "概述", "tl;dr", "abstract"),
    SectionKind.LIMITATIONS: ("局限", "限制", "风险", "limitation", "limits"),
    SectionKind.TAKEAWAYS: ("结论", "要点", "关键要点", "总结", "conclusion"),
    SectionKind.RESULTS: ("结果", "result"),
    SectionKind.EXPERIMENTS: ("实验", "experiment"),
    SectionKind.CONTRIBUTIONS: ("核心贡献", "contribution"),
    SectionKind.REFERENCES: ("参考资料", "引用"),
    SectionKind.USE_CASES: ("场景",),
    SectionKind.RELATED: ("相关",),
}
KIND_OF_NAME = {
    needle_of(name): kind
    for kind, text in KIND_NAMES.items()
    for name in (kind.value, text.zh, text.en, *_MORE_KINDS.get(kind, ()))
}
_GENRES = {
    Genre.PAPER: ("论文",),
    Genre.DEEP_DIVE: ("深度", "深度解读", "长文"),
    Genre.NEWS: ("新闻", "资讯", "快讯"),
    Genre.INTERVIEW: ("访谈", "采访"),
    Genre.INCIDENT_REVIEW: ("复盘", "事故", "事故复盘"),
    Genre.NOTE: ("笔记", "札记"),
    Genre.INDEX: ("索引", "目录"),
}
_GENRE_OF = {
    needle_of(name): genre for genre, names in _GENRES.items() for name in (genre.value, *names)
}
_STATES = {
    "unread": ("未读",),
    "read": ("已读",),
    "starred": ("星标", "收藏", "star"),
    "new": ("新到",),
}
_STATE_OF = {name: state for state, names in _STATES.items() for name in (state, *names)}


def field_of(name: str) -> str:
    """The field that `name` stands for, `section:` kinds as `section:limitations`; else empty."""
    name = needle_of(name)
    if name in _FIELD_OF:
        return _FIELD_OF[name]
    kind = KIND_OF_NAME.get(name)
    return f"section:{kind.value}" if kind else ""


def read_value(field: str, value: str, today: dt.date, *, prefix: bool = False) -> Condition | None:
    """What `field:value` asks, or `None` where the value makes no sense to the field."""
    folded = needle_of(value)
    if not folded:
        return None
    match field:
        case "title" | "author" | "venue":
            return Word(Term(value, prefix=prefix), field)
        case "date":
            return read_days(value, today)
        case "since":
            first = read_start(value, today)
            return Days(first=first) if first else None
        case "until":
            last = read_end(value, today)
            return Days(last=last) if last else None
        case "date>" | "date>=" | "date<" | "date<=" | "date=":
            return _compared(field.removeprefix("date"), read_days(value, today))
        case "genre":
            genre = _GENRE_OF.get(folded)
            return FieldValue("genre", genre.value) if genre else None
        case "is":
            state = _STATE_OF.get(folded)
            return FieldValue("is", state) if state else None
        case _:
            return FieldValue(field, whole_value(field, value))


def _compared(sign: str, days: Days | None) -> Days | None:
    if days is None or days.first is None or days.last is None:
        return None
    match sign:
        case ">=":
            return Days(first=days.first)
        case ">":
            return Days(first=dt.date.fromordinal(days.last.toordinal() + 1))
        case "<=":
            return Days(last=days.last)
        case "<":
            return Days(last=dt.date.fromordinal(max(1, days.first.toordinal() - 1)))
        case _:
            return days


OPEN, CLOSE = "(（", ")）"
_DASHES = "-－−"
_COLONS = ":："
_STARS = "*＊"
_APOSTROPHES = "'‘’"
_COMPARED = re.compile(r"([^\W\d_]+)\s*(>=|<=|[><=≥≤＞＜])\s*")
_COMPARISONS = {"≥": ">=", "≤": "<=", "＞": ">", "＜": "<"}

UNCLOSED_QUOTE = Text("未闭合的引号按普通词处理", "an unclosed quote is read as plain words")
INNER_STAR = Text("* 只能放在词尾，别处当作空格", "* works only at the end of a word")
LONE_STAR = Text("单独的 * 已忽略", "a * on its own is left out")

TellOddity = Callable[[Text], None]


class TokenKind(Enum):
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

    kind: TokenKind
    text: str = ""
    end: int = 0
    prefix: bool = False


_CLOSED = frozenset(
    {"topic", "section", "folder", "date", "since", "until", "arxiv", "genre", "is", "id"}
)
"""Fields whose value is one name, number or day: no word after it belongs to it."""

_OPERATORS = {"AND": TokenKind.AND, "OR": TokenKind.OR, "NOT": TokenKind.NOT}


def query_tokens(text: str, note: TellOddity) -> list[Token]:
    """The tokens of `text`."""
    found: list[Token] = []
    at = 0
    while at < len(text):
        char = text[at]
        if char.isspace():
            at += 1
        elif char in OPEN:
            at += 1
            found.append(Token(TokenKind.OPEN, char, at))
        elif char in CLOSE:
            at += 1
            found.append(Token(TokenKind.CLOSE, char, at))
        elif char in QUOTES:
            at = _phrase(text, at, found, note)
        elif char in _DASHES:
            at = _dash(text, at, found)
        else:
            at = _word(text, at, found, note)
    return _joined(found)


def _phrase(text: str, at: int, found: list[Token], note: TellOddity) -> int:
    end = next((i for i in range(at + 1, len(text)) if text[i] in QUOTES), -1)
    if end < 0:
        note(UNCLOSED_QUOTE)
        return at + 1
    inside = text[at + 1 : end]
    end += 1
    star = end < len(text) and text[end] in _STARS
    end += star
    if needle_of(inside):
        found.append(Token(TokenKind.PHRASE, inside, end, star))
    return end


def _dash(text: str, at: int, found: list[Token]) -> int:
    end = at
    while end < len(text) and text[end] in _DASHES:
        end += 1
    if end - at == 1 and end < len(text) and not text[end].isspace():
        found.append(Token(TokenKind.NOT, text[at], end))
    return end


def _word(text: str, at: int, found: list[Token], note: TellOddity) -> int:
    compared = _COMPARED.match(text, at)
    if compared and field_of(compared[1]) == "date":
        sign = _COMPARISONS.get(compared[2], compared[2])
        found.append(Token(TokenKind.FIELD, f"date{sign}", compared.end()))
        return compared.end()
    end, depth = at, 0
    while end < len(text):
        char = text[end]
        if char.isspace() or char in QUOTES or (char in CLOSE and not depth):
            break
        if char in _COLONS and field_of(text[at:end]):
            found.append(Token(TokenKind.FIELD, text[at:end], end + 1))
            return end + 1
        depth += (char in OPEN) - (char in CLOSE)
        end += 1
    _add_words(text[at:end], end, found, note)
    return end


def _add_words(word: str, end: int, found: list[Token], note: TellOddity) -> None:
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
            found.append(Token(TokenKind.WORD, piece, end, star and number == len(pieces)))


def _joined(tokens: list[Token]) -> list[Token]:
    joined: list[Token] = []
    last = ""
    for token in tokens:
        previous = joined[-1] if joined else None
        if (
            previous is not None
            and previous.kind is token.kind is TokenKind.WORD
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
    if before is None or before.kind is not TokenKind.FIELD:
        return False
    return before.text.startswith("date") or field_of(before.text) in _CLOSED


def _belong(left: str, right: str) -> bool:
    """Whether one is a single Han character and the other touches it with a letter or digit."""
    if len(left) == 1 and is_han(left):
        return is_word(right[0])
    return len(right) == 1 and is_han(right) and is_word(left[-1])
