"""The names that fields and their values have in a query, in English and Chinese."""

from __future__ import annotations

import datetime as dt

from vibe_tui.fold import Term, needle_of
from vibe_tui.model.report import Genre
from vibe_tui.model.section import KIND_NAMES, SectionKind
from vibe_tui.search.dates import read_days, read_end, read_start
from vibe_tui.search.tree import Days, Fact, Node, Word

FIELDS = {
    "title": ("标题", "题目"),
    "author": ("作者", "authors"),
    "topic": ("主题", "话题"),
    "source": ("来源",),
    "section": ("章节", "kind", "节"),
    "date": ("日期", "day"),
    "since": ("自", "从", "起", "after"),
    "until": ("至", "到", "止", "before"),
    "arxiv": ("论文号", "论文编号"),
    "genre": ("体裁", "类型"),
    "is": ("状态",),
    "id": ("编号",),
}
_FIELD_OF = {name: field for field, names in FIELDS.items() for name in (field, *names)}

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
}
_GENRE_OF = {
    needle_of(name): genre for genre, names in _GENRES.items() for name in (genre.value, *names)
}
STATES = {
    "unread": ("未读",),
    "read": ("已读",),
    "starred": ("星标", "收藏", "star"),
}
_STATE_OF = {name: state for state, names in STATES.items() for name in (state, *names)}


def field_of(name: str) -> str:
    """The field that `name` stands for, `section:` kinds as `section:limitations`; else empty."""
    name = needle_of(name)
    if name in _FIELD_OF:
        return _FIELD_OF[name]
    kind = KIND_OF_NAME.get(name)
    return f"section:{kind.value}" if kind else ""


def read_value(field: str, value: str, today: dt.date, *, prefix: bool = False) -> Node | None:
    """What `field:value` asks, or `None` where the value makes no sense to the field."""
    folded = needle_of(value)
    if not folded:
        return None
    match field:
        case "title" | "author":
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
            return Fact("genre", genre.value) if genre else None
        case "is":
            state = _STATE_OF.get(folded)
            return Fact("is", state) if state else None
        case _:
            return Fact(field, folded)


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
