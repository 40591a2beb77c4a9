"""Text dumps of a feed: the plain text that the publication reaches its readers as.

A dump is the feed's title and, for every item: the feed's title of it, an empty line, `Author —
RFC date`, an empty line, the title in the text, an empty line, the text. Headings, lists, tables
and quotes lost their marks; `markdown` brings them back. Nothing of the source is lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import PurePath

from vibe_tui.errors import Problem, VibeError
from vibe_tui.sync.dump.headings import REFERENCE_CHAPTERS, is_chapter, parse_number, unnumbered
from vibe_tui.sync.dump.markdown import dump_to_markdown
from vibe_tui.sync.encodings import cleaned
from vibe_tui.sync.facts import RESEARCH_LINE, describe
from vibe_tui.sync.feed.dates import read_date
from vibe_tui.sync.incoming import ORDER, Incoming
from vibe_tui.text import Text

_BYLINE = re.compile(
    r"(?:(?P<author>\S.{0,98}?)?\s*(?:[—–|·]|--?)\s+)?"
    r"(?P<date>(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,\s+)?\d{1,2}\s+"
    r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.?\s+\d{4}\s+"
    r"\d{2}:\d{2}(?::\d{2})?\s+(?:[A-Za-z]{1,4}|[+-]\d{2}:?\d{2})"
    r"|(?<=\s)\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:Z|[+-]\d{2}:?\d{2}))"
)

MOST_ABOVE = 3
"""Lines that may stand above the first item: the feed's name, and what it says of itself."""

_OPEN_ENDED = ("：", ":", "；", ";", "，", ",", "、")
"""What no title ends in: a line that leads on to the next."""

_REFERENCE = re.compile(r"\[?\d+[\].、]|.*://")
_FINISHED = '。．.！!？?）)】]」』”’"…；>'


@dataclass(frozen=True, slots=True)
class Dump:
    """One dump: the feed's name, and the items in the file's order."""

    name: str
    items: tuple[Incoming, ...]
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class _Raw:
    """One item as it stands: the feed's title, the byline, the lines below, where it begins."""

    feed_title: str
    byline: re.Match[str]
    lines: tuple[str, ...]
    line: int


def is_dump(text: str) -> bool:
    """Whether `text` begins as a dump does: a name, a title, and who wrote it when."""
    lines = text[:20_000].split("\n")
    start = next(_starts(lines), -1)
    return start >= 0 and sum(1 for line in lines[:start] if line.strip()) <= MOST_ABOVE


def read_dump(text: str, where: str) -> Dump:
    """The items of a dump. Raises `VibeError` naming `where` when `text` is none."""
    text = cleaned(text)
    if not text.strip():
        raise VibeError(
            Text(f"{where}：文件是空的", f"{where}: the file is empty"),
            Text("请重新下载后再导入", "get it again and import it"),
        )
    if not is_dump(text):
        raise VibeError(
            Text(f"{where}：不是文本转储", f"{where}: not a text dump"),
            Text(
                "普通文章请改名为 .md；转储的开头是源名称、标题和“作者 — 日期”",
                "name plain text .md; a dump begins with the name of the feed, a title and "
                '"author — date"',
            ),
        )
    lines = text.split("\n")
    starts = list(_starts(lines))
    name = next((line.strip() for line in lines[: starts[0]] if line.strip()), "")
    source = slug_of(name) or slug_of(PurePath(where).stem) or "dump"
    items: list[Incoming] = []
    problems: list[Problem] = []
    may_be_cut = False
    for raw in _raws(lines, starts, name):
        incoming = _read_item(raw, source)
        may_be_cut = incoming is not None and _ends_in_a_title(raw.lines)
        if incoming:
            items.append(incoming)
        else:
            problems.append(
                Problem(
                    f"{where}:{raw.line}",
                    Text(f"「{raw.feed_title}」没有正文", f"“{raw.feed_title}” has no text"),
                    Text("文件可能被截断，请重新获取", "the file may be cut; get it again"),
                )
            )
    doubt = _doubt(items) if items else _Doubt.NONE
    if doubt is _Doubt.NONE and may_be_cut:
        doubt = _Doubt.SEEMS_CUT
    if doubt is not _Doubt.NONE:
        last = items.pop()
        again = Text("文件可能被截断，请重新获取", "the file may be cut; get it again")
        message = Text(f"「{last.title}」似乎不完整", f"“{last.title}” seems to be cut")
        if doubt is _Doubt.CUT:
            message = Text(
                f"「{last.title}」不完整，没有导入", f"“{last.title}” is cut and was left out"
            )
        else:
            items.append(replace(last, whole=False))
        problems.append(Problem(f"{where}:{len(lines)}", message, again))
    return Dump(name, tuple(items), tuple(problems))


class _Doubt(Enum):
    """How sure it is that the last item ends in the middle."""

    NONE = 0
    SEEMS_CUT = 1
    CUT = 2


def _doubt(items: Sequence[Incoming]) -> _Doubt:
    """Whether the last item ends in the middle: no references, and a line that is not finished."""
    *others, last = (_ending(item.body) for item in items)
    if last[0]:
        return _Doubt.NONE
    unlike = any(ending[0] for ending in others)
    if unlike and not last[1]:
        return _Doubt.CUT
    return _Doubt.SEEMS_CUT if unlike or not last[1] else _Doubt.NONE


def _ends_in_a_title(lines: Sequence[str]) -> bool:
    """Whether the last line stands alone as the title of a next item does, or its byline."""
    before, line = [line.strip() for line in ("", "", *lines)][-2:]
    above = next((one.strip() for one in reversed(lines[:-1]) if one.strip()), "")
    is_reference = unnumbered(above) in REFERENCE_CHAPTERS or _REFERENCE.match(line)
    return not (before or is_reference or line[-1:] in _FINISHED)


def _ending(body: str) -> tuple[bool, bool]:
    """Whether a text comes to its references, and whether its last line is finished."""
    headings = re.findall(r"^##+ (.+)$", body, re.MULTILINE)
    line = body.rstrip().rpartition("\n")[2]
    finished = line.startswith("|") or line.endswith(("$$", "```")) or line[-1:] in _FINISHED
    return any(unnumbered(name) in REFERENCE_CHAPTERS for name in headings), finished


def slug_of(name: str) -> str:
    """The id of a source: its name in small letters and digits, Chinese as it is."""
    return re.sub(r"[\W_]+", "-", name.casefold()).strip("-")[:60]


def _starts(lines: list[str]) -> Iterator[int]:
    """The lines on which items begin: a title, an empty line, a byline that stands alone."""
    for at, line in enumerate(lines):
        if ":" not in line or not _BYLINE.fullmatch(line.strip()):
            continue
        if at < 2 or lines[at - 1].strip() or (at + 1 < len(lines) and lines[at + 1].strip()):
            continue
        title = next((n for n in range(at - 1, -1, -1) if lines[n].strip()), -1)
        if title < 0 or _BYLINE.fullmatch(lines[title].strip()):
            continue
        if lines[title].rstrip().endswith(_OPEN_ENDED):
            continue
        if title == 0 or not lines[title - 1].strip():
            yield title


def _raws(lines: list[str], starts: list[int], name: str) -> Iterator[_Raw]:
    for number, start in enumerate(starts):
        end = starts[number + 1] if number + 1 < len(starts) else len(lines)
        at = next(i for i in range(start + 1, end) if lines[i].strip())
        byline = _BYLINE.fullmatch(lines[at].strip())
        below = lines[at + 1 : end]
        while below and not below[-1].strip():
            below.pop()
        # Where dumps were joined, the feed's name stands before the next title.
        if number + 1 < len(starts) and len(below) > 1 and below[-1].strip() == name:
            below.pop()
        if byline:
            yield _Raw(lines[start].strip(), byline, tuple(below), start + 1)


def _read_item(raw: _Raw, source: str) -> Incoming | None:
    """The report that an item becomes; nothing where no text follows its byline."""
    title, body = _split_title(raw)
    if not body.strip():
        return None
    markdown = dump_to_markdown(body)
    when = read_date(raw.byline["date"])
    author = (raw.byline["author"] or "").strip()
    meta: dict[str, object] = {
        "title": title,
        "feed_title": raw.feed_title if raw.feed_title != title else "",
        "date": when.day,
        "published": when.moment or "",
        "author": author,
        "source": source,
    }
    meta |= describe(title, markdown)
    return Incoming(
        title=title,
        feed_title=raw.feed_title,
        source=source,
        date=when.day,
        published=when.moment,
        author=author,
        meta={key: meta[key] for key in ORDER if meta.get(key)},
        body=markdown,
    )


def _split_title(raw: _Raw) -> tuple[str, str]:
    """The title in the text and what follows; the feed's title where the text has none."""
    lines = list(raw.lines)
    while lines and not lines[0].strip():
        lines.pop(0)
    if not lines:
        return raw.feed_title, ""
    first = " ".join(lines[0].split())
    alone = len(lines) == 1 or not lines[1].strip()
    titled = first == raw.feed_title or (
        alone
        and len(first) <= 300
        and not first.startswith(RESEARCH_LINE)
        and not first.endswith(("。", *_OPEN_ENDED))
        and not is_chapter(first)
        and parse_number(first) is None
    )
    return (first, "\n".join(lines[1:])) if titled else (raw.feed_title, "\n".join(lines))
